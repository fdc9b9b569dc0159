package export

import (
	"archive/zip"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// File is a download.
type File struct {
	What  string // as api.Export.What has it
	Name  string
	Write func(io.Writer) error
	Next  func(file string) *api.Next // what to do with it, under the name that it got; nil: nothing is worth saying
	Rows  int                         // there are, below the header; 0: nobody has counted
	Table *sheet.Table                // nil: it is none
}

// NewFile returns a download of that kind (see api.Downloads).
func NewFile(what string, write func(io.Writer) error) *File {
	return &File{What: what, Name: api.FileOf(what), Write: write}
}

// CSV returns a table as a download of that kind. If safe is set, an apostrophe precedes cells that a spreadsheet would run as formulas.
func CSV(what string, t *sheet.Table, safe bool) *File {
	f := NewFile(what, func(w io.Writer) error { return t.WriteCSV(w, safe) })
	f.Rows, f.Table = t.Size, t
	return f
}

// JSON returns a table as a download of that kind.
func JSON(what string, t *sheet.Table) *File {
	return &File{What: what, Name: what + ".json", Write: t.WriteJSON, Rows: t.Size}
}

// Tables returns the tables of the answers, in the order in which a folder gets them. Which there are depends on the method and on
// what is known of the workers.
func (a *Answers) Tables() []*sheet.Table {
	if a.Cut.Info().Items { // which of two comes first means nothing, so nothing is said by class
		return slices.DeleteFunc([]*sheet.Table{a.LabelTable(), a.WorkerTable(), a.TaskTable()}, func(t *sheet.Table) bool { return t == nil })
	}
	all := []*sheet.Table{a.again(a.LabelTable), a.again(a.PosteriorTable), a.WorkerTable(), a.ConfusionTable(), a.ClassTable(), a.TaskTable()}
	return slices.DeleteFunc(all, func(t *sheet.Table) bool { return t == nil })
}

// Figures are what only the method says of tasks, workers or classes.
func (a *Answers) Figures(of crowd.Of) (columns []*sheet.Column) {
	for _, c := range a.Extra(of) {
		columns = append(columns, sheet.Number(c.Name, a.title(c), valueOf(c.Values)).Saying(a.title(c)+", as the method has it."))
	}
	return columns
}

// title replaces the number of a class, from 1, by its name in the title of a column: methods know no names.
func (a *Answers) title(c crowd.Column) string {
	title, number, ok := strings.Cut(c.Title, ", class ")
	if k, err := strconv.Atoi(number); ok && err == nil && k >= 1 && k <= a.Data.Classes && a.Label != nil && a.Cut.Whole() {
		return title + ", " + a.Classes.At(k-1)
	}
	return c.Title
}

func valueOf(values []float64) func(i int) float64 { return func(i int) float64 { return values[i] } }

// LabelTable has a row for each task.
func (a *Answers) LabelTable() *sheet.Table {
	t := &sheet.Table{Name: api.FileLabels, Size: a.Len(), Says: "A row for each task: its label, and what workers said."}
	columns := []*sheet.Column{a.label().Listed("", nil)}
	add := func(c ...*sheet.Column) { columns = append(columns, c...) }
	if a.Label == nil {
		add(sheet.Count("votes", "Votes", a.Votes).Listed("", nil).Saying("How many numbers workers gave."),
			sheet.Number("mean", "Mean", a.Mean).Saying("The mean of these."),
			sheet.Number("sd", "", a.Scatter).Saying("Their standard deviation; empty with fewer than two."))
	} else {
		probability := sheet.Share("probability", "Probability", a.Probability).Listed("", nil).
			Saying("How probably the label is right; empty where nothing shows it.")
		if a.Cut.Info().Items {
			probability.Saying("How probable the method holds that answer of a voter to be.")
		}
		add(probability)
		votes := sheet.Ratio("votes", "Votes", "votesFor", a.VotesFor, a.Votes)
		votes[0].Listed("", nil).Aligned().Saying("How many workers gave the label, of all who labelled the task.")
		add(votes...)
		add(a.majority().Saying("The label of the majority vote; ties are broken by the seed."),
			sheet.Share("agreement", a.agreeing(), a.Agreeing).Percent().Shown(a.inPercent).
				Saying("The share of pairs of its workers who gave the same label; empty with one label."))
	}
	if a.Place != nil {
		add(sheet.Number("look", "", a.place).
			Saying("Its place among the labels to look at: 1 is the least certain. Empty where the truth is known."))
	}
	if p := a.Priced; p != nil {
		least := func(i int) int { return int(p.Least[i]) }
		cheapest := sheet.Name("least_cost_label", "Cheapest label", a.Classes, least, func(i int) float64 { return float64(p.Least[i]) })
		// Compared with costs of 1, what four decimals don't show is nothing.
		cost, said := sheet.Number("least_cost", "Expected cost", valueOf(p.Cost)).Fixed(), sheet.Number("label_cost", "", valueOf(p.Said))
		cheapest.Key, cost.Key, said.Key = "leastCostLabel", "leastCost", "labelCost"
		cheapest.Says, cost.Says, said.Says = "The label of least expected cost.", "Its expected cost.", "The expected cost of the label itself."
		add(cheapest, cost, said)
	}
	if a.Reviews != nil {
		before := sheet.Text("method_label", "", func(i int) string { return a.Reviews[i].Method }, nil)
		before.Key = "methodLabel"
		add(sheet.Flag("reviewed", "", "", func(i int) bool { _, judged := a.Reviews[i]; return judged }).Saying("Whether you judged the task."),
			before.Saying("What the method said before you did."),
			sheet.Text("note", "", func(i int) string { return a.Reviews[i].Note }, nil).Saying("Your note."))
	}
	if a.Label != nil {
		add(sheet.Flag("tie", "", "", a.Tied).Saying("Whether the seed chose the label among equally probable ones."),
			sheet.Share("posterior", "", a.Believed).Saying("The probability by the model alone, which is often too certain."))
	}
	t.Columns = a.Content.Beside(sheet.Row("task", a.taskTitle(), a.TaskNames(), nil).Listed("", nil), columns, a.TaskName)
	return t
}

// taskTitle heads the names of tasks on a page.
func (a *Answers) taskTitle() string {
	task := a.Cut.Info().Nouns().Task
	return strings.ToUpper(task[:1]) + task[1:]
}

// agreeing heads the share of pairs of labels that are the same.
func (a *Answers) agreeing() string {
	if a.Cut.Info().Items { // where pairs are tasks
		return "Same votes"
	}
	return "Agreeing pairs"
}

// again returns a table that several goroutines may write, unless what its cells say can't be found by several.
func (a *Answers) again(table func() *sheet.Table) *sheet.Table {
	t := table()
	if t != nil && a.Content == nil && a.Result.Told == nil {
		t.Again = table
	}
	return t
}

// place is the place of task i in the order of looking, the first is 1.
func (a *Answers) place(i int) float64 {
	if a.Place[i] == 0 {
		return math.NaN()
	}
	return float64(a.Place[i])
}

// label is the label of each task, its labels, or its value.
func (a *Answers) label() *sheet.Column {
	info := a.Cut.Info()
	if info.Numbers {
		return sheet.Number("value", "Value", valueOf(a.Result.Value)).Saying("The estimated value.")
	}
	var answer kind.Answer
	rank := a.rank()
	sorts := func(i int) float64 {
		answer = a.Joined(answer, i)
		return rank(answer)
	}
	if info.Several {
		c := sheet.List("label", "Label", a.Cut.Separator(), a.Chosen, sorts)
		c.Key = "labels"
		return c.Saying("The labels of the task.")
	}
	if info.Items {
		return sheet.Text("label", "Answer", a.LabelName, sorts).Saying("The item of the pair that is preferred, or “tie”.")
	}
	return sheet.Name("label", "Label", a.LabelNames(), func(i int) int {
		answer = a.Joined(answer, i)
		return int(answer[0])
	}, sorts).Saying("The label of the task.")
}

// rank returns what sorts answers by the places of their classes.
func (a *Answers) rank() func(kind.Answer) float64 {
	places := sync.OnceValue(func() []int {
		place := make([]int, a.LabelNames().Len())
		for n := range place {
			place[a.ClassAt(n)] = n
		}
		return place
	})
	return func(answer kind.Answer) float64 { return a.Cut.Rank(answer, func(k int) int { return places()[k] }) }
}

// PosteriorTable has a row for each task, and a column for each class; nil where labels are numbers.
func (a *Answers) PosteriorTable() *sheet.Table {
	if a.Label == nil {
		return nil
	}
	columns := append([]*sheet.Column{sheet.Row("task", "", a.TaskNames(), nil)}, a.shares("", a.ClassAt)...)
	return &sheet.Table{Name: api.FilePosteriors, Size: a.Len(), Columns: columns,
		Says: "A row for each task, and a column for each class: how probable it is."}
}

// shares has a column for each class: the calibrated posteriors of the tasks. Class classAt(n) is in place n.
func (a *Answers) shares(prefix string, classAt func(place int) int) (list []*sheet.Column) {
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
		list = append(list, sheet.Share(prefix+classes.At(k), "", func(i int) float64 { return share(i, k) }))
	}
	return list
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

// ConfusionTable has a row for each cell of each worker's matrix; nil where nobody knows the workers, labels are numbers, or it would be
// too large.
func (a *Answers) ConfusionTable() *sheet.Table {
	if a.Label == nil || a.Data.Anonymous || a.TooLarge() != nil {
		return nil
	}
	k := a.Data.Classes
	var worker, truth, label int // of the row at hand
	var says, count, known float64
	rows := func(yield func(int) bool) error {
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
						return nil
					}
				}
			}
		}
		return nil
	}
	columns := []*sheet.Column{
		sheet.Name("worker", "", a.Workers, func(int) int { return worker }, nil),
		sheet.Name("truth", "", a.Classes, func(int) int { return truth }, nil).Saying("The true class."),
		sheet.Name("label", "", a.Classes, func(int) int { return label }, nil).Saying("The label the worker gave."),
		sheet.Share("probability", "", func(int) float64 { return says }).Saying("How probably the worker gives it to such tasks."),
		sheet.Number("count", "", func(int) float64 { return count }).Saying("How often the worker did, as the model expects."),
	}
	if a.Truth != nil {
		columns = append(columns, sheet.Number("true_count", "", func(int) float64 { return known }).
			Saying("How often the worker did, by the truth."))
	}
	return &sheet.Table{Name: api.FileConfusion, Rows: rows, Columns: columns,
		Says: "A row for each worker, true class and label: how the worker labels tasks of that class."}
}

