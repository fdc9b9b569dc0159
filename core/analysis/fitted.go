package analysis

import (
	"errors"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/workers"
	"concord/internal/humanize"
)

// judge compares the result with a truth, if there is one. Tasks whose truth the method was given are no test of it.
func (r *Result) judge(t *session.Truth) {
	if r == nil {
		return
	}
	r.truth, r.score, r.Distance = t, nil, nil
	r.Answers.Truth, r.Answers.TrueOffsets = nil, nil
	switch {
	case t == nil:
	case t.Class != nil:
		r.Answers.Truth = t.Class
		posterior, truth := r.tested()
		r.score = new(metric.Accuracy(posterior, truth, r.Of.MethodSet().Data.Classes, r.settings.Seed))
	case t.Value != nil:
		r.Answers.TrueOffsets = metric.OffsetsOf(&r.Data.Labels, func(i int) float64 { return t.Value[i] })
		r.Distance = metric.CompareNumbers(r.Answers.Result.Value, t.Value, r.settings.Seed)
	}
}

// lots returns random bits for each task of the data, those of its name, so that the order of the rows does not matter.
func lots(a *export.Answers) func(i int) uint64 {
	names := a.TaskNames()
	var name []byte
	return func(i int) uint64 {
		task, place := a.Cut.Task(i)
		name = names.Append(name[:0], task)
		bits := uint64(place)
		for _, b := range name {
			bits = crowd.Hash(bits, uint64(b))
		}
		return bits
	}
}

// Accuracy returns how the result compares with the truth, or nil.
func (r *Result) Accuracy() *api.Accuracy {
	if r.score == nil {
		return nil
	}
	a := *r.score
	a.Apart = r.apart()
	return &a
}

// Fitted sums up the result, but for which files it has.
func (r *Result) Fitted() *api.Fitted {
	found := r.Answers.Result
	f := &api.Fitted{
		Method: r.Entry.Name, Title: r.Entry.Title, Status: found.Status.String(), Objective: r.Entry.Objective,
		Trace: Thin(found.Trace), Steps: len(found.Trace), Seconds: r.Seconds, Issues: r.issues(), Warnings: r.warnings(),
		Ties: r.Answers.Ties, Accuracy: r.Accuracy(), Numbers: r.Distance, Tables: []string{TasksTable}, Differ: r.differ,
		Expected: r.Expected, Look: r.Look,
	}
	if r.Data.Predictions != nil {
		f.Trusted = r.trusted()
	}
	if !r.Of.Anonymous() {
		f.Tables = append(f.Tables, WorkersTable)
	}
	if r.ranker != nil {
		f.Tables = append(f.Tables, api.FileItems, api.FileItemPairs)
	}
	if r.Of.Counts.Kind.Named() {
		f.Baseline = api.MethodBaseline
		tasks := r.Answers.CountClasses()
		for at := range tasks {
			k := r.Of.Scale.ClassAt(at)
			f.Classes = append(f.Classes, api.Share{Class: r.Of.Set.Classes.At(k), Tasks: tasks[k]})
		}
	}
	f.Priced = r.Priced()
	f.Topics, f.Seen = r.learned != nil, r.seen()
	if _, topical := r.values["topics"]; topical && r.Data.Words != nil && r.learned == nil { // it came out of a project
		f.Issues = append(f.Issues, api.Issue{Kind: api.IssueUnused,
			Text: "A project does not hold the topics. Run the method again to see them."})
	}
	if p := r.Predicted; p != nil {
		f.Predicted, f.Test = len(p.tasks), p.Test
	}
	return f
}

// warnings are those about the fit itself.
func (r *Result) warnings() []string {
	out := []string{}
	for _, w := range r.Answers.Result.Warnings {
		if !named(w) {
			out = append(out, w.Error())
		}
	}
	if n := r.bare(); n > 0 {
		out = append(out, humanize.Count(n, "task")+" got no label: none is more likely right than wrong")
	}
	return append(out, r.notes...)
}

// named reports whether a warning is an issue that names workers.
func named(w error) bool {
	return errors.As(w, new(fit.Merged)) || errors.As(w, new(*fit.Weighed))
}

