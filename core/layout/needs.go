package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/parse"
	"concord/core/table"
	"concord/internal/humanize"
)

// Check reports the first role of a kind of file that no column has, or that several have.
func (g *Layout) Check(file string, kind Kind) error {
	return (&Detection{Layout: *g}).Check(file, kind)
}

// Check is Layout.Check; it also says what the file may be instead.
func (d *Detection) Check(file string, kind Kind) error {
	roles, optional := rolesOf[kind], []Role{Time, Took}
	if len(d.Columns) == 1 {
		p := &api.Problem{File: file, Line: 1, Text: d.heading(), Do: "Choose another file",
			What: fmt.Sprintf("only one column was found, where the %s are expected", join(roles))}
		switch {
		case d.Nested != "":
			return d.missing(file, kind, roles[0])
		case len(d.Sheets) > 1:
			p.Do = "Choose another sheet, or another file"
		case d.Delimiter != "":
			p.Do = "Choose the delimiter that stands between the cells, or another file"
		}
		return p
	}
	if kind == LabelFile && d.Unread != "" {
		return &api.Problem{File: file, Line: 1, Text: d.heading(), What: d.Unread, Do: d.UnreadDo}
	}
	if kind == LabelFile {
		if p := d.checkStyle(file); p != nil {
			return p
		}
	}
	if kind == LabelFile && d.Compares() {
		return d.checkComparisons(file)
	}
	if kind == TruthFile && d.Compares() {
		return d.checkTrueItems(file)
	}
	if kind == ConfusionFile && d.Accuracies() {
		roles, optional = []Role{Worker, Right}, []Role{Of}
	}
	if kind == LabelFile {
		optional = append(optional, True, Gold)
		if len(d.Questions) > 0 && !slices.Contains(d.Questions, d.Question) {
			return &api.Problem{File: file, What: fmt.Sprintf("there is no question “%s”; there are %s", api.Printable(d.Question),
				api.Printable(strings.Join(d.Questions, ", "))), Do: "Choose one of them"}
		}
		if p := d.checkLayout(file); p != nil {
			return p
		}
		switch {
		case d.Shape() != Uncounted:
			return d.checkCounts(file)
		case d.Worker != "" || d.Anonymous:
			roles = []Role{Task, Label}
		case d.People():
			roles = nil // rows without a name are people, too
		case d.Wide() && d.Format == matrix: // its rows are the tasks
			roles = nil
		case d.Wide(): // with any number of labels
			roles = []Role{Task}
		}
	}
	for n, role := range append(slices.Clip(roles), optional...) {
		switch count := d.count(role); {
		case count == 0 && n < len(roles):
			return d.missing(file, kind, role)
		case count > 1 && !(role == Task && (kind == LabelFile || kind == TruthFile)):
			return tooMany(file, count, role)
		}
	}
	return nil
}

// checkLayout says why a table can't be laid out as it is said to be; nil: it can.
func (g *Layout) checkLayout(file string) error {
	what := ""
	switch g.TableLayout {
	case api.LayoutItems:
		switch {
		case g.Column(Worker) >= 0:
			what = "a column is said to hold the worker, and the table to have a column for each worker"
		case g.count(Label) == 0:
			what = "the table is said to have a column for each worker, and no column is left that may hold labels"
		}
	case api.LayoutPeople:
		switch {
		case g.Column(Task) >= 0:
			what = "a column is said to hold the task, and the table to have a column for each task"
		case g.count(Label) == 0:
			what = "the table is said to have a column for each task, and no column is left that may hold labels"
		}
	case api.LayoutCounts:
		if g.count(Count) == 0 {
			what = "the table is said to count labels, and no column holds a count"
		}
	}
	if what == "" {
		return nil
	}
	return &api.Problem{File: file, Line: min(1, len(g.Columns)), What: what, Text: g.heading(),
		Do: "Choose another layout, or the columns"}
}

// count returns how many columns play a role.
func (g *Layout) count(r Role) int { return len(g.ColumnsOf(r)) }

