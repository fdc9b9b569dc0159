// Package design has the matrices of what describes tasks, their features or words, and ridge
// regression on them.
package design

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Matrix is a sparse or dense matrix of descriptions, one row per task: row r is the entries start[r] to start[r+1].
type Matrix struct {
	Columns int
	start   []int
	column  []int32
	value   []float64
	Mean    []float64 // of each column, subtracted where the matrix is applied
}

// Rows returns the number of rows.
func (x *Matrix) Rows() int { return len(x.start) - 1 }

// Row returns the columns and values of the entries of row r.
func (x *Matrix) Row(r int) ([]int32, []float64) {
	from, to := x.start[r], x.start[r+1]
	return x.column[from:to], x.value[from:to]
}

// Dense returns the features of the tasks.
func Dense(f *crowd.Features, tasks []int) *Matrix {
	d := len(f.Names)
	x := &Matrix{Columns: d, start: []int{0}}
	for _, i := range tasks {
		for c, v := range f.Row(i) {
			x.column, x.value = append(x.column, int32(c)), append(x.value, v)
		}
		x.start = append(x.start, len(x.value))
	}
	return x
}

// InverseFrequency returns log(N / number of tasks with the term), 0 for terms that no task has.
func InverseFrequency(w *crowd.Words) []float64 {
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

// Bags returns the words of the tasks as tf-idf, (1 + log count) · idf, each row scaled to length one.
func Bags(w *crowd.Words, idf []float64, tasks []int) *Matrix {
	x := &Matrix{Columns: len(idf), start: []int{0}}
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

// Centre finds the columns' means.
func (x *Matrix) Centre() {
	x.Mean = make([]float64, x.Columns)
	for n, c := range x.column {
		x.Mean[c] += x.value[n]
	}
	for c := range x.Mean {
		x.Mean[c] /= float64(max(x.Rows(), 1))
	}
}

// Apply sets out to (X − 1x̄ᵀ)w.
func (x *Matrix) Apply(w, out []float64) {
	shift := prob.Dot(x.Mean, w)
	for r := range out {
		columns, values := x.Row(r)
		s := -shift
		for n, c := range columns {
			s += values[n] * w[c]
		}
		out[r] = s
	}
}

// transpose sets out to (X − 1x̄ᵀ)ᵀu.
func (x *Matrix) transpose(u, out []float64) {
	clear(out)
	var sum float64
	for r, v := range u {
		columns, values := x.Row(r)
		for n, c := range columns {
			out[c] += v * values[n]
		}
		sum += v
	}
	for c, m := range x.Mean {
		out[c] -= m * sum
	}
}

// size returns the mean squared length of the centred rows.
func (x *Matrix) size() float64 {
	var s float64
	for _, v := range x.value {
		s += v * v
	}
	return s/float64(max(x.Rows(), 1)) - prob.Dot(x.Mean, x.Mean)
}

// some returns the given rows, uncentred.
func (x *Matrix) some(rows []int) *Matrix {
	out := &Matrix{Columns: x.Columns, start: []int{0}}
	for _, r := range rows {
		columns, values := x.Row(r)
		out.column, out.value = append(out.column, columns...), append(out.value, values...)
		out.start = append(out.start, len(out.value))
	}
	return out
}

// unit is how many entries of a matrix, passed twice, take as long as a unit of yield.Work.
const unit = 16

// Ridge improves w towards the solution of (XᵀX + λI)w = Xᵀy, X and y centred, by conjugate
// gradients (Hestenes & Stiefel 1952): XᵀX, huge for large vocabularies, is never formed. It stops
// when the residual has fallen to 1e-8 of the right-hand side, or work is to end.
func (x *Matrix) Ridge(y []float64, penalty float64, w []float64, work *yield.Work) {
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
		x.Apply(v, rows)
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
		if !(rr > end) || !work.Continue(len(x.value)/unit+1) {
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
