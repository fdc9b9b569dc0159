package metric

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// ordinal is Krippendorff's α with the ordinal metric
//
//	δ_ck = Σ_{g=c}^{k} n_g − (n_c + n_k)/2 = R_k − R_c,  R_c = Σ_{g<c} n_g + n_c/2
//
// This is the interval α of midranks, and so linear in the labels. The metric depends on
// the n_c of all tasks, so each replicate of the bootstrap computes new midranks from
// the coincidences o_ck of its tasks.
func ordinal(l *crowd.Labels, scale *Scale, work *yield.Work) api.Figure {
	k := l.Classes
	if scale.Nominal && k > 2 {
		return api.Undefined(notOrdered)
	}
	nc := make([]float64, k)
	paired := 0
	eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		if m < 2 {
			return
		}
		paired++
		for _, c := range used {
			nc[c] += float64(count[c])
		}
	})
	if paired == 0 {
		return api.Undefined(noPairs)
	}
	rank := midranks(nc)
	differ := 0.0
	eachTask(l, work, func(_, m int, used []uint16, count []int32) {
		differ += spread(m, used, count, rank)
	})
	v, ok := alpha(differ, expectedSquares(nc, rank), prob.Total(nc))
	if !ok {
		return api.Undefined(oneClass)
	}
	f := api.Exactly(v, paired)
	if k <= maxOrdinal {
		ordinalInterval(l, scale.Seed, &f, work)
	}
	return f
}

// midranks returns the R_c of the class counts.
func midranks(nc []float64) []float64 {
	rank := make([]float64, len(nc))
	below := 0.0
	for c, n := range nc {
		rank[c] = below + n/2
		below += n
	}
	return rank
}

// spread is Σ_ck n_c n_k (v_c − v_k)²/(m−1) of one task, in time linear in the classes it used: 2m Σ n_c (v_c − v̄)²/(m−1).
func spread(m int, used []uint16, count []int32, v []float64) float64 {
	if m < 2 {
		return 0
	}
	mean, square := 0.0, 0.0
	for _, c := range used {
		mean += float64(count[c]) * v[c] / float64(m)
	}
	for _, c := range used {
		d := v[c] - mean
		square += float64(count[c]) * d * d
	}
	return 2 * float64(m) * square / float64(m-1)
}

// expectedSquares is Σ_ck n_c n_k (v_c − v_k)² = 2 (n Σ n_c v_c² − (Σ n_c v_c)²), taken
// about the mean so that numbers far from zero lose no digits.
func expectedSquares(nc, v []float64) float64 {
	n, mean, square := prob.Total(nc), 0.0, 0.0
	for c, x := range nc {
		mean += x * v[c] / n
	}
	for c, x := range nc {
		d := v[c] - mean
		square += x * d * d
	}
	return 2 * n * square
}

// ordinalInterval draws the bootstrap. The sums of a task are its n_c, then its coincidences of c < k.
func ordinalInterval(l *crowd.Labels, seed uint64, f *api.Figure, work *yield.Work) {
	k := l.Classes
	pair := func(c, k int) int { return c*(c-1)/2 + k } // k < c
	s := newSums(l.Tasks, k+k*(k-1)/2, seed)
	eachTask(l, work, func(i, m int, used []uint16, count []int32) {
		if m < 2 {
			return
		}
		at := s.of(i)
		for x, c := range used {
			at[c] += float64(count[c])
			for _, d := range used[:x] {
				at[k+pair(int(max(c, d)), int(min(c, d)))] += 2 * float64(count[c]) * float64(count[d]) / float64(m-1)
			}
		}
	})
	s.intervals([]*api.Figure{f}, []statistic{func(t []float64) (float64, bool) {
		nc := t[:k]
		rank := midranks(nc)
		differ := 0.0
		for c := range k {
			for d := range c {
				r := rank[c] - rank[d]
				differ += t[k+pair(c, d)] * r * r
			}
		}
		return alpha(differ, expectedSquares(nc, rank), prob.Total(nc))
	}}, work)
}

