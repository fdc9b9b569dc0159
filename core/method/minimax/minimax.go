// Package minimax is regularised minimax conditional entropy, after Zhou et al.: confusion
// matrices of workers and of tasks together.
//
// Of all distributions of labels with the observed counts by worker and class, and by task
// and class, take that of the highest entropy given the truth, and of all truths that for
// which this entropy is lowest. The first is
//
//	P(y_ij = l | z_i = k) = exp(σ_jkl + τ_ikl) / Σ_l' exp(σ_jkl' + τ_ikl')
//
//	paper       here
//	X, Y        labels y_ij and truth z_i
//	σ_j(k, l)   worker: how worker j mistakes k for l
//	τ_i(k, l)   task: how task i, if it is of class k, is mistaken for l
//	α, β        model.ofWorker and ofTask, the strength of the regularisation
//	γ           Gamma: α = γ K², β = α · labels a worker / labels a task
//
// The dual problem, with both kinds of regularisation and with the entropy of the truth, is to
// maximise
//
//	Σ_i log Σ_k (1/K) Π_j P(y_ij | k) − ½ α Σ σ_jkl² − ½ β Σ τ_ikl²
//
// which is the objective here and never falls. A step moves all σ, then all τ, and then the
// posterior q_ik ∝ Π_j P(y_ij | k), the paper's coordinate ascent. It starts from vote shares,
// σ = 0 and τ = 0.
//
// Given q the problem is concave, and each row of each worker and each task stands alone.
// Moves of a row are by Böhning's bound: the curvature of log Σ exp is at most ½ in every
// direction, so with n the labels that count for the row and g its slope,
//
//	σ_jk += g / (n/2 + α)
//
// never lowers the objective, and needs no search (Böhning 1992). The paper goes to the top
// of each; here it is a few moves on each side before q is found anew (generalised EM), with the
// same end. The paper chooses γ by cross-validation; the authors' program has ¼.
//
// Where classes are many and labels of a worker few, ¼ holds σ and τ so near to 0 that every
// class is as probable as any other: the posterior weakens σ, which weakens the posterior. So it
// is on labelme (8 classes, 43 labels a worker) and on music (10, 67), which are wrong on 20.4
// and 28.6 % with γ = 0.01. Smaller γ is worse where labels are many, so the default stays, and
// such a fit carries a warning.
//
// A fit has converged once the objective has moved by less than 1e-7 per label in each of nine
// steps, and one label in ten thousand at most has changed in 25.
//
// Confusion matrices are those of the workers on a task with τ = 0.
//
// Dengyong Zhou, John Platt, Sumit Basu, Yi Mao. Learning from the wisdom of crowds by
// minimax entropy. NIPS 2012. Dengyong Zhou, Qiang Liu, John Platt, Christopher Meek.
// Aggregating ordinal labels from crowds by minimax conditional entropy. ICML 2014. With
// Nihar Shah: Regularized minimax conditional entropy for crowdsourcing. 2015,
// arXiv:1503.07240. Dankmar Böhning. Multinomial logistic regression algorithm. Annals of
// the Institute of Statistical Mathematics 44, 1992.
package minimax

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/humanize"
)

// Reasons why Minimax can't run.
var (
	ErrNumbers = errors.New("it learns how classes are mistaken for each other, and these labels are numbers")
	ErrOne     = errors.New("it tells classes apart, and these data have fewer than two")
)

// Minimax is the method of Zhou et al. 2014 for classes without an order.
type Minimax struct {
	Gamma float64 // γ; 0: 0.25
}

var _ fit.Method = Minimax{}

// WithDefaults replaces zero fields by their defaults.
func (m Minimax) WithDefaults() Minimax {
	m.Gamma = cmp.Or(m.Gamma, 0.25)
	return m
}

// Uses implements fit.Method.
func (Minimax) Uses(has crowd.Parts) (crowd.Parts, error) {
	switch {
	case has.Numeric:
		return crowd.Parts{}, ErrNumbers
	case has.Anonymous:
		return crowd.Parts{}, crowd.ErrAnonymous
	case has.Classes < 2:
		return crowd.Parts{}, ErrOne
	}
	return crowd.Parts{Gold: has.Gold, Repeat: has.Repeat}, nil
}

// Start implements fit.Method.
func (m Minimax) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newModel(d, m.WithDefaults().Gamma, s)
	return f, f.work.Err()
}

// A task is undecided if its most probable class is no more than unmoved above 1/K although its
// votes prefer one. More than mostUndecided of the tasks are a sign of too much regularisation: on
// seventeen sets of real crowds it is all of them on labelme and music, and hardly any on the others.
const (
	unmoved       = .01
	mostUndecided = .1
)

// Warnings implements fit.Warner.
func (f *model) Warnings() []error {
	k, voted, undecided := f.d.Classes, 0, 0
	shares := make([]float64, k)
	for i := range f.d.Tasks {
		f.d.Smoothed(i, shares)
		if _, tied := crowd.Best(shares, i, f.seed); tied || f.d.Truth(i) != crowd.Unknown {
			continue
		}
		voted++
		if slices.Max(f.truth[i*k:(i+1)*k]) < 1/float64(k)+unmoved {
			undecided++
		}
	}
	if float64(undecided) <= mostUndecided*float64(voted) {
		return nil
	}
	return []error{fmt.Errorf("it could not decide %s of %s on which votes prefer a class, because the regularisation outweighs the labels: "+
		"set gamma ten or more times lower, or take another method", humanize.Number(undecided), humanize.Count(voted, "task"))}
}

// Posterior implements fit.Believer.
func (f *model) Posterior() []float64 { return append([]float64(nil), f.truth...) }

// Estimate implements fit.Fit. The difficulty of a task is by how much its wrong labels are
// favoured over the right one, in logarithms, given the posterior.
func (f *model) Estimate() *crowd.Estimate {
	d, k := f.d, f.d.Classes
	e := &crowd.Estimate{
		Posterior: f.Posterior(), Prior: make([]float64, k), Confusion: append([]float64(nil), f.worker.log...),
		Extra: []crowd.Column{{Name: "difficulty", Title: "Difficulty", Of: crowd.OfTask, Values: make([]float64, d.Tasks)}},
	}
	prob.Uniform(e.Prior)
	for at := 0; at < len(e.Confusion); at += k {
		prob.Softmax(e.Confusion[at : at+k])
	}
	for i := range d.Tasks {
		for t, q := range f.truth[i*k : (i+1)*k] {
			row, sum := f.task.log[(i*k+t)*k:(i*k+t+1)*k], 0.0
			for _, x := range row {
				sum += x
			}
			e.Extra[0].Values[i] += q * ((sum-row[t])/float64(k-1) - row[t])
		}
	}
	return e
}
