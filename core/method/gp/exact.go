package gp

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// errIndefinite says that the sites add up to no distribution.
var errIndefinite = errors.New("gp: the sites make the posterior improper")

// prior is a Gaussian process prior over the latent values of N tasks, exact or
// sparse. Given the sites it yields the posterior.
type prior interface {
	// posterior sets the mean and variance of every task, given the sum of the
	// sites' precisions and of their precision-weighted means. It returns
	// log|I + KT|.
	posterior(tau, nu, mean, variance []float64) (logDet float64, err error)
	// predict returns the mean and variance at new points, after posterior.
	predict(x [][]float64) (mean, variance []float64)
}

// exact is the full prior: K is N×N. The posterior is Σ = (K⁻¹ + T)⁻¹ where
// some entries of the diagonal T may be negative. It is built in two parts:
// with the positive entries only, through the Cholesky factor of
// B = I + √T K √T (Rasmussen & Williams, algorithm 3.6), then the few negative
// ones by Woodbury's identity. K + T⁻¹ would be indefinite and is never formed.
type exact struct {
	kernel *Kernel
	x      [][]float64
	n      int
	k      []float64 // K
	l      []float64 // lower Cholesky factor of B
	v      []float64 // L⁻¹ √T K
	root   []float64 // √max(T, 0)
	weight []float64 // ν − Tμ, so that E[f*] = k*ᵀ weight

	minus []int     // tasks whose T is negative
	wneg  []float64 // √|T| of those
	c     []float64 // n×m: posterior covariance (positive part) with those
	g     []float64 // m×m: lower Cholesky factor of I − W C W
}

func newExact(k *Kernel, x [][]float64) *exact {
	n := len(x)
	e := &exact{
		kernel: k, x: x, n: n, k: make([]float64, n*n), l: make([]float64, n*n), v: make([]float64, n*n),
		root: make([]float64, n), weight: make([]float64, n),
	}
	k.matrix(x, e.k)
	return e
}

func (e *exact) posterior(tau, nu, mean, variance []float64) (float64, error) {
	n := e.n
	e.minus, e.wneg = e.minus[:0], e.wneg[:0]
	for i, t := range tau {
		e.root[i] = math.Sqrt(math.Max(t, 0))
		if t < 0 {
			e.minus = append(e.minus, i)
			e.wneg = append(e.wneg, math.Sqrt(-t))
		}
	}
	for i := range n {
		s, row, kr, vr := e.root[i], e.l[i*n:(i+1)*n], e.k[i*n:(i+1)*n], e.v[i*n:(i+1)*n]
		for j := range i + 1 {
			row[j] = s * kr[j] * e.root[j]
		}
		row[i]++
		for j := range n {
			vr[j] = s * kr[j]
		}
	}
	factor, ok := cholesky(e.l, n)
	if !ok {
		return 0, errIndefinite
	}
	solveLower(factor, e.v, n)
	logDet := logDiagonal(e.l, n)
	for i := range n {
		variance[i], mean[i] = e.k[i*n+i], dot(e.k[i*n:(i+1)*n], nu)
	}
	for i := range n {
		row := e.v[i*n : (i+1)*n]
		s := dot(row, nu)
		for j, v := range row {
			variance[j] -= v * v
			mean[j] -= v * s
		}
	}
	if len(e.minus) > 0 {
		more, err := e.subtract(nu, mean, variance)
		if err != nil {
			return 0, err
		}
		logDet += more
	}
	for i := range n {
		e.weight[i] = nu[i] - tau[i]*mean[i]
	}
	return logDet, nil
}

// subtract takes the negative sites into the posterior, in place.
func (e *exact) subtract(nu, mean, variance []float64) (logDet float64, err error) {
	n, m := e.n, len(e.minus)
	e.c = resize(e.c, n*m)
	for i := range n {
		for a, j := range e.minus {
			e.c[i*m+a] = e.k[i*n+j]
		}
	}
	for r := range n {
		row := e.v[r*n : (r+1)*n]
		for i, v := range row {
			if v == 0 {
				continue
			}
			c := e.c[i*m : (i+1)*m]
			for a, j := range e.minus {
				c[a] -= v * row[j]
			}
		}
	}
	e.g = resize(e.g, m*m)
	for a, i := range e.minus {
		for b := range m {
			e.g[a*m+b] = -e.wneg[a] * e.c[i*m+b] * e.wneg[b]
		}
		e.g[a*m+a]++
	}
	if _, ok := cholesky(e.g, m); !ok {
		return 0, errIndefinite
	}
	// Σ = Σ₊ + E Eᵀ with E = C W G⁻ᵀ, kept in c.
	sum := make([]float64, m)
	for i := range n {
		c := e.c[i*m : (i+1)*m]
		forward(e.g, m, e.wneg, c)
		variance[i] += dot(c, c)
		for a, v := range c {
			sum[a] += v * nu[i]
		}
	}
	for i := range n {
		mean[i] += dot(e.c[i*m:(i+1)*m], sum)
	}
	return logDiagonal(e.g, m), nil
}

// covariance returns the whole posterior covariance Σ, after posterior.
func (e *exact) covariance() []float64 {
	n, m := e.n, len(e.minus)
	s := append([]float64(nil), e.k...)
	blas64.Syrk(blas.Trans, -1, blas64.General{Rows: n, Cols: n, Stride: n, Data: e.v}, 1,
		blas64.Symmetric{N: n, Stride: n, Data: s, Uplo: blas.Lower})
	if m > 0 {
		blas64.Syrk(blas.NoTrans, 1, blas64.General{Rows: n, Cols: m, Stride: m, Data: e.c}, 1,
			blas64.Symmetric{N: n, Stride: n, Data: s, Uplo: blas.Lower})
	}
	for i := range n {
		for j := range i {
			s[j*n+i] = s[i*n+j]
		}
	}
	return s
}

func (e *exact) predict(x [][]float64) (mean, variance []float64) {
	n, m := e.n, len(e.minus)
	mean, variance = make([]float64, len(x)), make([]float64, len(x))
	ks, u, c := make([]float64, n), make([]float64, n), make([]float64, m)
	for t, point := range x {
		for i := range n {
			ks[i] = e.kernel.at(point, e.x[i])
		}
		mean[t] = dot(ks, e.weight)
		copy(u, ks)
		forward(e.l, n, e.root, u)
		variance[t] = e.kernel.Scale*e.kernel.Scale - dot(u, u)
		for a, j := range e.minus { // covariance with the negative sites, given the positive
			c[a] = ks[j]
			for r := range n {
				c[a] -= u[r] * e.v[r*n+j]
			}
		}
		forward(e.g, m, e.wneg, c)
		variance[t] += dot(c, c)
	}
	return mean, variance
}

// cholesky factors the lower triangle of the n×n matrix a in place.
func cholesky(a []float64, n int) (blas64.Triangular, bool) {
	t, ok := lapack64.Potrf(blas64.Symmetric{N: n, Stride: max(n, 1), Data: a, Uplo: blas.Lower})
	return t, ok
}

// solveLower replaces the n×n matrix v by L⁻¹ v.
func solveLower(l blas64.Triangular, v []float64, n int) {
	blas64.Trsm(blas.Left, blas.NoTrans, 1, l, blas64.General{Rows: n, Cols: n, Stride: n, Data: v})
}

// forward replaces x by L⁻¹ (w ∘ x), l lower triangular n×n.
func forward(l []float64, n int, w, x []float64) {
	for i := range n {
		x[i] = (w[i]*x[i] - dot(l[i*n:i*n+i], x[:i])) / l[i*n+i]
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

func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
