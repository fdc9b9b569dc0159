package analysis

import (
	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/sheet"
)

// The tables that Rows may ask for. That of the tasks is the one of the labels, with what else is known of each.
const (
	TasksTable   = "tasks"
	WorkersTable = api.FileWorkers
	JudgedTable  = api.FileJudged
	CountedTable = api.TableCounted
	TiersTable   = api.FileTiers
	RateTable    = api.FilePassRate
	JudgesTable  = api.FileJudges
)

// Table returns a table of the result.
func (r *Result) Table(c *job.Job, name string) (*sheet.Table, error) {
	switch name { // another one once another is asked for
	case RateTable:
		out, err := r.rated(c)
		if err != nil {
			return nil, err
		}
		return rateTable(out), nil
	case JudgesTable:
		return r.judgesTable(c)
	}
	type query struct{ table string }
	return cache.Once(c.Cache.Of(r), query{name}, func() (*sheet.Table, error) {
		switch name {
		case TasksTable:
			return r.taskTable(c)
		case WorkersTable, api.FileVoters:
			return r.workerTable(c)
		case CountedTable:
			return r.countedTable(c)
		case JudgedTable:
			return r.judgedTable(c)
		case TiersTable:
			return r.tierTable(c)
		case api.FileItems, api.FileItemPairs:
			s, err := r.ranked(c)
			switch {
			case err != nil:
				return nil, err
			case name == api.FileItems:
				return r.itemTable(s), nil
			}
			return r.itemPairTable(), nil
		}
		return nil, api.Refuse("There is no table “%s”. Choose one that the result has.", name)
	})
}

func (r *Result) taskTable(c *job.Job) (*sheet.Table, error) {
	a := new(*r.Answers)
	var err error
	if a.Content, err = r.content(c, false); err != nil {
		return nil, err
	}
	t := a.LabelTable()
	t.Name, t.Rank, t.Classes = TasksTable, &r.Of.Ranks[0], a.LabelNames()
	if a.Label != nil {
		t.Has = a.Has
		if r.Of.Can(api.AskCheck) {
			t.Doubt, t.Only = r.doubt(), r.only
		}
	}
	if r.truth.Measures() {
		truth := sheet.Number("truth", "Truth", r.trueFigure)
		if a.Label != nil {
			truth = sheet.Text("truth", "Truth", r.trueName, r.trueFigure)
		}
		t.Columns = append(t.Columns, truth)
	}
	if r.Of.Cut.Whole() { // else the method's own columns are of questions, not of tasks
		t.Columns = append(t.Columns, a.Figures(crowd.OfTask)...)
	}
	return t, nil
}

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
