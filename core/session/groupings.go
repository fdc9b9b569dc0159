package session

import (
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

// Column returns what a column of the file of labels says of each task: the same in all of its rows. It is empty for tasks of which they
// say nothing, or differ. The file is read again, once for each column.
func (l *Labels) Column(c *job.Job, name string) (values []string, err error) {
	type query struct{ name string }
	return cache.Once(c.Cache.Of(l.Original), query{name}, func() ([]string, error) {
		if _, err := l.Found.Find(name); err != nil {
			return nil, api.Refuse("%s: %v.", l.Source.Name(), err)
		}
		values := make([]string, l.Full.Tasks.Len())
		differ := make([]bool, len(values))
		missing := parse.NewTokens(l.Found.Missing)
		err := l.eachTask(c, func(i int, rows *scan.Rows) error {
			at, err := rows.Layout.Find(name)
			if err != nil {
				return api.Refuse("%s: %v.", rows.File, err)
			}
			switch cell := rows.Cell(at); {
			case missing.Has(cell), string(cell) == values[i]:
			case values[i] == "":
				values[i] = string(cell)
			default:
				differ[i] = true
			}
			return nil
		})
		for i := range values {
			if differ[i] {
				values[i] = ""
			}
		}
		return values, err
	})
}

// eachTask calls take with each row of the file of labels that counts and has a task.
func (l *Labels) eachTask(c *job.Job, take func(i int, rows *scan.Rows) error) error {
	return l.EachRow(c, func(rows *scan.Rows) error {
		task := rows.Layout.Column(layout.Task)
		if task < 0 || rows.Layout.People() {
			return api.Refuse("%s: no column says which task a row is about.", rows.File)
		}
		if i, ok := l.Full.Tasks.Find(string(rows.Cell(task))); ok {
			return take(i, rows)
		}
		return nil
	})
}

const (
	mostGroups   = 50  // that a column makes: more is nobody's to read
	leastInGroup = 5   // tasks of each, on average
	mostColumns  = 100 // are searched for groups
)

// grouping is a column of which each task has one of few values.
type grouping struct {
	column int
	values []string
	of     []uint8 // by task, its value, from 1; 0: none
}

// Groupings returns the columns of the file of labels by which its tasks can be grouped: each says the same in all rows of a task, and
// has two to fifty values, each of several tasks on average.
func (l *Labels) Groupings(c *job.Job) (names []string, err error) {
	type query struct{}
	return cache.Once(c.Cache.Of(l.Original), query{}, func() ([]string, error) {
		var left []*grouping
		if l.Found.Column(layout.Task) < 0 || l.Found.People() {
			return nil, nil
		}
		for column := range l.Found.Columns {
			if len(left) < mostColumns && l.mayGroup(column) {
				left = append(left, &grouping{column: column, of: make([]uint8, l.Full.Tasks.Len())})
			}
		}
		missing := parse.NewTokens(l.Found.Missing)
		err := l.eachTask(c, func(i int, rows *scan.Rows) error {
			left = slices.DeleteFunc(left, func(g *grouping) bool {
				if g.column >= len(rows.Layout.Columns) {
					return true
				}
				cell := rows.Cell(g.column)
				return !missing.Has(cell) && !g.add(i, string(cell))
			})
			return nil
		})
		for _, g := range left {
			if n := len(g.values); n > 1 && n*leastInGroup <= len(g.of) {
				names = append(names, l.Found.ColumnName(g.column))
			}
		}
		return names, err
	})
}

// mayGroup reports whether a column says something else than who gave which label to what.
func (l *Labels) mayGroup(column int) bool {
	switch l.Found.Roles[column] {
	case layout.Task, layout.Worker, layout.Label, layout.True, layout.Gold, layout.Value, layout.Count, layout.Took:
		return false
	}
	return l.Found.Columns[column].Name != ""
}

// add notes the value of a task; it reports whether the column can still group.
func (g *grouping) add(i int, value string) bool {
	at := slices.Index(g.values, value)
	if at < 0 {
		if len(g.values) == mostGroups {
			return false
		}
		at = len(g.values)
		g.values = append(g.values, value)
	}
	was := g.of[i]
	g.of[i] = uint8(at + 1)
	return was == 0 || was == g.of[i]
}
