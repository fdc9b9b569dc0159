// Package calibrate turns what a method believes into probabilities that come true about
// as often as they say.
//
// Models of independent workers are too certain: they can't see mistakes that workers
// share. What real crowds taught is how much. A Curve moves a posterior towards the votes
// and towards chance; Tally says how right all labels probably are, and how far that can
// be off.
//
// The constants were learnt from seventeen sets with a known truth; docs/calibration.md
// has them, with the figures for each set when it is left out (`make calibration`).
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
// The zero value changes nothing.
type Curve struct {
	Votes     float64 `json:"votes"`     // weight of the vote shares, in [0, 1]
	Sharpness float64 `json:"sharpness"` // above 0 makes more certain, below 0 less; learnt from known truths alone
	Lapse     float64 `json:"lapse"`     // share of tasks whose answer is no better than a draw, in [0, 1]
}

// Curves of the methods, by what their posteriors are made of.
var (
	// Pool is for posteriors that are averages already: consensus.
	Pool = Curve{Lapse: .06}
	// Model is for posteriors of a model of independent workers: Dawid–Skene, GLAD, MACE,
	// and for margins of weighted votes, which such a model makes probabilities: IWMV, KOS.
	Model = Curve{Votes: .5}
	// Described is for models of independent workers that also learn from features or words of
	// the tasks, which workers don't share their mistakes with: half the votes of Model
	// (docs/calibration.md, three sets).
	Described = Curve{Votes: .25}
	// Vote is for shares of weighted votes.
	Vote = Curve{Lapse: .05}
)

// ahead is how far, relative to their probability, a task's most probable class stays
// ahead of others that would overtake it: more than crowd.Tie, so that whoever reads the
// probabilities finds the same label.
const ahead = 1e-6

// Row calibrates the posterior q of task i of l and writes it to out; both have K entries.
// The most probable class stays so, and classes that tie for it still do: where the votes
// speak for others more strongly, all of these get the mean of their probabilities.
func (c Curve) Row(l *crowd.Labels, i int, q, out []float64) {
	c.mix(l, i, q, out)
	if c.Sharpness != 0 {
		raise(out, prob.Exp(c.Sharpness))
	}
	for k, x := range out {
		out[k] = (1-c.Lapse)*x + c.Lapse/float64(len(q))
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

// raise raises probabilities to a power and makes them sum to one again.
func raise(x []float64, power float64) {
	top, sum := slices.Max(x), 0.0
	for k := range x {
		if x[k] > 0 {
			x[k] = prob.Exp(power * prob.Log(x[k]/top))
		}
		sum += x[k]
	}
	for k := range x {
		x[k] /= sum
	}
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

// Apply returns the calibrated posterior of d, N×K. Gold and unlabelled tasks stay as they
// are.
func (c Curve) Apply(d *crowd.Dataset, posterior []float64) []float64 {
	k := d.Classes
	out := slices.Clone(posterior)
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to && d.Truth(i) == crowd.Unknown {
			c.Row(&d.Labels, i, posterior[i*k:(i+1)*k], out[i*k:(i+1)*k])
		}
	}
	return out
}

// Interval is an estimate with a 95 % interval, all in [0, 1].
type Interval struct{ Value, Low, High float64 }

// Drift is the standard deviation, over real sets, of the difference between the mean
// calibrated probability of the labels and their accuracy.
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
func WorkerSpread(spread float64) float64 { return math.Hypot(workersFollow*spread, WorkerDrift) }

// Workers returns how many of each worker's labels are probably right: the mean
// probability of what the worker said. row returns the calibrated posterior of task i, and
// may reuse its memory; if it returns nil, so does Workers. spread is the standard deviation of the estimate of how many of all
// labels are right; NaN: nothing can be said of that, nor of a worker. NaN for workers without labels.
func Workers(l *crowd.Labels, row func(i int) []float64, spread float64) []Interval {
	sum, variance, n := make([]float64, l.Workers), make([]float64, l.Workers), make([]float64, l.Workers)
	for i := range l.Tasks {
		from, to := l.Of(i)
		if from == to {
			continue
		}
		q := row(i)
		if q == nil {
			return nil
		}
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
