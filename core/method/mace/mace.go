// Package mace separates workers who know the truth from those who spam: the multi-annotator
// competence estimation of Hovy et al.
//
// Task i has a true class, all equally likely. For each label worker j either copies the truth,
// with probability θ_j, or spams: says l with probability ξ_jl whatever the truth. So
//
//	P(y_ij = l | truth k) = θ_j [l = k] + (1 − θ_j) ξ_jl
//
//	paper          here
//	T_i, A_ij      the truth and the labels y_ij
//	S_ij           whether worker j spams on task i: summed out
//	θ_j            competence; the paper's θ_j is the probability of spamming
//	ξ_j            chain.strategy
//
// Variational Bayes, the default, has the paper's priors θ_j ~ Beta(½, ½) and ξ_j ~ Dirichlet(10),
// and the evidence lower bound as its objective. EM adds 0.01/K to each expected count, as in the
// authors' program; its objective is the log-likelihood plus the log density of the parameters
// under these pseudo-counts, up to a constant. Neither ever falls.
//
// The fit runs from several starts, the first without preference and the others drawn from the seed
// and from what each worker said, so that the order of the rows does not matter. Departure: after the
// first steps only the best continues, as the others seldom catch up (short runs, Biernacki et al.
// 2003). A drawn start must lead the first by more than 1, since unfinished runs towards the same end
// differ by as much.
//
// crowd-kit 1.4.1 has these posteriors only where workers and classes first occur in the order of
// their names: it numbers both by first occurrence, and takes the counts for ξ from a table sorted
// by name, so that otherwise a worker spams as another one does, or with another class. Its answers
// change with the order of the rows. On zencrowd that happens to help: it has 84.7 % of tasks right,
// and 79.1 %, as we have, once workers and classes are renamed to be in order. Its ten restarts draw
// the same numbers ten times.
//
// A fit has converged once the objective has moved by less than 1e-7 per label in each of nine steps,
// or sooner where there are many (fit.GainSettled).
//
// The posterior is that of the expected log parameters, so the confusion matrices returned are
// those that imply it, not their means.
//
// Dirk Hovy, Taylor Berg-Kirkpatrick, Ashish Vaswani, Eduard Hovy. Learning whom to trust with
// MACE. NAACL-HLT 2013.
package mace

import (
	"cmp"
	"errors"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Reasons why MACE can't run.
var (
	ErrNumbers = errors.New("it tells copies of the truth from other labels, and these labels are numbers")
	ErrOne     = errors.New("it tells who knows the truth from who does not, and these data have fewer than two classes")
)

// MACE is the method of Hovy et al. 2013.
type MACE struct {
	EM       bool // expectation maximisation in place of variational Bayes
	Restarts int  // how many starts; 0: 10, as in the paper
}

var _ fit.Method = (*MACE)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m MACE) WithDefaults() MACE {
	m.Restarts = cmp.Or(m.Restarts, 10)
	return m
}

// Uses implements fit.Method.
func (*MACE) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers),
		fit.Need(!has.Anonymous, crowd.ErrAnonymous), fit.Need(has.Classes >= 2, ErrOne))
}

// Start implements fit.Method.
func (m *MACE) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	restarts := m.WithDefaults().Restarts
	shared := newModel(d, m.EM, s.Pause)
	f := &race{chains: []*chain{shared.plain()}}
	if restarts > 1 {
		profiles := crowd.Profiles(d)
		for n := 1; n < restarts; n++ {
			f.chains = append(f.chains, shared.drawn(crowd.Hash(s.Seed, uint64(n)), profiles))
		}
	}
	return f, shared.work.Err()
}

// Only the best chain continues after trial steps; its objective must exceed that of the first by
// lead.
const (
	trial = 20
	lead  = 1
)

// race is MACE at work.
type race struct {
	chains []*chain
	steps  int
}

// Step makes one iteration on every running chain. Until the trial is over Objective is that of the
// first, then of the best. Change is the mean over workers of |Δ competence|, the largest of all
// chains.
func (f *race) Step() (fit.Step, error) {
	change := 0.0
	for _, c := range f.chains {
		c.iterate()
		change = max(change, c.change)
	}
	f.steps++
	if f.steps == trial {
		best := f.chains[0]
		for _, c := range f.chains[1:] {
			if c.objective > max(best.objective, f.chains[0].objective+lead) {
				best = c
			}
		}
		f.chains = []*chain{best}
	}
	return fit.Step{Objective: f.chains[0].objective, Change: change, Flips: -1}, f.chains[0].work.Err()
}

// Settled implements fit.Settler: the chain that was chosen is at rest.
func (f *race) Settled(trace []fit.Step) bool {
	d := f.chains[0].d
	return len(f.chains) == 1 && fit.GainSettled(trace, d.Tasks, d.Len())
}

func (f *race) Estimate() *crowd.Estimate {
	c := f.chains[0]
	d, k := c.d, c.d.Classes
	e := &crowd.Estimate{
		Posterior: make([]float64, d.Tasks*k),
		Prior:     make([]float64, k),
		Confusion: make([]float64, d.Workers*k*k),
		Extra:     []crowd.Column{crowd.NewColumn(crowd.OfWorker, "competence", "Competence", c.competence)},
	}
	prob.Uniform(e.Prior)
	for i := range d.Tasks {
		c.posterior(i, e.Posterior[i*k:(i+1)*k])
	}
	for j := range d.Workers {
		for t := range k {
			row := e.Confusion[(j*k+t)*k : (j*k+t+1)*k]
			for l := range row {
				row[l] = c.spams[j] * c.strategy[j*k+l]
			}
			row[t] += c.knows[j]
			prob.Normalize(row)
		}
	}
	return e
}
