package gp

import "math"

// factor is one likelihood term a Φ(f) + b Φ(−f) of the latent value of one task, and the Gaussian
// site that approximates it. In GPC-MA a task has one factor, and a and b are the probabilities of
// its labels under either class. In GPC-CONC it has up to two, each with a multiplicity, so that
// there are N latent values rather than one per label.
type factor struct {
	task       int
	times      float64
	logA, logB float64
	tau, nu    float64 // site: exp(ν f − ½ τ f²); τ may be negative
}

// moments are those of the tilted distribution of one factor.
type moments struct {
	logZ           float64 // log Ẑ
	mean, variance float64 // μ̂ and σ̂²
	p              float64 // P(z=1 | cavity, labels of the task)
}

// tilt returns the moments of N(f; m, v) (a Φ(f) + b Φ(−f)); a and b are
// scaled by the larger, in logs, so that hundreds of labels do not underflow.
func tilt(m, v, logA, logB float64) moments {
	root := math.Sqrt(1 + v)
	eta := m / root
	// log a Φ(η) and log b Φ(−η); their sum is Ẑ.
	la, lb := logA+logPhi(eta), logB+logPhi(-eta)
	top := math.Max(la, lb)
	sum := math.Exp(la-top) + math.Exp(lb-top)
	logZ := top + math.Log(sum)
	p := math.Exp(la - logZ)
	// g = (a − b) φ(η) / Ẑ
	density := -0.5*eta*eta - 0.5*math.Log(2*math.Pi)
	g := math.Exp(logA+density-logZ) - math.Exp(logB+density-logZ)
	return moments{logZ: logZ, mean: m + v*g/root, variance: v - v*v/(1+v)*g*(eta+g), p: p}
}

// logPhi is log Φ(x), by an asymptotic expansion in the lower tail.
func logPhi(x float64) float64 {
	if x > -30 {
		return math.Log(0.5 * math.Erfc(-x/math.Sqrt2))
	}
	y := 1 / (x * x)
	return -0.5*x*x - math.Log(-x) - 0.5*math.Log(2*math.Pi) + math.Log1p(-y*(1-3*y*(1-5*y)))
}

// least is the smallest precision, variance or denominator EP works with; a site that would go below it stays as it is.
const least = 1e-10

// cavity returns the mean and variance of the posterior without one copy of the site; ok is false if that is improper.
func (f *factor) cavity(mean, variance float64) (m, v float64, ok bool) {
	tau := 1/variance - f.tau
	if !(tau > least) {
		return 0, 0, false
	}
	return (mean/variance - f.nu) / tau, 1 / tau, true
}

// match returns the site that gives the posterior the moments of the tilted distribution; ok is false if there is none.
func (f *factor) match(m, v float64) (tau, nu float64, ok bool) {
	t := tilt(m, v, f.logA, f.logB)
	if !(t.variance > least) || math.IsInf(t.mean, 0) {
		return f.tau, f.nu, false
	}
	tau, nu = 1/t.variance-1/v, t.mean/t.variance-m/v
	if math.IsNaN(tau) || math.IsNaN(nu) {
		return f.tau, f.nu, false
	}
	return tau, nu, true
}
