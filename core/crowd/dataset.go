package crowd

import (
	"errors"
	"slices"
)

// ErrAnonymous says why a method that tells workers apart can't use anonymous labels.
var ErrAnonymous = errors.New("it weighs workers against each other, and nobody knows who gave which of these labels")

// Unknown marks a task whose true class is not known.
const Unknown = -1

// Dataset is all that a method may learn from. Only Labels is always there.
// Methods never modify it.
type Dataset struct {
	Labels
	Gold      []int32    // N, the known true class of a task or Unknown; nil: none is known
	Confusion *Confusion // confusion matrices to begin with; nil: none
	Features  *Features  // numbers that describe each task; nil: none
	Words     *Words     // the words of each task; nil: none

	Predictions *Predictions // of a classifier; nil: none
	Comparisons *Comparisons // tasks are pairs of items; nil: they are not

	// Anonymous says that it is unknown who gave which label, for instance because the
	// file has only counts. All labels are then worker 0's, which means nothing.
	Anonymous bool
}

// Truth returns the known class of task i, or Unknown.
func (d *Dataset) Truth(i int) int {
	if d.Gold == nil {
		return Unknown
	}
	return int(d.Gold[i])
}

// HasEvidence reports whether task i has a label or a known class.
func (d *Dataset) HasEvidence(i int) bool {
	from, to := d.Of(i)
	return from < to || d.Truth(i) != Unknown
}

// Certain makes row, which has K entries, certain of the known class of task i. It
// reports whether one is known, and leaves row alone if not.
func (d *Dataset) Certain(i int, row []float64) bool {
	z := d.Truth(i)
	if z == Unknown {
		return false
	}
	clear(row)
	row[z] = 1
	return true
}

// Only returns the part of d that is some of its tasks, in that order, and the workers who labelled these, in the order of their first
// labels: fits take room for each.
func (d *Dataset) Only(tasks []int) *Dataset {
	out := *d
	out.Labels = d.Empty(len(tasks), 0)
	l := &out.Labels
	number := make([]int32, d.Workers) // of a worker in the part, from 1; 0: not in it
	var workers []int32
	for at, i := range tasks {
		for n := d.Start[i]; n < d.Start[i+1]; n++ {
			j := d.Worker[n]
			if number[j] == 0 {
				workers = append(workers, j)
				number[j] = int32(len(workers))
			}
			l.Append(&d.Labels, int(n))
			l.Worker[len(l.Worker)-1] = number[j] - 1
		}
		l.Start[at+1] = int32(len(l.Worker))
	}
	l.Workers = len(workers)
	out.Describe(d, tasks)
	if c := d.Confusion; c != nil {
		own, cells := *c, d.Classes*d.Classes
		own.Counts = make([]float64, 0, len(workers)*cells)
		for _, j := range workers {
			own.Counts = append(own.Counts, c.Counts[int(j)*cells:(int(j)+1)*cells]...)
		}
		out.Confusion = &own
	}
	return &out
}

// Describe gives d, whose tasks are some of those of from, what is known of these: their classes, features, words, predictions and items.
func (d *Dataset) Describe(from *Dataset, tasks []int) {
	if from.Comparisons != nil {
		d.Comparisons = from.Comparisons.only(tasks)
	}
	if from.Gold != nil {
		d.Gold = make([]int32, len(tasks))
		for to, i := range tasks {
			d.Gold[to] = from.Gold[i]
		}
	}
	if f := from.Features; f != nil {
		g := &Features{Names: f.Names}
		for _, i := range tasks {
			g.X = append(g.X, f.Row(i)...)
			if f.Has != nil {
				g.Has = append(g.Has, f.Has[i])
			}
		}
		d.Features = g
	}
	if w := from.Words; w != nil {
		x := &Words{Terms: w.Terms, Start: make([]int32, 1, len(tasks)+1)}
		for _, i := range tasks {
			from, to := w.Start[i], w.Start[i+1]
			x.Term = append(x.Term, w.Term[from:to]...)
			x.Count = append(x.Count, w.Count[from:to]...)
			x.Start = append(x.Start, int32(len(x.Term)))
		}
		d.Words = x
	}
	if p := from.Predictions; p != nil {
		own := &Predictions{}
		for _, i := range tasks {
			own.P = append(own.P, p.Row(i, d.Classes)...)
			if p.Has != nil {
				own.Has = append(own.Has, p.Has[i])
			}
		}
		d.Predictions = own
	}
}

