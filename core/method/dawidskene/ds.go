package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
)

// DS is Dawid and Skene's method: maximum likelihood by EM, from the soft
// majority vote.
type DS struct {
	Smoothing    float64 // pseudo-count of every cell of a confusion matrix and of every class, ≥ 0
	UniformPrior bool    // hold the class prior at 1/K
	Squarem      bool    // extrapolate every third step (Varadhan & Roland 2008)
}

var _ fit.Resumer = (*DS)(nil)

// Uses implements fit.Method.
func (*DS) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m *DS) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) { return m.variant().Start(d, s) }

// Resume implements fit.Resumer.
func (m *DS) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.variant().Resume(d, from, s)
}

// Shared implements transport.Sharer.
func (m *DS) Shared(hire transport.Hire) fit.Method { return m.variant().Shared(hire) }

func (m *DS) variant() variant {
	return variant{rule: Rule{Smoothing: m.Smoothing, Uniform: m.UniformPrior}, accelerated: m.Squarem}
}
