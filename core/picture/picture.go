// Package picture lays tasks out on a plane so that similar ones lie together, by the
// principal components of their features.
//
// K. Pearson. On Lines and Planes of Closest Fit to Systems of Points in Space.
// Philosophical Magazine 2(11), 1901.
package picture

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Most is the maximum number of rows laid out; of more, a random sample is.
const Most = 5000

// mostWork bounds the multiplications for the covariances of the columns: about two
// seconds in a browser. With very many columns, fewer rows are laid out.
const mostWork = 2e9

// Plane is a layout of rows.
type Plane struct {
	Rows  []int        // those laid out, ascending
	X, Y  []float64    // of each: its places on the first two components, in the units of the columns
	Share [2]float64   // share of the variance of all columns that each component has
	Axis  [2][]float64 // each component: how much of each column goes into it; its squares sum to one
}

// Of lays out those of rows of x, which has d columns, row-major: their first
// two principal components. With fewer than two rows or without any spread all
// lie at zero. Signs are such that the largest entry of each axis is positive.
func Of(x []float64, d int, rows []int, seed uint64) *Plane {
	p := &Plane{Rows: some(rows, d, seed), Axis: [2][]float64{make([]float64, d), make([]float64, d)}}
	n := len(p.Rows)
	p.X, p.Y = make([]float64, n), make([]float64, n)
	if n < 2 || d == 0 {
		return p
	}
	centred := mat.NewDense(n, d, nil)
	mean := make([]float64, d)
	for _, i := range p.Rows {
		for c, v := range x[i*d : (i+1)*d] {
			mean[c] += v / float64(n)
		}
	}
	for r, i := range p.Rows {
		for c, v := range x[i*d : (i+1)*d] {
			centred.Set(r, c, v-mean[c])
		}
	}
	total := mat.Norm(centred, 2) // Frobenius
	total *= total
	if !(total > 0) || math.IsInf(total, 0) {
		return p
	}
	p.components(centred, total)
	return p
}

// some draws as many rows as are laid out.
func some(rows []int, d int, seed uint64) []int {
	most := min(Most, max(500, int(mostWork/float64(max(d*d, 1)))))
	out := slices.Clone(rows)
	if len(out) > most {
		src := rand.New(rand.NewPCG(seed, 0x706963747572))
		src.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
		out = out[:most]
		slices.Sort(out)
	}
	return out
}

// components finds the axes from the smaller of the two products of the matrix
// with itself, whose eigenvectors give each other.
func (p *Plane) components(x *mat.Dense, total float64) {
	n, d := x.Dims()
	size := min(n, d)
	s := mat.NewSymDense(size, nil)
	if d <= n {
		s.SymOuterK(1, x.T()) // XᵀX
	} else {
		s.SymOuterK(1, x) // XXᵀ
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(s, true) {
		return
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for c := range min(2, size) {
		at := size - 1 - c
		if !(values[at] > 1e-12*total) {
			break
		}
		axis := mat.NewVecDense(d, p.Axis[c])
		if v := vectors.ColView(at); d <= n {
			axis.CopyVec(v)
		} else {
			axis.MulVec(x.T(), v)
			axis.ScaleVec(1/mat.Norm(axis, 2), axis)
		}
		if most := largest(p.Axis[c]); p.Axis[c][most] < 0 {
			axis.ScaleVec(-1, axis)
		}
		p.Share[c] = values[at] / total
		mat.NewVecDense(n, [][]float64{p.X, p.Y}[c]).MulVec(x, axis)
	}
}

// largest returns the index of the entry of the largest size, the first of those
// that are equal but for rounding.
func largest(x []float64) int {
	best := 0
	for i, v := range x {
		if math.Abs(v) > math.Abs(x[best])+1e-9 {
			best = i
		}
	}
	return best
}
