package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
)

// OneCoin is Dawid–Skene with one accuracy for each worker: j names the truth
// with probability s_j, and each of the other classes with (1−s_j)/(K−1),
// whatever the truth is. A matrix has one number to learn instead of K(K−1).
//
// M-step:  s_j = Σ_i q_i,y_ij / n_j, the expected share of j's labels that are right.
//
// Objective, start and all else are those of DS. Smoothing counts in every
// cell of the matrix, so as K pseudo-labels that are right and K(K−1) wrong.
//
// Yuchen Zhang, Xi Chen, Dengyong Zhou, Michael Jordan. Spectral methods meet
// EM. NeurIPS 2014, section 2 (the one-coin model).
type OneCoin struct {
	Smoothing    float64 // as in DS
	UniformPrior bool    // as in DS
}

var _ fit.Resumer = (*OneCoin)(nil)

// Uses implements fit.Method.
func (*OneCoin) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m *OneCoin) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return m.variant().Start(d, s)
}

// Resume implements fit.Resumer.
func (m *OneCoin) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.variant().Resume(d, from, s)
}

// Shared implements transport.Sharer.
func (m *OneCoin) Shared(hire transport.Hire) fit.Method { return m.variant().Shared(hire) }

func (m *OneCoin) variant() variant {
	return variant{rule: Rule{Smoothing: m.Smoothing, Uniform: m.UniformPrior, Tie: fit.TieMatrix}}
}

// pool spreads the counts of one worker (label before truth) evenly over the
// cells that are tied. Normalised by row they are then the tied model's M-step.
func pool(t fit.Tie, counts []float64, classes int) {
	if t == fit.TieNone || classes < 2 {
		return
	}
	right, wrong := 0.0, 0.0
	for k := range classes {
		off := 0.0
		for l := range classes {
			if l != k {
				off += counts[l*classes+k]
			}
		}
		right += counts[k*classes+k]
		wrong += off
		for l := range classes {
			if l != k {
				counts[l*classes+k] = off / float64(classes-1)
			}
		}
	}
	if t == fit.TieRow {
		return
	}
	right /= float64(classes)
	wrong /= float64(classes * (classes - 1))
	for n := range counts {
		counts[n] = wrong
	}
	for k := range classes {
		counts[k*classes+k] = right
	}
}
