package dawidskene

import "math"

// leap extrapolates the expected counts c of a fit every third step, as squarem does the parameters of DS: a step that would begin from
// c2 begins from
//
//	c0 + 2αr + α²v,  r = c1 − c0,  v = c2 − 2c1 + c0,  α = ‖r‖/‖v‖
//
// where two steps led from c0 to c1 and to c2. A change counts by its square over the pseudo-counts and counts in the cell, the
// information of a Dirichlet. Counts are extrapolated, not logarithms, since all that follows from them (the prior, too) is learnt in
// each step anyway.
//
// No objective need rise. A leap is taken back, at the price of one more pass, if the step that begins with it is much longer than the
// one before. A step that moves nothing moves nothing without leaps, so fixed points are the same.
type leap struct {
	plain   int // steps until the first cycle begins
	kept    int // counts of the cycle so far
	counts  [3]*Counts
	longest float64

	// Of the step under way:
	ahead bool    // it began with a leap
	ended bool    // as long as it may be
	last  float64 // the squared length of the step before
}

const (
	// plainSteps are those in which labels change most, and it is decided which optimum is near: with fewer, leaps led to another on
	// trec2010.
	plainSteps = 9
	// farther is how many times as long, squared, the step after a leap may be as the one before. Where labels drift all are alike,
	// and a bound of less than one would forbid the leaps that are needed there.
	farther = 4
)

func newLeap(classes, cells int) *leap {
	l := &leap{plain: plainSteps, longest: firstLongest}
	for n := range l.counts {
		l.counts[n] = newCounts(classes, cells)
	}
	return l
}

// from returns the counts that the step from c begins with. nu and alpha are the counts and pseudo-counts of the step before.
func (l *leap) from(c *Counts, nu, alpha []float64) *Counts {
	l.ahead, l.ended = false, false
	if l.plain > 0 {
		l.plain--
		return c
	}
	copy(l.counts[l.kept].Class, c.Class)
	copy(l.counts[l.kept].Label, c.Label)
	if l.kept++; l.kept < len(l.counts) {
		return c
	}
	l.kept = 0
	α := l.length(nu, alpha)
	l.ended, l.ahead = α == l.longest, α > 1
	if !l.ahead {
		l.lengthen()
		return c
	}
	c0, c1, c2 := l.counts[0], l.counts[1], l.counts[2]
	l.last = moved(c1, c2, nu, alpha)
	extrapolate(c0.Class, c1.Class, c2.Class, α)
	extrapolate(c0.Label, c1.Label, c2.Label, α)
	return c0
}

// back returns the counts to begin the step with after all, given where it led; nil: it will do.
func (l *leap) back(c *Counts, nu, alpha []float64) *Counts {
	if !l.ahead {
		return nil
	}
	if moved(l.counts[0], c, nu, alpha) > farther*l.last {
		if l.ended {
			l.longest = max(firstLongest, l.longest/lengthen)
		}
		return l.counts[2]
	}
	l.lengthen()
	return nil
}

// lengthen lets leaps be longer if the last was as long as it might be.
func (l *leap) lengthen() {
	if l.ended {
		l.longest *= lengthen
	}
}

// length returns α, at least one and at most l.longest.
func (l *leap) length(nu, alpha []float64) float64 {
	var rr, vv float64
	add := func(c0, c1, c2, weight []float64) {
		for n, x := range c1 {
			r, v := x-c0[n], c2[n]-2*x+c0[n]
			rr += r * r / weight[n]
			vv += v * v / weight[n]
		}
	}
	c0, c1, c2 := l.counts[0], l.counts[1], l.counts[2]
	add(c0.Class, c1.Class, c2.Class, nu)
	add(c0.Label, c1.Label, c2.Label, alpha)
	if vv <= 0 {
		return 1
	}
	return min(max(1, math.Sqrt(rr/vv)), l.longest)
}

// moved returns the squared length of a step from a to b.
func moved(a, b *Counts, nu, alpha []float64) (sum float64) {
	for n, x := range a.Class {
		sum += (b.Class[n] - x) * (b.Class[n] - x) / nu[n]
	}
	for n, x := range a.Label {
		sum += (b.Label[n] - x) * (b.Label[n] - x) / alpha[n]
	}
	return sum
}

// extrapolate sets c0 to the counts that lie α ahead.
func extrapolate(c0, c1, c2 []float64, α float64) {
	for n, x := range c0 {
		c0[n] = max(0, x+2*α*(c1[n]-x)+α*α*(c2[n]-2*c1[n]+x))
	}
}
