package analysis

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/labels"
	"concord/core/sorting"
	"concord/core/wire"
	"concord/internal/humanize"
)

// The tables that Rows may ask for.
const (
	TasksTable   = "tasks"
	WorkersTable = "workers"
)

// Table is a result as rows and columns. Nothing of it is stored but the order
// of the rows, where it was asked for: cells are made when they are shown.
type Table struct {
	name    string
	size    int
	rowName func(i int) string
	rank    *sorting.Rank
	has     func(i, k int) bool // whether class k is (among) the label of a row; nil where rows have none
	classes export.Names
	index   func(i int) int // the task or worker of a row; nil: i itself
	Columns []column

	Orders []order // the latest first
	Views  []view  // the latest first
}

// column is one column of a table. It has either text or a figure.
type column struct {
	wire.Heading
	text   func(i int) string
	figure func(i int) float64 // shown unless there is text; sorted by unless rows are sorted by name
	byName bool
}

// makeTables describes the tables of a result.
func (r *Result) makeTables() map[string]*Table {
	all := map[string]*Table{TasksTable: r.taskTable()}
	if !r.Of.Anonymous() {
		all[WorkersTable] = r.workerTable()
	}
	return all
}

func (r *Result) taskTable() *Table {
	a := r.Answers
	t := &Table{name: TasksTable, size: a.Len(), rowName: a.TaskName, rank: &r.Of.Ranks[0], classes: a.LabelNames()}
	t.Columns = []column{{Heading: wire.Heading{Name: "task", Title: "Task", Kind: "text"}, text: a.TaskName, byName: true}}
	votes := column{Heading: wire.Heading{Name: "votes", Title: "Votes", Kind: "number"}, figure: func(i int) float64 { return float64(a.Votes(i)) }}
	if a.Label == nil {
		t.Columns = append(t.Columns,
			column{Heading: wire.Heading{Name: "value", Title: "Value", Kind: "number"}, figure: func(i int) float64 { return a.Result.Value[i] }},
			votes)
	} else {
		t.has = a.Has
		t.Columns = append(t.Columns,
			column{Heading: wire.Heading{Name: "label", Title: "Label", Kind: "text"}, text: a.LabelName, figure: r.labelFigure},
			column{Heading: wire.Heading{Name: "probability", Title: "Probability", Kind: "share"}, figure: a.Probability},
			votes,
			column{
				Heading: wire.Heading{Name: "tie", Title: "Tie", Kind: "text"},
				text: func(i int) string {
					if a.Tied(i) {
						return "tie"
					}
					return ""
				},
				figure: func(i int) float64 {
					if a.Tied(i) {
						return 1
					}
					return 0
				},
			})
	}
	if p := a.Priced; p != nil {
		t.Columns = append(t.Columns,
			column{Heading: wire.Heading{Name: "least_cost_label", Title: "Cheapest label", Kind: "text"},
				text:   func(i int) string { return a.Classes.At(int(p.Least[i])) },
				figure: func(i int) float64 { return float64(p.Least[i]) }},
			column{Heading: wire.Heading{Name: "least_cost", Title: "Expected cost", Kind: "number"},
				text:   func(i int) string { return Share(p.Cost[i]) }, // beside costs of 1 what is smaller is nothing
				figure: func(i int) float64 { return p.Cost[i] }})
	}
	if r.truth != nil {
		kind := "text"
		if a.Label == nil {
			kind = "number"
		}
		t.Columns = append(t.Columns, column{
			Heading: wire.Heading{Name: "truth", Title: "Truth", Kind: kind}, text: r.trueName, figure: r.trueFigure,
		})
	}
	if r.Of.Pairs != nil {
		return t // what is peculiar to the method is of questions, not of tasks
	}
	t.Columns = append(t.Columns, extra(a.Extra(crowd.OfTask))...)
	return t
}

