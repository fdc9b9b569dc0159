package spectral

import (
	"errors"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// errVote says that the vote was the better start.
var errVote = errors.New("labels left out are more probable under the majority vote than under the spectral start, so EM began with the " +
	"vote, as Dawid–Skene does; start=spectral is the paper's way")

// foretells reports whether the spectral start foretells labels that it has not seen at least as well
// as the majority vote. Folds and likelihood are those of CrossValidate, with the shares of the
// classes under the start as their prior; each start has the Δ that suits it best. A fold without a
// spectral start says nothing.
func foretells(d *crowd.Dataset, group []int, s fit.Settings) (bool, error) {
	var spectral, vote [len(deltas)]float64
	empty := 1 / float64(d.Classes)
	err := leftOut(d, group, s, func(in, out *crowd.Dataset, raw []float64) {
		voted := newEM(in, nil, empty)
		for n, delta := range deltas {
			f := newEM(in, raised(raw, d.Classes, delta), empty)
			f.expect()
			spectral[n] += f.foretold(out, delta)
			vote[n] += voted.foretold(out, delta)
		}
	})
	return floats.Max(spectral[:]) >= floats.Max(vote[:]), err
}

// foretold is the log-likelihood of labels under the matrices of f, raised to Δ, and its shares of the classes.
func (f *em) foretold(d *crowd.Dataset, delta float64) float64 {
	return likelihood(d, raised(f.confusion, d.Classes, delta), f.shares(1))
}

// shares are those of the classes among the tasks with evidence, each with so many pseudo-tasks.
func (f *em) shares(pseudo float64) []float64 {
	k := f.d.Classes
	shares := make([]float64, k)
	for c := range shares {
		shares[c] = pseudo
	}
	for i := range f.d.Tasks {
		if f.d.HasEvidence(i) {
			floats.Add(shares, f.posterior[i*k:(i+1)*k])
		}
	}
	if !prob.Normalize(shares) {
		copy(shares, f.prior)
	}
	return shares
}

// leftOut calls visit for each fifth of the tasks with the data without its labels, with these alone,
// and with stage 1 of the former before it is raised. It omits fifths that have no moments.
func leftOut(d *crowd.Dataset, group []int, s fit.Settings, visit func(in, out *crowd.Dataset, raw []float64)) error {
	fold := fifths(d)
	for f := range folds {
		if s.Pause != nil {
			if err := s.Pause(); err != nil {
				return err
			}
		}
		in, out := parted(d, fold, f)
		raw, err := newMoments(in, group).solved(rand.New(rand.NewPCG(s.Seed, uint64(f))))
		if err == nil {
			visit(in, out, raw)
		}
	}
	return nil
}
