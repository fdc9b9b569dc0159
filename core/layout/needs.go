package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/parse"
	"concord/core/problem"
	"concord/core/table"
	"concord/internal/humanize"
)

// Check reports the first role of a kind of file that no column plays, or that
// several play.
func (g *Layout) Check(file string, kind Kind) error {
	if len(g.Columns) == 1 {
		return &problem.Problem{
			File: file, Line: 1, Text: g.heading(), What: fmt.Sprintf("only one column was found, where the %s are expected", join(kind.roles())),
			Do: "Choose the delimiter that stands between the cells, or another file",
		}
	}
	roles := kind.roles()
	if kind == LabelFile && g.Shape() != Uncounted {
		return g.needsCounted(file)
	}
	if kind == LabelFile && g.Wide() {
		roles = []Role{Task} // and any number of labels
		if g.Format == matrix {
			roles = nil // its rows are the tasks
		}
	}
	if kind == LabelFile && (g.Worker != "" || g.Anonymous) {
		roles = []Role{Task, Label}
	}
	seldom := []Role{Time, Took}
	if kind == LabelFile {
		seldom = append(seldom, True, Gold)
	}
	for _, role := range append(slices.Clip(roles), seldom...) {
		n := 0
		for _, c := range g.Columns {
			if c.Role == role {
				n++
			}
		}
		switch {
		case n == 0 && slices.Contains(seldom, role): // nobody needs it
		case n == 0:
			p := &problem.Problem{File: file, Line: min(1, len(g.Columns)), What: fmt.Sprintf("no column holds the %s", role), Text: g.heading()}
			p.Do = fmt.Sprintf("Say which column holds the %s, or name it “%s” in the header", role, role)
			if kind == LabelFile && g.unlike != "" {
				p.What += ", and " + g.unlike
			}
			if role == Worker && g.shared {
				p.What = "this table says which share of a task's labels each class has, and not how many labels there were"
				p.Do = "Open a table of the counts: multiply the shares of each task by its number of labels. Best is one row for each label, with " +
					"the worker who gave it"
				return p
			}
			if role == Worker {
				p.Do += "; if there is none, export the data with one row for each label, and who gave it"
				p.Err = problem.ErrNoWorker
			}
			return p
		case n > 1:
			return &problem.Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", humanize.Count(n, "column"), role),
				Do: "Choose one of them"}
		}
	}
	return nil
}

// needsCounted is needs for a table that counts labels.
func (g *Layout) needsCounted(file string) error {
	having := func(r Role) (n int) {
		for _, c := range g.Columns {
			if c.Role == r {
				n++
			}
		}
		return n
	}
	s := g.Shape()
	switch {
	case g.Column(Worker) >= 0 || g.Worker != "":
		return &problem.Problem{
			File: file, What: "one column says who gave a label, and another how many workers did", Text: g.heading(),
			Do: "Choose one of the two: the worker of each label, or counts of labels",
		}
	case s != ByClass && having(Count) > 1:
		return &problem.Problem{
			File: file, What: fmt.Sprintf("%s are said to hold a count, beside columns of labels", humanize.Count(having(Count), "column")),
			Text: g.heading(),
			Do:   "Choose one column that says how often its row counts; or none that holds the label, if each column of counts is of one label",
		}
	}
	for _, r := range []Role{Task, True, Gold} {
		if n := having(r); n > 1 {
			return &problem.Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", humanize.Count(n, "column"), r),
				Do: "Choose one of them"}
		}
	}
	for _, c := range g.Columns {
		if _, err := parse.Number([]byte(c.Name)); c.Role == Count && s == ByClass && g.Numeric && err != nil {
			return &problem.Problem{
				File: file, Line: 1, Column: c.Name, What: "the labels are said to be numbers, and this column counts a label that is none",
				Do: "Take the labels as classes, or leave the column out",
			}
		}
	}
	return nil
}

// complete reports whether all roles are played.
func (g *Layout) complete(kind Kind) bool { return g.Check("", kind) == nil }

// join writes a list: "task, worker and label".
func join(roles []Role) string {
	var b strings.Builder
	for n, r := range roles {
		switch {
		case n > 0 && n == len(roles)-1:
			b.WriteString(" and the ")
		case n > 0:
			b.WriteString(", the ")
		}
		b.WriteString(string(r))
	}
	return b.String()
}

// CheckDelimiter refuses what can't separate cells.
func CheckDelimiter(file string, d string) error {
	if !table.Usable(d) {
		return &problem.Problem{File: file, What: fmt.Sprintf("the delimiter %q can't be used", d),
			Do: "Choose a comma, a tab, a semicolon or another character, or a few, without quotes and line ends"}
	}
	return nil
}
