package dawidskene

import (
	"math"

	"concord/core/prob"
)

// likelihood is a running product of probabilities, kept as a fraction and a
// power of two: a log-likelihood without a logarithm for each task, and without
// the rounding that a running sum of logarithms gathers.
type likelihood struct {
	product  float64 // in (2^-100, 1]
	exponent int64
	rest     prob.Sum // logs that were taken one by one
}

// log returns the logarithm of the whole product.
func (l *likelihood) log() float64 {
	l.rest.Add(prob.Log(l.product))
	l.rest.Add(float64(l.exponent) * math.Ln2)
	return l.rest.Value()
}

// Soft is an E-step and the counts of the next M-step in one pass: task after
// task its posterior is made, counted and forgotten.
func (p *Pass) Soft(m *Model) {
	p.reset()
	p.softAny(m)
}

// Hard is the same with each task counted wholly for its most probable class.
// The counts follow the tasks that change class, and no others.
func (p *Pass) Hard(m *Model) {
	if !p.whole {
		p.Harden()
	}
	p.counts.Impossible, p.counts.Flips = 0, 0
	p.hardAny(m)
}

func (p *Pass) softAny(m *Model) {
	lik := likelihood{product: 1}
	a := p.score
	for i := range p.class {
		if sum, _, ok := p.posterior(m, i, a); ok {
			lik.rest.Add(sum)
		} else {
			p.counts.Impossible++
		}
		if !stay(a, int(p.class[i])) {
			p.class[i] = uint16(p.best(i, a))
			p.counts.Flips++
		}
		p.add(i, a)
	}
	p.counts.LogLikelihood = lik.log()
}

func (p *Pass) hardAny(m *Model) {
	lik, complete := likelihood{product: 1}, likelihood{product: 1}
	a := p.score
	for i := range p.class {
		sum, most, ok := p.posterior(m, i, a)
		if ok {
			lik.rest.Add(sum)
			complete.rest.Add(most)
		} else {
			p.counts.Impossible++
		}
		y := int(p.class[i])
		if !stay(a, y) {
			to := p.best(i, a)
			p.move(i, y, -1)
			p.move(i, to, 1)
			p.class[i] = uint16(to)
			p.counts.Flips++
		}
	}
	p.counts.LogLikelihood, p.counts.Complete = lik.log(), complete.log()
}
