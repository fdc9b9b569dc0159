// Package calibrate turns what a method believes into probabilities that come true about
// as often as they say, and says how many labels are probably right, where the labels can
// bear it.
//
// Models of independent workers are too certain: they can't see mistakes that workers
// share. What real crowds taught is how much. Observe looks at what the labels show by
// themselves, Prior says how right all answers probably are, Tally what known truths make
// of that, and Calibration gives single answers probabilities whose mean is that estimate.
//
// docs/calibration.md has the model with its derivation, and the figures for each set when
// it is left out (`make calibration`).
package calibrate

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
)

// Curve makes a posterior less certain:
//
//	x  = (1 − Votes) q + Votes s̃,   s̃ = (votes + 1/K)/(n + 1)
//	q′ = (1 − Lapse) x^β / Σ x^β + Lapse/K,   β = exp(Sharpness)
//
// The zero value changes nothing. Sharpness and Lapse are a file's own (Calibration.Aim); of a
// method Votes is known, and how right its answers are where the mean of their x is m:
//
//	logit p = Intercept + Slope logit m
type Curve struct {
	Votes     float64 `json:"votes"`     // weight of the vote shares, in [0, 1]
	Sharpness float64 `json:"sharpness"` // above 0 makes more certain, below 0 less
	Lapse     float64 `json:"lapse"`     // share of tasks whose answer is no better than a draw, in [0, 1]

	Intercept float64 `json:"-"`
	Slope     float64 `json:"-"` // 0: nothing is known of how right the answers are
	Below     float64 `json:"-"` // how far below logit m real crowds were (Prior)
	Described bool    `json:"-"` // the posterior knows more of a task than its labels

	power float64 // β; 0: not computed
}

// sharpen sets Sharpness.
func (c *Curve) sharpen(sharpness float64) { c.Sharpness, c.power = sharpness, prob.Exp(sharpness) }

// Curves of the methods, by what their posteriors are made of. Intercept and Slope of Pool lie between the line of the seventeen
// sets of docs/calibration.md (−.15, .87), which are benchmarks, on which workers do better than on what comes after, and that of 54
// real crowds, whole and thinned (−.56, 1.08). Below is that of the 54. The others' lines are those of the seventeen.
var (
	// Pool is for posteriors that are averages already: consensus.
	Pool = Curve{Lapse: .06, Intercept: -.3, Slope: .95, Below: 1.5}
	// Model is for posteriors of a model of independent workers: Dawid–Skene, GLAD, MACE,
	// and for margins of weighted votes, which such a model makes probabilities: IWMV, KOS.
	Model = Curve{Votes: .5, Intercept: -.12, Slope: .94, Below: 1.5}
	// Described is for models of independent workers that also learn from features or words of
	// the tasks, which workers don't share their mistakes with: half the votes of Model
	// (docs/calibration.md, three sets).
	Described = Curve{Votes: .25, Intercept: -.12, Slope: .94, Below: 1.5, Described: true}
	// Vote is for shares of weighted votes.
	Vote = Curve{Lapse: .05, Intercept: .1, Slope: .67, Below: 1.5}
)

// ahead is how far, relative to their probability, a task's most probable class stays
// ahead of others that would overtake it: more than crowd.Tie, so that whoever reads the
// probabilities finds the same label.
const ahead = 1e-6

// apply makes q′ of x.
func (c Curve) apply(x []float64) {
	if c.power == 0 {
		c.sharpen(c.Sharpness)
	}
	certain, rest := 1-c.Lapse, c.Lapse/float64(len(x))
	if c.Sharpness != 0 {
		certain /= raise(x, c.power)
	}
	for k, p := range x {
		x[k] = certain*p + rest
	}
}

// mix writes x.
func (c Curve) mix(l *crowd.Labels, i int, q, x []float64) {
	if c.Votes == 0 {
		copy(x, q)
		return
	}
	l.Smoothed(i, x)
	for k, p := range q {
		x[k] = (1-c.Votes)*p + c.Votes*x[k]
	}
	keep(q, x)
}

