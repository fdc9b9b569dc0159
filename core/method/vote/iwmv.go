package vote

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// IWMV is the iterative weighted majority vote of Li & Yu 2014, algorithm 1:
//
//	repeat  label_i = argmax_k Σ_j v_j [y_ij = k]
//	        w_j = share of j's labels that name label_i
//	        v_j = K·w_j − 1
//
// from v = 1 until no label changes. A worker at chance has no weight; a worse one votes against
// what was said.
//
// To first order about chance the weight is (K−1)/K times the log-odds log((K−1)w/(1−w)) of a
// one-coin worker (their section 4.2). So the posterior here is ∝ exp(K/(K−1)·Σ_j v_j [y_ij = k]),
// whose mode is their label.
//
// Hongwei Li and Bin Yu. Error rate bounds and iterative weighted majority voting for
// crowdsourcing. arXiv:1411.4086, 2014.
type IWMV struct {
	weighted
	lowest bool
}

var _ fit.Method = IWMV{}

// Start implements fit.Method.
func (m IWMV) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	k := float64(d.Classes)
	b := newBallot(d, s, m.lowest, k/max(k-1, 1))
	b.begin(s.Common, 1)
	return &iwmv{ballot: b, accuracy: slices.Clone(b.agreement())}, b.work.Err()
}

type iwmv struct {
	*ballot
	accuracy []float64 // w_j
}

// Step weighs the workers by the present labels and votes again. Change is the number of labels
// that changed, so any tolerance below one is the paper's rule.
func (m *iwmv) Step() (fit.Step, error) {
	for j, w := range m.agreement() {
		m.accuracy[j], m.weight[j] = w, 0
		if m.given[j] > 0 {
			m.weight[j] = float64(m.d.Classes)*w - 1
		}
	}
	flips := m.vote()
	return fit.Step{Objective: math.NaN(), Change: float64(flips), Flips: flips, Done: flips == 0}, m.failed()
}

func (m *iwmv) Estimate() *crowd.Estimate {
	return m.with(column("vote_agreement", "Agreement with the vote", m.accuracy), column("weight", "Weight", m.weight))
}
