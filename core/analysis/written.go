package analysis

import (
	"fmt"
	"io"

	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/internal/humanize"
)

// Written is a result as its files have it, with what was found out about it since the fit.
type Written struct {
	*Result
	Complete *export.Answers // with how the workers stand, if a file says it
	compared *Comparison     // with other methods; nil: none of what is loaded now
	recipe   *export.Recipe  // if a file has it
	who      *panel          // may be asked next, if a file says it
	wrote    func() float64  // seconds that its downloads took till now
	safe     bool            // cells that a spreadsheet would run have an apostrophe before
}

// Written returns the result with all that the download x says.
func (r *Result) Written(c *job.Job, x *api.Export, compared *Comparison, wrote func() float64) (*Written, error) {
	w := &Written{Result: r, Complete: new(*r.Answers), compared: compared, wrote: wrote, safe: x.Safe}
	w.Complete.Tiers = x.Tiers
	all := x.What == api.FileAll || x.What == api.FileReadme // which explains all the others
	var err error
	if all || x.What == api.FileLabels {
		if w.Complete.Place, err = r.places(c); err != nil {
			return nil, err
		}
	}
	if !x.Bare && (all || x.What == api.FileLabels || x.What == api.FileNext) {
		if w.Complete.Content, err = r.content(c, true); err != nil {
			return nil, err
		}
	}
	if all || x.What == api.FileWorkers || x.As == api.XLSX {
		a, _, err := r.complete(c)
		if err != nil {
			return nil, err
		}
		w.Complete.Standings = a.Standings
	}
	if all || x.What == api.FileRun || x.What == api.FileReport || x.What == api.FileReportJSON {
		if w.recipe, err = r.Recipe(c); err != nil {
			return nil, err
		}
	}
	if r.assigns() && (all || x.What == api.FileNext) {
		w.who, err = r.panel(c, false)
	}
	return w, err
}

// Run returns the run record as a download. It says how names that look like formulas were written, and what is left out.
func (r *Written) Run() *export.File {
	var notes []string
	if n := r.Of.Counts.Formulas; n > 0 {
		form := "unchanged"
		if r.safe {
			form = "with an apostrophe before, safe for spreadsheets"
		}
		notes = append(notes, fmt.Sprintf("%s like a formula (%q): %s", humanize.Count(n, "name"), r.Of.Counts.Formula, form))
	}
	if a := r.Answers; a.Label != nil && !a.Data.Anonymous {
		if err := a.TooLarge(); err != nil {
			notes = append(notes, err.Error()+": left out")
		}
	}
	return export.NewFile(api.FileRun, func(w io.Writer) error { return r.record(notes).Write(w) })
}
