package advise

import (
	"math"

	"concord/core/crowd"
)

// Weights tell why a task has its label: the log-odds of the answer against its closest
// rival that the class shares and each vote contribute. For a method whose posterior is
// the prior times a product over votes (Product in the catalog) they add up:
//
//	log q_ia/q_ib = log p_a/p_b + Σ_votes log π_j[a][l]/π_j[b][l]
type Weights struct {
	Answer, Rival int
	Known         bool    // the class was given: no vote counts
	Prior         float64 // log p_a/p_b
	Votes         []Vote  // in the order of the labels
	Sum           float64 // Prior and all weights that are not Decisive
	Decisive      int     // votes that rule the rival out, less those that rule the answer out
	LogOdds       float64 // of the posterior; ±Inf where one of the two has probability 0
}

// Vote is the weight of one label.
type Vote struct {
	Weight   float64 // log π_j[a][l]/π_j[b][l]; 0 where Decisive
	Decisive int     // 1: the worker never says this of the rival; −1: never of the answer; 0: neither, or both
}

// Why explains the answer of task i; nil if e has no confusion matrices or only one class.
func Why(d *crowd.Dataset, e *crowd.Estimate, i int, seed uint64) *Weights {
	k := d.Classes
	if e.Confusion == nil || k < 2 {
		return nil
	}
	q := e.Posterior[i*k : (i+1)*k]
	w := &Weights{Rival: -1}
	w.Answer, _ = crowd.Best(q, i, seed)
	for c, p := range q {
		if c != w.Answer && (w.Rival < 0 || p > q[w.Rival]) {
			w.Rival = c
		}
	}
	w.LogOdds = math.Log(q[w.Answer]) - math.Log(q[w.Rival])
	if w.Known = d.Truth(i) != crowd.Unknown; w.Known {
		return w
	}
	if e.Prior != nil {
		v := ratioOf(e.Prior[w.Answer], e.Prior[w.Rival])
		w.Prior, w.Decisive = v.Weight, v.Decisive
	}
	w.Sum = w.Prior
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		j, l := int(d.Worker[n]), int(d.Class[n])
		v := ratioOf(e.Confusion[(j*k+w.Answer)*k+l], e.Confusion[(j*k+w.Rival)*k+l])
		w.Votes = append(w.Votes, v)
		w.Sum += v.Weight
		w.Decisive += v.Decisive
	}
	return w
}

// ratioOf is log a/b, or who is ruled out. If both are 0 the vote says nothing of the two.
func ratioOf(a, b float64) Vote {
	switch {
	case a > 0 && b > 0:
		return Vote{Weight: math.Log(a) - math.Log(b)}
	case a > 0:
		return Vote{Decisive: 1}
	case b > 0:
		return Vote{Decisive: -1}
	}
	return Vote{}
}
