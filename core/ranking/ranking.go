// Package ranking finds what comparisons of items and a ranking fitted to them say besides the scores: who beats whom (Meet), which
// majorities go round in circles (FindTriads), how the workers stand (Judge), how well methods foretell held-out votes (Compare), which
// pairs to ask next (Next), and how sure it is that one item beats another (Between).
//
// All are functions of a data set whose tasks are pairs of items (crowd.Comparisons), of its crowd.Ranking, and of the fit, which says
// what a worker answers (fit.Ranker): of any method that ranks. An item, a worker or a pair is its number. A vote is a worker's answer
// about a pair; it is decided unless it is a tie.
//
// How far workers agree with each other is for core/metric to say, of pairs BothWays round.
package ranking

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
)

// Chance is how sure it is that one item beats another.
type Chance struct {
	// Truly is the probability that the score of the first is higher, by the covariance of scores, and as sure as their intervals are; NaN
	// if it is not known, as between items that no comparisons connect.
	Truly float64
	// First, Second and Tie are the probabilities of what an average worker answers who sees neither on a side.
	First, Second, Tie float64
}

// Between returns how sure it is that item a beats item b. classes is that of the data set.
func Between(r *crowd.Ranking, f fit.Ranker, a, b, classes int) Chance {
	var row [3]float64
	f.Answer(a, b, -1, 0, row[:classes])
	c := Chance{Truly: math.NaN(), First: row[crowd.FirstWins], Second: row[crowd.SecondWins], Tie: row[crowd.Tied]}
	if v := variance(r, a, b); v > 0 {
		errors := r.Errors() // allow for votes of one worker that hang together
		v *= (errors[a]*errors[a] + errors[b]*errors[b]) / (r.SE[a]*r.SE[a] + r.SE[b]*r.SE[b])
		c.Truly = math.Erfc((r.Score[b]-r.Score[a])/math.Sqrt(2*v)) / 2
	}
	return c
}

// variance is that of the difference of two scores; NaN: not known.
func variance(r *crowd.Ranking, a, b int) float64 {
	n := len(r.Score)
	switch {
	case r.Group[a] != r.Group[b] || r.SE == nil:
		return math.NaN()
	case r.Covariance != nil:
		return r.Covariance[a*n+a] + r.Covariance[b*n+b] - 2*r.Covariance[a*n+b]
	}
	return r.SE[a]*r.SE[a] + r.SE[b]*r.SE[b]
}
