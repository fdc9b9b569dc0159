package analysis

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"concord/core/export"
	"concord/core/wire"
	"concord/internal/humanize"
)

// rows are n rows of a download.
func rows(n int, row func(i int) []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for i := 0; i < n && yield(row(i)); i++ {
		}
	}
}

// exact writes a number with all its digits.
func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Files returns the downloads of a result, the run record last.
func (r *Result) Files(safe bool) []export.File {
	var notes []string
	if n := r.Of.Counts.Formulas; n > 0 {
		form := "unchanged"
		if safe {
			form = "with an apostrophe before, safe for spreadsheets"
		}
		notes = append(notes, fmt.Sprintf("%s like a formula (%q): %s", humanize.Count(n, "name"), r.Of.Counts.Formula, form))
	}
	var out []export.File
	for _, f := range r.Answers.Tables(safe) {
		if err := r.Answers.TooLarge(); f.What == "confusion" && err != nil {
			notes = append(notes, err.Error()+": left out")
			continue
		}
		out = append(out, f)
	}
	out = append(out, r.described(safe)...)
	return append(out, *export.NewFile(wire.FileRun, func(w io.Writer) error { return r.record(notes).Write(w) }))
}
