package export

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/internal/humanize"
)

// File is a download.
type File struct {
	What  string // as api.Export.What has it
	Name  string
	Write func(io.Writer) error
	Rows  int // there are, below the header; 0: nobody has counted
}

// NewFile returns a download of that kind (see api.Downloads).
func NewFile(what string, write func(io.Writer) error) *File {
	return &File{What: what, Name: api.FileOf(what), Write: write}
}

// Tables returns the tables of the answers as CSV. If safe is set, an apostrophe
// precedes cells that a spreadsheet would run as formulas.
func (a *Answers) Tables(safe bool) []File {
	var files []File
	for _, t := range a.tables() {
		f := NewFile(t.what, func(w io.Writer) error { return t.content().write(newSheet(w, safe)) })
		f.Rows = t.rows
		files = append(files, *f)
	}
	return files
}

// answerTable is one of the tables of the answers, computed when it is written.
type answerTable struct {
	what    string
	there   bool
	rows    int // see File
	content func() grid
}

func (a *Answers) tables() []answerTable {
	classes, known, tasks := a.Label != nil, !a.Data.Anonymous, a.Data.Tasks
	all := []answerTable{
		{"labels", true, tasks, a.labels},
		{"posteriors", classes, tasks, a.posteriors},
		{"workers", known, a.Data.Workers, a.workers},
		{"confusion", classes && known, 0, a.confusion},
		{"classes", classes, a.Data.Classes, a.classes},
		{"tasks", len(a.Extra(crowd.OfTask)) > 0, tasks, a.tasks},
	}
	return slices.DeleteFunc(all, func(t answerTable) bool { return !t.there })
}

// grid is a table to be written: its columns and the numbers of its rows.
type grid struct {
	columns []column
	rows    iter.Seq[int]
	err     error // why it can't be written
}

// column writes its cell of row i to an encoder.
type column struct {
	name string
	key  string // its name in JSON; empty: the same
	cell func(to cells, i int)
}

// cells takes the cells of a row, one by one.
type cells interface {
	text(cell string)
	name(of Names, i int) // as text: name i
	list(of iter.Seq[string], separator string)
	int(n int)
	number(x float64) // NaN: unknown
	bool(b bool)
}

// encoder writes a table, beginning with the header.
type encoder interface {
	cells
	row() error   // ends a row and returns the first error of writing
	flush() error // ends the table
}

func (t grid) write(to encoder) error {
	if t.err != nil {
		return t.err
	}
	for _, c := range t.columns {
		to.text(c.name)
	}
	to.row()
	for i := range t.rows {
		for c := range t.columns {
			t.columns[c].cell(to, i)
		}
		if to.row() != nil {
			break
		}
	}
	return to.flush()
}

