// Package prob has numerics that several methods share: sums in log space, probability rows,
// Dirichlet expectations, a compensated sum, and portable Exp and Log.
package prob

import (
	"math"
	"slices"
)

// LogSumExp returns log Σ exp(x) without overflow or underflow; −∞ if x is empty or all −∞.
func LogSumExp(x []float64) float64 {
	return Softmax(slices.Clone(x))
}

// Softmax turns log weights into probabilities in place and returns the log of the weights' sum. If
// all weights are −∞ it leaves x alone and returns −∞.
func Softmax(x []float64) float64 {
	top := math.Inf(-1)
	for _, v := range x {
		top = max(top, v)
	}
	if math.IsInf(top, 0) || math.IsNaN(top) {
		return top
	}
	var sum float64
	for k, v := range x {
		x[k] = Exp(v - top)
		sum += x[k]
	}
	for k := range x {
		x[k] /= sum
	}
	return top + Log(sum)
}

// Normalize divides x by its sum and reports whether it could: a row that sums to zero or NaN is
// left alone.
func Normalize(x []float64) bool {
	sum := Total(x)
	if !(sum > 0) || math.IsInf(sum, 1) {
		return false
	}
	for k := range x {
		x[k] /= sum
	}
	return true
}

// Uniform sets every entry of x to 1/len(x).
func Uniform(x []float64) {
	for k := range x {
		x[k] = 1 / float64(len(x))
	}
}

// Digamma returns Ψ(x) = d log Γ(x) / dx for x > 0, to about 1e-15 relative:
// Ψ(x) = Ψ(x+1) − 1/x up to x ≥ 10, then the asymptotic series (Abramowitz and
// Stegun 6.3.18). gonum's mathext.Digamma is right to 5e-11 only, too coarse for
// a bound that must not fall.
func Digamma(x float64) float64 {
	x, y := raise(x)
	return y + Log(x) - .5/x - series(x)
}

// raise returns x + n ≥ 10 and Ψ(x) − Ψ(x+n), four terms at a time. With u = x(x+3)
//
//	1/x + 1/(x+1) + 1/(x+2) + 1/(x+3) = (2x+3)(2u+2) / (u(u+2))
func raise(x float64) (to, y float64) {
	for x < 10 {
		u := x * (x + 3)
		y -= (2*x + 3) * (2*u + 2) / (u * (u + 2))
		x += 4
	}
	return x, y
}

// series returns log x − 1/(2x) − Ψ(x) for x ≥ 10.
func series(x float64) float64 {
	z := 1 / (x * x)
	return z * (1./12 - z*(1./120-z*(1./252-z*(1./240-z*(1./132-z*(691./32760-z*(1./12)))))))
}

// DigammaRise returns Ψ(x+by) − Ψ(x) for x > 0 and by ≥ 0, with one logarithm.
func DigammaRise(x, by float64) float64 {
	a, low := raise(x)
	b, high := raise(x + by)
	return Log(b/a) + (high - .5/b - series(b)) - (low - .5/a - series(a))
}

// LogMean sets dst to E[log p], p ~ Dirichlet(alpha): Ψ(α_k) − Ψ(Σ α).
func LogMean(dst, alpha []float64) {
	total := Digamma(Total(alpha))
	for k, a := range alpha {
		dst[k] = Digamma(a) - total
	}
}

// ExpLogMean sets dst to exp E[log p], p ~ Dirichlet(alpha), with a logarithm and a power less each than
// LogMean and Exp.
func ExpLogMean(dst, alpha []float64) {
	b, y := raise(Total(alpha))
	total := y - .5/b - series(b)
	for k, x := range alpha {
		a, y := raise(x)
		dst[k] = a / b * Exp(y-.5/a-series(a)-total)
	}
}

// LogBeta returns log B(α) = Σ log Γ(α_k) − log Γ(Σ α), the log normaliser of a
// Dirichlet distribution.
func LogBeta(alpha []float64) float64 {
	var logs float64
	for _, a := range alpha {
		logs += LogGamma(a)
	}
	return logs - LogGamma(Total(alpha))
}

// LogGamma returns log Γ(x) for x > 0.
func LogGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// DirichletKL returns the Kullback–Leibler divergence KL(Dir(a) ‖ Dir(b)) ≥ 0:
//
//	log B(b) − log B(a) + Σ (a_k − b_k) E_a[log p_k]
func DirichletKL(a, b []float64) float64 {
	total := Digamma(Total(a))
	kl := LogBeta(b) - LogBeta(a)
	for k := range a {
		kl += (a[k] - b[k]) * (Digamma(a[k]) - total)
	}
	return kl
}