// raise raises probabilities to a power, but for a factor that makes the largest 1, and returns their sum. Where there are many classes,
// most of those that nobody chose are equally improbable: what is equal to the one before is raised once.
func raise(x []float64, power float64) (sum float64) {
	top := slices.Max(x)
	part := 1 / top
	last, raised := 0.0, 0.0
	for k, p := range x {
		switch {
		case p == top:
			x[k] = 1
		case p == last:
			x[k] = raised
		case p > 0:
			x[k] = prob.Pow(p*part, power)
			last, raised = p, x[k]
		}
		sum += x[k]
	}
	return sum
}

// keep gives the classes that are most probable in q the same share of out, and no other
// class more.
func keep(q, out []float64) {
	top := slices.Max(q)
	least := top - crowd.Tie*top
	mean, best, others := 0.0, 0, 0 // of the best, and of others that would be more probable
	for k, x := range q {
		if x >= least {
			best++
			mean += (out[k] - mean) / float64(best)
		}
	}
	for {
		next := -1
		for k, x := range q {
			if x < least && out[k] > mean && (next < 0 || out[k] > out[next]) {
				next = k
			}
		}
		if next < 0 {
			break
		}
		others++
		mean += (out[next] - mean) / float64(best+others)
		out[next] = -1 // to be the mean
	}
	for k, x := range q {
		switch {
		case x >= least:
			out[k] = mean * (1 + ahead*float64(others)/float64(best))
		case out[k] < 0:
			out[k] = mean * (1 - ahead)
		}
	}
}

// Interval is an estimate with a 95 % interval, all in [0, 1].
type Interval struct{ Value, Low, High float64 }

// Spread returns the standard deviation of a normal distribution of which 95 % lie in the interval.
func (x Interval) Spread() float64 { return (x.High - x.Low) / (2 * normal) }

// Drift is the standard deviation of the estimate of how many answers are right where nobody looked at what their labels show.
const Drift = .075

const normal = 1.959963984540054 // the 97.5 % quantile

// interval is that of a mean with the given standard error that is off by drift besides.
func interval(mean, standard, drift float64) Interval {
	half := normal * math.Sqrt(standard*standard+drift*drift)
	return Interval{mean, max(0, mean-half), min(1, mean+half)}
}

// The accuracies of all workers of a file are too high or too low together where the file's own estimate is, by less, and each of
// them is off besides. Learnt from 54 real crowds, whole and thinned.
const (
	workersFollow = .38
	// WorkerDrift is the standard deviation of what a worker's accuracy is off by, beside what all workers share.
	WorkerDrift = .08
)

// WorkerSpread returns the standard deviation of what a worker's accuracy is off by, beside the luck of the labels:
//
//	√((.38 spread)² + .08²)
//
// spread is that of the file's estimate: of how many of all labels are right.
func WorkerSpread(spread float64) float64 { return hypot(workersFollow*spread, WorkerDrift) }

// Workers returns how many of each worker's labels are probably right: the mean
// probability of what the worker said. row returns the calibrated posterior of task i, is called for one task after the other, and
// may reuse its memory; if it returns nil, so does Workers. spread is the standard deviation of the estimate of how many of all
// labels are right; NaN: nothing can be said of that, nor of a worker. NaN for workers without labels.
func Workers(l *crowd.Labels, row func(i int) []float64, spread float64) []Interval {
	sum, variance, n := make([]float64, l.Workers), make([]float64, l.Workers), make([]float64, l.Workers)
	for i := range l.Tasks {
		q := row(i)
		if q == nil {
			return nil
		}
		from, to := l.Of(i)
		for v := from; v < to; v++ {
			j, p := l.Worker[v], q[l.Class[v]]
			sum[j] += p
			variance[j] += p * (1 - p)
			n[j]++
		}
	}
	all := make([]Interval, l.Workers)
	for j := range all {
		if all[j] = interval(sum[j]/n[j], math.Sqrt(variance[j])/n[j], WorkerSpread(spread)); math.IsNaN(spread) {
			all[j].Value = math.NaN()
		}
	}
	return all
}
