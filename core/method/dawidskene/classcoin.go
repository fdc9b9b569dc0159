package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
)

// ClassCoin is Dawid–Skene with one accuracy for each worker and true class: j
// names the truth k with probability s_jk, and each of the other classes with
// (1−s_jk)/(K−1). It is DS where there are two classes, and stands between DS
// and OneCoin where there are more.
//
// M-step:  s_jk = Σ_i q_ik [y_ij = k] / Σ_i q_ik over j's labels.
//
// Objective, start and all else are those of DS.
//
// The "category-level one-coin" model in the program of Zhang, Chen, Zhou,
// Jordan. Spectral methods meet EM. NeurIPS 2014.
type ClassCoin struct {
	Smoothing    float64 // as in DS
	UniformPrior bool    // as in DS
}

var _ fit.Resumer = (*ClassCoin)(nil)

// Uses implements fit.Method.
func (*ClassCoin) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m *ClassCoin) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return m.variant().Start(d, s)
}

// Resume implements fit.Resumer.
func (m *ClassCoin) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.variant().Resume(d, from, s)
}

// Shared implements transport.Sharer.
func (m *ClassCoin) Shared(hire transport.Hire) fit.Method { return m.variant().Shared(hire) }

func (m *ClassCoin) variant() variant {
	return variant{rule: Rule{Smoothing: m.Smoothing, Uniform: m.UniformPrior, Tie: fit.TieRow}}
}
