package metric

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
)

// MaxPairs bounds the cells of one call of Pairs, times the classes.
const MaxPairs = 4 << 20

// Pairs returns Cohen's κ of the workers in rows with those in columns, row-major: a page
// of the worker × worker matrix. It takes one pass over the labels and memory for the
// page only, and panics above MaxPairs. place is the place of each class in their order;
// nil: they have none.
func Pairs(l *crowd.Labels, rows, columns []int, place []int32) []api.Pair {
	k := l.Classes
	at := places(place, k)
	if len(rows)*len(columns)*k > MaxPairs {
		panic("metric: page of pairs too large")
	}
	rowOf, columnOf := index(l.Workers, rows), index(l.Workers, columns)
	out, tallies := make([]api.Pair, len(rows)*len(columns)), make([]tally, len(rows)*len(columns))
	named := make([]float64, 2*len(out)*k)
	for n := range tallies {
		tallies[n].row, tallies[n].column = named[2*n*k:(2*n+1)*k], named[(2*n+1)*k:(2*n+2)*k]
	}
	times := make([]int32, l.Workers) // labels of each worker on the task at hand
	for i := range l.Tasks {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
			times[j]++
		}
		for n := from; n < to; n++ {
			a := l.Worker[n]
			if rowOf[a] < 0 {
				continue
			}
			for m := from; m < to; m++ {
				b := l.Worker[m]
				if columnOf[b] < 0 {
					continue
				}
				part := 1 / (float64(times[a]) * float64(times[b]))
				tallies[int(rowOf[a])*len(columns)+int(columnOf[b])].add(at[l.Class[n]], at[l.Class[m]], part)
			}
		}
		for _, j := range l.Worker[from:to] {
			times[j] = 0
		}
	}
	for n := range out {
		out[n] = api.Pair{Tasks: int(math.Round(tallies[n].n)), Match: tallies[n].match(place != nil)}
	}
	return out
}

// Kappa returns Cohen's κ of two sets of answers, a class for each task. place is as in Pairs.
func Kappa(a, b []int32, classes int, place []int32) api.Match {
	at := places(place, classes)
	t := tally{row: make([]float64, classes), column: make([]float64, classes)}
	for i := range a {
		t.add(at[a[i]], at[b[i]], 1)
	}
	return t.match(place != nil)
}

// tally compares the labels of two sides.
type tally struct {
	n, same, differ float64   // tasks; those with the same label; the sum of apart over the others
	row, column     []float64 // K, by place: how often each side names each class
}

// add counts a part of a task whose labels have places x and y.
func (t *tally) add(x, y int32, part float64) {
	t.n += part
	t.row[x] += part
	t.column[y] += part
	if x == y {
		t.same += part
	} else {
		t.differ += part * apart(x-y, len(t.row))
	}
}

func (t *tally) match(ordered bool) (m api.Match) {
	if t.n == 0 {
		return m
	}
	m.Same = t.same / t.n
	pe := 0.0
	for c := range t.row {
		pe += t.row[c] / t.n * t.column[c] / t.n
	}
	if v, ok := corrected(m.Same, pe); ok {
		m.Kappa = &v
	}
	if v, ok := weightedKappa(t.differ/t.n, t.row, t.column); ok && ordered {
		m.Weighted = &v
	}
	return m
}

// places returns place or, for classes without an order, their indices.
func places(place []int32, classes int) []int32 {
	if place != nil {
		return place
	}
	place = make([]int32, classes)
	for c := range place {
		place[c] = int32(c)
	}
	return place
}

// index maps workers to their place in list, -1 where they have none.
func index(workers int, list []int) []int32 {
	at := slices.Repeat([]int32{-1}, workers)
	for n, j := range list {
		at[j] = int32(n)
	}
	return at
}
