// Package metric measures answers against a known truth, workers against each other, and
// models against labels hidden from them.
//
// No figure is NaN: where the data can't give one, Why of its api.Figure says what is
// missing. Random choices come from a seed and sums run in the order of the tasks, so
// the same data give the same figures on every machine.
//
// With a known truth (Accuracy, Judge, McNemar, CompareNumbers): accuracy, F₁, area
// under the ROC curve, log loss, Brier score and calibration of a posterior.
//
// Between workers (Agree, Pairs, LeaveOneOut): percent agreement and the coefficients of
// Cohen 1960, Fleiss 1971, Gwet 2008 and Krippendorff 2011. All are functions of sums
// over tasks gathered in one pass, so time is linear in the labels. The tests compute
// from the same sums what publications print beside them (Scott's π, Conger's κ,
// Brennan and Prediger's coefficient, standard errors), so all their figures are checked.
//
// Without a truth (HeldOut): the probability of labels hidden from the fit.
//
// Intervals are at 95 %: Wilson's for proportions, otherwise the percentile bootstrap
// over tasks (Efron & Tibshirani 1993, chapter 13).
package metric

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

// z95 is the 97.5 % point of the normal distribution.
const z95 = 1.959963984540054

// Wilson returns a proportion with the score interval of Wilson 1927. right need not be whole: ties may count in part.
func Wilson(right float64, n int) api.Figure {
	if n == 0 {
		return api.Undefined("there is nothing to count")
	}
	size := float64(n)
	p := right / size
	scale := 1 + z95*z95/size
	centre := (p + z95*z95/(2*size)) / scale
	half := z95 / scale * math.Sqrt(p*(1-p)/size+z95*z95/(4*size*size))
	return api.Figure{Value: p, Low: min(p, max(0, centre-half)), High: max(p, min(1, centre+half)), N: n, Interval: true}
}

const (
	maxUnits     = 4096 // see sums
	mostDraws    = 1000 // bootstrap replicates of small problems
	fewestDraws  = 200  // and of large ones
	drawBudget   = 5e7
	enoughDraws  = 0.9 // share of replicates that must be defined for an interval
	streamBlocks = 1   // streams of the seed, one for each use
	streamDraws  = 2
)

// sums are sufficient statistics, added up by unit. The bootstrap draws units.
//
// A unit is a task, up to maxUnits tasks. More tasks are assigned to maxUnits blocks at
// random, and blocks are drawn: their sums are independent too, and 4,096 of them
// determine the width of an interval to 1.1 % (1/√(2·4096)), less than the noise of the
// replicates. So a replicate costs no more for a million tasks than for a few thousand.
type sums struct {
	dim, units int
	seed       uint64
	blocks     bool
	at         []float64 // units×dim
}

func newSums(tasks, dim int, seed uint64) *sums {
	// The more sums a unit has, the fewer units: so time stays bounded.
	most := maxUnits
	for most > 256 && float64(most)*float64(dim)*fewestDraws > drawBudget {
		most /= 2
	}
	units := min(tasks, most)
	return &sums{dim: dim, seed: seed, units: units, blocks: tasks > most, at: make([]float64, units*dim)}
}

// of returns the sums to which task i adds.
func (s *sums) of(i int) []float64 {
	u := i
	if s.blocks {
		u = int(crowd.Hash(s.seed+streamBlocks, uint64(i)) % uint64(s.units))
	}
	return s.at[u*s.dim : (u+1)*s.dim]
}

// total adds up all units, in order.
func (s *sums) total() []float64 {
	t := make([]float64, s.dim)
	for u := range s.units {
		for c, x := range s.at[u*s.dim : (u+1)*s.dim] {
			t[c] += x
		}
	}
	return t
}

// statistic computes a measure of total sums; ok is false where it is undefined.
type statistic func(total []float64) (value float64, ok bool)

// intervals sets the percentile interval of each defined figure, from bootstrap replicates of its statistic.
func (s *sums) intervals(figures []*api.Figure, of []statistic, work *yield.Work) {
	if s.units < 2 {
		return // one unit says nothing about how units vary
	}
	draws := int(drawBudget / float64(s.units*s.dim))
	draws = min(mostDraws, max(fewestDraws, draws))
	values := make([][]float64, len(of))
	random := rand.New(rand.NewPCG(s.seed, streamDraws))
	total := make([]float64, s.dim)
	unit := func() []float64 {
		u := int(random.Uint32N(uint32(s.units)))
		return s.at[u*s.dim:][:len(total)]
	}
	for range draws {
		clear(total)
		n := s.units
		for ; n >= 4; n -= 4 { // four at a time, for the memory's sake; the sums are the same
			a, b, c, d := unit(), unit(), unit(), unit()
			for at, t := range total {
				total[at] = t + a[at] + b[at] + c[at] + d[at]
			}
		}
		for ; n > 0; n-- {
			for at, x := range unit() {
				total[at] += x
			}
		}
		if !work.Continue(s.units * (1 + s.dim/16)) {
			return
		}
		for f, statistic := range of {
			if !figures[f].Defined() {
				continue
			}
			if v, ok := statistic(total); ok {
				values[f] = append(values[f], v)
			}
		}
	}
	for f, v := range values {
		percentiles(figures[f], v, draws)
	}
}

// measure is a statistic to report, and why it may have no value.
type measure struct {
	of  statistic
	why string
}

// figures returns measures over n tasks, with their intervals.
func (s *sums) figures(n int, work *yield.Work, measures ...measure) []api.Figure {
	total, out := s.total(), make([]api.Figure, len(measures))
	at, of := make([]*api.Figure, len(measures)), make([]statistic, len(measures))
	for i, m := range measures {
		out[i] = figure(m.of, total, n, m.why)
		at[i], of[i] = &out[i], m.of
	}
	s.intervals(at, of, work)
	return out
}

// figure is the value of a statistic over n tasks, or why where it has none.
func figure(of statistic, total []float64, n int, why string) api.Figure {
	v, ok := of(total)
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return api.Undefined(why)
	}
	return api.Exactly(v, n)
}

// ratio is the statistic total[a] / total[b].
func ratio(a, b int) statistic {
	return func(total []float64) (float64, bool) { return total[a] / total[b], total[b] > 0 }
}

// percentiles sets the interval of f from the values of the replicates.
func percentiles(f *api.Figure, values []float64, draws int) {
	if !f.Defined() || float64(len(values)) < enoughDraws*float64(draws) {
		return
	}
	slices.Sort(values)
	f.Low, f.High, f.Interval, f.Draws = quantile(values, 0.025), quantile(values, 0.975), true, draws
}

// quantile interpolates linearly between order statistics (Hyndman & Fan's type 7).
func quantile(sorted []float64, p float64) float64 {
	h := p * float64(len(sorted)-1)
	low := int(h)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + (h-float64(low))*(sorted[low+1]-sorted[low])
}
