package gp

import (
	"math"
	"slices"

	"concord/core/prob"
)

// starts returns the kernels to start from. ML-II has several optima: commonly one where neighbours
// say little of each other and one where all tasks hang together, and with noisy labels a few tasks
// can't tell which is higher. So begin tries the best short and the best long length-scales on more
// tasks. It does not when reliabilities are learned too: a kernel fitted to the initial ones can
// lead to the mirrored solution.
func (p *problem) starts() []*Kernel {
	apart := [][]float64{{0.5, 1}, {2, 4}}
	if p.fit.method.Kind == Annotators {
		apart = [][]float64{{0.5, 1, 2, 4}}
	}
	var starts []*Kernel
	for _, lengths := range apart {
		if k := p.grid(lengths); k != nil {
			starts = append(starts, k)
		}
	}
	return starts
}

// grid returns the best kernel with one of those length-scales on a subset of the tasks; nil if EP fails with all.
func (p *problem) grid(lengths []float64) *Kernel {
	room := &p.fit.look
	features := len(p.fit.x[0])
	root := math.Sqrt(float64(max(features, 1)))
	axes := 1
	if p.fit.method.ARD {
		axes = features
	}
	var best *Kernel
	most := math.Inf(-1)
	for _, length := range lengths {
		for _, scale := range []float64{1, 3} {
			k := &Kernel{Scale: scale, Length: make([]float64, axes)}
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
	return best
}

// begin climbs a little from each start and chooses the kernel that came highest.
func (p *problem) begin() error {
	starts := p.starts()
	if len(starts) == 0 {
		return errIndefinite
	}
	p.kernel = starts[0]
	if len(starts) == 1 {
		return nil
	}
	most := math.Inf(-1)
	for _, k := range starts {
		x := k.params()
		c := newCurvature(len(x), len(p.fit.learn.rows))
		t := p.climb(c, p.try(x, p.factors(p.fit.learn.rows)), startEvals)
		if t.z > most {
			p.kernel, p.bends, most = t.kernel, c, t.z
		}
	}
	return nil
}

// trial is log Z at one kernel.
type trial struct {
	kernel  *Kernel
	x       []float64 // its parameters
	z       float64   // log Z; −∞ where EP fails
	g       []float64 // its gradient; zero where it points out of the bounds
	factors []factor  // with their sites
}

// try runs EP under the kernel with those parameters, from the given sites, until log Z is flat.
func (p *problem) try(x []float64, from []factor) *trial {
	room := &p.fit.learn
	t := &trial{z: math.Inf(-1), factors: slices.Clone(from)}
	t.kernel, t.x = clamped(x, len(p.fit.x[0]))
	t.g = make([]float64, len(x))
	pr := newExact(t.kernel, room.workspace)
	e, err := anyEP(pr, len(room.rows), t.factors)
	if err != nil {
		return t
	}
	last := math.Inf(1)
	for range trialSweeps {
		_, settled, err := e.run(settledTrial, 1)
		if err != nil {
			return t
		}
		z := e.logZ()
		if settled || math.Abs(z-last) < settledLogZ/10 {
			break
		}
		last = z
	}
	t.z, t.g = e.logZ(), pr.gradient()
	stop(t.x, t.g, len(p.fit.x[0]))
	return t
}

// curvature is an estimate of how log Z bends: the inverse of its negative second derivatives, P×P.
// It survives from round to round, so each begins with a step of about the right length.
type curvature struct {
	n int
	h []float64
}

// newCurvature starts from what is typical: log Z bends ten times less with the scale than with all length-scales together.
func newCurvature(params, tasks int) *curvature {
	c := &curvature{params, make([]float64, params*params)}
	for i := range params {
		c.h[i*params+i] = 4 * float64(params-1) / float64(tasks)
	}
	c.h[len(c.h)-1] = 40 / float64(tasks)
	return c
}

// step returns H g and the gain in log Z that it promises.
func (c *curvature) step(g []float64) (s []float64, gain float64) {
	s = make([]float64, c.n)
	for i := range s {
		s[i] = prob.Dot(c.h[i*c.n:(i+1)*c.n], g)
	}
	return s, prob.Dot(s, g) / 2
}

// learn updates the curvature from the gradients at two points (BFGS, Nocedal & Wright 2006, 6.17).
func (c *curvature) learn(a, b *trial) {
	n := c.n
	s, y := make([]float64, n), make([]float64, n)
	for i := range s {
		s[i], y[i] = b.x[i]-a.x[i], a.g[i]-b.g[i]
	}
	sy := prob.Dot(s, y)
	if !(sy > 1e-8) {
		return // it bends the other way here
	}
	hy, _ := c.step(y)
	yhy := prob.Dot(y, hy)
	for i := range n {
		for j := range n {
			c.h[i*n+j] += (1+yhy/sy)*s[i]*s[j]/sy - (hy[i]*s[j]+s[i]*hy[j])/sy
		}
	}
}

// longest is the largest step of a parameter's logarithm.
const longest = 1

// learn is one round of ML-II: quasi-Newton ascent of log Z by the logarithms of the kernel's
// parameters, with EP warm-started at each evaluation. It reports whether there was anything to
// gain.
func (p *problem) learn() (moved bool, err error) {
	start := p.kernel.params()
	if p.bends == nil {
		p.bends = newCurvature(len(start), len(p.fit.learn.rows))
	}
	first := p.try(start, p.factors(p.fit.learn.rows))
	best := p.climb(p.bends, first, roundEvals)
	if best == first {
		return false, nil
	}
	p.kernel = best.kernel
	if p.fit.inducing == nil { // the same tasks in the same order
		copy(p.ep.factors, best.factors)
	}
	return true, p.rebuild()
}

// climb is a quasi-Newton ascent from a trial with at most so many evaluations; it returns the highest point.
func (p *problem) climb(bends *curvature, best *trial, most int) *trial {
	for evals := 1; evals < most; {
		step, gain := bends.step(best.g)
		if !(gain > settledLogZ/2) {
			break
		}
		pace := 1.0
		for _, s := range step {
			pace = math.Min(pace, longest/math.Abs(s))
		}
		var next *trial
		for ; evals < most; evals++ { // until it climbs
			x := slices.Clone(best.x)
			for i, s := range step {
				x[i] += pace * s
			}
			next = p.try(x, best.factors)
			if !math.IsInf(next.z, -1) {
				bends.learn(best, next)
			}
			if next.z > best.z {
				evals++
				break
			}
			// the top of the parabola through both points
			fall := best.z - next.z
			pace *= math.Min(math.Max(pace*gain/(2*pace*gain+fall), 0.1), 0.5)
		}
		if next == nil || !(next.z > best.z) {
			break
		}
		best = next
	}
	return best
}
