package analysis

import (
	"fmt"
	"io"
	"iter"
	"path"
	"strconv"
	"strings"

	"concord/core/export"
	"concord/internal/humanize"
)

// RunFile is the run record.
const RunFile = "run"

// Download is a file and what Export calls it.
type Download struct {
	What string
	export.File
}

// csv returns a download of rows.
func csv(what string, header []string, rows iter.Seq[[]string], safe bool) Download {
	write := func(w io.Writer) error { return export.WriteRows(w, header, rows, safe) }
	return Download{what, export.File{Name: what + ".csv", Write: write}}
}

// rows are n rows.
func rows(n int, row func(i int) []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for i := 0; i < n && yield(row(i)); i++ {
		}
	}
}

// exact writes a number with all its digits.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Files returns the downloads of a result, the run record last.
func (r *Result) Files(safe bool) []Download {
	var out []Download
	var notes []string
	if n := r.Of.Counts.Formulas; n > 0 {
		form := "unchanged"
		if safe {
			form = "with an apostrophe before, safe for spreadsheets"
		}
		notes = append(notes, fmt.Sprintf("%s like a formula (%q): %s", humanize.Count(n, "name"), r.Of.Counts.Formula, form))
	}
	for _, f := range r.Answers.Tables(safe) {
		if f.Name == "confusion.csv" {
			if err := r.Answers.TooLarge(); err != nil {
				notes = append(notes, err.Error()+": left out")
				continue
			}
		}
		out = append(out, Download{strings.TrimSuffix(f.Name, path.Ext(f.Name)), f})
	}
	out = append(out, r.described(safe)...)
	record := export.File{Name: "run.json", Write: func(w io.Writer) error { return r.record(notes).Write(w) }}
	return append(out, Download{RunFile, record})
}
