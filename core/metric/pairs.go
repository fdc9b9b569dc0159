package metric

import (
	"math"

	"concord/core/crowd"
	"concord/core/result"
)

// MaxPairs bounds the cells of one call of Pairs, times the classes.
const MaxPairs = 4 << 20

// Pairs returns Cohen's κ of the workers in rows with those in columns, row-major: a page
// of the worker × worker matrix. It takes one pass over the labels and memory for the
// page only, and panics above MaxPairs. place is the place of each class in their order;
// nil: they have none.
func Pairs(l *crowd.Labels, rows, columns []int, place []int32) []result.Pair {
	k := l.Classes
	at := places(place, k)
	if len(rows)*len(columns)*k > MaxPairs {
		panic("metric: page of pairs too large")
	}
	rowOf, columnOf := index(l.Workers, rows), index(l.Workers, columns)
	out := make([]result.Pair, len(rows)*len(columns))
	weight := make([]float64, len(out)) // tasks, as a sum of parts
	same, differ := make([]float64, len(out)), make([]float64, len(out))
	rowShare, columnShare := make([]float64, len(out)*k), make([]float64, len(out)*k)
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
				pair := int(rowOf[a])*len(columns) + int(columnOf[b])
				part := 1 / (float64(times[a]) * float64(times[b]))
				x, y := at[l.Class[n]], at[l.Class[m]]
				weight[pair] += part
				rowShare[pair*k+int(x)] += part
				columnShare[pair*k+int(y)] += part
				if x == y {
					same[pair] += part
				} else {
					differ[pair] += part * apart(x-y, k)
				}
			}
		}
		for _, j := range l.Worker[from:to] {
			times[j] = 0
		}
	}
	for n := range out {
		out[n].Tasks = int(math.Round(weight[n]))
		out[n].Match = match(same[n], differ[n], weight[n], rowShare[n*k:(n+1)*k], columnShare[n*k:(n+1)*k], place != nil)
	}
	return out
}

// Kappa returns Cohen's κ of two sets of answers, a class for each task. place is
// as in Pairs.
func Kappa(a, b []int32, classes int, place []int32) result.Match {
	at := places(place, classes)
	same, differ := 0.0, 0.0
	row, column := make([]float64, classes), make([]float64, classes)
	for i := range a {
		x, y := at[a[i]], at[b[i]]
		row[x]++
		column[y]++
		if x == y {
			same++
		} else {
			differ += apart(x-y, classes)
		}
	}
	return match(same, differ, float64(len(a)), row, column, place != nil)
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

// match measures n tasks, same of them with the same label, the others differ
// apart in all. row and column are how often each side names each class.
func match(same, differ, n float64, row, column []float64, ordered bool) (m result.Match) {
	if n == 0 {
		return m
	}
	m.Same = same / n
	pe := 0.0
	for c := range row {
		pe += row[c] / n * column[c] / n
	}
	if v, ok := corrected(m.Same, pe); ok {
		m.Kappa = &v
	}
	if !ordered {
		return m
	}
	if v, ok := weightedKappa(differ/n, row, column); ok {
		m.Weighted = &v
	}
	return m
}

// index maps workers to their place in list, -1 where they have none.
func index(workers int, list []int) []int32 {
	at := make([]int32, workers)
	for j := range at {
		at[j] = -1
	}
	for n, j := range list {
		at[j] = int32(n)
	}
	return at
}
