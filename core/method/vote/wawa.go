package vote

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// Wawa, worker agreement with aggregate, is the majority vote taken twice, the second time weighing
// each worker's labels by the share of them that agreed with the first vote.
//
// It is the aggregate of the Appen and Toloka platforms and has no paper.
type Wawa struct {
	weighted
	lowest bool
}

var _ fit.Method = Wawa{}

// Start implements fit.Method.
func (m Wawa) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	b := newBallot(d, s, m.lowest, 0)
	b.begin(s.Common, 1)
	return &wawa{b}, b.work.Err()
}

type wawa struct{ *ballot }

func (w *wawa) Step() (fit.Step, error) {
	change := 0.0
	for j, a := range w.agreement() {
		if w.given[j] > 0 {
			change = max(change, math.Abs(a-w.weight[j]))
			w.weight[j] = a
		}
	}
	return fit.Step{Objective: math.NaN(), Change: change, Flips: w.vote(), Done: true}, w.failed()
}

func (w *wawa) Estimate() *crowd.Estimate {
	return w.with(column("weight", "Weight", w.weight))
}
