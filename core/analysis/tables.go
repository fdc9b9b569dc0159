package analysis

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// The tables that Rows may ask for. That of the tasks is the one of the labels, with what else is known of each.
const (
	TasksTable   = "tasks"
	WorkersTable = api.FileWorkers
	JudgedTable  = api.FileJudged
	TiersTable   = api.FileTiers
)

// Table returns a table of the result.
func (r *Result) Table(c *job.Job, name string) (*sheet.Table, error) {
	type query struct{ table string }
	return cache.Once(c.Cache.Of(r), query{name}, func() (*sheet.Table, error) {
		switch name {
		case TasksTable:
			return r.taskTable(), nil
		case WorkersTable:
			return r.workerTable(c)
		case JudgedTable:
			return r.judgedTable(c)
		case TiersTable:
			return r.tierTable(c)
		}
		return nil, api.Refuse("There is no table “%s”. Choose one that the result has.", name)
	})
}

func (r *Result) taskTable() *sheet.Table {
	a := r.Answers
	t := a.LabelTable()
	t.Name, t.Rank, t.Classes = TasksTable, &r.Of.Ranks[0], a.LabelNames()
	if a.Label != nil {
		t.Has = a.Has
		if r.Of.Pairs == nil {
			list := r.listing()
			t.Doubt, t.Only = list.Doubt, list.Only
		}
	}
	if r.truth.Measures() {
		truth := sheet.Number("truth", "Truth", r.trueFigure)
		if a.Label != nil {
			truth = sheet.Text("truth", "Truth", r.trueName, r.trueFigure)
		}
		t.Columns = append(t.Columns, truth)
	}
	if r.Of.Pairs == nil { // else the method's own columns are of questions, not of tasks
		t.Columns = append(t.Columns, a.Figures(crowd.OfTask)...)
	}
	return t
}

// trueFigure returns the figure by which task i is sorted if tasks are sorted by their truth, NaN if that is unknown.
func (r *Result) trueFigure(i int) float64 {
	t := r.truth
	switch {
	case t == nil:
	case t.Value != nil:
		return t.Value[i]
	case t.Class == nil:
	case r.Of.Pairs != nil:
		k := r.Of.Set.Classes.Len()
		if slices.ContainsFunc(t.Class[i*k:(i+1)*k], func(known int32) bool { return known != crowd.Unknown }) {
			return r.Answers.Sets.Figure(i, t.Class)
		}
	case int(t.Class[i]) >= r.Of.Set.Classes.Len(): // no worker ever chose it
		return float64(t.Class[i])
	case t.Class[i] != crowd.Unknown:
		return float64(r.Of.Scale.PlaceOf(int(t.Class[i])))
	}
	return math.NaN()
}

// trueName returns the truth of task i as text, empty if it is unknown.
func (r *Result) trueName(i int) string {
	x := r.trueFigure(i)
	switch {
	case math.IsNaN(x) || r.Answers.Label == nil:
		return humanize.Figure(x)
	case r.Of.Pairs != nil:
		return r.Answers.Sets.Join(i, r.truth.Class)
	}
	return r.className(r.truth.Class[i])
}
