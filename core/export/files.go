package export

import (
	"fmt"
	"io"

	"concord/core/crowd"
	"concord/internal/humanize"
)

// File is a file that can be written.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// Tables returns the tables of the answers. Where safe is set, cells that a
// spreadsheet would run as formulas begin with an apostrophe.
func (a *Answers) Tables(safe bool) []File {
	var files []File
	for _, t := range a.tables() {
		files = append(files, File{t.name + ".csv", func(w io.Writer) error { return t.write(newSheet(w, safe)) }})
	}
	return files
}

// sheeted is one of the tables of the answers.
type sheeted struct {
	name  string
	write func(grid) error
}

func (a *Answers) tables() []sheeted {
	list := []sheeted{{"labels", a.writeLabels}}
	if a.Label != nil {
		list = append(list, sheeted{"posteriors", a.writePosteriors})
	}
	known := !a.Data.Anonymous // who gave which label
	if known {
		list = append(list, sheeted{"workers", a.writeWorkers})
	}
	if known && a.Label != nil {
		list = append(list, sheeted{"confusion", a.writeConfusion})
	}
	if a.Label != nil {
		list = append(list, sheeted{"classes", a.writeClasses})
	}
	if len(a.Extra(crowd.OfTask)) > 0 {
		list = append(list, sheeted{"tasks", a.writeTasks})
	}
	return list
}

// grid takes a table, cell by cell, the header first.
type grid interface {
	text(cell string)
	name(of Names, i int) // a text: name i
	int(n int)
	number(x float64) // NaN: not known
	bool(b bool)
	row() error   // ends a row; the first error of writing
	flush() error // ends the table
}

// writeTable writes a table: its header, then its rows, whose cells row writes.
func writeTable(s grid, header []string, rows int, row func(i int)) error {
	for _, cell := range header {
		s.text(cell)
	}
	err := s.row()
	for i := 0; i < rows && err == nil; i++ {
		row(i)
		err = s.row()
	}
	return s.flush()
}

// headed are columns' names after some others.
func headed(columns []crowd.Column, first ...string) []string {
	for _, c := range columns {
		first = append(first, c.Name)
	}
	return first
}

func (a *Answers) writeLabels(s grid) error {
	header := []string{"task", "label", "probability", "votes", "tie"}
	if a.Label == nil {
		header = []string{"task", "value", "votes"}
	}
	if a.Priced != nil {
		header = append(header, "least_cost_label", "least_cost", "label_cost")
	}
	tasks := a.TaskNames()
	return writeTable(s, header, a.Len(), func(i int) {
		s.name(tasks, i)
		a.writeLabel(s, i)
		if a.Label != nil {
			s.number(a.Probability(i))
		}
		s.int(a.Votes(i))
		if a.Label != nil {
			s.bool(a.Tied(i))
		}
		if p := a.Priced; p != nil {
			s.name(a.Classes, int(p.Least[i]))
			s.number(p.Cost[i])
			s.number(p.Said[i])
		}
	})
}

// writeLabel writes LabelName(i), or the value where labels are numbers.
func (a *Answers) writeLabel(s grid, i int) {
	switch {
	case a.Label == nil:
		s.number(a.Result.Value[i])
	case a.Sets == nil:
		s.name(a.Classes, int(a.Label[i]))
	default:
		s.text(a.LabelName(i))
	}
}

func (a *Answers) writePosteriors(s grid) error {
	header := []string{"task"}
	tasks, classes := a.TaskNames(), a.LabelNames()
	for at := range classes.Len() {
		header = append(header, classes.At(a.ClassAt(at)))
	}
	return writeTable(s, header, a.Len(), func(i int) {
		s.name(tasks, i)
		for at := range classes.Len() {
			s.number(a.Share(i, a.ClassAt(at)))
		}
	})
}

