package layout

import (
	"fmt"

	"concord/core/api"
)

// Tables that count labels (formats.md, rows 20 and 21).
const (
	counts   = "counts"   // how often each label was given to a task
	patterns = "patterns" // how many tasks got these labels of these workers
)

// Shape is how the counts of a table are read.
type Shape int

const (
	Uncounted Shape = iota
	ByClass         // a column a class: how often the task was given it
	ByLabel         // a column of labels, and how often the task was given each
	ByPattern       // a column a worker, and how many tasks there are with these labels
)

// Shape returns how the table counts labels, judging by its roles.
func (g *Layout) Shape() Shape {
	switch labels := g.count(Label); {
	case g.count(Count) == 0 || g.Compares():
		return Uncounted
	case labels == 0:
		return ByClass
	case labels == 1 && g.Column(Task) >= 0:
		return ByLabel
	}
	return ByPattern
}

// Anonymous reports whether nobody knows who gave which label.
func (s Shape) Anonymous() bool { return s == ByClass || s == ByLabel }

// countingNotes says what a table of counts, or of votes by nobody knows whom, leaves open.
func (g *Layout) countingNotes(file string) []api.Problem {
	switch s := g.Shape(); {
	case g.Compares() && (g.count(Rank)+g.count(Ranking) > 0 || g.Column(Worker) >= 0 || g.Worker != ""): // each ranking is of one worker
	case g.Compares():
		return []api.Problem{{
			File: file, What: "the file doesn't say whose the votes are: items can be ranked, and nothing can be said of those who compared them",
			Do: "If you can, export one row for each vote, with who gave it",
		}}
	case s.Anonymous():
		return []api.Problem{{
			File: file, What: "the file says how often each label was given, and not by whom: there can be a majority vote and figures of " +
				"agreement, but nothing can be said of workers",
			Do: "If you can, export one row for each label, with the worker who gave it",
		}}
	case s == ByPattern:
		from := "the number of the row"
		if c := g.Column(Task); c >= 0 {
			from = "“" + api.Printable(g.Columns[c].Name) + "”"
		}
		return []api.Problem{{
			File: file, What: fmt.Sprintf("the file says how many tasks have each pattern of labels, and not which: the tasks got names, made of "+
				"%s and a number, such as 2-1", from),
		}}
	}
	return nil
}
