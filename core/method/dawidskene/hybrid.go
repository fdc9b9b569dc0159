package dawidskene

import (
	"cmp"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
)

// DefaultGamma is where Hybrid turns from soft to hard (Sinha et al. 2018,
// section 4).
const DefaultGamma = 0.005

// Hybrid is DS until the class prior has nearly settled, then FDS. It traces
// the log-likelihood all the way, which may fall once steps are hard.
type Hybrid struct {
	Gamma        float64 // steps are hard after the first with Σ|Δp| < Gamma; 0: DefaultGamma
	Smoothing    float64 // as in DS
	UniformPrior bool    // as in DS
}

var _ fit.Resumer = (*Hybrid)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m Hybrid) WithDefaults() Hybrid {
	m.Gamma = cmp.Or(m.Gamma, DefaultGamma)
	return m
}

// Uses implements fit.Method.
func (*Hybrid) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m *Hybrid) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return m.variant().Start(d, s)
}

// Resume implements fit.Resumer.
func (m *Hybrid) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.variant().Resume(d, from, s)
}

// Shared implements transport.Sharer.
func (m *Hybrid) Shared(hire transport.Hire) fit.Method { return m.variant().Shared(hire) }

func (m *Hybrid) variant() variant {
	return variant{rule: Rule{Smoothing: m.Smoothing, Uniform: m.UniformPrior}, gamma: m.WithDefaults().Gamma}
}
