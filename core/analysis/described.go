package analysis

import (
	"math"
	"strconv"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sheet"
)

// predicted is what a fit says about tasks that nobody labelled.
type predicted struct {
	tasks []string
	*crowd.Estimate
	Test *api.Test // compared with their truth; nil: it is unknown
}

// foresee has the fit predict the tasks that nobody labelled, tests its predictions, and asks it what to label next.
func (r *Result) foresee(f fit.Fit) error {
	tasks, d := r.toPredict()
	if a, ok := f.(fit.Advisor); ok {
		var pool *crowd.Features
		if len(tasks) > 0 {
			pool = &crowd.Features{Names: d.Features.Names, X: d.Features.X, Has: r.Fresh(tasks)}
		}
		gave := givers(r.Data)
		r.next = a.Next(plannedTasks, func(_, worker int) bool { return gave[worker] }, pool)
		r.right = a.Right()
	}
	p, ok := f.(fit.Predictor)
	if !ok || len(tasks) == 0 {
		return nil
	}
	found, err := p.Predict(d)
	if err != nil {
		return api.Refuse("%s could not predict the further tasks: %s. Drop those, or try another method.", r.Entry.Title, err)
	}
	r.Predicted = &predicted{tasks: tasks, Estimate: found}
	if r.Session.TestTruth != nil {
		r.Predicted.Test = r.Predicted.mark(r.Session.TestTruth, r.Data.Classes, r.settings.Seed)
	}
	return nil
}

// toPredict returns the tasks that nobody labelled and what describes them, features or texts as the fit learnt from; nil
// if there are none.
func (r *Result) toPredict() ([]string, *crowd.Dataset) {
	var tasks []string
	d := &crowd.Dataset{}
	switch {
	case r.Data.Features != nil:
		tasks, d.Features = r.Session.UnlabelledFeatures()
	case r.Data.Words != nil:
		tasks, d.Words = r.Session.UnlabelledTexts()
	}
	if len(tasks) == 0 {
		return nil, nil
	}
	d.Labels = crowd.Labels{Tasks: len(tasks), Classes: r.Data.Classes, Start: make([]int32, len(tasks)+1)}
	return tasks, d
}

// Fresh reports which of the tasks to predict have no labels, each of them once: a file of such tasks may name some that do,
// and two files may name the same.
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
func (p *predicted) mark(x *session.TestTruth, classes int, seed uint64) *api.Test {
	if p.Posterior == nil {
		n := metric.CompareNumbers(p.Value, x.Values(p.tasks), seed)
		return &api.Test{Evaluated: n.Evaluated, R2: &n.R2, MAE: &n.MAE}
	}
	truth := x.Classes(p.tasks)
	q := metric.Judge(p.Posterior, truth, classes, seed)
	return &api.Test{
		Evaluated: q.Score.Evaluated, Accuracy: new(q.Score.Figure()), AUC: new(metric.MacroAUC(p.Posterior, truth, classes)), F1: &q.MacroF1,
	}
}

const (
	nextTasks    = 100  // tasks suggested in a file
	plannedTasks = 2000 // tasks that a plan may choose from
)

// PredictionTable has a row for each task that nobody labelled; nil: none was predicted.
func (r *Result) PredictionTable() *sheet.Table {
	p := r.Predicted
	if p == nil {
		return nil
	}
	t := &sheet.Table{Name: api.FilePredictions, Size: len(p.tasks), Columns: []*sheet.Column{
		sheet.Text("task", "", func(i int) string { return p.tasks[i] }, nil),
	}}
	if p.Posterior == nil {
		t.Columns = append(t.Columns, exact("value", func(i int) float64 { return p.Value[i] }))
		return t
	}
	best := func(i int) (k int, share float64) {
		q := p.Posterior[i*r.Data.Classes : (i+1)*r.Data.Classes]
		k, _ = crowd.Best(q, i, r.settings.Seed)
		return k, q[k]
	}
	t.Columns = append(t.Columns, sheet.Name("label", "", r.Of.Set.Classes, func(i int) int { k, _ := best(i); return k }, nil),
		exact("probability", func(i int) float64 { _, share := best(i); return share }))
	return t
}

// exact is a column of numbers with all their digits, with an exponent from where Go writes one; NaN is empty.
func exact(name string, of func(i int) float64) *sheet.Column {
	return sheet.Text(name, "", func(i int) string {
		if x := of(i); !math.IsNaN(x) {
			return strconv.FormatFloat(x, 'g', -1, 64)
		}
		return ""
	}, nil)
}
