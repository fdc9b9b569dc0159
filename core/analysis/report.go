package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/core/advise"
	"concord/core/export"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/sorting"
	"concord/core/wire"
	"concord/internal/humanize"
)

const (
	ReportFile    = "report"
	ReportJSON    = "report-json"
	ReportWorkers = 100 // rows of the report's tables
	reportTasks   = 30
	reportClasses = 20
)

// Report gathers what the report says of the result.
func (r *Result) Report(c *job.Job) (*export.Report, error) {
	rec := r.record(nil)
	set, n := r.Of.Set, r.Of.Counts
	out := &export.Report{
		Name: rec.Input.Name, Record: rec, Objective: r.Entry.Objective,
		Method:     []export.Fact{{Name: "Method", Says: r.Entry.Title}, {Name: "When to use it", Says: r.Entry.Advice}},
		References: []string{},
	}
	out.Summary = fmt.Sprintf("%s by %s on %s; %s, %s after %s.", humanize.Count(n.Labels, "label"), humanize.Count(n.Workers, "worker"), humanize.Count(n.Tasks, "task"),
		r.Entry.Title, rec.Status, humanize.Count(rec.Steps, "step"))
	if r.Entry.Citation != "" {
		out.References = append(out.References, r.Entry.Citation)
	}
	out.Data = []export.Fact{
		{Name: "Tasks", Says: fmt.Sprintf("%s, %s of them with one label only", humanize.Number(n.Tasks), humanize.Number(n.Single))},
		{Name: "Workers", Says: humanize.Number(n.Workers)},
		{Name: "Labels", Says: humanize.Number(n.Labels)},
		{Name: "Labels a task", Says: spreadText(n.PerTask)},
		{Name: "Labels a worker", Says: spreadText(n.PerWorker)},
	}
	if n.Anonymous {
		out.Summary = fmt.Sprintf("%s on %s, by workers who are not known; %s, %s after %s.", humanize.Count(n.Labels, "label"), humanize.Count(n.Tasks, "task"),
			r.Entry.Title, rec.Status, humanize.Count(rec.Steps, "step"))
		out.Data[1].Says, out.Data = "not known: the file counts labels, and does not say whose they are", out.Data[:4]
	}
	if !n.Numeric {
		out.Data = append(out.Data,
			export.Fact{Name: "Classes", Says: humanize.Number(n.Classes)},
			export.Fact{Name: "Tied majority votes", Says: humanize.Number(n.Ties)})
	}
	if names := r.Of.Amend.Order; len(names) > 0 {
		out.Data = append(out.Data, export.Fact{Name: "Order of the classes, from low to high", Says: strings.Join(names[:min(len(names), reportClasses)], ", ")})
	}
	if p := rec.Objective; len(rec.Trace) > 0 && r.Entry.Objective != "" {
		out.Method = append(out.Method, export.Fact{Name: r.Entry.Objective, Says: fmt.Sprintf("%.4f", float64(p))})
	}
	if r.Answers.Label != nil {
		out.Method = append(out.Method, export.Fact{Name: "Differs from the majority vote", Says: fmt.Sprintf("%s of %s", humanize.Number(r.differ), humanize.Count(len(r.Answers.Label), "label"))})
		counts := r.Answers.CountClasses()
		for at := range min(len(counts), reportClasses) {
			k := r.Of.Scale.ClassAt(at)
			count := counts[k]
			share := float64(count) / float64(max(1, r.Answers.Len()))
			out.Classes = append(out.Classes, export.Bar{Name: set.Classes.At(k), Share: share, Says: fmt.Sprintf("%s (%.1f %%)", humanize.Number(count), 100*share)})
		}
	}
	agreed, err := Agree(c, r.Session, &wire.Agree{Seed: r.settings.Seed})
	if err != nil {
		return nil, err
	}
	for _, f := range agreed.Figures() {
		out.Agreement = append(out.Agreement, export.Fact{Name: f.Title, Says: figureText(f.Figure, f.Interval)})
	}
	if err := c.Turn(); err != nil {
		return nil, err
	}
	r.reportTruth(out)
	if err := r.reportWorkers(c, out); err != nil {
		return nil, err
	}
	if err := r.reportTasks(c, out); err != nil {
		return nil, err
	}
	out.Caveats = r.caveats(agreed)
	return out, nil
}

