package api

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Compared answers Compare.
type Compared struct {
	Tasks    int          `json:"tasks"`
	Differ   int          `json:"differ"`   // tasks on which the methods do not all agree; 0 where labels are numbers
	Known    int          `json:"known"`    // tasks whose truth is known
	Disputed int          `json:"disputed"` // of those, tasks on which the methods do not all agree
	Methods  []Contender  `json:"methods"`
	Pairs    []Contrasted `json:"pairs"` // of those that ran, each pair once: 0–1, 0–2, 1–2, 0–3 …
	Seconds  float64      `json:"seconds"`

	Finding   string   `json:"finding,omitempty"`   // in a sentence or two: which method to take
	Says      []string `json:"says,omitempty"`      // which differences are more than chance
	Reference int      `json:"reference"`           // the method that the others are tested against; -1: none
	Tests     []Tested `json:"tests,omitempty"`     // of each other method, in the order of Methods
	ByHeldOut bool     `json:"byHeldOut,omitempty"` // the tests are of hidden labels, for want of a truth
	Best      string   `json:"best,omitempty"`      // the method that comes first in Order
}

// Tested is how far a method is ahead of the reference, and whether that is more than chance.
type Tested struct {
	Method int     `json:"method"` // index into Compared.Methods
	Ahead  float64 `json:"ahead"`  // share of right labels, or nats a hidden label
	P      float64 `json:"p"`      // of McNemar's test, or of the paired difference
	Holm   float64 `json:"holm"`   // adjusted for all tests together
}

// Significant reports whether the difference is taken for more than chance, at 5 % for all tests together.
func (t *Tested) Significant() bool { return t.Holm < 0.05 }

// TestOf returns the test of the method of that index, or nil.
func (c *Compared) TestOf(method int) *Tested {
	for n := range c.Tests {
		if c.Tests[n].Method == method {
			return &c.Tests[n]
		}
	}
	return nil
}

// Order lists the methods that ran, the best first: by the truth where it is known, else by hidden
// labels, else as they are. Those that did not run follow.
func (c *Compared) Order() []int {
	order := make([]int, len(c.Methods))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &c.Methods[a], &c.Methods[b]
		return cmp.Or(
			cmp.Compare(len(x.Why), 0)-cmp.Compare(len(y.Why), 0),
			cmp.Compare(y.Score(), x.Score()),
			slices.Index([]int{a, b}, c.Reference)-slices.Index([]int{b, a}, c.Reference), // of equals, what is there
		)
	})
	return order
}

// Score is what methods are put in order by, the higher the better: accuracy, less the mean absolute
// error, or what hidden labels say; -Inf: there is none, or the method has lost a class.
func (m *Contender) Score() float64 {
	switch {
	case m.Accuracy != nil && m.Accuracy.Evaluated > 0:
		return m.Accuracy.Accuracy
	case m.Numbers != nil && m.Numbers.MAE.Defined():
		return -m.Numbers.MAE.Value
	case m.HeldOut != nil && m.HeldOut.Tasks != nil && m.HeldOut.Lost == "":
		return m.HeldOut.Tasks.Value
	}
	return math.Inf(-1)
}

// Changes returns how many labels a method gives that the reference does not, and whether that is known.
func (c *Compared) Changes(method int) (int, bool) {
	if method == c.Reference {
		return 0, true
	}
	for _, p := range c.Pairs {
		if p.Spread == nil && (p.A == method && p.B == c.Reference || p.B == method && p.A == c.Reference) {
			return p.Differ, true
		}
	}
	return 0, false
}

// Ran is how many of the methods did run.
func (c *Compared) Ran() int {
	n := 0
	for _, m := range c.Methods {
		if m.Why == "" {
			n++
		}
	}
	return n
}

// Contender is one of the methods compared.
type Contender struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Why      string   `json:"why,omitempty"` // why it did not run; the rest is empty then
	Status   string   `json:"status"`
	Steps    int      `json:"steps"`
	Seconds  float64  `json:"seconds"`
	Ties     int      `json:"ties"`
	Warnings []string `json:"warnings,omitempty"`
	Majority int      `json:"majority"` // labels that differ from the majority vote

	// With a known truth.
	Accuracy *Accuracy `json:"accuracy,omitempty"`
	Numbers  *Numbers  `json:"numbers,omitempty"` // in its place, where labels are numbers
	*Quality           // nil where labels are numbers or classes are very many

	HeldOut *Candidate `json:"heldOut,omitempty"` // how well it predicts hidden labels, if that was asked for
}

// The figures of a method, as Measured has them.
const (
	MeasuredAccuracy = "accuracy"
	MeasuredF1       = "f1"
	MeasuredECE      = "ece"
	MeasuredLogLoss  = "log-loss"
	MeasuredApart    = "apart"
	MeasuredMAE      = "mae"
	MeasuredR2       = "r2"
	MeasuredHeldOut  = "held-out"
	MeasuredSE       = "held-out-se"
)

// Measured are the figures of a method that are defined, by name.
func (m *Contender) Measured() map[string]Figure {
	all := map[string]Figure{}
	if m.Why != "" {
		return all
	}
	if a := m.Accuracy; a != nil {
		all[MeasuredAccuracy] = a.Figure()
		if a.Apart != nil {
			all[MeasuredApart] = *a.Apart
		}
	}
	if q := m.Quality; q != nil {
		all[MeasuredF1], all[MeasuredECE], all[MeasuredLogLoss] = q.MacroF1, q.ECE, q.LogLoss
	}
	if d := m.Numbers; d != nil {
		all[MeasuredMAE], all[MeasuredR2] = d.MAE, d.R2
	}
	if h := m.HeldOut; h != nil && h.Tasks != nil {
		all[MeasuredHeldOut], all[MeasuredSE] = Exactly(h.Tasks.Value, 0), Exactly(h.Tasks.SE, 0)
	}
	maps.DeleteFunc(all, func(_ string, f Figure) bool { return !f.Defined() })
	return all
}

// Contrasted sets two methods against each other.
type Contrasted struct {
	A      int `json:"a"` // indices into Compared.Methods
	B      int `json:"b"`
	Differ int `json:"differ"` // labels; 0 where labels are numbers
	Match
	McNemar *McNemar `json:"mcNemar,omitempty"`
	Spread  *float64 `json:"spread,omitempty"` // root mean square of the differences, where labels are numbers
}
