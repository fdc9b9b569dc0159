package gp

import "math"

// The cubic work is done here rather than by gonum, whose kernels are assembly natively but one
// multiplication at a time in WebAssembly. Everything is arranged as dot products of two rows with
// two others (cross). With rows stored in pairs that loop reads two places, both forward, and keeps
// all in registers, two to three times as fast as over plain rows. The same code gives the same
// bits on both targets.

// pairs is a matrix whose rows are stored two by two, entry k of a row beside entry k of the next.
// Rows and columns are padded to even numbers with zeros, or with the identity in a factor.
type pairs struct {
	rows, n int // as padded
	v       [][2]float64
}

func even(n int) int { return n + n&1 }

// shape makes the matrix one of zeros, in the memory that it has.
func (m *pairs) shape(rows, columns int) {
	m.rows, m.n = even(rows), even(columns)
	size := m.rows / 2 * m.n
	if cap(m.v) < size {
		m.v = make([][2]float64, size)
		return
	}
	m.v = m.v[:size]
	clear(m.v)
}

func newPairs(rows, columns int) pairs {
	var m pairs
	m.shape(rows, columns)
	return m
}

// pair returns row i, which is even, and the next.
func (m *pairs) pair(i int) [][2]float64 { return m.v[i/2*m.n : (i/2+1)*m.n] }

func (m *pairs) at(i, k int) float64 { return m.v[i/2*m.n+k][i&1] }

func (m *pairs) set(i, k int, v float64) { m.v[i/2*m.n+k][i&1] = v }

// cross returns the products of two rows with two: x0·y0, x0·y1, x1·y0, x1·y1. Four columns at a
// time there is one check of bounds, and one addition that waits for the last.
func cross(x, y [][2]float64) (a, b, c, d float64) {
	for len(x) >= 4 && len(y) >= 4 {
		u, v := (*[4][2]float64)(x), (*[4][2]float64)(y)
		a += u[0][0]*v[0][0] + u[1][0]*v[1][0] + u[2][0]*v[2][0] + u[3][0]*v[3][0]
		b += u[0][0]*v[0][1] + u[1][0]*v[1][1] + u[2][0]*v[2][1] + u[3][0]*v[3][1]
		c += u[0][1]*v[0][0] + u[1][1]*v[1][0] + u[2][1]*v[2][0] + u[3][1]*v[3][0]
		d += u[0][1]*v[0][1] + u[1][1]*v[1][1] + u[2][1]*v[2][1] + u[3][1]*v[3][1]
		x, y = x[4:], y[4:]
	}
	for k, u := range x {
		v := y[k]
		a += u[0] * v[0]
		b += u[0] * v[1]
		c += u[1] * v[0]
		d += u[1] * v[1]
	}
	return
}

// tile is how many rows are worked on together, so that they stay near.
const tile = 16

// cholesky replaces the lower triangle of the square matrix a, of n rows before
// it was padded, by its Cholesky factor (N³/6 multiplications) and reports whether
// there is one.
func cholesky(a *pairs, n int) bool {
	if n < a.n {
		a.set(n, n, 1)
	}
	for j0 := 0; j0 < a.n; j0 += tile {
		for i := j0; i < a.n; i += 2 {
			for j := j0; j < min(j0+tile, i); j += 2 {
				a.column(a.pair(i), 0, j)
			}
			if i >= j0+tile {
				continue
			}
			x := a.pair(i)
			p, _, q, r := cross(x[:i], x[:i])
			p, q, r = x[i][0]-p, x[i][1]-q, x[i+1][1]-r
			if !(p > 0) {
				return false
			}
			p = math.Sqrt(p)
			q /= p
			if r -= q * q; !(r > 0) {
				return false
			}
			x[i][0], x[i][1], x[i+1][1] = p, q, math.Sqrt(r)
		}
	}
	return true
}

// column is one step of solving y Lᵀ = x for two rows in place, L being the lower
// triangle of a: columns j and j+1, those before being solved. The rows are zero
// before column from.
func (a *pairs) column(x [][2]float64, from, j int) {
	y := a.pair(j)
	c00, c01, c10, c11 := cross(x[from:j], y[from:j])
	p, q, r := y[j][0], y[j][1], y[j+1][1]
	u, v := (x[j][0]-c00)/p, (x[j][1]-c10)/p
	x[j] = [2]float64{u, v}
	x[j+1] = [2]float64{(x[j+1][0] - c01 - u*q) / r, (x[j+1][1] - c11 - v*q) / r}
}

// solve replaces each row x of a matrix by L⁻¹x, L being the lower triangle of a.
func (a *pairs) solve(x *pairs) {
	for j0 := 0; j0 < a.n; j0 += tile {
		for i := 0; i < x.rows; i += 2 {
			for j := j0; j < min(j0+tile, a.n); j += 2 {
				a.column(x.pair(i), 0, j)
			}
		}
	}
}

// invert sets y to the transpose of the inverse of the lower triangle of a: row i
// of y is column i of L⁻¹, zero before i (N³/6 multiplications).
func (a *pairs) invert(y *pairs) {
	y.shape(a.n, a.n)
	for i := range a.n {
		y.set(i, i, 1)
	}
	for j0 := 0; j0 < a.n; j0 += tile {
		for i := 0; i < min(j0+tile, a.n); i += 2 {
			for j := max(i, j0); j < min(j0+tile, a.n); j += 2 {
				a.column(y.pair(i), i, j)
			}
		}
	}
}

// forward replaces x by L⁻¹x, L being the lower triangle of a.
func (a *pairs) forward(x []float64) {
	for i := 0; i < a.n; i += 2 {
		row := a.pair(i)
		var s, t float64
		last := i+1 == len(x) // the next is padding
		for k, v := range x[:i] {
			s += row[k][0] * v
			t += row[k][1] * v
		}
		x[i] = (x[i] - s) / row[i][0]
		if !last {
			x[i+1] = (x[i+1] - t - row[i][1]*x[i]) / row[i+1][1]
		}
	}
}

// backward replaces x by L⁻ᵀx.
func (a *pairs) backward(x []float64) {
	for i := a.n - 2; i >= 0; i -= 2 {
		row := a.pair(i)
		var u, v float64
		if i+1 < len(x) {
			v = x[i+1] / row[i+1][1]
			x[i+1] = v
		}
		u = (x[i] - row[i][1]*v) / row[i][0]
		x[i] = u
		for k := range row[:i] {
			x[k] -= row[k][0]*u + row[k][1]*v
		}
	}
}

// logDiagonal returns 2 Σ log l_ii.
func (a *pairs) logDiagonal() float64 {
	var s float64
	for i := range a.n {
		s += math.Log(a.at(i, i))
	}
	return 2 * s
}