// Confusion is where a fit begins: confusion matrices of the workers, and how common
// the classes are.
type Confusion struct {
	Mode   ConfusionMode
	Counts []float64 // M×K×K, row = truth: probabilities or counts; a row of zeros says nothing
	Prior  []float64 // K, the class prior to start from; nil: none
}

// ConfusionMode says how Confusion.Counts enter a fit.
type ConfusionMode int

const (
	Assign   ConfusionMode = iota // they replace the first M-step's confusion matrices
	Addition                      // they are added to the first M-step's counts
	Prior                         // they are added to the counts of every M-step (Dirichlet pseudo-counts)
)

// Features are numbers that describe tasks, row-major N×len(Names).
type Features struct {
	Names []string
	X     []float64
	Has   []bool // N: whether the task has features at all; nil: every task has
}

// Row returns the features of task i.
func (f *Features) Row(i int) []float64 {
	d := len(f.Names)
	return f.X[i*d : (i+1)*d : (i+1)*d]
}

// Describes reports whether task i has features.
func (f *Features) Describes(i int) bool { return f.Has == nil || f.Has[i] }

// Predictions are what a classifier says of tasks: a probability for each class.
type Predictions struct {
	P   []float64 // N×K, each row sums to one
	Has []bool    // N: whether the classifier says anything of the task; nil: of every task
}

// Row returns the probabilities of task i.
func (p *Predictions) Row(i, classes int) []float64 {
	return p.P[i*classes : (i+1)*classes : (i+1)*classes]
}

// Of reports whether there is a prediction of task i.
func (p *Predictions) Of(i int) bool { return p.Has == nil || p.Has[i] }

// Words are the bags of words of tasks: those of task i are the entries
// Start[i] to Start[i+1] of Term and Count, each term once.
type Words struct {
	Terms int     // size of the vocabulary
	Start []int32 // N+1
	Term  []int32
	Count []int32
}

// Parts says what a Dataset contains, so that a method can tell whether it can run.
type Parts struct {
	Tasks, Workers, Classes, Labels          int
	Numeric                                  bool // labels are numbers
	Gold, Confusion, Features, Words, Repeat bool // Repeat: a worker labelled a task more than once
	Predictions                              bool
	Comparisons, Rankings, Style             bool // tasks are pairs of items; these were cut from rankings; items or votes have features
	Anonymous                                bool // who gave which label is unknown
	Several                                  bool // tasks are questions whether one of several answers is right; only who reads them knows
	Dimensions, Entries                      int  // how many features a task has; how many words all tasks, each counted once a task
}

// Parts returns what d contains.
func (d *Dataset) Parts() Parts {
	again, _, _ := d.Repeats()
	p := Parts{
		Tasks: d.Tasks, Workers: d.Workers, Classes: d.Classes, Labels: d.Len(),
		Numeric: d.Numeric(), Confusion: d.Confusion != nil,
		Gold:      slices.ContainsFunc(d.Gold, func(k int32) bool { return k != Unknown }),
		Anonymous: d.Anonymous, Repeat: again > 0, Predictions: d.Predictions != nil,
		Comparisons: d.Comparisons != nil, Rankings: d.Comparisons != nil && d.Comparisons.Rankings != nil,
	}
	p.Style = p.Comparisons && d.Comparisons.Style != nil
	p.Describe(d.Features, d.Words)
	return p
}

// Describe adds what describes the tasks, each nil if there is none. Bags without a single word describe nothing.
func (p *Parts) Describe(f *Features, w *Words) {
	p.Features, p.Words, p.Dimensions, p.Entries = f != nil, false, 0, 0
	if f != nil {
		p.Dimensions = len(f.Names)
	}
	if w != nil {
		p.Entries = len(w.Term)
		p.Words = p.Entries > 0
	}
}
