package comparison

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
)

// link is how likely each answer is where the first item leads by x, and the tie parameter is c.
type link interface {
	// terms returns the log probability of a class, its first derivatives, and the second ones with the sign changed, which are a positive
	// semidefinite matrix.
	terms(class uint8, x, c float64) (l, lx, lc, xx, xc, cc float64)
	// odds returns the probability that the first wins, the second wins, and neither does.
	odds(x, c float64) (first, second, tie float64)
	// equal returns the tie parameter with which items of equal scores tie so often.
	equal(share float64) float64
}

// logistic has no ties: P(first) = σ(x).
type logistic struct{}

func (logistic) equal(float64) float64 { return 0 }

// logSigma returns log σ(x), its slope σ(−x), and that of σ.
func logSigma(x float64) (l, slope, bump float64) {
	e := prob.Exp(-math.Abs(x))
	q := 1 / (1 + e)
	if x > 0 {
		return prob.Log(q), e * q, e * q * q
	}
	return x + prob.Log(q), q, e * q * q
}

// bump is σ(x)σ(−x), the slope of σ.
func bump(x float64) float64 {
	e := prob.Exp(-math.Abs(x))
	return e / ((1 + e) * (1 + e))
}

// towards is 1 if the first wins, −1 if the second does.
func towards(class uint8) float64 { return 1 - 2*float64(class) }

func (logistic) terms(class uint8, x, _ float64) (l, lx, lc, xx, xc, cc float64) {
	s := towards(class)
	l, q, h := logSigma(s * x)
	return l, s * q, 0, h, 0, 0
}

func (logistic) odds(x, _ float64) (first, second, tie float64) {
	p := prob.Logistic(x)
	return p, 1 - p, 0
}

// raoKupper has the threshold θ = e^c:  P(first) = σ(x − θ),  P(second) = σ(−x − θ),
// P(tie) = σ(x + θ) σ(θ − x) (1 − e^{−2θ}).
// Of the second derivative along c, terms leaves out what vanishes where the slope does.
type raoKupper struct{}

func (raoKupper) equal(share float64) float64 { return prob.Log(prob.Log((1 + share) / (1 - share))) }

func (raoKupper) terms(class uint8, x, c float64) (l, lx, lc, xx, xc, cc float64) {
	t := prob.Exp(c)
	if class != crowd.Tied {
		s := towards(class)
		l, q, h := logSigma(s*x - t)
		return l, s * q, -q * t, h, -s * h * t, h * t * t
	}
	a, qa, ha := logSigma(t + x)
	b, qb, hb := logSigma(t - x)
	e := prob.Exp(-2 * t)
	return a + b + prob.Log(1-e), qa - qb, (qa + qb + 2*e/(1-e)) * t, ha + hb, (ha - hb) * t, (ha + hb + 4*e/((1-e)*(1-e))) * t * t
}

func (raoKupper) odds(x, c float64) (first, second, tie float64) {
	t := prob.Exp(c)
	first, second = prob.Logistic(x-t), prob.Logistic(-x-t)
	return first, second, prob.Logistic(t+x) * prob.Logistic(t-x) * (1 - prob.Exp(-2*t))
}

// davidson has c = log ν, and first, second and tie as e^{x/2} : e^{−x/2} : ν.
type davidson struct{}

func (davidson) equal(share float64) float64 { return prob.Log(2 * share / (1 - share)) }

func (davidson) odds(x, c float64) (first, second, tie float64) {
	a := math.Abs(x) / 2
	top := max(a, c)
	first, second, tie = prob.Exp(a-top), prob.Exp(-a-top), prob.Exp(c-top)
	z := first + second + tie
	if x < 0 {
		first, second = second, first
	}
	return first / z, second / z, tie / z
}

// terms implements link: it has the logarithms without those of the odds, since most of a fit's time is spent here.
func (davidson) terms(class uint8, x, c float64) (l, lx, lc, xx, xc, cc float64) {
	a := math.Abs(x) / 2
	top := max(a, c)
	first, second, tie := 1.0, prob.Exp(-a-top), 1.0
	if a < c {
		first = prob.Exp(a - c)
	} else {
		tie = prob.Exp(c - a)
	}
	z := first + second + tie
	l = -top - prob.Log(z)
	if x < 0 {
		first, second = second, first
	}
	first, second, tie = first/z, second/z, tie/z
	mean := (first - second) / 2
	xx, xc, cc = (first+second)/4-mean*mean, -mean*tie, tie*(1-tie)
	switch class {
	case crowd.FirstWins:
		return l + x/2, .5 - mean, -tie, xx, xc, cc
	case crowd.SecondWins:
		return l - x/2, -.5 - mean, -tie, xx, xc, cc
	}
	return l + c, -mean, 1 - tie, xx, xc, cc
}

// probit has no ties: P(first) = Φ(x).
type probit struct{}

func (probit) equal(float64) float64 { return 0 }

func (probit) terms(class uint8, x, _ float64) (l, lx, lc, xx, xc, cc float64) {
	s := towards(class)
	l, r := logPhi(s * x)
	return l, s * r, 0, r * (r + s*x), 0, 0
}

func (probit) odds(x, _ float64) (first, second, tie float64) {
	l, _ := logPhi(-math.Abs(x))
	less := prob.Exp(l)
	if x < 0 {
		return less, 1 - less, 0
	}
	return 1 - less, less, 0
}

// logPhi returns the logarithm of the normal distribution function Φ, and its slope, φ/Φ.
func logPhi(x float64) (l, slope float64) {
	const halfLog = .91893853320467274178 // ½ log 2π
	r := mills(math.Abs(x))
	if x < 0 {
		return prob.Log(r) - x*x/2 - halfLog, 1 / r
	}
	density := prob.Exp(-x*x/2 - halfLog)
	phi := 1 - r*density
	return prob.Log(phi), density / phi
}

// mills is (1 − Φ(x))/φ(x) for x ≥ 0: a series up to 2.5, beyond it Laplace's continued fraction, which 100 terms carry to the last digits.
func mills(x float64) float64 {
	if x > 2.5 {
		f := x
		for k := 100; k > 0; k-- {
			f = x + float64(k)/f
		}
		return 1 / f
	}
	sum, term := 0.0, x
	for k := 3.0; term > 1e-18; k += 2 {
		sum += term
		term *= x * x / k
	}
	return math.Sqrt(math.Pi/2)*prob.Exp(x*x/2) - sum
}