// first numbers n rows.
func first(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

func nameColumn(header string, of Names) column {
	return column{name: header, cell: func(to cells, i int) { to.name(of, i) }}
}

func intColumn(header string, of func(i int) int) column {
	return column{name: header, cell: func(to cells, i int) { to.int(of(i)) }}
}

func numberColumn(header string, of func(i int) float64) column {
	return column{name: header, cell: func(to cells, i int) { to.number(of(i)) }}
}

func valueColumn(header string, values []float64) column {
	return column{name: header, cell: func(to cells, i int) { to.number(values[i]) }}
}

// withFigures adds what is peculiar to a method.
func withFigures(columns []column, figures []crowd.Column) []column {
	for _, c := range figures {
		columns = append(columns, valueColumn(c.Name, c.Values))
	}
	return columns
}

// labels has a row for each task.
func (a *Answers) labels() grid {
	columns := []column{nameColumn("task", a.TaskNames()), a.label()}
	votes := intColumn("votes", a.Votes)
	if a.Label == nil {
		return grid{columns: append(columns, votes), rows: first(a.Len())}
	}
	tie := column{name: "tie", cell: func(to cells, i int) { to.bool(a.Tied(i)) }}
	columns = append(columns, numberColumn("probability", a.Probability), votes, tie)
	if p := a.Priced; p != nil {
		columns = append(columns,
			column{"least_cost_label", "leastCostLabel", func(to cells, i int) { to.name(a.Classes, int(p.Least[i])) }},
			column{"least_cost", "leastCost", func(to cells, i int) { to.number(p.Cost[i]) }},
			column{"label_cost", "labelCost", func(to cells, i int) { to.number(p.Said[i]) }})
	}
	columns = append(columns, numberColumn("posterior", a.Believed))
	if a.Reviews != nil {
		columns = append(columns,
			column{name: "reviewed", cell: func(to cells, i int) {
				_, judged := a.Reviews[i]
				to.bool(judged)
			}},
			column{"method_label", "methodLabel", func(to cells, i int) { to.text(a.Reviews[i].Method) }},
			column{name: "note", cell: func(to cells, i int) { to.text(a.Reviews[i].Note) }})
	}
	return grid{columns: columns, rows: first(a.Len())}
}

// label is the label of each task, its labels, or its value.
func (a *Answers) label() column {
	switch info := a.Cut.Info(); {
	case info.Numbers:
		return valueColumn("value", a.Result.Value)
	case info.Several:
		return column{"label", "labels", func(to cells, i int) { to.list(a.chosen(i), a.Cut.Separator()) }}
	}
	var answer kind.Answer
	return column{name: "label", cell: func(to cells, i int) {
		answer = a.Joined(answer, i)
		to.name(a.LabelNames(), int(answer[0]))
	}}
}

func (a *Answers) posteriors() grid {
	columns := append([]column{nameColumn("task", a.TaskNames())}, a.shares("", a.ClassAt)...)
	return grid{columns: columns, rows: first(a.Len())}
}

// shares has a column for each class: the calibrated posteriors of the tasks. Class classAt(n) is in place n.
func (a *Answers) shares(prefix string, classAt func(place int) int) (list []column) {
	classes := a.LabelNames()
	task, q := -1, make([]float64, classes.Len()) // of the row at hand
	share := func(i, k int) float64 {
		if i != task {
			task, q = i, a.Shares(i, q)
		}
		return q[k]
	}
	for place := range classes.Len() {
		k := classAt(place)
		list = append(list, numberColumn(prefix+classes.At(k), func(i int) float64 { return share(i, k) }))
	}
	return list
}

func (a *Answers) workers() grid {
	columns := []column{nameColumn("worker", a.Workers), intColumn("labels", func(j int) int { return int(a.Given[j]) })}
	if a.Label == nil {
		columns = append(append(columns, valueColumn("deviation", a.Deviation)), a.offsets()...)
	} else {
		columns = append(columns,
			numberColumn("accuracy", func(j int) float64 { return a.Accuracy[j].Value }), valueColumn("agreement", a.Agreement),
			numberColumn("accuracy_low", func(j int) float64 { return a.Accuracy[j].Low }),
			numberColumn("accuracy_high", func(j int) float64 { return a.Accuracy[j].High }))
		if a.Modelled != nil {
			columns = append(columns, valueColumn("model_accuracy", a.Modelled))
		}
	}
	if p := a.Priced; p != nil {
		columns = append(columns, valueColumn("saved_random", p.Random), valueColumn("saved_strategic", p.Strategic))
	}
	return grid{columns: append(withFigures(columns, a.Extra(crowd.OfWorker)), a.standing()...), rows: first(a.Data.Workers)}
}

// offsets are how far the numbers of the workers are from the values and, where it is known, from the truth.
func (a *Answers) offsets() (columns []column) {
	add := func(bias, variance string, all []api.Offsets) {
		figure := func(name string, of func(api.Offsets) float64) {
			columns = append(columns, numberColumn(name, func(j int) float64 {
				if all[j].N == 0 {
					return math.NaN()
				}
				return of(all[j])
			}))
		}
		figure(bias, func(o api.Offsets) float64 { return o.Bias })
		figure(variance, func(o api.Offsets) float64 { return o.Variance })
	}
	add("difference", "difference_variance", a.Offsets) // a method may have a bias of its own
	if all := a.TrueOffsets; all != nil {
		add("true_bias", "true_variance", all)
		columns = append(columns, intColumn("true_labels", func(j int) int { return all[j].N }))
	}
	return columns
}

// standing is how the workers stand. What is known of nobody has no column.
func (a *Answers) standing() (columns []column) {
	all := a.Standings
	if all == nil {
		return nil
	}
	text := func(name string, of func(*api.Standing) string) {
		columns = append(columns, column{name: name, cell: func(to cells, j int) { to.text(of(&all[j])) }})
	}
	number := func(name string, of func(*api.Standing) float64) {
		columns = append(columns, numberColumn(name, func(j int) float64 { return of(&all[j]) }))
	}
	figure := func(name, low, high string, of func(*api.Standing) api.Figure) {
		defined := func(x *api.Standing, value func(api.Figure) float64) float64 {
			if f := of(x); f.Defined() {
				return value(f)
			}
			return math.NaN()
		}
		number(name, func(x *api.Standing) float64 { return defined(x, func(f api.Figure) float64 { return f.Value }) })
		number(low, func(x *api.Standing) float64 { return defined(x, func(f api.Figure) float64 { return f.Low }) })
		number(high, func(x *api.Standing) float64 { return defined(x, func(f api.Figure) float64 { return f.High }) })
	}
	any := func(of func(api.Standing) bool) bool { return slices.ContainsFunc(all, of) }
	figure("expected_accuracy", "expected_low", "expected_high", func(x *api.Standing) api.Figure { return x.Accuracy })
	figure("others", "others_low", "others_high", func(x *api.Standing) api.Figure { return x.Others })
	if any(func(x api.Standing) bool { return x.Seconds > 0 }) {
		number("seconds", func(x *api.Standing) float64 {
			if x.Seconds == 0 {
				return math.NaN()
			}
			return x.Seconds
		})
	}
	known := any(func(x api.Standing) bool { return x.True.N > 0 })
	if known {
		figure("true_accuracy", "true_low", "true_high", func(x *api.Standing) api.Figure { return x.True })
		columns = append(columns, intColumn("true_labels", func(j int) int { return all[j].True.N }))
	}
	columns = append(columns, intColumn("changes", func(j int) int { return all[j].Turns }))
	if known {
		columns = append(columns, intColumn("gain", func(j int) int { return all[j].Gain }))
	}
	text("verdict", func(x *api.Standing) string { return x.Verdict.Says })
	text("evidence", func(x *api.Standing) string { return x.Verdict.Evidence })
	text("tier", func(x *api.Standing) string {
		if !a.Tiers {
			return ""
		}
		return x.Tier
	})
	return append(columns, column{name: "excluded", cell: func(to cells, j int) { to.bool(all[j].Excluded) }})
}

// MaxConfusion is how many rows confusion.csv may have (some 2 GB): with thousands of
// classes it would fill any disk.
const MaxConfusion = 1 << 26

// TooLarge says why there is no confusion.csv, or nothing.
func (n *Named) TooLarge() error {
	k := float64(n.Data.Classes)
	rows := k * k * float64(n.Data.Workers)
	if rows <= MaxConfusion {
		return nil
	}
	return fmt.Errorf("confusion.csv would have %s rows (%s, %s × %[3]s classes), more than the %[4]s that Concord writes",
		humanize.Commas(fmt.Sprintf("%.0f", rows)), humanize.Count(n.Data.Workers, "worker"), humanize.Number(n.Data.Classes),
		humanize.Number(MaxConfusion))
}

// confusion has a row for each cell of each worker's matrix.
func (a *Answers) confusion() grid {
	k := a.Data.Classes
	var worker, truth, label int // of the row at hand
	var says, count, known float64
	rows := func(yield func(int) bool) {
		matrix := make([]float64, k*k)
		for from, to := range a.blocks(1 << 20) {
			counts, trueCounts := crowd.CountsBy(&a.Data.Labels, a.Posterior, from, to), []float64(nil)
			if a.Truth != nil {
				trueCounts = crowd.TrueCountsOf(&a.Data.Labels, a.Truth, from, to)
			}
			for j := from; j < to; j++ {
				of := (j - from) * k * k // where the counts of the worker begin
				a.says(j, counts[of:of+k*k], matrix)
				for cell := range k * k {
					worker, truth, label = j, a.ClassAt(cell/k), a.ClassAt(cell%k)
					at := truth*k + label
					says, count = matrix[at], counts[of+at]
					if trueCounts != nil {
						known = trueCounts[of+at]
					}
					if !yield(cell) {
						return
					}
				}
			}
		}
	}
	columns := []column{
		{name: "worker", cell: func(to cells, _ int) { to.name(a.Workers, worker) }},
		{name: "truth", cell: func(to cells, _ int) { to.name(a.Classes, truth) }},
		{name: "label", cell: func(to cells, _ int) { to.name(a.Classes, label) }},
		{name: "probability", cell: func(to cells, _ int) { to.number(says) }},
		{name: "count", cell: func(to cells, _ int) { to.number(count) }},
	}
	if a.Truth != nil {
		columns = append(columns, column{"true_count", "trueCount", func(to cells, _ int) { to.number(known) }})
	}
	return grid{err: a.TooLarge(), rows: rows, columns: columns}
}

// classes has a row for each class, in their order.
func (a *Answers) classes() grid {
	tasks := a.CountClasses()
	columns := []column{
		nameColumn("class", a.LabelNames()), intColumn("tasks", func(k int) int { return tasks[k] }), numberColumn("prior", a.ClassPrior),
	}
	if a.Cut.Whole() { // else they are about the answers to questions
		columns = withFigures(columns, a.Extra(crowd.OfClass))
	}
	rows := func(yield func(int) bool) {
		for place := 0; place < len(tasks) && yield(a.ClassAt(place)); place++ {
		}
	}
	return grid{columns: columns, rows: rows}
}

// tasks has a row for each task of the data. Where a question is about a class of a task,
// that is a task and a class.
func (a *Answers) tasks() grid {
	columns := []column{nameColumn("task", a.Tasks)}
	if !a.Cut.Whole() {
		columns = []column{
			{name: "task", cell: func(to cells, n int) { i, _ := a.Cut.Task(n); to.name(a.TaskNames(), i) }},
			{name: "class", cell: func(to cells, n int) { _, k := a.Cut.Task(n); to.name(a.LabelNames(), k) }},
		}
	}
	return grid{columns: withFigures(columns, a.Extra(crowd.OfTask)), rows: first(a.Data.Tasks)}
}

// Rows returns a table of texts as CSV.
func Rows(what string, header []string, rows iter.Seq[[]string], safe bool) *File {
	return NewFile(what, func(w io.Writer) error {
		s := newSheet(w, safe, header...)
		s.row()
		for cells := range rows {
			for _, cell := range cells {
				s.text(cell)
			}
			if s.row() != nil {
				break
			}
		}
		return s.flush()
	})
}

// Problems returns problems.csv: file,line,column,text,what,do. each calls its argument with every problem.
func Problems(safe bool, each func(add func(api.Problem)) error) *File {
	return NewFile(api.FileProblems, func(w io.Writer) error {
		s := newSheet(w, safe, "file", "line", "column", "text", "what", "do")
		s.row()
		err := each(func(p api.Problem) {
			line, place := "", p.Column
			if p.Line > 0 {
				line = strconv.Itoa(p.Line)
			}
			if p.Record > 0 {
				place = strings.TrimSuffix(fmt.Sprintf("record %d, %s", p.Record, place), ", ")
			}
			for _, cell := range []string{p.File, line, place, p.Text, p.What, p.Do} {
				s.text(cell)
			}
			s.row()
		})
		return errors.Join(err, s.flush())
	})
}
