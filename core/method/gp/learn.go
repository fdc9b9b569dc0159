package gp

import (
	"math"

	"gonum.org/v1/gonum/optimize"
)

// grid chooses the kernel to start from: ML-II has several optima. It looks at
// some of the tasks only.
func (p *problem) grid() (*Kernel, error) {
	room := &p.fit.look
	features := len(p.fit.x[0])
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
			e, err := newEP(newExact(k, room.workspace), len(room.rows), p.factors(room.rows))
			if err != nil {
				continue
			}
			if _, _, err := e.run(settledTrial, trialSweeps); err != nil {
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

// learn is one round of ML-II: L-BFGS on log Z by the logarithms of the
// kernel's parameters, EP warm-started from one evaluation to the next.
func (p *problem) learn() error {
	room, features := &p.fit.learn, len(p.fit.x[0])
	fs := p.factors(room.rows)
	type point struct {
		x []float64
		z float64
		g []float64
	}
	evaluate := func(at []float64) *point {
		kernel, held := clamped(at, features)
		pt := &point{x: append([]float64(nil), at...), z: math.Inf(-1), g: make([]float64, len(at))}
		pr := newExact(kernel, room.workspace)
		e, err := newEP(pr, len(room.rows), fs)
		if err != nil { // sites of another kernel
			if e, err = newEP(pr, len(room.rows), emptied(fs)); err != nil {
				return pt
			}
		}
		if _, _, err := e.run(settledTrial, trialSweeps); err != nil {
			return pt
		}
		pt.z, pt.g = e.logZ(), pr.gradient()
		for i, h := range held {
			if h {
				pt.g[i] = 0
			}
		}
		return pt
	}
	start := p.kernel.params()
	best := evaluate(start)
	last := best
	at := func(x []float64) *point {
		if !equal(last.x, x) {
			last = evaluate(x)
			if last.z > best.z {
				best = last
			}
		}
		return last
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 { return -at(x).z },
		Grad: func(g, x []float64) {
			for i, v := range at(x).g {
				g[i] = -v
			}
		},
	}
	_, _ = optimize.Minimize(problem, start, // a line search that fails still leaves the best point
		&optimize.Settings{
			FuncEvaluations: roundEvals, GradientThreshold: 0.5,
			Converger: &optimize.FunctionConverge{Absolute: settledLogZ / 2, Iterations: 1},
		}, &optimize.LBFGS{})
	p.kernel, _ = clamped(best.x, features)
	return p.rebuild()
}

func equal(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
