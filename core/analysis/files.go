package analysis

import (
	"concord/core/export"
	"concord/internal/humanize"
	"fmt"
	"io"
	"path"
	"strings"
)

// RunFile is the run record.
const RunFile = "run"

// Download is a file and what Export calls it.
type Download struct {
	What string
	export.File
}

// Files are the downloads of a result, the run record last.
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