func (r *Result) workerTable() *Table {
	a, set := r.Answers, r.Of.Set
	t := &Table{name: WorkersTable, size: set.Data.Workers, rowName: set.Workers.At, rank: &r.Of.Ranks[1]}
	t.Columns = []column{
		{Heading: wire.Heading{Name: "worker", Title: "Worker", Kind: "text"}, text: set.Workers.At, byName: true},
		{Heading: wire.Heading{Name: "labels", Title: "Labels", Kind: "number"}, figure: func(j int) float64 { return float64(a.Given[j]) }},
	}
	if a.Label == nil {
		t.Columns = append(t.Columns, column{Heading: wire.Heading{Name: "deviation", Title: "Deviation", Kind: "number"}, figure: func(j int) float64 { return a.Deviation[j] }})
	} else {
		t.Columns = append(t.Columns,
			column{Heading: wire.Heading{Name: "accuracy", Title: "Accuracy", Kind: "share"}, figure: func(j int) float64 { return a.Accuracy[j] }},
			column{Heading: wire.Heading{Name: "agreement", Title: "Agreement", Kind: "share"}, figure: func(j int) float64 { return a.Agreement[j] }})
	}
	if p := a.Priced; p != nil {
		t.Columns = append(t.Columns,
			column{Heading: wire.Heading{Name: "saved_random", Title: "Cost saved against guessing", Kind: "number"}, figure: func(j int) float64 { return p.Random[j] }},
			column{Heading: wire.Heading{Name: "saved_strategic", Title: "Cost saved against one constant label", Kind: "number"}, figure: func(j int) float64 { return p.Strategic[j] }})
	}
	t.Columns = append(t.Columns, extra(r.Named(a.Extra(crowd.OfWorker)))...)
	return t
}

// labelFigure is what tasks are sorted by when they are sorted by their label.
func (r *Result) labelFigure(i int) float64 {
	if r.Of.Pairs == nil {
		return float64(r.Of.Scale.PlaceOf(int(r.Answers.Label[i])))
	}
	return r.setFigure(i, r.Answers.Label)
}

// setFigure orders sets of classes as if each were a word whose letters are the
// classes: by the first class, then by the second … of those that a number holds.
func (r *Result) setFigure(i int, answers []int32) float64 {
	k := r.Of.Set.Classes.Len()
	x := 0.0
	for c := range min(k, 52) {
		x *= 2
		if answers[i*k+c] != labels.Yes {
			x++
		}
	}
	return x
}

// trueFigure is what tasks are sorted by when they are sorted by their truth, NaN
// where it is not known.
func (r *Result) trueFigure(i int) float64 {
	t := r.truth
	switch {
	case t == nil:
	case t.Value != nil:
		return t.Value[i]
	case t.Class == nil:
	case r.Of.Pairs != nil:
		k := r.Of.Set.Classes.Len()
		for _, known := range t.Class[i*k : (i+1)*k] {
			if known != crowd.Unknown {
				return r.setFigure(i, t.Class)
			}
		}
	case int(t.Class[i]) >= r.Of.Set.Classes.Len(): // no worker ever chose it
		return float64(t.Class[i])
	case t.Class[i] != crowd.Unknown:
		return float64(r.Of.Scale.PlaceOf(int(t.Class[i])))
	}
	return math.NaN()
}

// trueName is the truth of task i as it is shown, empty where it is not known.
func (r *Result) trueName(i int) string {
	x := r.trueFigure(i)
	switch {
	case math.IsNaN(x) || r.Answers.Label == nil:
		return figure(x)
	case r.Of.Pairs != nil:
		return r.Answers.Sets.Join(i, r.truth.Class)
	}
	if n := int(r.truth.Class[i]) - r.Of.Set.Classes.Len(); n >= 0 {
		return r.truth.Unseen.Names[n]
	}
	return r.Of.Set.Classes.At(int(r.truth.Class[i]))
}

// Named puts the name of a class in the place of its number, from 1, in the titles
// of columns: methods know no names.
func (r *Result) Named(columns []crowd.Column) []crowd.Column {
	if r.Answers.Label == nil || r.Of.Pairs != nil {
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

// extra makes columns of what is peculiar to the method.
func extra(columns []crowd.Column) []column {
	var out []column
	for _, c := range columns {
		out = append(out, column{
			Heading: wire.Heading{Name: c.Name, Title: c.Title, Kind: "number"},
			figure:  func(i int) float64 { return c.Values[i] },
		})
	}
	return out
}

// cell is the cell of row i as it is shown.
func (c *column) cell(i int) string {
	switch {
	case c.text != nil:
		return c.text(i)
	case c.Kind == "share":
		return Share(c.figure(i))
	}
	return figure(c.figure(i))
}

// Share writes a figure between 0 and 1 with four decimals.
func Share(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}

func figure(x float64) string { return humanize.Figure(x) }
