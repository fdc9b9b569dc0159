// Package ebcc is the enhanced Bayesian classifier combination of Li et al.: Dawid–Skene
// for workers whose mistakes go together.
//
// Dawid–Skene takes workers to err independently of each other where the truth is known.
// But some tasks of a class look like another class to everybody. Here every class is a
// mixture of subtypes of task, and each worker has a row of a confusion matrix for each
// subtype, so that what a subtype looks like is shared by all who see it:
//
//	τ ~ Dir(α)   π_k ~ Dir(a/G)   v_jkg ~ Dir(β_k)
//	z_i ~ τ   g_i ~ π_{z_i}   y_ij ~ v_j z_i g_i
//
//	paper      here
//	z_i, g_i   truth k of task i, and its subtype g of G
//	M          G, Subtypes
//	ρ_ikm      chain.joint, q(z_i = k, g_i = g)
//	τ, α       class prior; α = 1 for each class
//	π_k, a_π   shares of the subtypes of class k; a is Concentration
//	v_jkm, β   rows of worker j's matrices; β_k is Right on the diagonal, Wrong spread
//	           over the other labels
//
// Mean field, q(z, g) q(τ) q(π) q(v), coordinate by coordinate, where n are the expected
// counts of tasks and labels:
//
//	ρ_ikg ∝ exp(E log τ_k + E log π_kg + Σ_j E log v_jkg[y_ij])
//	q(τ) = Dir(α + n_k)   q(π_k) = Dir(a/G + n_kg)   q(v_jkg) = Dir(β_k + n_jkg)
//
// Objective: the evidence lower bound, which never falls,
//
//	Σ_i log Σ_kg exp(…) − KL(q(τ)‖τ) − Σ_k KL(q(π_k)‖π_k) − Σ_jkg KL(q(v_jkg)‖v_jkg).
//
// A start gives each class of a task its share of the votes, and splits that at random
// over the subtypes. The start whose bound is highest when all have ended is the answer.
//
// A start has ended once a step moves the posteriors by less than 1e-4 in the mean. The best goes
// on: the fit has converged once all have ended and the objective has moved by less than 1e-7 per
// label in each of nine steps, and one label in ten thousand at most has changed in 25.
//
// Departures. The paper has ten subtypes, a = 0.1, a prior of four right labels and one of
// each wrong one, α the votes of each class, and takes the best of forty starts. Here it
// is three, 1, the prior of IBCC (2 and 1 in all), 1 and five: the prior does not grow with
// the number of classes, and a fit takes seconds. All but α can be set. The splits are
// drawn by what was voted (crowd.Profiles), so that the order of the rows does not matter.
//
// Yuan Li, Benjamin Rubinstein, Trevor Cohn. Exploiting worker correlation for label
// aggregation in crowdsourcing. ICML 2019.
package ebcc

import (
	"cmp"
	"errors"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Reasons why EBCC can't run.
var (
	ErrNumbers = errors.New("it finds subtypes of classes, and these labels are numbers")
	ErrOne     = errors.New("it tells classes apart, and these data have fewer than two")
)

// EBCC is the method of Li et al. 2019.
type EBCC struct {
	Subtypes      int     // of each class; 0: 3
	Starts        int     // how many different starts; 0: 5
	Right         float64 // pseudo-count of the right label in each row; 0: 2
	Wrong         float64 // pseudo-count of all wrong labels of a row together; 0: 1
	Concentration float64 // pseudo-count of all subtypes of a class together; 0: 1
}

var _ fit.Method = (*EBCC)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m EBCC) WithDefaults() EBCC {
	m.Subtypes, m.Starts = cmp.Or(m.Subtypes, 3), cmp.Or(m.Starts, 5)
	m.Right, m.Wrong, m.Concentration = cmp.Or(m.Right, 2), cmp.Or(m.Wrong, 1), cmp.Or(m.Concentration, 1)
	return m
}

// Uses implements fit.Method.
func (*EBCC) Uses(has crowd.Parts) (crowd.Parts, error) {
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
func (m *EBCC) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	full := m.WithDefaults()
	shared := newModel(d, full, s)
	var chains []*chain
	keys := shared.keys(crowd.Profiles(d))
	for n := range full.Starts {
		chains = append(chains, shared.split(crowd.Hash(s.Seed, uint64(n)), keys))
	}
	return &race{fit.NewRace(d, s, chains)}, shared.work.Err()
}

// race is EBCC at work: all starts side by side.
type race struct{ fit.Race[*chain] }

// Posterior implements fit.Believer.
func (f *race) Posterior() []float64 { return f.Best().posterior() }

// Estimate implements fit.Fit. Prior, confusion matrices and the shares of subtypes are
// posterior means; a worker's matrix is the mean of those of the subtypes.
func (f *race) Estimate() *crowd.Estimate {
	c := f.Best()
	d, k, g := c.d, c.d.Classes, c.subtypes
	c.count()
	e := &crowd.Estimate{
		Posterior: c.posterior(), Prior: make([]float64, k), Confusion: make([]float64, d.Workers*k*k),
		Extra: []crowd.Column{{Name: "subtypes", Title: "Subtypes", Of: crowd.OfClass, Values: make([]float64, k)}},
	}
	shares := make([]float64, k*g)
	for t := range k {
		e.Prior[t] = classPrior
		row := shares[t*g : (t+1)*g]
		for n := range row {
			e.Prior[t] += c.tasks[t*g+n]
			row[n] = c.tasks[t*g+n] + c.concentration/float64(g)
		}
		prob.Normalize(row)
		e.Extra[0].Values[t] = perplexity(row)
	}
	prob.Normalize(e.Prior)
	row := make([]float64, k)
	for j := range d.Workers {
		for n, share := range shares {
			t := n / g
			for l := range row {
				row[l] = c.labels[(j*k+l)*k*g+n] + c.pseudo(t, l)
			}
			prob.Normalize(row)
			for l, p := range row {
				e.Confusion[(j*k+t)*k+l] += share * p
			}
		}
	}
	return e
}

// perplexity is how many equally common kinds vary as much as p.
func perplexity(p []float64) float64 {
	entropy := 0.0
	for _, x := range p {
		if x > 0 {
			entropy -= x * prob.Log(x)
		}
	}
	return prob.Exp(entropy)
}
