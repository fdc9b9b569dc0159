package glad

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// em is GLAD at work. Its posterior and sums are always those of its parameters.
type em struct {
	d              *crowd.Dataset
	params         []float64 // M+N: alpha and logBeta
	alpha, logBeta []float64 // M abilities α_j; N eases log β_i
	beta           []float64 // N, exp(logBeta)
	posterior      []float64 // N×K
	objective      float64
	up, down       []float64 // M: what the next M-step needs of a worker's labels
	work           *yield.Work
}

// Step is two iterations of EM and an extrapolation. Change is the mean over tasks of Σ_k |Δq_ik|
// or, if larger, the rise of the objective per task: if all classes are known, or all votes agree,
// posteriors rest long before abilities do.
func (f *em) Step() (fit.Step, error) {
	from := f.objective
	before := slices.Clone(f.posterior)
	x0 := slices.Clone(f.params)
	f.iterate()
	x1 := slices.Clone(f.params)
	f.iterate()
	x2 := slices.Clone(f.params)
	f.extrapolate(x0, x1, x2)

	var moved prob.Sum
	flips, k := 0, f.d.Classes
	for i := range f.d.Tasks {
		old, row := before[i*k:(i+1)*k], f.posterior[i*k:(i+1)*k]
		for c, q := range row {
			moved.Add(math.Abs(q - old[c]))
		}
		if floats.MaxIdx(old) != floats.MaxIdx(row) {
			flips++
		}
	}
	change := max(moved.Value(), f.objective-from) / float64(max(f.d.Tasks, 1))
	return fit.Step{Objective: f.objective, Change: change, Flips: flips}, f.work.Err()
}

// Settled implements fit.Settler.
func (f *em) Settled(trace []fit.Step) bool { return fit.GainSettled(trace, f.d.Tasks, f.d.Len()) }

// extrapolate goes from x2 to x0 + 2a·r + a²·v, where r = x1 − x0, v = x2 − x1 − r and a = ‖r‖/‖v‖
// (scheme S3); a = 1 is x2. It goes back if the objective is not higher there.
func (f *em) extrapolate(x0, x1, x2 []float64) {
	var first, second prob.Sum
	for n := range x0 {
		r := x1[n] - x0[n]
		v := x2[n] - x1[n] - r
		first.Add(r * r)
		second.Add(v * v)
	}
	a := math.Sqrt(first.Value() / second.Value())
	if !(a > 1) || math.IsInf(a, 1) {
		return
	}
	for n := range x0 {
		r := x1[n] - x0[n]
		v := x2[n] - x1[n] - r
		f.params[n] = x0[n] + 2*a*r + a*a*v
	}
	at := f.objective
	if f.moved(); !(f.objective >= at) {
		copy(f.params, x2)
		f.moved()
	}
}

// moved makes all that follows from the parameters agree with them.
func (f *em) moved() {
	for i, b := range f.logBeta {
		f.beta[i] = prob.Exp(b)
	}
	f.objective = f.expect()
}

// iterate is one iteration of EM: the M-step for α and for β, and the E-step.
func (f *em) iterate() {
	for j := range f.alpha { // the top of the parabola: see expect
		f.alpha[j] = (priorMean + f.up[j]) / (1 + f.down[j])
	}
	f.ease()
	f.objective = f.expect()
}

// lambda is tanh(s/2) / (4s), for e = exp(−|s|): the curvature of the parabola that bounds log
// σ(±s) from below and touches it at s.
func lambda(s, e float64) float64 {
	s = math.Abs(s)
	if s < 1e-4 {
		return 0.125 - s*s/96
	}
	return (1 - e) / ((1 + e) * 4 * s)
}

// expect is the E-step; it returns the objective. With s = α_j β_i
//
//	log P(labels of i | k) = Σ_n log σ(−s_n) − log(K−1) + Σ_{n: y_n = k} (s_n + log(K−1))
//
// because log σ(s) − log σ(−s) = s. It also adds up, for each worker, the bound
// on Q at these s as a function of α,
//
//	Σ_n (p_n − ½) α β_i − λ_n α² β_i² − ½(α − 1)²
//
// where p_n is the probability that label n is right: up is Σ (p_n − ½) β_i and
// down is Σ 2 λ_n β_i². An exponential a label serves both.
func (f *em) expect() float64 {
	d, k := f.d, f.d.Classes
	others, logK := prob.Log(float64(k-1)), prob.Log(float64(k))
	clear(f.up)
	clear(f.down)
	var objective prob.Sum
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue(to - from) {
			break
		}
		row := f.posterior[i*k : (i+1)*k]
		clear(row)
		beta := f.beta[i]
		miss := -logK - float64(to-from)*others
		odds := 1.0 // Π (1 + exp(−|s|)), so that one logarithm serves many labels
		for n := from; n < to; n++ {
			j := d.Worker[n]
			s := f.alpha[j] * beta
			e := prob.Exp(-math.Abs(s))
			row[d.Class[n]] += s + others
			miss -= math.Max(s, 0)
			if odds *= 1 + e; odds > 1e300 {
				miss -= prob.Log(odds)
				odds = 1
			}
			f.down[j] += 2 * lambda(s, e) * beta * beta
		}
		objective.Add(miss - prob.Log(odds) - (f.logBeta[i]-priorMean)*(f.logBeta[i]-priorMean)/2)
		if z := d.Truth(i); z != crowd.Unknown {
			objective.Add(row[z]) // of the labels and the known class
			d.Certain(i, row)
		} else {
			objective.Add(prob.Softmax(row))
		}
		for n := from; n < to; n++ {
			f.up[d.Worker[n]] += (row[d.Class[n]] - 0.5) * beta
		}
	}
	for _, a := range f.alpha {
		objective.Add(-(a - priorMean) * (a - priorMean) / 2)
	}
	return objective.Value()
}

// ease raises the bound, touching at the new α, in b = log β_i.
func (f *em) ease() {
	d, k := f.d, f.d.Classes
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue(to - from) {
			break
		}
		q, beta, u, v := f.posterior[i*k:(i+1)*k], f.beta[i], 0.0, 0.0
		for n := from; n < to; n++ {
			a := f.alpha[d.Worker[n]]
			s := a * beta
			u += (q[d.Class[n]] - 0.5) * a
			v += lambda(s, prob.Exp(-math.Abs(s))) * a * a
		}
		f.logBeta[i], f.beta[i] = climb(f.logBeta[i], beta, u, v)
	}
}

// climb takes up to two Newton steps up g(b) = u eᵇ − v e²ᵇ − ½(b − 1)², halving each until g does
// not fall. It takes and returns b and eᵇ.
func climb(b, e, u, v float64) (float64, float64) {
	g := func(b, e float64) float64 { return u*e - v*e*e - (b-priorMean)*(b-priorMean)/2 }
	at := g(b, e)
	for range 2 {
		slope := u*e - 2*v*e*e - (b - priorMean)
		bend := u*e - 4*v*e*e - 1
		step := slope / math.Max(-bend, 1)
		for {
			if math.Abs(step) < 1e-12 {
				return b, e
			}
			next := prob.Exp(b + step)
			if h := g(b+step, next); h >= at {
				b, e, at = b+step, next, h
				break
			}
			step /= 2
		}
	}
	return b, e
}
