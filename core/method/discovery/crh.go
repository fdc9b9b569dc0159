package discovery

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// CRH is conflict resolution on heterogeneous data (Li et al. 2014), which surveys of
// crowdsourcing call PM as well (Zheng et al. 2017): minimise Σ_j w_j D_j where weights
// are bounded by Σ_j exp(−w_j) = 1. So, for given truths,
//
//	w_j = −log(D_j / Σ_j' D_j')
//
// Here, as in the program of Zheng et al., the largest loss takes the place of the sum, which
// tells workers apart more clearly where there are many:
//
//	w_j = −log(D_j / max_j' D_j')
//
// A worker who never differs would get an infinite weight; D_j is at least 10⁻⁷ of the
// largest, as there. Workers give different numbers of labels, so D_j is the mean loss of a
// label; Sum has it a sum, as that program does, which takes who labels much for bad.
//
// Of numbers, d is |x − y| divided by the standard deviation of the task's labels, and the
// truth the weighted median (normalised absolute deviation); a task whose labels are all
// the same tells nothing of its workers.
//
// Qi Li, Yaliang Li, Jing Gao, Bo Zhao, Wei Fan, Jiawei Han. Resolving conflicts in
// heterogeneous data by truth discovery and source reliability estimation. SIGMOD 2014.
// Yudian Zheng, Guoliang Li, Yuanbing Li, Caihua Shan, Reynold Cheng. Truth inference in
// crowdsourcing: is the problem solved? PVLDB 10(5), 2017.
type CRH struct {
	Sum bool // losses are added up, not averaged
}

var _ fit.Method = CRH{}

// leastShare bounds a loss, relative to the largest, from below.
const leastShare = 1e-7

// Uses implements fit.Method.
func (CRH) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (m CRH) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Numeric() {
		return startNumbers(d, m, absolute{}, s.Pause)
	}
	return startVotes(d, m, s.Pause)
}

// weigh implements weigher.
func (m CRH) weigh(loss, labels, weight []float64) {
	top := 0.0
	for j, d := range loss {
		if !m.Sum && labels[j] > 0 {
			d /= labels[j]
		}
		weight[j] = d
		top = max(top, d)
	}
	for j, d := range weight {
		weight[j] = 1
		if top > 0 {
			weight[j] = prob.Log(1 / max(d/top, leastShare))
		}
	}
}
