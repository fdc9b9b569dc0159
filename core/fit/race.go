package fit

import (
	"math"

	"concord/core/crowd"
)

// Runner is one of several starts of a method, and where it has led.
type Runner interface {
	// Iterate makes one more iteration. Change is the mean over tasks of ½ Σ_k |Δ q_ik|.
	Iterate() (Step, error)
}

// Race is a fit from several starts side by side. The one whose objective is highest is the answer.
type Race[R Runner] struct {
	Runners   []R
	best      int
	data      *crowd.Dataset
	tolerance float64
	last      []Step // of each, the last iteration
}

// NewRace returns a race that is yet to begin.
func NewRace[R Runner](d *crowd.Dataset, s Settings, runners []R) Race[R] {
	r := Race[R]{Runners: runners, data: d, tolerance: s.Tolerance}
	for range runners {
		r.last = append(r.last, Step{Objective: math.Inf(-1), Change: math.Inf(1)})
	}
	return r
}

// lead is how far the objective of another start must be above that of the best so far to take its place: starts that end alike differ
// by rounding.
const lead = 1e-6

// Step makes one iteration of the best start and of all that still move. Objective and Flips are those of the best, Change is the
// largest of the starts'.
func (r *Race[R]) Step() (Step, error) {
	change := 0.0
	for n, one := range r.Runners {
		if n == r.best || r.moves(n) {
			var err error
			if r.last[n], err = one.Iterate(); err != nil {
				return Step{}, err
			}
		}
		change = max(change, r.last[n].Change)
	}
	for n := range r.Runners {
		if r.last[n].Objective > r.last[r.best].Objective+lead {
			r.best = n
		}
	}
	return Step{Objective: r.last[r.best].Objective, Change: change, Flips: r.last[r.best].Flips}, nil
}

func (r *Race[R]) moves(n int) bool { return r.last[n].Change >= r.tolerance }

// Settled implements Settler. Plain steps are short, so labels must have rested for longer than the objective.
func (r *Race[R]) Settled(trace []Step) bool {
	for n := range r.Runners {
		if r.moves(n) {
			return false
		}
	}
	return GainSettled(trace, r.data.Tasks, r.data.Len()) && ChangeSettled(trace, r.data.Tasks)
}

// Best returns the start that is ahead.
func (r *Race[R]) Best() R { return r.Runners[r.best] }
