package regress

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
)

// design is a sparse or dense matrix of descriptions, one row per task: row r is the entries start[r] to start[r+1].
type design struct {
	columns int
	start   []int
	column  []int32
	value   []float64
	mean    []float64 // of each column, subtracted where the matrix is applied
}

func (x *design) rows() int { return len(x.start) - 1 }

func (x *design) row(r int) ([]int32, []float64) {
	from, to := x.start[r], x.start[r+1]
	return x.column[from:to], x.value[from:to]
}

// dense returns the features of the tasks.
func dense(f *crowd.Features, tasks []int) *design {
	d := len(f.Names)
	x := &design{columns: d, start: []int{0}}
	for _, i := range tasks {
		for c, v := range f.Row(i) {
			x.column, x.value = append(x.column, int32(c)), append(x.value, v)
		}
		x.start = append(x.start, len(x.value))
	}
	return x
}

// inverseFrequency returns log(N / number of tasks with the term), 0 for terms that no task has.
func inverseFrequency(w *crowd.Words) []float64 {
	n, idf := len(w.Start)-1, make([]float64, w.Terms)
	for _, t := range w.Term {
		idf[t]++
	}
	for t, df := range idf {
		if df > 0 {
			idf[t] = prob.Log(float64(n) / df)
		}
	}
	return idf
}

// bags returns the words of the tasks as tf-idf, (1 + log count) · idf, each row scaled to length one.
func bags(w *crowd.Words, idf []float64, tasks []int) *design {
	x := &design{columns: len(idf), start: []int{0}}
	for _, i := range tasks {
		first, norm := len(x.value), 0.0
		for n := w.Start[i]; n < w.Start[i+1]; n++ {
			t := w.Term[n]
			if int(t) >= len(idf) || idf[t] == 0 {
				continue
			}
			v := (1 + prob.Log(float64(w.Count[n]))) * idf[t]
			norm += v * v
			x.column, x.value = append(x.column, t), append(x.value, v)
		}
		for n := first; n < len(x.value); n++ {
			x.value[n] /= math.Sqrt(norm)
		}
		x.start = append(x.start, len(x.value))
	}
	return x
}

// centre finds the columns' means.
func (x *design) centre() {
	x.mean = make([]float64, x.columns)
	for n, c := range x.column {
		x.mean[c] += x.value[n]
	}
	for c := range x.mean {
		x.mean[c] /= float64(max(x.rows(), 1))
	}
}

// apply sets out to (X − 1x̄ᵀ)w.
func (x *design) apply(w, out []float64) {
	shift := prob.Dot(x.mean, w)
	for r := range out {
		columns, values := x.row(r)
		s := -shift
		for n, c := range columns {
			s += values[n] * w[c]
		}
		out[r] = s
	}
}

// transpose sets out to (X − 1x̄ᵀ)ᵀu.
func (x *design) transpose(u, out []float64) {
	clear(out)
	var sum float64
	for r, v := range u {
		columns, values := x.row(r)
		for n, c := range columns {
			out[c] += v * values[n]
		}
		sum += v
	}
	for c, m := range x.mean {
		out[c] -= m * sum
	}
}

// size returns the mean squared length of the centred rows.
func (x *design) size() float64 {
	var s float64
	for _, v := range x.value {
		s += v * v
	}
	return s/float64(max(x.rows(), 1)) - prob.Dot(x.mean, x.mean)
}

// some returns the given rows, uncentred.
func (x *design) some(rows []int) *design {
	out := &design{columns: x.columns, start: []int{0}}
	for _, r := range rows {
		columns, values := x.row(r)
		out.column, out.value = append(out.column, columns...), append(out.value, values...)
		out.start = append(out.start, len(out.value))
	}
	return out
}

// ridge improves w towards the solution of (XᵀX + λI)w = Xᵀy, X and y centred, by conjugate
// gradients (Hestenes & Stiefel 1952): XᵀX, huge for large vocabularies, is never formed. It stops
// when the residual has fallen to 1e-8 of the right-hand side.
func (x *design) ridge(y []float64, penalty float64, w []float64) {
	var mean float64
	for _, v := range y {
		mean += v / float64(len(y))
	}
	centred := make([]float64, len(y))
	for i, v := range y {
		centred[i] = v - mean
	}
	n := len(w)
	b, r, p, a := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	rows := make([]float64, len(y))
	product := func(v, out []float64) {
		x.apply(v, rows)
		x.transpose(rows, out)
		for i, e := range v {
			out[i] += penalty * e
		}
	}
	x.transpose(centred, b)
	product(w, a)
	for i := range r {
		r[i] = b[i] - a[i]
		p[i] = r[i]
	}
	rr, end := prob.Dot(r, r), 1e-16*prob.Dot(b, b)
	for range 10*n + 50 { // n in exact arithmetic
		if !(rr > end) {
			return
		}
		product(p, a)
		step := rr / prob.Dot(p, a)
		if !(step > 0) || math.IsInf(step, 0) {
			return
		}
		for i := range w {
			w[i] += step * p[i]
			r[i] -= step * a[i]
		}
		was := rr
		rr = prob.Dot(r, r)
		for i := range p {
			p[i] = r[i] + rr/was*p[i]
		}
	}
}
