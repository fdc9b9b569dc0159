package main

import (
	"math/rand/v2"

	"concord/core/crowd"
)

// A regime makes of the labels of a set those that another way to ask would have brought.
type regime struct {
	name string
	of   func(l *crowd.Labels, src *rand.Rand) crowd.Labels
}

// natural are the regimes that people choose; the others spoil the labels.
const natural = 6

var regimes = []regime{
	{"whole", func(l *crowd.Labels, _ *rand.Rand) crowd.Labels { return *l }},
	{"3 a task", atMost(3)},
	{"2 a task", atMost(2)},
	{"a quarter overlaps", overlapping(.25)},
	{"a tenth overlaps", overlapping(.1)},
	{"1 a task", atMost(1)},
	{"dealt anew", dealt},
	{"a third adversarial", adversaries},
	{"a fifth copies", copiers},
}

// some returns the labels of l for which keep returns true, which is told their places within the task in random order.
func some(l *crowd.Labels, src *rand.Rand, most func(i int) int) crowd.Labels {
	var task, worker, class []int32
	for i := range l.Tasks {
		from, to := l.Of(i)
		seen := map[int32]bool{}
		for _, n := range src.Perm(to - from) {
			j := l.Worker[from+n]
			if seen[j] || len(seen) >= most(i) {
				continue
			}
			seen[j] = true
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, int32(l.Class[from+n]))
		}
	}
	return crowd.NewLabels(l.Tasks, l.Workers, l.Classes, task, worker, class)
}

// atMost leaves a task so many labels of different workers.
func atMost(n int) func(*crowd.Labels, *rand.Rand) crowd.Labels {
	return func(l *crowd.Labels, src *rand.Rand) crowd.Labels { return some(l, src, func(int) int { return n }) }
}

// overlapping leaves a share of the tasks all their labels, and the others one.
func overlapping(share float64) func(*crowd.Labels, *rand.Rand) crowd.Labels {
	return func(l *crowd.Labels, src *rand.Rand) crowd.Labels {
		most := make([]int, l.Tasks)
		for i := range most {
			if most[i] = 1; src.Float64() < share {
				most[i] = l.Len()
			}
		}
		return some(l, src, func(i int) int { return most[i] })
	}
}

// with returns l with other classes.
func with(l *crowd.Labels, class []uint16) crowd.Labels {
	out := *l
	out.Class = class
	return out
}

// dealt shuffles the labels of the whole file.
func dealt(l *crowd.Labels, src *rand.Rand) crowd.Labels {
	class := append([]uint16(nil), l.Class...)
	src.Shuffle(len(class), func(a, b int) { class[a], class[b] = class[b], class[a] })
	return with(l, class)
}

// adversaries makes a third of the workers name the next class each time.
func adversaries(l *crowd.Labels, src *rand.Rand) crowd.Labels {
	class, bad := append([]uint16(nil), l.Class...), src.Perm(l.Workers)
	for n, j := range l.Worker {
		if bad[j] < l.Workers/3 {
			class[n] = uint16((int(class[n]) + 1) % l.Classes)
		}
	}
	return with(l, class)
}

// copiers makes a fifth of the workers say what another one says, where that one says something.
func copiers(l *crowd.Labels, src *rand.Rand) crowd.Labels {
	class, order := append([]uint16(nil), l.Class...), src.Perm(l.Workers)
	copies := max(1, l.Workers/5)
	from := make([]int32, l.Workers) // whom the worker copies, or −1
	for j := range from {
		from[j] = -1
	}
	for n, j := range order[:copies] {
		if copies+n/2 < len(order) {
			from[j] = int32(order[copies+n/2])
		}
	}
	for i := range l.Tasks {
		first, to := l.Of(i)
		for n := first; n < to; n++ {
			if a := from[l.Worker[n]]; a >= 0 {
				for m := first; m < to; m++ {
					if l.Worker[m] == a {
						class[n] = l.Class[m]
						break
					}
				}
			}
		}
	}
	return with(l, class)
}
