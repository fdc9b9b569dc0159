// Package vote counts votes, plainly or weighted by how often each worker
// agrees with the others. None of its methods has a likelihood. Iterated votes end
// when no label changes, or when the weights of workers hardly do.
package vote

import (
	"errors"

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
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers))
}

// weighted has the Uses of methods that weigh workers.
type weighted struct{}

func (weighted) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers), fit.Need(!has.Anonymous, crowd.ErrAnonymous))
}

// Start implements fit.Method.
func (Majority) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return majority{d: d, onDemand: s.OnDemand}, nil
}

type majority struct {
	fit.Once
	d        *crowd.Dataset
	onDemand bool // see fit.Settings
}

func (m majority) Estimate() *crowd.Estimate {
	if m.onDemand {
		return &crowd.Estimate{Told: crowd.NewTold(m.d.Tasks, m.d.Classes, func(from, to int, q []float64) {
			crowd.ShareRange(m.d, from, to, q)
		})}
	}
	return &crowd.Estimate{Posterior: crowd.Shares(m.d)}
}