// ClassTable has a row for each class, in their order; nil where labels are numbers.
func (a *Answers) ClassTable() *sheet.Table {
	if a.Label == nil {
		return nil
	}
	tasks := sync.OnceValue(a.CountClasses)
	columns := []*sheet.Column{
		sheet.Row("class", "", a.LabelNames(), a.ClassAt),
		sheet.Count("tasks", "", func(place int) int { return tasks()[a.ClassAt(place)] }).Saying("How many tasks have it as a label."),
		sheet.Number("prior", "", func(place int) float64 { return a.ClassPrior(a.ClassAt(place)) }).Percent().
			Saying("How common it is among all tasks, by the model."),
	}
	if a.Cut.Whole() { // else they are about the answers to questions
		for _, c := range a.Extra(crowd.OfClass) {
			columns = append(columns, sheet.Number(c.Name, "", func(place int) float64 { return c.Values[a.ClassAt(place)] }))
		}
	}
	return &sheet.Table{Name: api.FileClasses, Size: a.LabelNames().Len(), Columns: columns, Says: "A row for each class."}
}

// TaskTable has what a method says about each task of the data, which is a task and a class where a task may have several classes; nil
// if there is no such thing.
func (a *Answers) TaskTable() *sheet.Table {
	figures := a.Figures(crowd.OfTask)
	if figures == nil {
		return nil
	}
	columns := []*sheet.Column{sheet.Row("task", "", a.Tasks, nil)}
	if !a.Cut.Whole() {
		columns = []*sheet.Column{
			sheet.Name("task", "", a.TaskNames(), func(n int) int { i, _ := a.Cut.Task(n); return i }, nil),
			sheet.Name("class", "", a.LabelNames(), func(n int) int { _, k := a.Cut.Task(n); return k }, nil),
		}
	}
	return &sheet.Table{Name: api.FileTasks, Size: a.Data.Tasks, Columns: append(columns, figures...),
		Says: "A row for each task: what only this method says of it."}
}

