package topic

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// curve gathers, in the pass over the documents, the gradient of the bound by η
// and an upper bound of its curvature.
//
// The bound's part in η is Σ_d Σ_l λ_l η_lᵀφ̄ − log Σ_l E_q[exp(η_lᵀz̄)]. Its
// gradient is Σ_d λ_l φ̄ − w_l μ_l, where w_l is the share of class l in the sum
// and μ_l the mean of z̄ under q tilted by exp(η_lᵀz̄). The Hessian is minus the
// covariance of the vectors e_l ⊗ z̄ under the tilted distribution, at most
//
//	Σ_l w_l (e_l e_lᵀ) ⊗ (μ_l μ_lᵀ + diag(μ_l)/N) − (Σ_l w_l e_l⊗μ_l)(…)ᵀ
//
// since the words of a document are independent under q.
type curve struct {
	n        int
	gradient []float64
	hessian  *mat.SymDense
	scratch  []float64
}

func newCurve(n int) *curve {
	return &curve{n: n, gradient: make([]float64, n), hessian: mat.NewSymDense(n, nil), scratch: make([]float64, n)}
}

func (c *curve) reset() {
	clear(c.gradient)
	c.hessian.Zero()
}

// add takes in one document of n words: λ, φ̄, w and μ.
func (c *curve) add(lambda, mean, w, mu []float64, n float64) {
	k := len(mean)
	h, stride := c.hessian.RawSymmetric().Data, c.n
	for l, p := range lambda {
		own := mu[l*k : (l+1)*k]
		for j, m := range own {
			c.gradient[l*k+j] += p*mean[j] - w[l]*m
			c.scratch[l*k+j] = w[l] * m
		}
		for a, m := range own {
			row := h[(l*k+a)*stride+l*k:]
			floats.AddScaled(row[a:k], w[l]*m, own[a:])
			row[a] += w[l] * m / n
		}
	}
	for a, v := range c.scratch {
		floats.AddScaled(h[a*stride+a:a*stride+c.n], -v, c.scratch[a:])
	}
}

// newton takes one Newton step of η on the penalised bound, damped by log(1+M)/M where M is the
// range of the step. That guarantees ascent: along a direction of range M the curvature changes by
// at most a factor e^M (Sun & Tran-Dinh 2019). rho and scale are those of a mini-batch, 1 and 1 in
// batch mode.
func (c *curve) newton(eta []float64, l2, rho, scale float64) {
	g := mat.NewVecDense(c.n, nil)
	h := mat.NewSymDense(c.n, nil)
	h.ScaleSym(scale, c.hessian)
	for i := range c.n {
		g.SetVec(i, scale*c.gradient[i]-l2*eta[i])
		h.SetSym(i, i, h.At(i, i)+l2)
	}
	var chol mat.Cholesky
	if !chol.Factorize(h) {
		return // the penalty makes it positive definite but for rounding; the next step has other numbers
	}
	var step mat.VecDense
	if err := chol.SolveVecTo(&step, g); err != nil && step.Len() == 0 {
		return
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range step.RawVector().Data {
		lo, hi = math.Min(lo, v), math.Max(hi, v)
	}
	damp := 1.0
	if m := hi - lo; m > 1e-9 {
		damp = math.Log1p(m) / m
	}
	floats.AddScaled(eta, rho*damp, step.RawVector().Data)
}
