package consensus

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/vote"
)

// Votes is the plain vote of a cautious member: the shares of the labels with one more
// label spread over all classes,
//
//	q_ik = (Σ_j [y_ij = k] + 1/K) / (n_i + 1)
//
// Perks' prior for a multinomial. So two labels that agree are not yet certainty.
type Votes struct{}

// Uses implements fit.Method.
func (Votes) Uses(has crowd.Parts) (crowd.Parts, error) { return vote.Majority{}.Uses(has) }

// Start implements fit.Method.
func (Votes) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) { return votes{d}, nil }

type votes struct{ d *crowd.Dataset }

// Step implements fit.Fit.
func (votes) Step() (fit.Step, error) {
	return fit.Step{Objective: math.NaN(), Change: math.NaN(), Flips: -1, Done: true}, nil
}

// Estimate implements fit.Fit.
func (v votes) Estimate() *crowd.Estimate {
	k := v.d.Classes
	q := crowd.Shares(v.d)
	for i := range v.d.Tasks {
		if v.d.Truth(i) != crowd.Unknown {
			continue
		}
		from, to := v.d.Of(i)
		n := float64(to - from)
		for c := i * k; c < (i+1)*k; c++ {
			q[c] = (n*q[c] + 1/float64(k)) / (n + 1)
		}
	}
	return &crowd.Estimate{Posterior: q}
}
