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
	sum     *Counts // the extrapolated parameters before they sum to one

	// Of the step under way:
	ended  bool    // it is as long as it may be
	ahead  bool    // its parameters are extrapolated
	moved  float64 // how far that moved the prior, Σ|Δp|
	before int     // tasks that EM's parameters could not explain
}

// The longest step at first, and how much longer it gets each time the longest has done well, as in
// the authors' program.
const (
	firstLongest = 1
	lengthen     = 4
)

func newSquarem(classes, cells int) *squarem {
	q := &squarem{longest: firstLongest, sum: newCounts(classes, cells)}
	for n := range q.models {
		q.models[n] = newModel(classes, cells)
	}
	return q
}

// begin goes to the extrapolation of the parameters m, just made by an M-step from the counts now, if
// it is time to.
func (q *squarem) begin(rule Rule, m *Model, now *Counts) {
	q.models[q.at].Copy(m)
	q.ended, q.ahead, q.moved = false, false, 0
	if q.at++; q.at < 3 {
		return
	}
	q.at = 0
	α := q.length(now)
	q.ended, q.ahead = α == q.longest, α > 1
	if q.ahead {
		q.before = now.Impossible
		q.moved = q.extrapolate(α, rule.Uniform, m)
	}
}

// take hears the objective of the parameters m, which must not fall below least, and how many tasks
// they can't explain. If they won't do it sets m to what EM had found, which are to be tried instead;
// otherwise it returns how far the extrapolation moved the prior.
func (q *squarem) take(m *Model, objective, least float64, impossible int) (moved float64, done bool) {
	if q.ahead && (objective < least || impossible > q.before) {
		if q.ended {
			q.longest = max(firstLongest, q.longest/lengthen)
		}
		q.ended, q.ahead, q.moved = false, false, 0
		m.Copy(q.models[2])
		return 0, false
	}
	if q.ended {
		q.longest *= lengthen
	}
	return q.moved, true
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
	copy(q.sum.Class, m.Prior)
	copy(q.sum.Label, m.Table)
	q.each(q.sum, func(to *float64, l0, l1, l2 float64) {
		*to = prob.Exp(min(l0+2*α*(l1-l0)+α*α*(l2-2*l1+l0), 50)) // beyond e^50 it is all of its row
	})
	return Rule{Uniform: uniform}.Maximise(q.sum, m)
}
