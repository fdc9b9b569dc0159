package engine

import (
	"concord/core/analysis"
	"concord/core/session"
	"concord/core/view"
	"concord/core/wire"
)

// rows serves a piece of a table.
func (e *Engine) rows(c *call, q *wire.Rows) (*wire.Page, error) {
	var t *view.Table
	switch {
	case q.Table == wire.FileCompared && e.compared == nil:
		return nil, wire.Refuse("Compare methods first.")
	case q.Table == wire.FileCompared:
		t = e.compared.Table
	case e.result == nil:
		return nil, wire.Refuse("Run a method first.")
	case q.Table == analysis.JudgedTable:
		j, err := e.result.Assess(c.Job)
		if err != nil {
			return nil, err
		}
		t = j.Table
	default:
		t = e.result.Tables[q.Table]
	}
	if t == nil && q.Table == analysis.WorkersTable {
		return nil, session.NeedsWorkers("There is no table of workers")
	}
	if t == nil {
		return nil, wire.Refuse("There is no table “%s”. Choose one that the result has.", q.Table)
	}
	return t.Page(c.Job, q)
}
