package engine

import (
	"concord/core/export"
	"concord/internal/humanize"
	"fmt"
	"io"
	"path"
	"strings"
)

// runFile is the run record.
const runFile = "run"

// download is a file and what Export calls it.
type download struct {
	what string
	export.File
}

// files are the downloads of a result, the run record last.
func (r *result) files(safe bool) []download {
	var out []download
	var notes []string
	if n := r.of.Counts.Formulas; n > 0 {
		form := "unchanged"
		if safe {
			form = "with an apostrophe before, safe for spreadsheets"
		}
		notes = append(notes, fmt.Sprintf("%s like a formula (%q): %s", humanize.Count(n, "name"), r.of.Counts.Formula, form))
	}
	for _, f := range r.answers.Tables(safe) {
		if f.Name == "confusion.csv" {
			if err := r.answers.TooLarge(); err != nil {
				notes = append(notes, err.Error()+": left out")
				continue
			}
		}
		out = append(out, download{strings.TrimSuffix(f.Name, path.Ext(f.Name)), f})
	}
	out = append(out, r.described(safe)...)
	record := export.File{Name: "run.json", Write: func(w io.Writer) error { return r.record(notes).Write(w) }}
	return append(out, download{runFile, record})
}
