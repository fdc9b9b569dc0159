package comparison

import (
	"math"

	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// posterior is a function to maximise.
type posterior interface {
	evaluate(x, gradient []float64) float64
	times(v, out []float64)    // times v the information at the x that was evaluated last, a positive semidefinite matrix
	preconditioner() []float64 // its diagonal
	restrict(x []float64)      // keeps x finite
}

// newton climbs a posterior by Newton's method. Steps are found by conjugate gradients, as exactly as they are worth: the more the last
// one shrank the gradient, the more exactly (Eisenstat and Walker 1996). Where the information is approximate, steps shrink it by a
// constant factor, however exact they are.
type newton struct {
	posterior
	work        *yield.Work
	x, gradient []float64
	objective   float64
	size, left  float64 // of the first gradient, and the share of it that the last step began with
	longest     float64 // how far a parameter may move in a step; 0: as far as the step goes

	step, rest, direction, product []float64 // scratch
	try, slope                     []float64
}

// rounding is how much an objective may be off, relative to its size: near the top, steps matter that it no longer shows.
const rounding = 1e-13

// flat is the share of the first gradient that is nothing but rounding.
const flat = 1e-12

func climb(p posterior, x []float64, work *yield.Work) *newton {
	row := func() []float64 { return make([]float64, len(x)) }
	n := &newton{posterior: p, work: work, x: x, gradient: row(), step: row(), rest: row(), direction: row(), product: row(), try: row(),
		slope: row()}
	n.restart()
	return n
}

// restart begins anew where x is, as when the function has become another.
func (n *newton) restart() { n.from(n.evaluate(n.x, n.gradient)) }

// from begins where the objective is so much, and the gradient is known.
func (n *newton) from(objective float64) {
	n.objective = objective
	n.size, n.left = n.norm(n.gradient), 1
}

// norm is the length of a gradient in steps of the diagonal.
func (n *newton) norm(gradient []float64) float64 {
	var sum float64
	for at, d := range n.preconditioner() {
		if d > 0 {
			sum += gradient[at] * gradient[at] / d
		}
	}
	return math.Sqrt(sum)
}

// iterate makes one step up. Change is the largest change of a parameter; it is done when none goes up.
func (n *newton) iterate() fit.Step {
	step := fit.Step{Objective: n.objective, Flips: -1, Done: true}
	before := n.left
	n.left = n.norm(n.gradient) / n.size
	if !(n.left > flat) {
		return step
	}
	n.solve(min(.1, max(n.left/before, 1e-4)))
	if n.longest > 0 {
		for at, x := range n.step {
			n.step[at] = min(max(x, -n.longest), n.longest)
		}
	}
	rise := prob.Dot(n.step, n.gradient)
	for t := 1.0; t > 1e-10 && n.work.Err() == nil; t /= 2 {
		for at, x := range n.x {
			n.try[at] = x + t*n.step[at]
		}
		n.restrict(n.try)
		objective := n.evaluate(n.try, n.slope)
		if !(objective >= n.objective+1e-4*t*rise-rounding*(1+math.Abs(n.objective))) {
			continue
		}
		for at, x := range n.x {
			step.Change = max(step.Change, math.Abs(n.try[at]-x))
		}
		step.Done = step.Change == 0
		n.x, n.try = n.try, n.x
		n.gradient, n.slope = n.slope, n.gradient
		n.objective, step.Objective = objective, objective
		return step
	}
	n.evaluate(n.x, n.gradient) // the information is that at x again
	return step
}

// solve finds the step, at which the information times the step is the gradient, but for so small a share of the gradient.
func (n *newton) solve(share float64) {
	clear(n.step)
	copy(n.rest, n.gradient)
	diagonal := n.preconditioner()
	scaled := func(at int) float64 {
		if diagonal[at] > 0 {
			return n.rest[at] / diagonal[at]
		}
		return 0
	}
	var size float64
	for at := range n.rest {
		n.direction[at] = scaled(at)
		size += n.rest[at] * n.direction[at]
	}
	least := share * share * size
	for tries := range 10 * len(n.x) {
		if !(size > least) || size < 1e-280 || n.work.Err() != nil {
			return
		}
		n.times(n.direction, n.product)
		bend := prob.Dot(n.direction, n.product)
		if !(bend > 0) {
			if tries == 0 { // flat as far as rounding shows
				copy(n.step, n.direction)
			}
			return
		}
		t, next := size/bend, 0.0
		for at, p := range n.product {
			n.step[at] += t * n.direction[at]
			n.rest[at] -= t * p
			next += n.rest[at] * scaled(at)
		}
		for at := range n.direction {
			n.direction[at] = scaled(at) + next/size*n.direction[at]
		}
		size = next
	}
}