func (a *Answers) writeWorkers(s grid) error {
	figures := []crowd.Column{{Name: "deviation", Values: a.Deviation}}
	if a.Label != nil {
		figures = []crowd.Column{{Name: "accuracy", Values: a.Accuracy}, {Name: "agreement", Values: a.Agreement}}
	}
	if p := a.Priced; p != nil {
		figures = append(figures, crowd.Column{Name: "saved_random", Values: p.Random},
			crowd.Column{Name: "saved_strategic", Values: p.Strategic})
	}
	figures = append(figures, a.Extra(crowd.OfWorker)...)
	return writeTable(s, headed(figures, "worker", "labels"), a.Data.Workers, func(j int) {
		s.name(a.Workers, j)
		s.int(int(a.Given[j]))
		for _, c := range figures {
			s.number(c.Values[j])
		}
	})
}

// MaxConfusion is how many rows confusion.csv may have (some 2 GB): with
// thousands of classes it would fill any disk.
const MaxConfusion = 1 << 26

// TooLarge says why there is no confusion.csv, or nothing.
func (n *Named) TooLarge() error {
	k := float64(n.Data.Classes)
	if rows := k * k * float64(n.Data.Workers); rows > MaxConfusion {
		return fmt.Errorf("confusion.csv would have %s rows (%s, %s × %s classes), more than the %s that Concord writes",
			humanize.Commas(fmt.Sprintf("%.0f", rows)), humanize.Count(n.Data.Workers, "worker"),
			humanize.Number(n.Data.Classes), humanize.Number(n.Data.Classes), humanize.Number(MaxConfusion))
	}
	return nil
}

func (a *Answers) writeConfusion(s grid) error {
	if err := a.TooLarge(); err != nil {
		return err
	}
	k := a.Data.Classes
	for _, cell := range []string{"worker", "truth", "label", "probability", "count"} {
		s.text(cell)
	}
	err := s.row()
	// Counts for some workers at a time, so that they never fill the memory.
	const most = 1 << 20
	size := max(1, most/max(1, k*k))
	for from := 0; from < a.Data.Workers; from += size {
		to := min(from+size, a.Data.Workers)
		counts := crowd.CountsOf(&a.Data.Labels, a.Result.Posterior, from, to)
		for j := from; j < to; j++ {
			for at := range k {
				t := a.ClassAt(at)
				row, sum := counts[((j-from)*k+t)*k:((j-from)*k+t+1)*k], 0.0
				for _, n := range row {
					sum += n
				}
				for at := 0; at < k && err == nil; at++ {
					l := a.ClassAt(at)
					s.name(a.Workers, j)
					s.name(a.Classes, t)
					s.name(a.Classes, l)
					s.number(a.Says(j, t, l, row[l], sum))
					s.number(row[l])
					err = s.row()
				}
			}
		}
	}
	return s.flush()
}

func (a *Answers) writeClasses(s grid) error {
	extra, classes, tasks := a.ClassExtra(), a.LabelNames(), a.CountClasses()
	return writeTable(s, headed(extra, "class", "tasks", "prior"), classes.Len(), func(at int) {
		k := a.ClassAt(at)
		s.name(classes, k)
		s.int(tasks[k])
		s.number(a.ClassPrior(k))
		for _, c := range extra {
			s.number(c.Values[k])
		}
	})
}

func (a *Answers) writeTasks(s grid) error {
	extra, header := a.Extra(crowd.OfTask), []string{"task"}
	if a.Sets != nil {
		header = append(header, "class") // a figure is of one question: one task and class
	}
	return writeTable(s, headed(extra, header...), a.Data.Tasks, func(n int) {
		if a.Sets != nil {
			k := a.Sets.Classes.Len()
			s.name(a.Sets.Tasks, n/k)
			s.name(a.Sets.Classes, n%k)
		} else {
			s.name(a.Tasks, n)
		}
		for _, c := range extra {
			s.number(c.Values[n])
		}
	})
}
