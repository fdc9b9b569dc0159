package analysis

import (
	"slices"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/result"
)

// test returns the truth that the result is compared with, without that of tasks whose class the method was given.
func (r *Result) test() []int32 {
	if r.Data.Gold == nil {
		return r.truth.Class
	}
	known := slices.Clone(r.truth.Class)
	for i, g := range r.Data.Gold {
		if g != crowd.Unknown {
			known[i] = crowd.Unknown
		}
	}
	return known
}

// tested returns the posterior of the result, and the truth that it is compared with. Where a task may have several labels,
// each true one that no worker ever gave is one more question, which was answered no.
func (r *Result) tested() (posterior []float64, truth []int32) {
	posterior, truth = r.Answers.Result.Posterior, r.test()
	if n := r.missed(); n > 0 {
		posterior, truth = slices.Clone(posterior), slices.Clone(truth)
		for range n {
			posterior, truth = append(posterior, 1, 0), append(truth, labels.Yes)
		}
	}
	return posterior, truth
}

// missed counts the true labels that no worker ever gave, where a task may have several, without those the method was told.
func (r *Result) missed() (n int) {
	if r.Of.Pairs == nil || r.truth == nil {
		return 0
	}
	k := r.Of.Set.Data.Classes
	for _, i := range r.truth.Unseen.Tasks {
		told := r.Data.Gold != nil && slices.ContainsFunc(r.Data.Gold[int(i)*k:(int(i)+1)*k], func(g int32) bool { return g != crowd.Unknown })
		if !told {
			n++
		}
	}
	return n
}

// score returns a mean, or nil if there is none.
func score(m result.Mean) *result.Mean {
	if !m.Defined() || number(m.Value) == nil {
		return nil
	}
	return &m
}
