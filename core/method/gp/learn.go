package gp

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"
)

// grid chooses the kernel to start from: ML-II has several optima. It looks at
// a subset of the tasks only.
func (p *problem) grid() (*Kernel, error) {
	x := p.fit.x
	keep := p.sample(subsetOfGrid)
	some := make([][]float64, len(keep))
	for n, r := range keep {
		some[n] = x[r]
	}
	features := len(x[0])
	root := math.Sqrt(float64(max(features, 1)))
	lengths := 1
	if p.fit.method.ARD {
		lengths = features
	}
	var best *Kernel
	most := math.Inf(-1)
	for _, length := range []float64{0.5, 1, 2, 4} {
		for _, scale := range []float64{1, 3} {
			k := &Kernel{Scale: scale, Length: make([]float64, lengths)}
			for d := range k.Length {
				k.Length[d] = length * root
			}
			e, err := newEP(newExact(k, some), len(some), p.factors(keep))
			if err != nil {
				continue
			}
			if _, _, err := e.run(1e-2, 10); err != nil {
				continue
			}
			if z := e.logZ(); z > most {
				best, most = k, z
			}
		}
	}
	if best == nil {
		return nil, errIndefinite
	}
	return best, nil
}

// sample draws n rows of x (all, if there are no more), among those with labels:
// the others say nothing about the kernel.
func (p *problem) sample(n int) []int {
	rows := p.fit.labelled()
	if len(rows) <= n {
		return rows
	}
	src := rand.New(rand.NewPCG(p.fit.seed, 0x6b65726e656c))
	src.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
	return rows[:n]
}

// learn is one round of ML-II: L-BFGS on log Z by the logarithms of the
// kernel's parameters, EP warm-started from one evaluation to the next.
func (p *problem) learn() error {
	features := len(p.fit.x[0])
	type point struct {
		x []float64
		z float64
		g []float64
	}
	var last *point
	evaluate := func(at []float64) *point {
		if last != nil && equal(last.x, at) {
			return last
		}
		kernel, held := clamped(at, features)
		was := p.kernel
		p.kernel = kernel
		pt := &point{x: append([]float64(nil), at...), z: math.Inf(-1), g: make([]float64, len(at))}
		if p.rebuild() == nil {
			if _, _, err := p.ep.run(settledSites, maxSweeps); err == nil {
				pt.z = p.ep.logZ()
				pt.g = p.ep.gradient(p.ep.prior.(*exact))
				for i, h := range held {
					if h {
						pt.g[i] = 0
					}
				}
			}
		} else {
			p.kernel = was
		}
		last = pt
		return pt
	}
	start := p.kernel.params()
	best := evaluate(start)
	problem := optimize.Problem{
		Func: func(at []float64) float64 {
			pt := evaluate(at)
			if pt.z > best.z {
				best = pt
			}
			return -pt.z
		},
		Grad: func(g, at []float64) {
			for i, v := range evaluate(at).g {
				g[i] = -v
			}
		},
	}
	_, _ = optimize.Minimize(problem, start, // a line search that fails still leaves the best point
		&optimize.Settings{FuncEvaluations: roundEvals, GradientThreshold: 1e-2}, &optimize.LBFGS{})
	p.kernel, _ = clamped(best.x, features)
	if err := p.rebuild(); err != nil {
		return err
	}
	p.logZ = best.z
	return nil
}

func equal(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
