package fit

import (
	"errors"
	"fmt"
	"math"

	"concord/core/crowd"
)

// Saved is a stored fit: plain counts, to which more labels can be added without a refit. It shares
// only Labels and Gold with the fit it came from, and nobody modifies those.
type Saved struct {
	Options                 CountOptions
	Tasks, Workers, Classes int
	Prior                   []float64 // K, the class prior under which Posterior was made
	Class                   []float64 // K, Σ_i q_ik: how many tasks count for each class
	Counts                  []float64 // M×K×K, row = truth: how many labels of each worker count for each cell
	Posterior               []float64 // N×K

	Labels *crowd.Labels // all labels so far, for a refit; nil: not kept
	Gold   []int32       // N, as in crowd.Dataset; nil: none
}

// CountOptions say how a saved model continues counting. The zero value is plain Dawid–Skene.
type CountOptions struct {
	Right, Wrong, Class float64 // pseudo-counts of the right cell of a row, of each wrong one, and of a class
	UniformPrior        bool    // the class prior stays 1/K
	Hard                bool    // a task counts wholly for its most probable class (FDS)
	Tie                 Tie
}

// Tie says which cells of a worker's confusion matrix share a probability. Saved files hold its
// numbers.
type Tie int

const (
	TieNone   Tie = iota // Dawid–Skene
	TieRow               // the wrong labels of a row: class-wise one-coin
	TieMatrix            // the right labels of a matrix, and its wrong ones: one-coin
)

// Saver is a Method whose saved models have options of their own. Fits of all others leave their
// posteriors, from which the plain model continues.
type Saver interface {
	CountOptions(classes int) CountOptions
}

// Save returns what to keep of m's fit to d, which ended with estimate e.
func Save(m Method, d *crowd.Dataset, e *crowd.Estimate, seed uint64) *Saved {
	var o CountOptions
	if m, ok := m.(Saver); ok {
		o = m.CountOptions(d.Classes)
	}
	return SaveAs(o, d, e, seed)
}

// SaveAs is Save with the options spelled out.
func SaveAs(o CountOptions, d *crowd.Dataset, e *crowd.Estimate, seed uint64) *Saved {
	k := d.Classes
	s := &Saved{
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
		o.UpdatePrior(s.Prior, s.Class)
	}
	return s
}

// UpdatePrior sets the class prior p from the class counts and returns Σ|Δp|.
func (o CountOptions) UpdatePrior(p, class []float64) (change float64) {
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

// mostCounted is where one label more no longer changes a float64.
const mostCounted = 1 << 53

// Check returns what is wrong with a saved model from outside, nil if it is sound.
func (s *Saved) Check() error {
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
			if !(x >= 0 && x <= mostCounted) {
				return fmt.Errorf("the state holds %v where only numbers from 0 up to 2^53 make sense", x)
			}
		}
	}
	if !crowd.Distributions(s.Prior, k) || !crowd.Distributions(s.Posterior, k) {
		return errors.New("the state's probabilities don't sum to one")
	}
	return nil
}
