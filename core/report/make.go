package report

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Found is what a report is made of.
type Found struct {
	Record    *export.Record
	Method    *api.Method
	Counts    *api.Counts
	Agreement *api.Agreement

	// With a known truth.
	Accuracy *api.Accuracy
	Quality  *api.Quality // nil: the classes are very many
	Numbers  *api.Numbers // in their place, where labels are numbers
	Unseen   int          // true labels of a class that no worker ever chose

	Answers int  // labels found; 0 where labels are numbers
	Differ  int  // of them, those that differ from the majority vote
	Ties    int  // of them, those that the seed chose
	Learns  bool // the method learns a confusion matrix of each worker
	Asked   int  // classes of such a matrix

	Classes        []Bar // how the answers fall on the classes
	Workers, Tasks sheet.Listing
	Boxes          []api.Box    // how the workers differ
	Against        *api.Against // nil: no truth, or labels are numbers
}

const mostClasses = 20

// Make puts what was found in words.
func Make(f *Found) *Report {
	rec := f.Record
	out := &Report{
		Name: rec.Files[0].Name, Record: rec, Objective: f.Method.Objective, Summary: f.summary(), Data: f.data(), Classes: f.Classes,
		Method:  []Fact{{"Method", f.Method.Title}, {"When to use it", f.Method.Advice}},
		Workers: f.Workers, Tasks: f.Tasks, Caveats: f.caveats(), References: []string{},
		Boxes: f.Boxes, Against: f.Against,
	}
	if f.Method.Citation != "" {
		out.References = append(out.References, f.Method.Citation)
	}
	if len(rec.Trace) > 0 && f.Method.Objective != "" {
		out.Method = append(out.Method, Fact{f.Method.Objective, fmt.Sprintf("%.4f", float64(rec.Objective))})
	}
	if f.Answers > 0 {
		out.Method = append(out.Method, Fact{"Differs from the majority vote",
			fmt.Sprintf("%s of %s", humanize.Number(f.Differ), humanize.Count(f.Answers, "label"))})
	}
	out.Agreement = []Fact{{"Over", f.Agreement.Over()}}
	for _, c := range f.Agreement.Figures() {
		out.Agreement = append(out.Agreement, Fact{c.Title, says(c.Figure, c.Interval)})
	}
	out.Truth = f.truth()
	if f.Quality != nil {
		for _, b := range f.Quality.Bins {
			out.Bins = append(out.Bins, Reliable(b))
		}
	}
	return out
}

// summary is the whole report in a sentence or two.
func (f *Found) summary() string {
	n, by := f.Counts, ", by workers who are not known"
	what := humanize.Count(n.Labels, "label")
	if !n.Anonymous {
		what, by = what+" by "+humanize.Count(n.Workers, "worker"), ""
	}
	says := fmt.Sprintf("%s on %s%s; %s, %s after %s.", what, humanize.Count(n.Tasks, "task"), by, f.Method.Title, f.Record.Status,
		humanize.Count(f.Record.Steps, "step")+api.Ending(f.Record.Trace))
	if e := f.Record.Expected; e != nil {
		verdict := e.Verdict.Title() + ". " + e.Reason
		if e.Unknown > 0 || f.Record.Accuracy == nil { // else the truth says it
			verdict += " " + e.Sentence() + " " + e.Give + " " + e.Basis()
		}
		says = strings.Join(strings.Fields(verdict), " ") + " " + says
	}
	return says
}

// data are the facts of the labels.
func (f *Found) data() []Fact {
	n := f.Counts
	out := []Fact{
		{"Tasks", fmt.Sprintf("%s, %s of them with one label only", humanize.Number(n.Tasks), humanize.Number(n.Single))},
		{"Workers", humanize.Number(n.Workers)},
		{"Labels", humanize.Number(n.Labels)},
		{"Labels a task", spread(n.PerTask)},
		{"Labels a worker", spread(n.PerWorker)},
	}
	if n.Anonymous {
		out[1].Says, out = "not known: the file counts labels, and does not say whose they are", out[:4]
	}
	if !n.Kind.Numbers {
		out = append(out, Fact{"Classes", humanize.Number(n.Classes)}, Fact{"Tied majority votes", humanize.Number(n.Ties)})
	}
	if names := f.Record.Order; len(names) > 0 {
		out = append(out, Fact{"Order of the classes, from low to high", strings.Join(names[:min(len(names), mostClasses)], ", ")})
	}
	return out
}

