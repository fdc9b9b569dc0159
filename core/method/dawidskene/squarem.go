package dawidskene

import (
	"math"

	"concord/core/prob"
)

// squarem extrapolates every third EM step: from θ0, θ1 = EM(θ0) and θ2 = EM(θ1) it goes to
//
//	θ0 − 2αr + α²v,  r = θ1 − θ0,  v = θ2 − 2θ1 + θ0,  α = −‖r‖/‖v‖
//
// (Varadhan & Roland 2008, scheme S3), which is θ2 for α = −1. If the objective would fall it takes
// θ2 instead, at the price of one more pass, so the objective rises as in EM.
//
// θ are log probabilities: products of powers stay positive, and a probability that EM drives to 0
// geometrically moves along a line. Rows are normalised afterwards. The norm weighs squared changes
// by the expected counts behind them (the information of a multinomial); otherwise the flight of
// negligible probabilities to 0 would rule the step.
type squarem struct {
	at      int // steps of the cycle that are done: 0, 1 or 2
	longest float64
	models  [3]*Model
	ahead   *Counts // the extrapolated parameters before they sum to one
}

// The longest step at first, and how much longer it gets each time the longest has done well, as in
// the authors' program.
const (
	firstLongest = 1
	lengthen     = 4
)

func newSquarem(workers, classes int) *squarem {
	q := &squarem{longest: firstLongest, ahead: NewCounts(workers, classes)}
	for n := range q.models {
		q.models[n] = NewModel(workers, classes)
	}
	return q
}

// soft is an E-step with the parameters m, just made by an M-step, or with their extrapolation. It
// returns the counts, the objective, which must not fall below least, and how far the extrapolation
// moved the prior.
func (q *squarem) soft(e *engine, rule Rule, m *Model, now *Counts, least float64) (c *Counts, objective, moved float64) {
	q.models[q.at].Copy(m)
	if q.at++; q.at < 3 {
		return q.plain(e, rule, m)
	}
	q.at = 0
	α := q.length(now)
	end := α == q.longest
	if α > 1 {
		before := now.Impossible
		moved = q.extrapolate(α, rule.Uniform, m)
		c, objective, _ = q.plain(e, rule, m)
		if objective < least || c.Impossible > before {
			if end {
				q.longest = max(firstLongest, q.longest/lengthen)
			}
			m.Copy(q.models[2])
			return q.plain(e, rule, m)
		}
	} else {
		c, objective, _ = q.plain(e, rule, m)
	}
	if end {
		q.longest *= lengthen
	}
	return c, objective, moved
}

func (q *squarem) plain(e *engine, rule Rule, m *Model) (*Counts, float64, float64) {
	c := e.run(soft, m)
	return c, c.LogLikelihood + rule.LogPrior(m), 0
}

// length returns −α, at least one and at most q.longest.
func (q *squarem) length(weight *Counts) float64 {
	var r, v prob.Sum
	q.each(weight, func(w *float64, l0, l1, l2 float64) {
		d, e := l1-l0, l2-2*l1+l0
		r.Add(*w * d * d)
		v.Add(*w * e * e)
	})
	if v.Value() <= 0 {
		return 1
	}
	return min(max(1, math.Sqrt(r.Value()/v.Value())), q.longest)
}

// each calls f with each count and the logs of its probability in the three models, where none is
// 0.
func (q *squarem) each(c *Counts, f func(count *float64, l0, l1, l2 float64)) {
	m0, m1, m2 := q.models[0], q.models[1], q.models[2]
	for _, part := range [][4][]float64{{c.Class, m0.Prior, m1.Prior, m2.Prior}, {c.Label, m0.Table, m1.Table, m2.Table}} {
		for n := range part[0] {
			if x0, x1, x2 := part[1][n], part[2][n], part[3][n]; x0 > 0 && x1 > 0 && x2 > 0 {
				f(&part[0][n], prob.Log(x0), prob.Log(x1), prob.Log(x2))
			}
		}
	}
}

// extrapolate sets m to the parameters that lie α ahead and returns Σ|Δp|.
func (q *squarem) extrapolate(α float64, uniform bool, m *Model) (moved float64) {
	copy(q.ahead.Class, m.Prior)
	copy(q.ahead.Label, m.Table)
	q.each(q.ahead, func(to *float64, l0, l1, l2 float64) {
		*to = prob.Exp(min(l0+2*α*(l1-l0)+α*α*(l2-2*l1+l0), 50)) // beyond e^50 it is all of its row
	})
	return Rule{Uniform: uniform}.Maximise(q.ahead, m)
}
