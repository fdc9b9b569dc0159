package spectral

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A symmetric operator writes its product with x into y; both have its size.
type operator func(y, x []float64)

const (
	krylov   = 48    // Krylov vectors kept between restarts
	restarts = 200   // of Lanczos; the data of the paper need one to three
	residual = 1e-13 // ‖Av − λv‖ relative to |λ| at which v is taken as found
)

// leading returns the eigenvalue of largest magnitude of a symmetric operator of size n, and its
// unit eigenvector. ok is false if the residual stayed above its limit: the two leading eigenvalues
// are then nearly equal.
//
// It runs Lanczos twice: from start, so that for a repeated leading eigenvalue the answer does not
// depend on the workers' numbers, and from a seeded random vector, in case start is orthogonal to
// the eigenvector. The second wins only if its eigenvalue is larger.
func leading(apply operator, start []float64, src *rand.Rand) (value float64, vector []float64, ok bool) {
	value, vector, ok = lanczos(apply, start)
	other := make([]float64, len(start))
	for j := range other {
		other[j] = src.NormFloat64()
	}
	if l, v, sure := lanczos(apply, other); math.Abs(l) > math.Abs(value)*(1+1e-9) {
		return l, v, sure
	}
	return value, vector, ok
}

// lanczos is the Lanczos iteration with full reorthogonalisation, restarted from its best Ritz
// vector (Golub & Van Loan, Matrix Computations, 10.1). A zero start gives eigenvalue and vector 0.
func lanczos(apply operator, start []float64) (value float64, vector []float64, ok bool) {
	n := len(start)
	m := min(krylov, n)
	v := append([]float64(nil), start...)
	basis := make([][]float64, m)
	for i := range basis {
		basis[i] = make([]float64, n)
	}
	w := make([]float64, n)
	var eig mat.EigenSym
	for range restarts {
		norm := floats.Norm(v, 2)
		if norm == 0 {
			return 0, v, true
		}
		floats.ScaleTo(basis[0], 1/norm, v)
		t := mat.NewSymDense(m, nil)
		size, beta, scale := m, 0.0, 0.0
		for i := range m {
			apply(w, basis[i])
			alpha := floats.Dot(w, basis[i])
			t.SetSym(i, i, alpha)
			for range 2 { // twice is enough (Kahan, Parlett)
				for _, b := range basis[:i+1] {
					floats.AddScaled(w, -floats.Dot(w, b), b)
				}
			}
			beta = floats.Norm(w, 2)
			scale = max(scale, math.Abs(alpha), beta)
			if beta <= 1e-15*scale { // an invariant subspace: its eigenvalues are exact
				size, beta = i+1, 0
				break
			}
			if i == m-1 {
				break
			}
			floats.ScaleTo(basis[i+1], 1/beta, w)
			t.SetSym(i, i+1, beta)
		}
		if !eig.Factorize(t.SliceSym(0, size), true) {
			return 0, v, false
		}
		values := eig.Values(nil)
		best := 0
		for i, x := range values {
			if math.Abs(x) > math.Abs(values[best]) {
				best = i
			}
		}
		var ritz mat.Dense
		eig.VectorsTo(&ritz)
		clear(v)
		for i := range size {
			floats.AddScaled(v, ritz.At(i, best), basis[i])
		}
		value = values[best]
		if ok = beta*math.Abs(ritz.At(size-1, best)) <= residual*math.Abs(value); ok {
			break
		}
	}
	floats.Scale(1/floats.Norm(v, 2), v)
	return value, v, ok
}