func spread(r api.Range) string {
	says := func(x float64) string { return humanize.Commas(humanize.Figure(x)) }
	return fmt.Sprintf("%s to %s, mean %s, median %s", says(r.Min), says(r.Max), says(r.Mean), says(r.Median))
}

// says puts a figure in words.
func says(f api.Figure, interval bool) string {
	switch {
	case !f.Defined():
		return "not defined because " + f.Why
	case interval:
		return fmt.Sprintf("%.4f (95 %% interval %.4f to %.4f)", f.Value, f.Low, f.High)
	}
	return fmt.Sprintf("%.4f", f.Value)
}

// truth compares with the truth; nil where there is none.
func (f *Found) truth() []Fact {
	measured := func(name string, x api.Figure) Fact { return Fact{name, says(x, true)} }
	if d := f.Numbers; d != nil {
		return []Fact{
			{"Tasks compared", humanize.Number(d.Evaluated)}, measured("Mean absolute error", d.MAE),
			measured("Root mean square error", d.RMSE), measured("R²", d.R2), measured("Correlation", d.Correlation),
		}
	}
	a, q := f.Accuracy, f.Quality
	if a == nil || a.Evaluated == 0 {
		return nil
	}
	out := []Fact{
		{"Tasks compared", humanize.Number(a.Evaluated)},
		{"Wrong", fmt.Sprintf("%s (%.2f %%)", humanize.Number(a.Wrong), 100*a.Error())},
		measured("Accuracy", a.Figure()),
	}
	if a.Apart != nil {
		out = append(out, measured("Steps of the scale from the truth, on average", *a.Apart))
	}
	if q != nil {
		out = append(out, measured("Macro F₁", q.MacroF1), measured("Brier score", q.Brier), measured("Log loss", q.LogLoss),
			measured("Expected calibration error", q.ECE))
	}
	return out
}

// caveats are what a reader should know before trusting the figures.
func (f *Found) caveats() []string {
	n, rec := f.Counts, f.Record
	out := slices.Clone(rec.Warnings)
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if n.Skipped > 0 {
		add("Left out of the file: %s of %s.", humanize.Number(n.Skipped), humanize.Count(n.Rows, "row"))
	}
	for _, some := range []struct {
		n          int
		noun, says string
	}{
		{n.Repeats, "label", "By workers who had labelled the task before: %s; every label counts."},
		{n.Single, "task", "With one label only: %s. Measures of agreement leave them out, and nobody contradicts a mistake there."},
		{f.Ties, "label", "Chosen by the seed among equally probable classes: %s."},
		{len(rec.Excluded), "worker", "Left out by hand: the labels of %s."},
		{len(rec.Reviewed), "task", "Judged by hand: %s; known to the fit, and left out of the accuracy."},
		{f.Unseen, "true label", "Of a class that no worker ever chose, so that no answer is right: %s."},
	} {
		if some.n > 0 {
			add(some.says, humanize.Count(some.n, some.noun))
		}
	}
	if a := f.Accuracy; a != nil && a.Evaluated < 100 && a.Evaluated > 0 {
		add("The truth of only %s is known: see how wide the interval of the accuracy is.", humanize.Count(a.Evaluated, "task"))
	}
	if f.Accuracy == nil && f.Numbers == nil {
		add("No truth was given: mistakes that workers share show nowhere.")
	}
	if f.Learns && !n.Anonymous && n.PerWorker.Median < float64(10*f.Asked) {
		add("Half of the workers gave %s labels or fewer: their accuracies are uncertain.", humanize.Commas(humanize.Figure(n.PerWorker.Median)))
	}
	if says := f.Agreement.Paradox(); says != "" {
		out = append(out, says)
	}
	if n.Anonymous {
		return append(out, "Nobody knows who gave which label. Workers who answer without looking count as much as the others.")
	}
	return append(out, "Accuracy by the model weighs classes by how common they are; agreement with all others leaves out the worker's own "+
		"votes.")
}
