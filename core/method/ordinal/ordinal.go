// Package ordinal takes classes as steps of a scale, and workers as observers of it who are biased and more or less precise.
//
// Task i has a true class z_i, k with probability p_k. Worker j perceives it as a place on a line on which the classes are one
// apart,
//
//	u_ij = z_i + b_j + ε/a_j,   ε standard logistic,
//
// and says l if t_l < u_ij ≤ t_l+1, by thresholds t_1 < … < t_K−1 that all workers share (t_0 = −∞, t_K = ∞). Now and then,
// with probability e_j, the worker doesn't look and guesses l with probability g_jl. So
//
//	P(y_ij = l | z_i = k) = (1 − e_j) (F(h) − F(o)) + e_j g_jl,   F(x) = 1/(1 + exp(−x))
//	h = a_j (t_l+1 − k) − β_j,   o = a_j (t_l − k) − β_j,   β_j = a_j b_j
//
// a_j is the precision and b_j the bias: above 0, the worker says too much. A worker has K + 2 free parameters where a confusion
// matrix has K(K − 1), and what is learnt of one class holds for its neighbours.
//
// This is the cumulative model for ordered categories (McCullagh 1980) with raters as in Johnson 1996, and with guesses, since crowds
// have workers who don't look. (Lakshminarayanan & Teh 2013 model crowds on a scale too, with difficult tasks, by variational
// Bayes.) Departures: Johnson's truth is a number and its noise normal; here the truth is
// a class, so that its posterior is exact, and the noise logistic, which costs no integral. Johnson gives each rater thresholds
// of his own; here they are shared, moved by b_j and stretched by a_j. It is fitted by EM in place of sampling.
//
// The objective is the log posterior, up to a constant, under
//
//	a_j ~ N(ā, 2²), β_j ~ N(0, 2²), t_l ~ N(l − ½, ½²), e_j ~ Beta(2, 10), g_j ~ Dirichlet(2), p ~ Dirichlet(2)
//
// ā, the precision of a typical worker, is learnt. (An a of 4 names an inner class rightly in 76 % of all cases, 6 in 91 %, so that
// a standard deviation of 2 spans most workers; a guess in ten labels is the mode of e.) It never falls: q and e have closed forms,
// and the rest is a concave function of (a_j, β_j) and of each threshold (Burridge 1981 for the difference of log-concave
// distribution functions), of which each step takes a Newton step, halved until it rises.
//
// Peter McCullagh. Regression models for ordinal data. Journal of the Royal Statistical Society B 42, 1980.
// Valen E. Johnson. On Bayesian analysis of multirater ordinal data. Journal of the American Statistical Association 91, 1996.
// Balaji Lakshminarayanan, Yee Whye Teh. Inferring ground truth from multi-annotator ordinal data. arXiv:1305.0015, 2013.
package ordinal

import (
	"errors"

	"concord/core/crowd"
	"concord/core/fit"
)

// Reasons why it can't run.
var (
	ErrNumbers = errors.New("it takes labels as steps of a scale, and these are numbers; bias and precision takes numbers")
	ErrOne     = errors.New("it tells the steps of a scale apart, and these data have fewer than two classes")
)

// Ordinal is the method. It takes the classes in the order of their numbers.
type Ordinal struct{}

var _ fit.Method = Ordinal{}

// Uses implements fit.Method.
func (Ordinal) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers),
		fit.Need(!has.Anonymous, crowd.ErrAnonymous), fit.Need(has.Classes >= 2, ErrOne))
}

// Start implements fit.Method.
func (Ordinal) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	m := newModel(d, s)
	return m, m.work.Err()
}