// bare counts the tasks that may have several labels and got none.
func (r *Result) bare() (n int) {
	if !r.Of.Counts.Kind.Several {
		return 0
	}
	var a kind.Answer
	for i := range r.Answers.Len() {
		if a = r.Answers.Joined(a, i); a != nil && len(a) == 0 {
			n++
		}
	}
	return n
}

// issues are what the fit found that the user may want to settle.
func (r *Result) issues() (all []api.Issue) {
	for _, w := range r.Answers.Result.Warnings {
		if errors.As(w, new(*fit.Weighed)) {
			all = append(all, api.Issue{
				Kind: api.IssueGold, Text: workers.Warning(w, r.Of.Set.Workers.At) + ".",
				Remedies: []api.Remedy{{Do: api.DoWorkers, Title: "Look at them"}, {Do: api.DoKeep, Title: "Fine"}},
			})
		}
		var merged fit.Merged
		if !errors.As(w, &merged) {
			continue
		}
		all = append(all, api.Issue{
			Kind: api.IssueCopies, Text: workers.Warning(w, r.Of.Set.Workers.At) + ".",
			Short: humanize.Count(merged.Workers(), "worker") + " who answer alike",
			Flag:  "--set copies=keep counts everybody.",
			Remedies: []api.Remedy{
				{Do: api.DoWorkers, Title: "Look at them"}, {Do: api.DoEach, Title: "Count everybody"}, {Do: api.DoKeep, Title: "Leave it"},
			},
		})
	}
	return append(all, r.remarks...)
}

// says are all warnings: about the files, about what the fit found, and about the fit.
func (r *Result) says() []string {
	out := []string{}
	for _, role := range api.Roles() {
		if in := r.now().Input(role.Name); in != nil && in.Source != nil {
			out = append(out, api.Says(in.Source.Name(), in.Issues)...)
		}
	}
	return append(out, r.found()...)
}

// found are all warnings of the fit.
func (r *Result) found() []string {
	out := []string{}
	for _, i := range r.issues() {
		out = append(out, i.Text)
	}
	return append(out, r.warnings()...)
}

// now is what is loaded now: files that no method learns from may have come since the fit.
func (r *Result) now() *session.Session {
	if r.under != nil {
		return r.under
	}
	return r.Session
}

// Open are the issues of the labels and of the fit that are to be settled yet.
func (r *Result) Open() []api.Issue {
	kept := slices.Clone(r.Of.Choices().Kept)
	if r.Asked != nil {
		kept = append(kept, r.Asked.Kept...)
	}
	return api.OpenIssues(append(slices.Clone(r.Of.Issues), r.issues()...), kept)
}

// TraceSteps is how many steps of a trace a reply has.
const TraceSteps = 500

// Thin leaves out steps of a long trace, evenly, but not its first and last.
func Thin(trace []fit.Step) []fit.Step {
	if len(trace) <= TraceSteps {
		return trace
	}
	out := make([]fit.Step, TraceSteps)
	for m := range out {
		out[m] = trace[m*(len(trace)-1)/(TraceSteps-1)]
	}
	return out
}

// number returns nil for what JSON can't hold.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// workersOf counts the workers, 0 if they are unknown.
func workersOf(set *labels.Set) int {
	if set.Data.Anonymous {
		return 0
	}
	return set.Data.Workers
}

