package gp

import "math"

// The cubic work is done by the few functions here rather than by gonum, whose
// kernels are assembly natively but one multiplication at a time in WebAssembly.
// Everything is arranged as dot products of rows, eight at once (dots), so that
// the same code serves both, keeps its sums in registers, and gives the same
// bits.

// dots returns the products of two rows with four: x0·y0, x0·y1, … x1·y3.
func dots(x0, x1, y0, y1, y2, y3 []float64) (a0, a1, a2, a3, b0, b1, b2, b3 float64) {
	n := len(x0)
	x1, y0, y1, y2, y3 = x1[:n], y0[:n], y1[:n], y2[:n], y3[:n]
	for k, p := range x0 {
		q := x1[k]
		u, v := y0[k], y1[k]
		a0 += p * u
		b0 += q * u
		a1 += p * v
		b1 += q * v
		u, v = y2[k], y3[k]
		a2 += p * u
		b2 += q * u
		a3 += p * v
		b3 += q * v
	}
	return
}

func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var a, b, c, d float64
	n := len(x) &^ 3
	for i := 0; i < n; i += 4 {
		a += x[i] * y[i]
		b += x[i+1] * y[i+1]
		c += x[i+2] * y[i+2]
		d += x[i+3] * y[i+3]
	}
	for i := n; i < len(x); i++ {
		a += x[i] * y[i]
	}
	return (a + b) + (c + d)
}

// products calls each with the dot product of row i of a and row j of b, i from
// i0 to i1 and j from j0 to j1, over the columns from to to. Rows have n entries.
func products(a, b []float64, n, i0, i1, j0, j1, from, to int, each func(i, j int, v float64)) {
	row := func(m []float64, i int) []float64 { return m[i*n+from : i*n+to] }
	i := i0
	for ; i+1 < i1; i += 2 {
		x0, x1 := row(a, i), row(a, i+1)
		j := j0
		for ; j+3 < j1; j += 4 {
			a0, a1, a2, a3, b0, b1, b2, b3 := dots(x0, x1, row(b, j), row(b, j+1), row(b, j+2), row(b, j+3))
			each(i, j, a0)
			each(i, j+1, a1)
			each(i, j+2, a2)
			each(i, j+3, a3)
			each(i+1, j, b0)
			each(i+1, j+1, b1)
			each(i+1, j+2, b2)
			each(i+1, j+3, b3)
		}
		for ; j < j1; j++ {
			each(i, j, dot(x0, row(b, j)))
			each(i+1, j, dot(x1, row(b, j)))
		}
	}
	for ; i < i1; i++ {
		for j := j0; j < j1; j++ {
			each(i, j, dot(row(a, i), row(b, j)))
		}
	}
}

// tile is the side of the blocks: small enough that what is done one product at
// a time within them is a small part of the whole.
const tile = 16

// cholesky replaces the lower triangle of the n×n matrix a by its Cholesky
// factor (N³/6 multiplications) and reports whether there is one.
func cholesky(a []float64, n int) bool {
	for j0 := 0; j0 < n; j0 += tile {
		j1 := min(j0+tile, n)
		subtract := func(i, j int, v float64) { a[i*n+j] -= v } // above the diagonal it does no harm
		for i := j0; i < n; i += 2 {
			products(a, a, n, i, min(i+2, n), j0, j1, 0, j0, subtract)
		}
		for i := j0; i < n; i++ {
			row := a[i*n : i*n+n]
			for j := j0; j < min(i+1, j1); j++ {
				s := row[j] - dot(row[j0:j], a[j*n+j0:j*n+j])
				if i > j {
					row[j] = s / a[j*n+j]
					continue
				}
				if !(s > 0) {
					return false
				}
				row[j] = math.Sqrt(s)
			}
		}
	}
	return true
}

// invert sets the upper triangle of y to the transpose of the inverse of the
// lower triangle l, so that row j of y is column j of L⁻¹ (N³/6
// multiplications). y must be zero below its diagonal.
func invert(l, y []float64, n int) {
	for i0 := 0; i0 < n; i0 += tile {
		i1 := min(i0+tile, n)
		set := func(j, i int, v float64) { y[j*n+i] = v }
		for j := 0; j < i0; j += 2 {
			products(y, l, n, j, min(j+2, i0), i0, i1, j, i0, set)
		}
		for j := range i1 {
			row := y[j*n : j*n+n]
			for i := max(i0, j); i < i1; i++ {
				if i == j {
					row[i] = 1 / l[i*n+i]
					continue
				}
				from := max(i0, j)
				var s float64
				if j < i0 {
					s = row[i]
				}
				row[i] = -(s + dot(l[i*n+from:i*n+i], row[from:i])) / l[i*n+i]
			}
		}
	}
}

// forward replaces x by L⁻¹ x, l lower triangular n×n.
func forward(l []float64, n int, x []float64) {
	for i := range n {
		x[i] = (x[i] - dot(l[i*n:i*n+i], x[:i])) / l[i*n+i]
	}
}

// backward replaces x by L⁻ᵀ x.
func backward(l []float64, n int, x []float64) {
	for i := n - 1; i >= 0; i-- {
		x[i] /= l[i*n+i]
		v := x[i]
		for j, e := range l[i*n : i*n+i] {
			x[j] -= v * e
		}
	}
}

// logDiagonal returns 2 Σ log l_ii.
func logDiagonal(l []float64, n int) float64 {
	var s float64
	for i := range n {
		s += math.Log(l[i*n+i])
	}
	return 2 * s
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
