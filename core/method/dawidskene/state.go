package dawidskene

import (
	"errors"
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// State is a fitted model that can be put aside and take in more labels later
// (Fold), without a refit. It is plain data; nothing in it is shared with the
// fit it came from but Labels and Gold, which nobody modifies.
type State struct {
	Options                 Options
	Tasks, Workers, Classes int
	Prior                   []float64 // K, the class prior under which Posterior was made
	Class                   []float64 // K, Σ_i q_ik: how many tasks count for each class
	Counts                  []float64 // M×K×K, row = truth: how many labels of each worker count for each cell
	Posterior               []float64 // N×K

	Labels *crowd.Labels // all labels so far, for a refit; nil: not kept
	Gold   []int32       // N, as in crowd.Dataset; nil: none
}

// Options are the settings of a Dawid–Skene model that matter to a State.
type Options struct {
	Right, Wrong, Class float64 // pseudo-counts of the right cell of a row, of each wrong one, and of a class
	UniformPrior        bool    // the class prior stays 1/K
	Hard                bool    // a task counts wholly for its most probable class (FDS)
	Tie                 Tie
}

// OptionsOf returns the options that go on with the fit of a method. A method of
// another family leaves its posteriors; from there the plain model goes on.
func OptionsOf(m fit.Method, classes int) Options {
	same := func(smoothing float64, uniform bool) Options {
		return Options{Right: smoothing, Wrong: smoothing, Class: smoothing, UniformPrior: uniform}
	}
	var o Options
	switch m := m.(type) {
	case *DS:
		o = same(m.Smoothing, m.UniformPrior)
	case *Hybrid:
		o = same(m.Smoothing, m.UniformPrior)
		o.Hard = true
	case *FDS:
		o = Options{UniformPrior: m.UniformPrior, Hard: true}
	case *OnlineFDS:
		o = Options{UniformPrior: m.UniformPrior, Hard: true}
	case *OneCoin:
		o = same(m.Smoothing, m.UniformPrior)
		o.Tie = TieMatrix
	case *ClassCoin:
		o = same(m.Smoothing, m.UniformPrior)
		o.Tie = TieRow
	case *IBCC:
		right, wrong, class := m.pseudo()
		o = Options{Right: right, Wrong: wrong / float64(max(classes-1, 1)), Class: class}
	}
	return o
}

// NewState returns the state of a fit of d that believes e, whatever method it
// was: all that is needed of it is the posteriors.
func NewState(d *crowd.Dataset, e *crowd.Estimate, o Options, seed uint64) *State {
	k := d.Classes
	s := &State{
		Options: o, Tasks: d.Tasks, Workers: d.Workers, Classes: k,
		Class: make([]float64, k), Posterior: append([]float64(nil), e.Posterior...),
		Labels: &d.Labels, Gold: d.Gold,
	}
	q := s.Posterior
	if o.Hard {
		q = make([]float64, len(q))
		labels, _ := e.Labels(k, seed)
		for i, y := range labels {
			q[i*k+int(y)] = 1
		}
	}
	s.Counts = crowd.Counts(&d.Labels, q)
	for n, x := range q {
		s.Class[n%k] += x
	}
	s.Prior = append([]float64(nil), e.Prior...)
	if e.Prior == nil {
		s.Prior = make([]float64, k)
		o.prior(s.Class, s.Prior)
	}
	return s
}

// Check returns what is wrong with a state that came from outside, nil if it is
// sound.
func (s *State) Check() error {
	n, m, k := s.Tasks, s.Workers, s.Classes
	switch {
	case n < 0 || m < 0 || k < 1 || k > crowd.MaxClasses:
		return fmt.Errorf("the state speaks of %d tasks, %d workers and %d classes", n, m, k)
	case len(s.Prior) != k || len(s.Class) != k || len(s.Counts) != m*k*k || len(s.Posterior) != n*k,
		s.Gold != nil && len(s.Gold) != n,
		s.Labels != nil && (s.Labels.Tasks != n || s.Labels.Workers != m || s.Labels.Classes != k):
		return errors.New("the state's parts don't fit together")
	}
	for _, part := range [][]float64{s.Prior, s.Class, s.Counts, s.Posterior, {s.Options.Right, s.Options.Wrong, s.Options.Class}} {
		for _, x := range part {
			if !(x >= 0) || math.IsInf(x, 1) {
				return fmt.Errorf("the state holds %v where only numbers from 0 up make sense", x)
			}
		}
	}
	return nil
}

// Estimate returns what the state believes. fit.Resume starts a refit with it.
func (s *State) Estimate() *crowd.Estimate {
	m := NewModel(s.Workers, s.Classes)
	s.Options.rule(s.Workers, s.Classes).Maximise(&Counts{Class: s.Class, Label: flip(s.Counts, s.Classes)}, m)
	copy(m.Prior, s.Prior)
	return m.Estimate(append([]float64(nil), s.Posterior...))
}

// rule returns the M-step of the confusion matrices.
func (o Options) rule(workers, classes int) Rule {
	r := Rule{Smoothing: o.Wrong, Uniform: o.UniformPrior, Tie: o.Tie}
	if o.Right == o.Wrong {
		return r
	}
	r.Smoothing, r.Pseudo = 0, make([]float64, workers*classes*classes)
	for n := range r.Pseudo {
		r.Pseudo[n] = o.Wrong
		if cell := n % (classes * classes); cell/classes == cell%classes {
			r.Pseudo[n] = o.Right
		}
	}
	return r
}

// prior sets p to the class prior and returns Σ|Δp|.
func (o Options) prior(class, p []float64) (change float64) {
	total := 0.0
	for _, n := range class {
		total += n + o.Class
	}
	for k, n := range class {
		x := 1 / float64(len(p))
		if !o.UniformPrior && total > 0 {
			x = (n + o.Class) / total
		}
		change += math.Abs(x - p[k])
		p[k] = x
	}
	return change
}