// record returns the recipe of the result, and how the run went.
func (r *Written) record(notes []string) *export.Record {
	found, set := r.Answers.Result, r.Of.Set
	rec := &export.Record{
		Recipe: *r.recipe, Rows: set.Rows, Skipped: set.Skipped,
		Tasks: set.Data.Tasks, Workers: workersOf(set), Labels: set.Data.Len(), Classes: set.Data.Classes,
		Steps: len(found.Trace), Status: found.Status.String(), Objective: export.Number(math.NaN()), Trace: found.Trace,
		Warnings: append(r.says(), notes...),
		Seconds:  export.RecordSeconds{Read: r.Of.Seconds, Fit: r.Seconds, Write: r.wrote()},
	}
	if n := len(found.Trace); n > 0 {
		rec.Objective, rec.LogLikelihood = export.Number(found.Trace[n-1].Objective), r.likelihood
	}
	if r.Answers.Label != nil {
		rec.Calibration = r.Answers.Calibration
	}
	if r.Expected != nil {
		rec.Expected = new(*r.Expected)
		rec.Expected.Narrow = nil
		rec.Expected.Verdict, rec.Expected.Reason = api.UseOf(r.Expected, r.Open())
	}
	if s := r.score; s != nil && s.Evaluated > 0 {
		rec.Evaluated, rec.Accuracy, rec.Error = &s.Evaluated, &s.Accuracy, new(s.Error())
	}
	if r.compared != nil {
		rec.Compared = Record(r.compared.Found)
	}
	if p := r.Predicted; p != nil && p.Test != nil {
		t := p.Test
		rec.Test = &export.RecordTest{
			Evaluated: t.Evaluated, Accuracy: defined(t.Accuracy), AUC: defined(t.AUC), F1: defined(t.F1), R2: defined(t.R2), MAE: defined(t.MAE),
		}
	}
	if d := r.Distance; d != nil && d.MAE.Defined() {
		figure := func(f api.Figure) export.Number {
			if !f.Defined() {
				return export.Number(math.NaN())
			}
			return export.Number(f.Value)
		}
		rec.Evaluated = &d.Evaluated
		rec.Numbers = &export.RecordNumbers{R2: figure(d.R2), MAE: figure(d.MAE), RMSE: figure(d.RMSE), Correlation: figure(d.Correlation)}
	}
	return rec
}

// defined returns the value of a figure, nil where it has none.
func defined(f *api.Figure) *float64 {
	if f == nil || !f.Defined() {
		return nil
	}
	return &f.Value
}

// test returns the truth that the result is compared with, without that of tasks whose class the method was given.
func (r *Result) test() []int32 {
	if r.Data.Gold == nil {
		return r.truth.Class
	}
	known := slices.Clone(r.truth.Class)
	for i, g := range r.Data.Gold {
		if g != crowd.Unknown {
			known[i] = crowd.Unknown
		}
	}
	return known
}

// probabilities returns the calibrated posterior of the result, and the truth, as tested does.
func (r *Result) probabilities() (posterior []float64, truth []int32) {
	own, truth := r.tested()
	posterior = slices.Clone(own)
	k := r.Answers.Data.Classes
	for i := range r.Answers.Data.Tasks {
		r.Answers.Calibrated(i, posterior[i*k:(i+1)*k])
	}
	return posterior, truth
}

// tested returns the posterior of the result, and the truth that it is compared with. Each true label that no question asks
// about is one more yes/no question, which was answered no.
func (r *Result) tested() (posterior []float64, truth []int32) {
	posterior, truth = r.Answers.Result.Posterior, r.test()
	if n := r.missed(); n > 0 {
		posterior, truth = slices.Clone(posterior), slices.Clone(truth)
		for range n {
			posterior, truth = append(posterior, 1, 0), append(truth, 1)
		}
	}
	return posterior, truth
}

// missed counts the true labels that no question asks about, without those the method was told.
func (r *Result) missed() int {
	if r.truth == nil {
		return 0
	}
	return r.Of.Cut.Missed(r.truth.Unseen.Tasks, r.Data.Gold)
}

// score returns a mean, or nil if there is none.
func score(m api.Mean) *api.Mean {
	if !m.Defined() || number(m.Value) == nil {
		return nil
	}
	return &m
}

// Priced sums up what the labels of a result cost, or returns nil if there are no costs.
func (r *Result) Priced() *api.Priced {
	p := r.Answers.Priced
	if p == nil || len(p.Cost) == 0 {
		return nil
	}
	sum := &api.Priced{}
	for i, least := range p.Cost {
		sum.Least += least
		sum.Said += p.Said[i]
		if p.Least[i] != r.Answers.Label[i] {
			sum.Differ++
		}
	}
	n := float64(len(p.Cost))
	sum.Least, sum.Said = sum.Least/n, sum.Said/n
	return sum
}

// price computes what the labels of a result cost; nil: nothing.
func (r *Result) price(c *job.Job, x *session.Costs) error {
	r.costs = x
	if x == nil {
		return r.Answers.Price(nil, c.Turn)
	}
	if err := r.Session.CheckFresh(api.RoleCosts); err != nil {
		return err
	}
	return r.Answers.Price(x.Costs, c.Turn)
}
