package engine

import (
	"concord/core/session"
	"concord/core/wire"
)

// rows serves a piece of a table.
func (e *Engine) rows(c *call, q *wire.Rows) (*wire.Page, error) {
	var t *table
	switch {
	case q.Table == comparedTable && e.compared == nil:
		return nil, wire.Refuse("Compare methods first.")
	case q.Table == comparedTable:
		t = e.compared.table
	case e.result == nil:
		return nil, wire.Refuse("Run a method first.")
	case q.Table == judgedTable:
		j, err := e.result.assess(c.Job)
		if err != nil {
			return nil, err
		}
		t = j.table
	default:
		t = e.result.tables[q.Table]
	}
	if t == nil && q.Table == workersTable {
		return nil, session.Unnamed("There is no table of workers")
	}
	if t == nil {
		return nil, wire.Refuse("There is no table “%s”. Choose one that the result has.", q.Table)
	}
	return t.page(c.Job, q)
}
