package simulate

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"concord/core/crowd"
)

// Sample is a data set that the app offers; api.Samples has its title and story. It is CSV, and read like any file.
type Sample struct {
	Name   string
	Known  bool     // the truth is a class or a number of each task, which can be opened beside the labels
	Beside []string // what further columns of the labels are called, such as one of what a person says

	columns, truth []string                                // of the labels and of the truth; nil: those of tasks
	write          func(labels, truth *bufio.Writer) error // without headers
}

// Truth reports whether Write writes a truth: that of each task, or the scores of items that are compared.
func (s Sample) Truth() bool { return s.Known || s.truth != nil }

// Write writes the labels (task,worker,label, and what there is beside) and, if it is known, the truth (task,label), each with a header;
// comparisons as worker,left,right,label, and item,score. It returns the first error of either.
func (s Sample) Write(labels, truth io.Writer) error {
	const buffer = 1 << 16
	l, z := bufio.NewWriterSize(labels, buffer), bufio.NewWriterSize(truth, buffer)
	columns, known := s.columns, s.truth
	if columns == nil {
		columns = append([]string{"task", "worker", "label"}, s.Beside...)
	}
	if s.Known {
		known = []string{"task", "label"}
	}
	row(l, columns...) // an error comes again
	if known != nil {
		row(z, known...)
	}
	if err := s.write(l, z); err != nil {
		return err
	}
	return errors.Join(l.Flush(), z.Flush())
}

// row writes a row of CSV; names of samples need no quotes.
func row(to *bufio.Writer, cells ...string) error {
	for n, cell := range cells {
		if n > 0 {
			to.WriteByte(',')
		}
		to.WriteString(cell)
	}
	return to.WriteByte('\n')
}

// Samples returns all samples, in the order in which they are shown.
func Samples() []Sample {
	fair, harsh, kind := Ordinal(5, .7, 0), Ordinal(5, .75, -1), Ordinal(5, .75, 1)
	return []Sample{
		simulated("spammers", naming{"page", []string{"no", "yes"}, []string{"Ada", "Bela", "Chidi", "Dora", "Emil"}}, 4,
			DawidSkene{Tasks: 60, Workers: 5, Classes: 2,
				Confusion: Crew(Coin(2, .9), Coin(2, .88), Coin(2, .85), Always(2, 1), Always(2, 1))}),
		simulated("moderation", naming{"post", []string{"fine", "spam", "abuse"}, []string{"Mina", "Noor", "Otto", "Sam"}}, 2,
			DawidSkene{Tasks: 200, Workers: 4, Classes: 3, PerTask: 3, Prior: []float64{.5, .3, .2},
				Confusion: Crew(Coin(3, .92), Coin(3, .88), Coin(3, .85), Always(3, 0))}),
		{Name: "medical", write: patients},
		panel().Sample("panel", 9),
		simulated("ratings", naming{"film", []string{"1", "2", "3", "4", "5"}, []string{"critic-a", "critic-b", "critic-c", "critic-d",
			"critic-e", "strict-1", "strict-2", "lenient-1", "lenient-2"}}, 5,
			DawidSkene{Tasks: 150, Workers: 9, Classes: 5, PerTask: 5, Prior: []float64{.1, .2, .3, .25, .15},
				Confusion: Crew(fair, fair, fair, fair, fair, harsh, harsh, kind, kind)}),
		simulated("estimates", naming{"river", nil, []string{"Tom", "Uma", "Vera", "Will", "Xenia", "Yuri", "Zoe", "Abe"}}, 3,
			Numbers{Tasks: 80, Workers: 8, PerTask: 5, Mean: 500, Spread: 150,
				Bias:      []float64{0, 5, -10, 90, -80, 20, 0, 40},
				Precision: []float64{1. / 400, 1. / 400, 1. / 900, 1. / 900, 1. / 1600, 1. / 3600, 1. / 14400, 1. / 22500}}),
		simulated("adversaries", naming{"image", []string{"cat", "dog"}, nil}, 1,
			DawidSkene{Tasks: 200, Workers: 10, Classes: 2, PerTask: 7,
				Confusion: Crew(slices.Concat(Times(4, Coin(2, .93)), Times(4, Inverted(2, .8)), Times(2, Guess(2)))...)}),
		simulated("breeds", naming{"dog", []string{"husky", "malamute", "samoyed", "akita"}, nil}, 6, breeds()),
		simulated("sparse", naming{"question", []string{"a", "b", "c"}, nil}, 7,
			DawidSkene{Tasks: 400, Workers: 300, Classes: 3, PerTask: 4, Low: .45, High: .95}),
		Comparisons{Items: 12, Workers: 24, Votes: 720, Skill: .4, Left: .1, Side: .3, Ties: .4, Tying: .6, Spammers: 2}.Sample("desserts", 8,
			"apple pie", "baklava", "brownie", "cheesecake", "crème brûlée", "gelato", "lemon tart", "mochi", "pavlova", "rice pudding",
			"sticky toffee", "tiramisu"),
	}
}

// panel has six models as judges, three and two of which are families; the sixth is the best. All but that one pass too much.
func panel() Panel {
	return Panel{Tasks: 300, Human: 60, Shared: .75,
		Authors: []Author{{"model-a", .8}, {"model-b", .65}, {"model-c", .5}},
		Judges: []Judge{{"atlas-large", 0, .92, .6}, {"atlas-medium", 0, .92, .55}, {"atlas-small", 0, .9, .5}, {"birch-large", 1, .92, .6},
			{"birch-small", 1, .9, .5}, {"cedar", 2, .94, .9}}}
}

// breeds has two expert workers and ten who mostly take the second class for the first.
func breeds() DawidSkene {
	expert := Coin(4, .88)
	mistaken := slices.Clone(expert)
	copy(mistaken[4:], []float64{.68, .28, .02, .02})
	return DawidSkene{Tasks: 240, Workers: 12, Classes: 4, PerTask: 5, Prior: []float64{.3, .3, .2, .2},
		Confusion: Crew(append(Times(2, expert), Times(10, mistaken)...)...)}
}

// naming gives names to a simulated world. Without workers they are called worker-07;
// without classes labels are numbers.
type naming struct {
	task    string
	classes []string
	workers []string
}

func simulated(name string, names naming, seed uint64, world interface{ Draw(seed uint64) *World }) Sample {
	return Sample{Name: name, Known: true, write: func(labels, truth *bufio.Writer) error {
		w := world.Draw(seed)
		d := w.Data
		for i := range d.Tasks {
			task := names.nameOf(d.Tasks, i)
			row(truth, task, answer(names, w.Truth, w.Value, i))
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				row(labels, task, names.nameOfWorker(d, int(d.Worker[n])), answer(names, d.Class, d.Value, n))
			}
		}
		return nil
	}}
}

// answer is one of the values, or of the classes where there are none.
func answer[T int32 | uint16](n naming, class []T, value []float64, at int) string {
	if value != nil {
		return fixed(value[at], 0)
	}
	return n.classes[class[at]]
}

func (n naming) nameOf(tasks, i int) string {
	return numbered(n.task, i, tasks)
}

func (n naming) nameOfWorker(d *crowd.Dataset, j int) string {
	if n.workers != nil {
		return n.workers[j]
	}
	return numbered("worker", j, d.Workers)
}

// numbered names one of so many things, from 1, padded so that names sort.
func numbered(kind string, n, of int) string {
	return fmt.Sprintf("%s-%0*d", kind, len(strconv.Itoa(of)), n+1)
}

func fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
