// Package cbcc is community-based Bayesian classifier combination, after Venanzi et al.:
// workers come in a few kinds, and those of a kind label alike.
//
//	p ~ Dir(1)   h ~ Dir(1)   φ_gk ~ Dir(β_k)
//	z_i ~ p   m_j ~ h   y_ij ~ φ_{m_j z_i}
//
//	paper       here
//	t_i         truth k of task i
//	p           class prior
//	M, m^(k)    G, Communities; m_j, the community g of worker j
//	h           how common each community is
//	π^(m)       φ_g, the confusion matrix of community g; β_k is Right on the diagonal, and
//	            Wrong spread over the other labels
//
// So a worker with few labels is soon known: they need only tell to which community the
// worker belongs, not what a matrix of one's own is.
//
// Mean field, q(z) q(m) q(p) q(h) q(φ), where c_jkl = Σ_i q_ik [y_ij = l] and r_jg = q(m_j = g):
//
//	q(p) = Dir(1 + Σ_i q_i)   q(h) = Dir(1 + Σ_j r_j)   q(φ_gk) = Dir(β_k + Σ_j r_jg c_jk)
//	r_jg ∝ exp(E log h_g + Σ_kl c_jkl E log φ_gkl)
//	q_ik ∝ exp(E log p_k + Σ_j Σ_g r_jg E log φ_gk[y_ij])
//
// Objective: the evidence lower bound, which never falls,
//
//	Σ_i log Σ_k exp(…) + Σ_jg r_jg (E log h_g − log r_jg) − KL(q(p)‖p) − KL(q(h)‖h) − Σ_gk KL(q(φ_gk)‖φ_gk).
//
// A start has the vote shares for q, and for each worker an r drawn evenly from all there
// are, by what the worker said (crowd.Profiles), so that the order of the rows does not
// matter. The start whose bound is highest when all have ended is the answer.
//
// A start has ended once a step moves the posteriors by less than 1e-4 in the mean. The best goes
// on: the fit has converged once all have ended and the objective has moved by less than 1e-7 per
// label in each of nine steps, and one label in ten thousand at most has changed in 25.
//
// Departures. In the paper a worker's matrix is that of the community with noise of its own, in
// logarithms, and inference is by message passing; here it is that of the community, as in
// the clustered model of Moreno et al., so that all updates are exact. The paper chooses the
// number of communities by the evidence; here those that are not needed stay empty.
//
// Matteo Venanzi, John Guiver, Gabriella Kazai, Pushmeet Kohli, Milad Shokouhi.
// Community-based Bayesian aggregation models for crowdsourcing. WWW 2014. Pablo Moreno,
// Antonio Artés-Rodríguez, Yee Whye Teh, Fernando Perez-Cruz. Bayesian nonparametric
// crowdsourcing. JMLR 16, 2015.
package cbcc

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Reasons why CBCC can't run.
var (
	ErrNumbers = errors.New("it finds communities by confusion matrices, and these labels are numbers")
	ErrOne     = errors.New("it tells classes apart, and these data have fewer than two")
)

// CBCC is the method of Venanzi et al. 2014, with the departures of the package comment.
type CBCC struct {
	Communities int     // at most; 0: 10
	Starts      int     // how many different starts; 0: 5
	Right       float64 // pseudo-count of the right label in each row; 0: 2
	Wrong       float64 // pseudo-count of all wrong labels of a row together; 0: 1
}

var _ fit.Method = (*CBCC)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m CBCC) WithDefaults() CBCC {
	m.Communities, m.Starts = cmp.Or(m.Communities, 10), cmp.Or(m.Starts, 5)
	m.Right, m.Wrong = cmp.Or(m.Right, 2), cmp.Or(m.Wrong, 1)
	return m
}

// Uses implements fit.Method.
func (*CBCC) Uses(has crowd.Parts) (crowd.Parts, error) {
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
func (m *CBCC) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	full := m.WithDefaults()
	shared := newModel(d, full, s)
	var chains []*chain
	profiles := crowd.Profiles(d)
	for n := range full.Starts {
		chains = append(chains, shared.draw(crowd.Hash(s.Seed, uint64(n)), profiles))
	}
	return &race{fit.NewRace(d, s, chains)}, shared.work.Err()
}

// race is CBCC at work: all starts side by side.
type race struct{ fit.Race[*chain] }

// Posterior implements fit.Believer.
func (f *race) Posterior() []float64 { return append([]float64(nil), f.Best().truth...) }

// Estimate implements fit.Fit. Prior and confusion matrices are posterior means; a worker's
// matrix is the mean of those of the communities that the worker may belong to. The
// community of a worker is the most probable one: 1 is that of the best workers, 2 the next
// in which there are any.
func (f *race) Estimate() *crowd.Estimate {
	c := f.Best()
	d, k, g := c.d, c.d.Classes, c.communities
	c.count()
	c.gather()
	e := &crowd.Estimate{
		Posterior: f.Posterior(), Prior: make([]float64, k), Confusion: make([]float64, d.Workers*k*k),
		Extra: []crowd.Column{{Name: "community", Title: "Community", Of: crowd.OfWorker, Values: make([]float64, d.Workers)}},
	}
	for t := range k {
		e.Prior[t] = classPrior + c.tasks[t]
	}
	prob.Normalize(e.Prior)
	mean, accuracy := make([]float64, g*k*k), make([]float64, g) // mean: row = truth
	for m := range g {
		for t := range k {
			row := mean[(m*k+t)*k : (m*k+t+1)*k]
			for l := range row {
				row[l] = c.matrix[(m*k+l)*k+t] + c.pseudo(t, l)
			}
			prob.Normalize(row)
			accuracy[m] += e.Prior[t] * row[t]
		}
	}
	likely := c.likely()
	order := slices.Compact(slices.Sorted(slices.Values(likely)))
	order = slices.DeleteFunc(order, func(m int) bool { return m < 0 })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(accuracy[b], accuracy[a]) })
	for j, m := range likely {
		for m, x := range c.member[j*g : (j+1)*g] {
			for n := range k * k {
				e.Confusion[j*k*k+n] += x * mean[m*k*k+n]
			}
		}
		e.Extra[0].Values[j] = math.NaN()
		if m >= 0 {
			e.Extra[0].Values[j] = float64(slices.Index(order, m) + 1)
		}
	}
	return e
}
