// Package population is a crowd of workers who have something in common: how accurate they are, and what they say by mistake. What is
// learnt of it is the prior of each worker's confusion matrix, so that a worker with few labels is taken for what workers of this crowd
// usually are.
//
//	u_j ~ N(β, σ²),  a_j = 1/(1 + e^−u_j)            accuracy of worker j
//	e_kl ∝ 1 + Σ_j c_jkl,  l ≠ k                     what the crowd says by mistake
//	π_j[k] ~ Dir(s m_jk),  m_jkk = a_j,  m_jkl = (1 − a_j) e_kl
//
// where c_jkl are the counts, perhaps expected ones, of worker j's labels l of tasks that are k. All parameters are at their most probable
// values given the counts (empirical Bayes; dawidskene.Hierarchical has how each is found). Counts are M×K×K tables with the label before
// the truth: entry (j·K+l)·K+k is c_jkl.
package population

import (
	"math"

	"concord/core/prob"
)

const (
	leastMean    = 1e-4 // of an entry of m_jk, so that no label is ever impossible
	strengthHalf = 5.0  // labels of which a row with as many is half its worker's own, by the prior median of s
	strengthStep = 2    // steps made before s is learnt
)

// Population is what is learnt of a crowd.
type Population struct {
	classes         int
	center, spread  float64   // β, σ²
	strength        float64   // s
	ahead           float64   // how many steps of its fixed point all further ones are worth; 0: unknown
	logit           []float64 // M, u
	right, labels   []float64 // M, expected right labels, and all
	cells           *Cells    // of which counts are; nil: all
	some            some      // what is learnt of those
	mistakes, share []float64 // K×K, row = truth: e_kl; M×K×K as counts: m_jkl
}

// New returns a crowd of which nothing has been learnt.
func New(workers, classes int) *Population {
	p := &Population{
		classes: classes, center: 1, spread: 1, strength: strengthHalf,
		logit: make([]float64, workers), right: make([]float64, workers), labels: make([]float64, workers),
		mistakes: make([]float64, classes*classes), share: make([]float64, workers*classes*classes),
	}
	for j := range p.logit {
		p.logit[j] = p.center
	}
	return p
}

// Learn sets prior, of the shape of counts, to s·m given the expected
// counts after so many steps.
func (p *Population) Learn(counts []float64, steps int, prior []float64) {
	if p.cells != nil {
		p.countCells(counts)
		p.settle()
		p.shareCells()
	} else {
		p.learnAccuracies(counts)
		p.learnMistakes(counts)
		p.shareOut()
	}
	if steps >= strengthStep {
		p.learnStrength(counts)
	}
	for n, m := range p.share {
		prior[n] = p.strength * m
	}
}

// shareOut sets m_jkl.
func (p *Population) shareOut() {
	k := p.classes
	for j, u := range p.logit {
		a := prob.Logistic(u)
		own := p.share[j*k*k:][:k*k]
		for l := range k {
			for t := range k {
				m := a
				if l != t {
					m = (1 - a) * p.mistakes[t*k+l]
				}
				own[l*k+t] = max(m, leastMean)
			}
		}
	}
}

// learnAccuracies updates u, β and σ².
func (p *Population) learnAccuracies(counts []float64) {
	k := p.classes
	for j := range p.labels {
		own, right, labels := counts[j*k*k:][:k*k], 0.0, 0.0
		for _, x := range own {
			labels += x
		}
		for n := 0; n < len(own); n += k + 1 {
			right += own[n]
		}
		p.right[j], p.labels[j] = right, labels
	}
	p.settle()
}

// settle moves u, β and σ² twice, and then to where all further updates of σ² lead if they
// shrink as the second did (Steffensen's method, on a logarithmic scale). Where workers are equally
// good, σ² creeps towards 0 by itself, and labels change with it.
func (p *Population) settle() {
	first := p.place()
	second := p.place()
	if shrinks := second / first; shrinks > 0 && shrinks < 1 {
		p.spread *= prob.Exp(clamp(second * shrinks / (1 - shrinks)))
		p.place()
	}
}