func spreadText(r wire.Range) string {
	says := func(x float64) string { return humanize.Commas(figure(x)) }
	return fmt.Sprintf("%s to %s, mean %s, median %s", says(r.Min), says(r.Max), says(r.Mean), says(r.Median))
}

func figureText(f wire.Measure, interval bool) string {
	switch {
	case !f.Defined():
		return "not defined because " + f.Why
	case interval:
		return fmt.Sprintf("%.4f (95 %% interval %.4f to %.4f)", f.Value, f.Low, f.High)
	}
	return fmt.Sprintf("%.4f", f.Value)
}

// reportTruth compares with the truth, where there is one.
func (r *Result) reportTruth(out *export.Report) {
	interval := func(f wire.Measure) string { return figureText(f, true) }
	if d := r.Distance; d != nil {
		out.Truth = []export.Fact{
			{Name: "Tasks compared", Says: humanize.Number(d.Evaluated)}, {Name: "Mean absolute error", Says: interval(d.MAE)},
			{Name: "Root mean square error", Says: interval(d.RMSE)}, {Name: "R²", Says: interval(d.R2)}, {Name: "Correlation", Says: interval(d.Correlation)},
		}
		return
	}
	s := r.score
	if s == nil || s.Evaluated == 0 {
		return
	}
	out.Truth = []export.Fact{
		{Name: "Tasks compared", Says: humanize.Number(s.Evaluated)},
		{Name: "Wrong", Says: fmt.Sprintf("%s (%.2f %%)", humanize.Number(s.Wrong), 100*s.Error())},
		{Name: "Accuracy", Says: interval(s.Figure())},
	}
	if s := r.Of.Scale; s != nil {
		out.Truth = append(out.Truth, export.Fact{
			Name: "Steps of the scale from the truth, on average", Says: interval(metric.RankError(r.Answers.Label, r.test(), s.Place, r.settings.Seed)),
		})
	}
	k := r.Of.Asked().Data.Classes
	if k > judgeClasses {
		return
	}
	posterior, truth := r.tested()
	q := metric.Judge(posterior, truth, k, r.settings.Seed)
	out.Truth = append(out.Truth,
		export.Fact{Name: "Macro F₁", Says: interval(q.MacroF1)},
		export.Fact{Name: "Brier score", Says: interval(q.Brier)},
		export.Fact{Name: "Log loss", Says: interval(q.LogLoss)},
		export.Fact{Name: "Expected calibration error", Says: interval(q.ECE)})
	for _, b := range q.Bins {
		out.Bins = append(out.Bins, export.Reliable(b))
	}
}

// reportWorkers lists those who are suspect, then those with most labels.
func (r *Result) reportWorkers(c *job.Job, out *export.Report) error {
	if r.Of.Anonymous() {
		return nil
	}
	a, set := r.Answers, r.Of.Set
	out.Workers.Of = r.Of.Counts.Workers
	var judged []advise.Worker
	if r.judgeable() == nil {
		j, err := r.Assess(c)
		if err != nil {
			return err
		}
		judged = j.workers
	}
	var order []int
	for j, n := range a.Given {
		if n > 0 {
			order = append(order, j)
		}
	}
	suspect := func(j int) int {
		if judged != nil && len(judged[j].Flags) > 0 {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(cmp.Compare(suspect(x), suspect(y)), cmp.Compare(a.Given[y], a.Given[x]))
	})
	out.Workers.Header, out.Workers.Numeric = []string{"Worker", "Labels", "Deviation"}, []bool{false, true, true}
	if a.Label != nil {
		out.Workers.Header = []string{"Worker", "Labels", "Accuracy by the model", "Agrees with all others (95 % interval)", "Remarks"}
		out.Workers.Numeric = []bool{false, true, true, true, false}
	}
	for _, j := range order[:min(len(order), ReportWorkers)] {
		row := []string{set.Workers.At(j), fmt.Sprint(a.Given[j])}
		if a.Label == nil {
			out.Workers.Rows = append(out.Workers.Rows, append(row, figure(a.Deviation[j])))
			continue
		}
		others, remarks := "", []string{}
		if judged != nil {
			if f := judged[j].Agreement; f.Defined() {
				others = fmt.Sprintf("%s (%s to %s)", Share(f.Value), Share(f.Low), Share(f.High))
			}
			for _, f := range judged[j].Flags {
				remarks = append(remarks, f.Kind.String()+": "+f.Reason(set.Workers.At, r.Of.Asked().Classes.At))
			}
		}
		out.Workers.Rows = append(out.Workers.Rows, append(row, Share(a.Accuracy[j]), others, strings.Join(remarks, "; ")))
	}
	return nil
}

