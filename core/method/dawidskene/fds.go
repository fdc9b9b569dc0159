package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
)

// FDS is Fast Dawid–Skene: each task counts wholly for its most probable class,
// from the majority vote, until no label changes. Its objective is the
// classification likelihood C2. Ties are broken by the seed when a label is
// chosen anew; a label that is still among the best is kept.
type FDS struct {
	UniformPrior bool // hold the class prior at 1/K
}

var _ fit.Resumer = (*FDS)(nil)

// Uses implements fit.Method.
func (*FDS) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m *FDS) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return m.variant().Start(d, s)
}

// Resume implements fit.Resumer.
func (m *FDS) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.variant().Resume(d, from, s)
}

// Shared implements transport.Sharer.
func (m *FDS) Shared(hire transport.Hire) fit.Method { return m.variant().Shared(hire) }

func (m *FDS) variant() variant {
	return variant{rule: Rule{Uniform: m.UniformPrior}, hard: true}
}