// place moves u, β and σ² once, and returns by how much log σ² rose.
func (p *Population) place() (rise float64) {
	sum, m := 0.0, float64(len(p.logit))
	for j := range p.logit {
		p.logit[j] = p.mode(j)
		sum += p.logit[j]
	}
	p.center = (1 + sum/p.spread) / (1 + m/p.spread)
	deviation := 2.0
	for j, u := range p.logit {
		a := prob.Logistic(u)
		deviation += (u-p.center)*(u-p.center) + 1/(p.labels[j]*a*(1-a)+1/p.spread)
	}
	before := p.spread
	p.spread = deviation / (m + 2)
	return prob.Log(p.spread / before)
}

// mode returns the most probable u_j by Newton's method: the log posterior is concave.
func (p *Population) mode(j int) float64 {
	const (
		most    = 20
		longest = 2 // Newton overshoots where the binomial likelihood is flat
		settled = 1e-9
	)
	u := p.logit[j]
	for range most {
		a := prob.Logistic(u)
		slope := p.right[j] - p.labels[j]*a - (u-p.center)/p.spread
		move := slope / (p.labels[j]*a*(1-a) + 1/p.spread)
		move = max(-longest, min(longest, move))
		u += move
		if math.Abs(move) < settled {
			break
		}
	}
	return u
}

// clamp keeps the logarithm of a factor in bounds: the counts move too, so nothing becomes more than four
// times as large or as small in a leap.
func clamp(x float64) float64 { return max(-2*math.Ln2, min(2*math.Ln2, x)) }

// learnMistakes updates e.
func (p *Population) learnMistakes(counts []float64) {
	k := p.classes
	for n := range p.mistakes {
		p.mistakes[n] = 1
	}
	for at := 0; at < len(counts); at += k * k {
		for l := range k {
			for t, x := range counts[at+l*k:][:k] {
				p.mistakes[t*k+l] += x
			}
		}
	}
	for t := range k {
		row := p.mistakes[t*k : (t+1)*k]
		row[t] = 0
		prob.Normalize(row)
	}
}

// learnStrength moves s to where two steps of its fixed point lead if all further ones shrink alike,
// on a logarithmic scale (Steffensen's method): left to itself it creeps, and labels with it. Near
// the end they shrink as they did.
func (p *Population) learnStrength(counts []float64) {
	const near = 0.01
	a := p.stronger(counts, p.strength)
	first := prob.Log(a / p.strength)
	if p.ahead == 0 || math.Abs(first*p.ahead) > near {
		p.ahead = 1
		if shrinks := prob.Log(p.stronger(counts, a)/a) / first; shrinks > 0 && shrinks < 1 {
			p.ahead = 1 / (1 - shrinks)
		}
	}
	p.strength *= prob.Exp(clamp(first * p.ahead))
}

// stronger makes one step of the fixed point from s.
func (p *Population) stronger(counts []float64, s float64) float64 {
	k := p.classes
	// Of the prior, for log s: d log (s·5/(5 + s)²)/ds = 5/(s(5 + s)) − 1/(5 + s).
	more, less := strengthHalf/(s*(strengthHalf+s)), 1/(strengthHalf+s)
	if p.cells != nil {
		for r := range p.cells.True {
			from, to := p.cells.Row[r], p.cells.Row[r+1]
			row := 0.0
			for n, c := range counts[from:to] {
				if c > 0 {
					row += c
					m := p.share[int(from)+n]
					more += m * prob.DigammaRise(s*m, c)
				}
			}
			if row > 0 {
				less += prob.DigammaRise(s, row)
			}
		}
		return s * more / less
	}
	for at := 0; at < len(counts); at += k * k {
		for t := range k {
			row := 0.0
			for n := at + t; n < at+k*k; n += k {
				c, m := counts[n], p.share[n]
				if c > 0 {
					row += c
					more += m * prob.DigammaRise(s*m, c)
				}
			}
			if row > 0 {
				less += prob.DigammaRise(s, row)
			}
		}
	}
	return s * more / less
}
