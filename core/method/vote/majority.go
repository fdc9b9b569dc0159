// Package vote counts votes, plainly or weighted by how often each worker
// agrees with the others. None of its methods has a likelihood.
package vote

import (
	"errors"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// ErrNumbers is why a method for classes can't run on numbers.
var ErrNumbers = errors.New("it votes between classes, and these labels are numbers")

// Majority is the majority vote: the posterior of a task is the share of its
// labels that name each class; uniform where nobody labelled it.
type Majority struct{}

var _ fit.Method = Majority{}

// Uses implements fit.Method.
func (Majority) Uses(has crowd.Parts) (crowd.Parts, error) {
	if has.Numeric {
		return crowd.Parts{}, ErrNumbers
	}
	return crowd.Parts{Gold: has.Gold}, nil
}

// weighs is Uses of a vote that weighs workers.
func weighs(has crowd.Parts) (crowd.Parts, error) {
	uses, err := Majority{}.Uses(has)
	if err == nil && has.Anonymous {
		return crowd.Parts{}, crowd.ErrAnonymous
	}
	return uses, err
}

// Start implements fit.Method.
func (Majority) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return majority{d}, nil
}

type majority struct{ d *crowd.Dataset }

func (majority) Step() (fit.Step, error) {
	return fit.Step{Objective: math.NaN(), Flips: -1, Done: true}, nil
}

func (m majority) Estimate() *crowd.Estimate {
	return &crowd.Estimate{Posterior: crowd.Shares(m.d)}
}
