package metric

import (
	"math"

	"concord/core/crowd"
)

const never = math.MaxUint8 // the fold of labels that are never hidden

// deal assigns each label a fold. The labels of a task, in random order, get successive
// folds from a random one on, so a fold hides at most a fifth of them, rounded up.
func deal(l *crowd.Labels, h HeldOut) []uint8 {
	fold := make([]uint8, l.Len())
	base := int(l.Start[0])
	var order []int
	for i := range l.Tasks {
		from, to := l.Of(i)
		m := to - from
		if m == 1 {
			fold[from-base] = never
			continue
		}
		order = order[:0]
		for n := range m {
			order = append(order, n)
		}
		bits := crowd.Hash(h.Seed, uint64(i))
		first := int(bits % folds)
		for n := m - 1; n > 0; n-- { // Fisher and Yates
			bits = crowd.Hash(bits, uint64(n))
			other := int(bits % uint64(n+1))
			order[n], order[other] = order[other], order[n]
		}
		for n, at := range order {
			fold[from-base+at] = uint8((first + n) % folds)
		}
	}
	return fold
}

// dealTasks gives all labels of a task the same fold.
func dealTasks(l *crowd.Labels, h HeldOut) []uint8 {
	fold := make([]uint8, l.Len())
	for i := range l.Tasks {
		f := uint8(crowd.Hash(h.Seed, uint64(i)) % folds)
		for n := l.Start[i]; n < l.Start[i+1]; n++ {
			fold[n-l.Start[0]] = f
		}
	}
	return fold
}

// hide returns d without the labels of one fold or, with whole tasks, without these tasks.
func hide(d *crowd.Dataset, fold []uint8, which uint8, wholeTasks bool) *crowd.Dataset {
	var kept []int
	for i := range d.Tasks {
		if !wholeTasks || d.Start[i] == d.Start[i+1] || fold[d.Start[i]-d.Start[0]] != which {
			kept = append(kept, i)
		}
	}
	out := *d
	out.Labels = d.Empty(len(kept), len(fold))
	l := &out.Labels
	for to, i := range kept {
		for n := d.Start[i]; n < d.Start[i+1]; n++ {
			if fold[n-d.Start[0]] != which {
				l.Append(&d.Labels, int(n))
			}
		}
		l.Start[to+1] = int32(len(l.Worker))
	}
	if len(kept) < d.Tasks || d.Comparisons != nil { // whose rankings show all votes
		out.Describe(d, kept)
	}
	return &out
}