// reportTasks lists the tasks whose label is least sure.
func (r *Result) reportTasks(c *job.Job, out *export.Report) error {
	a := r.Answers
	if a.Label == nil {
		return nil
	}
	out.Tasks.Of = a.Len()
	out.Tasks.Header, out.Tasks.Numeric = []string{"Task", "Label", "Probability", "Votes"}, []bool{false, false, true, true}
	order, err := sorting.ByNumber(a.Len(), a.Probability, false, c.Turn)
	if err != nil {
		return err
	}
	for _, i := range order[:min(len(order), reportTasks)] {
		out.Tasks.Rows = append(out.Tasks.Rows, []string{
			a.TaskName(int(i)), a.LabelName(int(i)), Share(a.Probability(int(i))), fmt.Sprint(a.Votes(int(i))),
		})
	}
	return nil
}

// caveats are what a reader should know before trusting the figures.
func (r *Result) caveats(agreed *wire.Agreed) []string {
	n := r.Of.Counts
	out := slices.Clone(r.warnings())
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if n.Skipped > 0 {
		add("Left out of the file: %s of %s.", humanize.Number(n.Skipped), humanize.Count(n.Rows, "row"))
	}
	if n.Repeats > 0 {
		add("By workers who had labelled the task before: %s; every label counts.", humanize.Count(n.Repeats, "label"))
	}
	if n.Single > 0 {
		add("With one label only: %s. Measures of agreement leave them out, and nobody contradicts a mistake there.", humanize.Count(n.Single, "task"))
	}
	if r.Answers.Ties > 0 {
		add("Chosen by the seed among equally probable classes: %s.", humanize.Count(r.Answers.Ties, "label"))
	}
	if len(r.Of.Amend.Exclude) > 0 {
		add("Left out by hand: the labels of %s.", humanize.Count(len(r.Of.Amend.Exclude), "worker"))
	}
	if len(r.Of.Amend.Review) > 0 {
		add("Judged by hand: %s; known to the fit, and left out of the accuracy.", humanize.Count(len(r.Of.Amend.Review), "task"))
	}
	if t := r.truth; t != nil && len(t.Unseen.Tasks) > 0 {
		add("Of a class that no worker ever chose, so that no answer is right: %s.", humanize.Count(len(t.Unseen.Tasks), "true label"))
	}
	if r.score != nil && r.score.Evaluated < 100 && r.score.Evaluated > 0 {
		add("The truth of only %s is known: see how wide the interval of the accuracy is.", humanize.Count(r.score.Evaluated, "task"))
	}
	if r.score == nil && r.Distance == nil {
		add("No truth was given. Probabilities are the model's opinion of itself; errors that workers share are unknown to it.")
	}
	if k := r.Of.Asked().Data.Classes; r.Answers.Result.Confusion != nil && !n.Anonymous && n.PerWorker.Median < float64(10*k) {
		add("Half of the workers gave %s labels or fewer: their accuracies are uncertain.", humanize.Commas(figure(n.PerWorker.Median)))
	}
	if alpha := agreed.Alpha.Nominal; agreed.Percent.Value > 0.8 && alpha.Defined() && alpha.Value < 0.4 {
		add("Workers agree often, yet hardly more than chance would: nearly all labels name one class (the paradox of κ). AC1 suffers less from it.")
	}
	if n.Anonymous {
		return append(out, "Nobody knows who gave which label. Workers who answer without looking count as much as the others.")
	}
	return append(out, "Accuracy by the model weighs classes by how common they are; agreement with all others leaves out the worker's own votes.")
}
