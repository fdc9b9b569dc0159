package engine

import (
	"concord/core/analysis"
	"concord/core/session"
	"concord/core/wire"
)

// rows serves a piece of a table.
func (e *Engine) rows(c *call, q *wire.Rows) (*wire.Page, error) {
	if q.Table == wire.FileCompared {
		x, err := e.compared()
		if err != nil {
			return nil, err
		}
		return x.Table.Page(c.Job, e.cache.Of(e.session.Labels), q)
	}
	if e.result == nil {
		return nil, errNoResult()
	}
	t := e.result.Tables[q.Table]
	if q.Table == analysis.JudgedTable {
		j, err := e.result.Assess(c.Job)
		if err != nil {
			return nil, err
		}
		t = j.Table
	}
	if t == nil && q.Table == analysis.WorkersTable {
		return nil, session.NeedsWorkers("There is no table of workers")
	}
	if t == nil {
		return nil, wire.Refuse("There is no table “%s”. Choose one that the result has.", q.Table)
	}
	return t.Page(c.Job, e.cache.Of(e.result), q)
}
