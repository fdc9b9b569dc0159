package analysis

import (
	"iter"
	"strconv"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/metric"
	"concord/core/result"
	"concord/core/session"
	"concord/core/wire"
)

// predicted is what a fit says of tasks that nobody labelled.
type predicted struct {
	tasks []string
	*crowd.Estimate
	Test *result.Test // against the exam; nil: there is none
}

// foresee has the fit predict the tasks that nobody labelled, and compares; it asks
// which of all tasks to label next, too.
func (r *Result) foresee(c *job.Job, f fit.Fit) error {
	tasks, d := r.toPredict()
	if a, ok := f.(fit.Advisor); ok {
		var pool *crowd.Features
		if len(tasks) > 0 {
			pool = &crowd.Features{Names: d.Features.Names, X: d.Features.X, Has: r.Fresh(tasks)}
		}
		gave := givers(r.Data)
		r.next = a.Next(plannedTasks, func(_, worker int) bool { return gave[worker] }, pool)
		r.right = a.Right()
		if err := r.Of.ReadTook(c); err != nil { // who may be asked depends on it
			return err
		}
	}
	p, ok := f.(fit.Predictor)
	if !ok || len(tasks) == 0 {
		return nil
	}
	found, err := p.Predict(d)
	if err != nil {
		return wire.Refuse("%s could not predict the further tasks: %s. Drop those, or try another method.", r.Entry.Title, err)
	}
	r.Predicted = &predicted{tasks: tasks, Estimate: found}
	if n := r.Session.Unlabelled; n != nil {
		r.beside[wire.RolePredict] = n.Source.Name()
	}
	if r.Session.TestTruth != nil {
		r.beside[wire.RoleTestTruth] = r.Session.TestTruth.Source.Name()
		r.Predicted.Test = r.Predicted.mark(r.Session.TestTruth, r.Data.Classes, r.settings.Seed)
	}
	return nil
}

// toPredict are the tasks that nobody labelled and what describes them, of the
// kind that the fit learned from; nil where there are none.
func (r *Result) toPredict() ([]string, *crowd.Dataset) {
	var tasks []string
	d := &crowd.Dataset{}
	switch {
	case r.features != nil:
		tasks, d.Features = r.Session.UnlabelledFeatures()
	case r.words != nil:
		tasks, d.Words = r.Session.UnlabelledTexts()
	}
	if len(tasks) == 0 {
		return nil, nil
	}
	d.Labels = crowd.Labels{Tasks: len(tasks), Classes: r.Data.Classes, Start: make([]int32, len(tasks)+1)}
	return tasks, d
}

// Fresh reports of tasks to predict which of them nobody labelled, each once: a file
// of such tasks may name some that have labels, and two files the same.
func (r *Result) Fresh(tasks []string) []bool {
	out, seen := make([]bool, len(tasks)), make(map[string]bool, len(tasks))
	for i, name := range tasks {
		_, labelled := r.Of.Set.Tasks.Find(name)
		out[i] = !labelled && !seen[name]
		seen[name] = true
	}
	return out
}

// mark compares predictions with the truth.
func (p *predicted) mark(x *session.TestTruth, classes int, seed uint64) *result.Test {
	if p.Posterior == nil {
		n := metric.CompareNumbers(p.Value, x.Values(p.tasks), seed)
		return &result.Test{Evaluated: n.Evaluated, R2: &n.R2, MAE: &n.MAE}
	}
	q := metric.Judge(p.Posterior, x.Classes(p.tasks), classes, seed)
	right := q.Score.Figure()
	return &result.Test{Evaluated: q.Score.Evaluated, Accuracy: &right, AUC: &q.MacroAUC, F1: &q.MacroF1}
}

const (
	nextTasks    = 100  // that are suggested in a file
	plannedTasks = 2000 // … that a plan may be made of
)

// described are the downloads that features make possible.
func (r *Result) described(safe bool) []export.File {
	var out []export.File
	add := func(what string, header []string, rows iter.Seq[[]string]) {
		out = append(out, *export.Rows(what, header, rows, safe))
	}
	text := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	set := r.Of.Set
	if p := r.Predicted; p != nil {
		header := []string{"task", "label", "probability"}
		if p.Posterior == nil {
			header = []string{"task", "value"}
		}
		add(wire.FilePredictions, header, func(yield func([]string) bool) {
			k := r.Data.Classes
			for i, name := range p.tasks {
				row := []string{name}
				if p.Posterior == nil {
					row = append(row, text(p.Value[i]))
				} else {
					q := p.Posterior[i*k : (i+1)*k]
					best, _ := crowd.Best(q, i, r.settings.Seed)
					row = append(row, set.Classes.At(best), text(q[best]))
				}
				if !yield(row) {
					return
				}
			}
		})
	}
	if l := r.learned; l != nil {
		header, rows := l.File(r)
		add(wire.FileTopics, header, rows)
	}
	if r.next != nil {
		add(wire.FileNext, []string{"task", "score", "worker", "probability_right"}, r.suggested(text))
	}
	return out
}
