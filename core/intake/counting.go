package intake

import (
	"concord/core/problem"
	"fmt"
)

// Tables that count labels (formats.md, rows 20 and 21).
const (
	counts   = "counts"   // how often each label was given to a task
	patterns = "patterns" // how many tasks got these labels of these workers
)

// shape is how the counts of a table are to be read.
type shape int

const (
	uncounted shape = iota
	byClass         // a column a class: how often the task was given it
	byLabel         // a column of labels, and how often the task was given each
	byPattern       // a column a worker, and how many tasks there are with these labels
)

// shape tells by the roles how the table counts labels, if it does.
func (g *Guess) shape() shape {
	labels, counted := 0, 0
	for _, c := range g.Columns {
		switch c.Role {
		case Label:
			labels++
		case Count:
			counted++
		}
	}
	switch {
	case counted == 0:
		return uncounted
	case labels == 0:
		return byClass
	case labels == 1 && g.role(Task) >= 0:
		return byLabel
	}
	return byPattern
}

// anonymous reports whether nobody knows who gave which label.
func (s shape) anonymous() bool { return s == byClass || s == byLabel }

// counting are the notes on what a table that counts labels leaves open.
func (g *Guess) counting(file string) []problem.Problem {
	switch s := g.shape(); {
	case s.anonymous():
		return []problem.Problem{{
			File: file, What: "the file says how often each label was given, and not by whom: there can be a majority vote and figures of agreement, but nothing can be said of workers",
			Do: "If you can, export one row for each label, with the worker who gave it",
		}}
	case s == byPattern:
		from := "the number of the row"
		if c := g.role(Task); c >= 0 {
			from = "“" + problem.Printable(g.Columns[c].Name) + "”"
		}
		return []problem.Problem{{
			File: file, What: fmt.Sprintf("the file says how many tasks have each pattern of labels, and not which: the tasks got names, made of %s and a number, such as 2-1", from),
		}}
	}
	return nil
}
