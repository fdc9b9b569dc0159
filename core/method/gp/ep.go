package gp

import (
	"math"
	"slices"
)

// ep approximates the posterior of the latent values by expectation propagation, with one Gaussian
// site per factor. All sites are matched at once, damped (parallel EP).
type ep struct {
	prior   prior
	factors []factor
	tau, nu []float64 // by task: sums over its sites
	mean    []float64 // posterior by task
	vari    []float64
	logDet  float64
	damping float64
	clipped bool // negative sites were given up because EP would not settle
}

// anyEP is newEP, but empties the sites if they, perhaps from another kernel, make the posterior improper.
func anyEP(p prior, n int, factors []factor) (*ep, error) {
	e, err := newEP(p, n, factors)
	if err != nil {
		return newEP(p, n, emptied(factors))
	}
	return e, nil
}

// newEP starts from the sites that the factors have.
func newEP(p prior, n int, factors []factor) (*ep, error) {
	e := &ep{
		prior: p, factors: factors, damping: 1,
		tau: make([]float64, n), nu: make([]float64, n), mean: make([]float64, n), vari: make([]float64, n),
	}
	return e, e.refresh()
}

// refresh recomputes the posterior from the sites.
func (e *ep) refresh() (err error) {
	clear(e.tau)
	clear(e.nu)
	for k := range e.factors {
		f := &e.factors[k]
		e.tau[f.task] += f.times * f.tau
		e.nu[f.task] += f.times * f.nu
	}
	e.logDet, err = e.prior.posterior(e.tau, e.nu, e.mean, e.vari)
	return err
}

// sweep matches every site once, all from the same posterior, and returns the largest change of a
// site relative to its precision (at least 1). While the new sites make the posterior improper it
// halves the step; finally it gives up negative sites, for good.
func (e *ep) sweep() (change float64, err error) {
	old := make([][2]float64, len(e.factors))
	aim := make([][2]float64, len(e.factors))
	for k := range e.factors {
		f := &e.factors[k]
		old[k] = [2]float64{f.tau, f.nu}
		aim[k] = old[k]
		if m, v, ok := f.cavity(e.mean[f.task], e.vari[f.task]); ok {
			if tau, nu, ok := f.match(m, v); ok {
				aim[k] = [2]float64{tau, nu}
			}
		}
	}
	for pace := e.damping; pace > 1e-3; pace /= 2 {
		change = 0
		for k := range e.factors {
			f := &e.factors[k]
			f.tau = old[k][0] + pace*(aim[k][0]-old[k][0])
			f.nu = old[k][1] + pace*(aim[k][1]-old[k][1])
			if e.clipped && f.tau < 0 {
				f.tau = 0
			}
			scale := math.Max(1, math.Abs(old[k][0]))
			change = math.Max(change, math.Max(math.Abs(f.tau-old[k][0]), math.Abs(f.nu-old[k][1]))/scale)
		}
		if err = e.refresh(); err == nil && e.proper() {
			return change, nil
		}
	}
	e.clipped = true
	for k := range e.factors {
		e.factors[k].tau = math.Max(e.factors[k].tau, 0)
	}
	return math.Inf(1), e.refresh()
}

// proper reports whether every marginal variance is positive.
func (e *ep) proper() bool {
	return !slices.ContainsFunc(e.vari, func(v float64) bool { return !(v > 0) })
}

// run sweeps at most so many times until no site changes by more than tol, and reports whether they settled. It damps sites that oscillate.
func (e *ep) run(tol float64, sweeps int) (n int, settled bool, err error) {
	last := math.Inf(1)
	for n = 1; n <= sweeps; n++ {
		change, err := e.sweep()
		if err != nil {
			return n, false, err
		}
		if change < tol {
			return n, true, nil
		}
		if change > 0.9*last {
			e.damping = math.Max(0.7*e.damping, 0.1)
		}
		last = change
	}
	return sweeps, false, nil
}

// logZ is the EP approximation of the log marginal likelihood.
func (e *ep) logZ() float64 {
	s := -0.5 * e.logDet
	for i, v := range e.nu {
		s += 0.5 * v * e.mean[i]
	}
	for k := range e.factors {
		f := &e.factors[k]
		m, v, ok := f.cavity(e.mean[f.task], e.vari[f.task])
		if !ok {
			continue
		}
		t, nu := 1/v, m/v
		s += f.times * (tilt(m, v, f.logA, f.logB).logZ - 0.5*(math.Log(t/(t+f.tau))+(nu+f.nu)*(nu+f.nu)/(t+f.tau)-nu*nu/t))
	}
	return s
}

// truth returns P(z = 1) of a factor's task given the cavity and the task's labels: what the M-step needs.
func (e *ep) truth(f *factor) float64 { return e.truthGiven(f, f.logA, f.logB) }

// truthGiven is truth with other labels, whose probabilities are a and b.
func (e *ep) truthGiven(f *factor, logA, logB float64) float64 {
	m, v, ok := f.cavity(e.mean[f.task], e.vari[f.task])
	if !ok {
		m, v = e.mean[f.task], e.vari[f.task]
	}
	return tilt(m, v, logA, logB).p
}
