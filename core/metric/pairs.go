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
// of the worker × worker matrix. Of a worker with itself it compares the repeats, in either order. It takes one pass over the labels
// and memory for the page only, and panics above MaxPairs. weights are as in Scale: with them there is weighted κ.
func Pairs(l *crowd.Labels, rows, columns []int, weights []float64) []api.Pair {
	k := l.Classes
	if len(rows)*len(columns)*k > MaxPairs {
		panic("metric: page of pairs too large")
	}
	rowOf, columnOf := index(l.Workers, rows), index(l.Workers, columns)
	out, tallies := make([]api.Pair, len(rows)*len(columns)), make([]tally, len(rows)*len(columns))
	named := make([]float64, 2*len(out)*k)
	for n := range tallies {
		tallies[n] = tally{weights: weights, row: named[2*n*k : (2*n+1)*k], column: named[(2*n+1)*k : (2*n+2)*k]}
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
				if columnOf[b] < 0 || n == m {
					continue
				}
				part := 1 / (float64(times[a]) * float64(times[b]))
				if a == b {
					part = 1 / (float64(times[a]) * float64(times[a]-1))
				}
				tallies[int(rowOf[a])*len(columns)+int(columnOf[b])].add(int(l.Class[n]), int(l.Class[m]), part)
			}
		}
		for _, j := range l.Worker[from:to] {
			times[j] = 0
		}
	}
	for n := range out {
		out[n] = api.Pair{Tasks: int(math.Round(tallies[n].n)), Match: tallies[n].match()}
	}
	return out
}

// Kappa returns Cohen's κ of two sets of answers, one of k classes for each task. weights are as in Pairs.
func Kappa(a, b []int32, k int, weights []float64) api.Match {
	t := tally{weights: weights, row: make([]float64, k), column: make([]float64, k)}
	for i := range a {
		t.add(int(a[i]), int(b[i]), 1)
	}
	return t.match()
}

// KappaOf returns Cohen's κ of a table K×K of two sides, with the interval of its large-sample standard error.
func KappaOf(table []float64, k int) api.Figure {
	t := tally{row: make([]float64, k), column: make([]float64, k)}
	for at, n := range table {
		if n > 0 {
			t.add(at/k, at%k, n)
		}
	}
	m := t.match()
	if m.Kappa == nil {
		return api.Undefined("both name one class only, the same")
	}
	f := api.Exactly(*m.Kappa, int(math.Round(t.n)))
	if kappaError(&f, table, k, nil); f.SE > 0 {
		f.Low, f.High, f.Interval = max(-1, f.Value-z95*f.SE), min(1, f.Value+z95*f.SE), true
	}
	return f
}

// tally compares the labels of two sides.
type tally struct {
	n, same, differ float64   // tasks; those with the same label; how much the others differ, by weight
	row, column     []float64 // K, how often each side names each class
	weights         []float64 // nil: there are none
}

// add counts a part of a task whose labels are x and y.
func (t *tally) add(x, y int, part float64) {
	t.n += part
	t.row[x] += part
	t.column[y] += part
	if x == y {
		t.same += part
	} else if t.weights != nil {
		t.differ += part * (1 - t.weights[max(x, y)-min(x, y)])
	}
}

func (t *tally) match() (m api.Match) {
	if t.n == 0 {
		return m
	}
	m.Same = t.same / t.n
	square, chance := t.n*t.n, 0.0 // of counts, so that κ is exact where it is 0
	for c, x := range t.row {
		chance += x * t.column[c]
	}
	if chance < square*(1-1e-12) {
		m.Kappa = new((t.n*t.same - chance) / (square - chance))
	}
	m.Weighted = t.weighted()
	return m
}

// weighted is the weighted κ of Cohen 1968,
//
//	κ_w = 1 − Σ_ck p_ck (1 − w_ck) / Σ_ck p_c· p_·k (1 − w_ck)
func (t *tally) weighted() *float64 {
	if t.weights == nil {
		return nil
	}
	chance := 0.0
	for x, p := range t.row {
		if p == 0 {
			continue
		}
		for y, q := range t.column {
			chance += p * q * (1 - t.weights[max(x, y)-min(x, y)])
		}
	}
	if !(chance > 1e-12*t.n*t.n) {
		return nil
	}
	return new(1 - t.n*t.differ/chance)
}

// index maps workers to their place in list, -1 where they have none.
func index(workers int, list []int) []int32 {
	at := slices.Repeat([]int32{-1}, workers)
	for n, j := range list {
		at[j] = int32(n)
	}
	return at
}