// missing returns the problem of a role that no column has.
func (d *Detection) missing(file string, kind Kind, role Role) *api.Problem {
	p := &api.Problem{File: file, Line: min(1, len(d.Columns)), What: fmt.Sprintf("no column holds the %s", role), Text: d.heading(),
		Do: fmt.Sprintf("Say which column holds the %s, or name it “%s” in the header", role, role)}
	if kind == LabelFile && d.Unlike != "" {
		p.What += ", and " + d.Unlike
	}
	switch {
	case kind == TruthFile && role == Label && d.Rivals != nil:
		p.What = fmt.Sprintf("%s may hold the truth%s", humanize.Count(len(d.Rivals), "column"), listed(d.Rivals))
		p.Do = "Say which of them does, or name it “truth” in the header"
	case kind == LabelFile && d.Nested != "":
		p.What += fmt.Sprintf(", and there are lists of records within the records (“%s”), which are not taken apart", api.Printable(d.Nested))
		p.Do = "Write one record for each label: task, worker, label"
	case kind == ConfusionFile && role == True && d.count(Label) == 0:
		p.What = "it says neither how often a worker said what (worker, truth, label, count) nor how many labels of a worker were right " +
			"(worker, right, of)"
		p.Do = "Name the columns so in the header. A rate of approval is neither: platforms approve most work, right or wrong"
	case role == Worker && d.Shared:
		p.What = "this table says which share of a task's labels each class has, and not how many labels there were"
		p.Do = "Open a table of the counts: multiply the shares of each task by its number of labels. Best is one row for each label, with " +
			"the worker who gave it"
	case role == Worker && d.ByUser():
		p.What = fmt.Sprintf("%s writes a file for each user, which does not say whose it is", d.Format)
		p.Do, p.Err = "Open the files of all users together: each is read as the labels of one worker, named after the file", api.ErrNoWorker
	case role == Worker:
		p.Do += "; if there is none, export the data with one row for each label, and who gave it"
		p.Err = api.ErrNoWorker
	}
	return p
}

func tooMany(file string, columns int, role Role) *api.Problem {
	return &api.Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", humanize.Count(columns, "column"), role),
		Do: "Choose one of them"}
}

// checkCounts is Check for a table that counts labels.
func (g *Layout) checkCounts(file string) error {
	s := g.Shape()
	switch {
	case g.Column(Worker) >= 0 || g.Worker != "":
		return &api.Problem{File: file, What: "one column says who gave a label, and another how many workers did", Text: g.heading(),
			Do: "Choose one of the two: the worker of each label, or counts of labels"}
	case s != ByClass && g.count(Count) > 1:
		return &api.Problem{
			File: file, What: fmt.Sprintf("%s are said to hold a count, beside columns of labels", humanize.Count(g.count(Count), "column")),
			Text: g.heading(),
			Do:   "Choose one column that says how often its row counts; or none that holds the label, if each column of counts is of one label",
		}
	}
	for _, r := range []Role{Task, True, Gold} {
		if n := g.count(r); n > 1 {
			return tooMany(file, n, r)
		}
	}
	if s != ByClass || !g.Numeric {
		return nil
	}
	for n, c := range g.Columns {
		if _, err := parse.Number([]byte(c.Name)); g.Roles[n] == Count && err != nil {
			return &api.Problem{
				File: file, Line: 1, Column: c.Name, What: "the labels are said to be numbers, and this column counts a label that is none",
				Do: "Treat the labels as classes, or leave the column out",
			}
		}
	}
	return nil
}

// join writes a list: "task, the worker and the label".
func join(roles []Role) string {
	last := len(roles) - 1
	if last < 1 {
		return strings.Join(roles, "")
	}
	return strings.Join(roles[:last], ", the ") + " and the " + roles[last]
}

// CheckDelimiter rejects delimiters that can't separate cells.
func CheckDelimiter(file string, d string) error {
	if !table.Usable(d) {
		return &api.Problem{File: file, What: fmt.Sprintf("the delimiter %q can't be used", d),
			Do: "Choose a comma, a tab, a semicolon or another character, or a few, without quotes and line ends"}
	}
	return nil
}
