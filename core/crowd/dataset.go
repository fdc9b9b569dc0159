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
		Anonymous: d.Anonymous, Repeat: again > 0,
	}
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