// classify turns labels that are numbers into classes, in numerical order; ok is false if there are more than maxClasses different numbers.
func classify(l *crowd.Labels) (classes *crowd.Labels, values []float64, ok bool) {
	seen := map[float64]bool{}
	for _, v := range l.Value[l.Start[0]:l.Start[l.Tasks]] {
		if seen[v] = true; len(seen) > maxClasses {
			return nil, nil, false
		}
	}
	values = slices.Sorted(maps.Keys(seen))
	c := *l
	c.Value, c.Classes, c.Class = nil, len(values), make([]uint16, len(l.Value))
	for n := l.Start[0]; n < l.Start[l.Tasks]; n++ {
		at, _ := slices.BinarySearch(values, l.Value[n])
		c.Class[n] = uint16(at)
	}
	return &c, values, true
}

// agreeMany is AgreeNumbers for numbers of many different values: only the interval and ordinal α are defined.
func agreeMany(l *crowd.Labels, seed uint64, work *yield.Work) (*api.Agreement, error) {
	none := api.Undefined(manyNumbers)
	out := &api.Agreement{Labels: l.Len(), Percent: none, Fleiss: none, Pooled: none,
		AC1: none, AC2: none, Entropy: none, Alpha: api.Alpha{Nominal: none, Ratio: none}}
	for i := range l.Tasks {
		switch from, to := l.Of(i); {
		case to-from > 1:
			out.Paired++
			fallthrough
		case to-from == 1:
			out.Tasks++
		}
	}
	out.Alpha.Interval = alphaOfValues(l, l.Value, out.Paired, seed, work)
	out.Alpha.Ordinal = alphaOfValues(l, valueRanks(l, work), out.Paired, seed, work)
	if o := &out.Alpha.Ordinal; o.Interval {
		// Ranks change with the replicate, but the bootstrap here keeps them: its interval would be too narrow.
		*o = api.Exactly(o.Value, o.N)
	}
	return out, work.Err()
}

// alphaOfValues is the interval α of one value for each label.
func alphaOfValues(l *crowd.Labels, value []float64, paired int, seed uint64, work *yield.Work) api.Figure {
	if paired == 0 {
		return api.Undefined(noPairs)
	}
	const differ, count, sum, square, dim = 0, 1, 2, 3, 4
	origin := value[l.Start[0]]
	s := newSums(l.Tasks, dim, seed)
	for i := range l.Tasks {
		from, to := l.Of(i)
		m := float64(to - from)
		if m < 2 {
			continue
		}
		if !work.Continue(to - from) {
			break
		}
		at := s.of(i)
		mean := 0.0
		for _, v := range value[from:to] {
			mean += (v - origin) / m
		}
		for _, v := range value[from:to] {
			d := v - origin - mean
			at[differ] += 2 * m * d * d / (m - 1)
			at[count]++
			at[sum] += v - origin
			at[square] += (v - origin) * (v - origin)
		}
	}
	of := func(t []float64) (float64, bool) {
		return alpha(t[differ], 2*(t[count]*t[square]-t[sum]*t[sum]), t[count])
	}
	return s.figures(paired, work, measure{of, oneNumber})[0]
}

// valueRanks gives each label of a task with two labels the midrank of its number.
func valueRanks(l *crowd.Labels, work *yield.Work) []float64 {
	rank := make([]float64, len(l.Value))
	var order []int32
	for i := range l.Tasks {
		if from, to := l.Of(i); to-from > 1 {
			for n := from; n < to; n++ {
				order = append(order, int32(n))
			}
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		work.Continue(1)
		return cmp.Or(cmp.Compare(l.Value[a], l.Value[b]), cmp.Compare(a, b))
	})
	below := 0
	for run := range runs(order, l.Value) {
		for _, n := range run {
			rank[n] = float64(below) + float64(len(run))/2
		}
		below += len(run)
	}
	return rank
}

// runs yields the runs of items of equal value; order lists the items by their values.
func runs[I int | int32](order []I, value []float64) iter.Seq[[]I] {
	return func(yield func([]I) bool) {
		for len(order) > 0 {
			n := 1 // NaN differs even from itself
			for n < len(order) && value[order[n]] == value[order[0]] {
				n++
			}
			if !yield(order[:n]) {
				return
			}
			order = order[n:]
		}
	}
}
