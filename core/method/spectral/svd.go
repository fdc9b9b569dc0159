package spectral

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
)

// errClose warns of singular values that can't be told apart.
var errClose = errors.New("the two largest singular values are all but equal, so the scores are not well determined")

// KOSSVD scores tasks by the leading left singular vector of A minus its column means, taken over
// all tasks so that missing labels become minus the worker's mean. The vector is signed so that at
// least half the squared mass of the right one, the workers' weights, is not negative. The program
// of Zhang et al. 2014 computes it, and their Table 2 calls it KOS.
type KOSSVD struct{ twoSided }

// GhoshSVD scores tasks by the leading left singular vector of A (Ghosh, Kale & McAfee 2011),
// signed to agree with more votes than not. Each connected part is decomposed by itself.
type GhoshSVD struct{ twoSided }

var (
	_ fit.Method = KOSSVD{}
	_ fit.Method = GhoshSVD{}
)

// Start implements fit.Method.
func (KOSSVD) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	return &decomposition{scores: newScores(d), solve: func(a side) (u, v []float64, err error) {
		mean := make([]float64, a.Workers)
		a.transposed(mean, slices.Repeat([]float64{1}, a.Tasks))
		floats.Scale(1/float64(a.Tasks), mean)
		u, v, err = a.singular(mean, s.Seed)
		positive := 0.0
		for _, x := range v {
			if x >= 0 {
				positive += x * x
			}
		}
		if positive < 0.5-nought {
			turn(u, v)
		}
		return u, v, err
	}}, nil
}

// Start implements fit.Method.
func (GhoshSVD) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	parts := split(&d.Labels)
	return &decomposition{scores: newScores(d), solve: func(a side) (task, worker []float64, doubt error) {
		task, worker = make([]float64, a.Tasks), make([]float64, a.Workers)
		for n := range parts {
			p := &parts[n]
			b := side{&p.Labels, a.l}
			u, v, err := b.singular(make([]float64, p.Workers), s.Seed)
			if err != nil {
				doubt = err
			}
			if u == nil {
				continue // every repeated label takes the one before back
			}
			agree := 0.0
			for i, x := range b.votes() {
				agree += float64(cmp.Compare(u[i], 0)) * x
			}
			if agree < 0 {
				turn(u, v)
			}
			p.spread(task, worker, u, v)
		}
		return task, worker, doubt
	}}, nil
}

// turn changes the sign of both vectors.
func turn(u, v []float64) {
	floats.Scale(-1, u)
	floats.Scale(-1, v)
}

// spread writes what was found out about the part into the whole.
func (p *part) spread(task, worker, u, v []float64) {
	for i, x := range u {
		task[p.task[i]] = x
	}
	for j, x := range v {
		worker[p.worker[j]] = x
	}
}

// singular returns the leading singular vectors of A − 1·meanᵀ: v, the leading eigenvector of its
// Gram matrix, which is never formed (a product costs O(labels)), and u, nil if the matrix is zero.
func (s side) singular(mean []float64, seed uint64) (u, v []float64, err error) {
	u = make([]float64, s.Tasks)
	times := func(x []float64) {
		s.times(u, x)
		floats.AddConst(-floats.Dot(mean, x), u)
	}
	gram := func(y, x []float64) {
		times(x)
		total := floats.Sum(u)
		s.transposed(y, u)
		floats.AddScaled(y, -total, mean)
	}
	start := make([]float64, s.Workers)
	gram(start, slices.Repeat([]float64{1}, s.Workers)) // how far each worker agrees with the vote
	_, v, ok := leading(gram, start, rand.New(rand.NewPCG(seed, uint64(s.l))))
	times(v)
	norm := floats.Norm(u, 2)
	if norm == 0 {
		return nil, nil, nil
	}
	floats.Scale(1/norm, u)
	if !ok {
		err = errClose
	}
	return u, v, err
}
