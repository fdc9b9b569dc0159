package analysis

import (
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/view"
)

// The tables that Rows may ask for, and Export as files.
const (
	TasksTable   = "tasks"
	WorkersTable = "workers"
	JudgedTable  = "judged" // every figure of the workers
	TiersTable   = "tiers"  // of the workers who are paid by them
)

// late makes the tables that a result has only once they are asked for.
func late(name string) func(*Result, *job.Job) (*view.Table, error) {
	switch name {
	case WorkersTable:
		return (*Result).workerTable
	case JudgedTable:
		return (*Result).judgedTable
	case TiersTable:
		return (*Result).tierTable
	}
	return nil
}

// Table returns a table of the result.
func (r *Result) Table(c *job.Job, name string) (*view.Table, error) {
	t := r.Tables[name]
	if maker := late(name); t == nil && maker != nil {
		var err error
		if t, err = maker(r, c); err != nil {
			return nil, err
		}
		r.Tables[name] = t
	}
	if t == nil {
		return nil, api.Refuse("There is no table “%s”. Choose one that the result has.", name)
	}
	return t, nil
}

// TableFile returns such a table as CSV, or nil if the result has none of that name.
func (r *Result) TableFile(c *job.Job, name string, safe bool) (*export.File, error) {
	if late(name) == nil {
		return nil, nil
	}
	t, err := r.Table(c, name)
	if err != nil {
		return nil, err
	}
	header := make([]string, len(t.Columns))
	for n, column := range t.Columns {
		header[n] = column.Name
	}
	return export.Rows(name, header, rows(t.Size, t.Exact), safe), nil
}

func (r *Result) taskTable() *view.Table {
	a := r.Answers
	t := &view.Table{Name: TasksTable, Size: a.Len(), RowName: a.TaskName, Rank: &r.Of.Ranks[0], Classes: a.LabelNames()}
	t.Columns = []view.Column{view.Name("task", "Task", a.TaskName)}
	votes := view.Number("votes", "Votes", func(i int) float64 { return float64(a.Votes(i)) })
	if a.Label == nil {
		t.Columns = append(t.Columns, view.Number("value", "Value", func(i int) float64 { return a.Result.Value[i] }), votes)
	} else {
		tied := func(i int) int {
			if a.Tied(i) {
				return 1
			}
			return 0
		}
		t.Has = a.Has
		if r.Of.Can(api.AskCheck) {
			list := r.listing()
			t.Doubt, t.Only = list.Doubt, list.Only
		}
		t.Columns = append(t.Columns,
			view.Text("label", "Label", a.LabelName, r.labelFigure),
			view.Share("probability", "Probability", a.Probability),
			votes,
			view.Text("tie", "Tie", func(i int) string { return strings.Repeat("tie", tied(i)) }, func(i int) float64 { return float64(tied(i)) }))
	}
	if p := a.Priced; p != nil {
		t.Columns = append(t.Columns,
			view.Text("least_cost_label", "Cheapest label", func(i int) string { return a.Classes.At(int(p.Least[i])) },
				func(i int) float64 { return float64(p.Least[i]) }),
			// Compared with costs of 1, what four decimals don't show is nothing.
			view.Number("least_cost", "Expected cost", func(i int) float64 { return p.Cost[i] }).Fixed())
	}
	if r.truth.Measures() {
		truth := view.Number("truth", "Truth", r.trueFigure)
		if a.Label != nil {
			truth = view.Text("truth", "Truth", r.trueName, r.trueFigure)
		}
		t.Columns = append(t.Columns, truth)
	}
	if !r.Of.Cut.Whole() {
		return t // the method's own columns are of questions, not of tasks
	}
	t.Columns = append(t.Columns, extra(a.Extra(crowd.OfTask))...)
	return t
}

// labelFigure returns the figure by which task i is sorted if tasks are sorted by their labels.
func (r *Result) labelFigure(i int) float64 { return r.sortedBy(r.Answers.Joined(nil, i)) }

// truthOf returns the true answer to task i, nil if it is unknown.
func (r *Result) truthOf(i int) kind.Answer {
	if r.truth == nil {
		return nil
	}
	return r.Of.Cut.Join(nil, i, r.truth.Settled)
}

// trueFigure returns the figure by which task i is sorted if tasks are sorted by their truth, NaN if that is unknown.
func (r *Result) trueFigure(i int) float64 { return r.sortedBy(r.truthOf(i)) }

// trueName returns the truth of task i as text, empty if it is unknown.
func (r *Result) trueName(i int) string { return r.text(r.truthOf(i)) }

// Named replaces numbers of classes, from 1, by their names in the titles of columns: methods know no names.
func (r *Result) Named(columns []crowd.Column) []crowd.Column {
	if r.Answers.Label == nil || !r.Of.Cut.Whole() {
		return columns
	}
	columns = slices.Clone(columns)
	for n := range columns {
		title, number, ok := strings.Cut(columns[n].Title, ", class ")
		if k, err := strconv.Atoi(number); ok && err == nil && k >= 1 && k <= r.Data.Classes {
			columns[n].Title = title + ", " + r.Of.Set.Classes.At(k-1)
		}
	}
	return columns
}

// extra returns the columns that only this method has.
func extra(columns []crowd.Column) []view.Column {
	var out []view.Column
	for _, c := range columns {
		out = append(out, view.Number(c.Name, c.Title, func(i int) float64 { return c.Values[i] }))
	}
	return out
}