// ProblemTable has a row for each problem. each calls its argument with every problem.
func ProblemTable(each func(add func(api.Problem)) error) *sheet.Table {
	var p api.Problem // of the row at hand
	text := func(name string, of func() string) *sheet.Column {
		return sheet.Text(name, "", func(int) string { return of() }, nil)
	}
	return &sheet.Table{
		Name: api.FileProblems,
		Rows: func(yield func(int) bool) error { return each(func(x api.Problem) { p = x; yield(0) }) },
		Columns: []*sheet.Column{
			text("file", func() string { return p.File }),
			text("line", func() string {
				if p.Line > 0 {
					return strconv.Itoa(p.Line)
				}
				return ""
			}),
			text("column", func() string {
				if p.Record > 0 {
					return strings.TrimSuffix(fmt.Sprintf("record %d, %s", p.Record, p.Column), ", ")
				}
				return p.Column
			}),
			text("text", func() string { return p.Text }),
			text("what", func() string { return p.What }),
			text("do", func() string { return p.Do }),
		},
	}
}

// Zip writes the files as a zip archive of that date, as 2006-01-02.
func Zip(w io.Writer, files []File, date string) error {
	var on [3]int // year, month and day
	for n, part := range strings.SplitN(date, "-", len(on)) {
		on[n], _ = strconv.Atoi(part)
	}
	z := zip.NewWriter(w)
	for _, f := range files {
		entry, err := z.CreateHeader(&zip.FileHeader{
			Name: f.Name, Method: zip.Deflate,
			//lint:ignore SA1019 Modified would need a time zone and add a field to each entry
			ModifiedDate: uint16((on[0]-1980)<<9 | on[1]<<5 | on[2]),
		})
		if err != nil {
			return err
		}
		if err := f.Write(entry); err != nil {
			return err
		}
	}
	return z.Close()
}
