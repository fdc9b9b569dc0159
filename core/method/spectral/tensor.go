package spectral

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

const (
	powerRestarts = 100 // L and N of the robust tensor power method in the
	powerSteps    = 100 // program of Zhang et al. 2014

	settleSteps = 2000 // more power steps for the best restart
	climbSteps  = 5000
)

// A tensor is K×K×K, its entry (a, b, c) at (a·K+b)·K+c.
type tensor struct {
	k int
	t []float64
}

func newTensor(k int) tensor { return tensor{k, make([]float64, k*k*k)} }

// along writes T(I, v, v) into out. M3 and its whitened form are not exactly symmetric, so it matters that the free index is the first.
func (t tensor) along(out, v []float64) {
	k := t.k
	for a := range k {
		sum := 0.0
		for b := range k {
			row := t.t[(a*k+b)*k : (a*k+b+1)*k]
			sum += v[b] * floats.Dot(row, v)
		}
		out[a] = sum
	}
}

// deflate subtracts λ·v⊗v⊗v.
func (t tensor) deflate(lambda float64, v []float64) {
	k := t.k
	for a := range k {
		for b := range k {
			floats.AddScaled(t.t[(a*k+b)*k:(a*k+b+1)*k], -lambda*v[a]*v[b], v)
		}
	}
}

// mapped returns T(A, B, C), the entry (i, j, l) of which is Σ T[p,q,r] A[p,i] B[q,j] C[r,l]; the matrices are row-major K×K.
func (t tensor) mapped(a, b, c []float64) tensor { return t.first(a).first(b).first(c) }

// first contracts the first index with the rows of m and rotates the indices, so that doing it three times maps all.
func (t tensor) first(m []float64) tensor {
	k := t.k
	out := newTensor(k)
	for p := range k {
		for i := range k {
			w := m[p*k+i]
			for q := range k {
				for r := range k {
					out.t[(q*k+r)*k+i] += w * t.t[(p*k+q)*k+r]
				}
			}
		}
	}
	return out
}

// strongest is the robust tensor power method (Anandkumar et al. 2014, Algorithm 1): the largest
// eigenvalue of T that restarts from random vectors reach, and its eigenvector. The eigenvalue is
// not positive if T has none.
//
// If a class leaves little trace in the labels, what remains of T is noise and so asymmetric that
// the steps never settle (TREC's second component in one group). The authors' program then returns
// wherever the best restart happened to stop; here the best climbs to the top of T(v, v, v), so
// that the answer does not depend on the seed.
func (t tensor) strongest(src *rand.Rand) (lambda float64, v []float64) {
	v = make([]float64, t.k)
	x := make([]float64, t.k)
	for range powerRestarts {
		for a := range x {
			x[a] = src.Float64() - 0.5
		}
		floats.Scale(1/floats.Norm(x, 2), x)
		t.iterate(x, 0, powerSteps)
		if l := t.value(x); l > lambda { // false for NaN
			lambda = l
			copy(v, x)
		}
	}
	if lambda > 0 {
		copy(x, v)
		if t.iterate(x, 0, settleSteps) && t.value(x) > 0 {
			copy(v, x)
		} else {
			t.climb(v)
		}
		lambda = t.value(v)
	}
	return lambda, v
}

// iterate makes power steps v ← T(I, v, v) + shift·v, scaled to length one, in place
// until v stands still, which it reports, or for the given number of steps.
func (t tensor) iterate(v []float64, shift float64, steps int) bool {
	y := make([]float64, t.k)
	for range steps {
		t.along(y, v)
		if shift != 0 {
			floats.AddScaled(y, shift, v)
		}
		floats.Scale(1/floats.Norm(y, 2), y)
		moved := floats.Distance(v, y, math.Inf(1))
		copy(v, y)
		if moved < 1e-15 {
			return true
		}
	}
	return false
}

// climb moves v to a local maximum of T(v, v, v) on the unit sphere by shifted power steps, which never descend (Kolda & Mayo 2011).
func (t tensor) climb(v []float64) {
	s := t.symmetric()
	s.iterate(v, 2*floats.Norm(s.t, 2), climbSteps) // a shift above the largest curvature
}

// value returns T(v, v, v).
func (t tensor) value(v []float64) float64 {
	y := make([]float64, t.k)
	t.along(y, v)
	return floats.Dot(y, v)
}

// symmetric returns the symmetric part of T, which has the same T(v, v, v).
func (t tensor) symmetric() tensor {
	k := t.k
	out := newTensor(k)
	for a := range k {
		for b := range k {
			for c := range k {
				x := t.t[(a*k+b)*k+c] / 6
				for _, at := range [6]int{(a*k+b)*k + c, (a*k+c)*k + b, (b*k+a)*k + c, (b*k+c)*k + a, (c*k+a)*k + b, (c*k+b)*k + a} {
					out.t[at] += x
				}
			}
		}
	}
	return out
}
