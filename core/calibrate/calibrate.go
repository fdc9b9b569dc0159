// Package calibrate turns what a method believes into probabilities that come true about
// as often as they say.
//
// Models of independent workers are too certain: they can't see mistakes that workers
// share. What real crowds taught is how much. A Curve moves a posterior towards the votes
// and towards chance; Expect says how right all labels probably are, and how far that can
// be off.
//
// The constants were learnt from seventeen sets with a known truth; docs/calibration.md
// has them, with the figures for each set when it is left out (`make calibration`).
package calibrate

import (
	"math"
	"slices"

	"concord/core/crowd"
)

// Curve makes a posterior less certain:
//
//	q′ = (1 − Lapse) ((1 − Votes) q + Votes s̃) + Lapse/K,   s̃ = (votes + 1/K)/(n + 1)
//
// The zero value changes nothing.
type Curve struct {
	Votes float64 // weight of the vote shares, in [0, 1]
	Lapse float64 // share of tasks whose answer is no better than a draw, in [0, 1]
}

// Curves of the methods, by what their posteriors are made of.
var (
	// Pool is for posteriors that are averages already: consensus.
	Pool = Curve{Lapse: .06}
	// Model is for posteriors of a model of independent workers: Dawid–Skene, GLAD, MACE.
	Model = Curve{Votes: .5}
	// Vote is for shares of weighted votes.
	Vote = Curve{Lapse: .05}
)

// Apply returns the calibrated posterior of d, N×K. No task changes its most probable
// class: where the votes speak for another one more strongly, both get the mean of their
// probabilities. Gold and unlabelled tasks stay as they are.
func (c Curve) Apply(d *crowd.Dataset, posterior []float64) []float64 {
	k := d.Classes
	out := slices.Clone(posterior)
	votes := make([]float64, k)
	for i := range d.Tasks {
		row := out[i*k : (i+1)*k]
		if from, to := d.Of(i); from == to || d.Truth(i) != crowd.Unknown {
			continue
		}
		best := top(row)
		d.Smoothed(i, votes)
		for l := range row {
			row[l] = (1-c.Lapse)*((1-c.Votes)*row[l]+c.Votes*votes[l]) + c.Lapse/float64(k)
		}
		if other := top(row); row[other] > row[best] {
			mean := (row[best] + row[other]) / 2
			row[best], row[other] = mean, mean
		}
	}
	return out
}

// top returns the first of the largest entries.
func top(row []float64) int {
	best := 0
	for k, x := range row {
		if x > row[best] {
			best = k
		}
	}
	return best
}

// Interval is an estimate with a 95 % interval, all in [0, 1].
type Interval struct{ Value, Low, High float64 }

// Drift is the standard deviation, over real sets, of the difference between the mean
// calibrated probability of the labels and their accuracy.
const Drift = .075

const normal = 1.959963984540054 // the 97.5 % quantile

// Expect returns how many of the labels are probably right: the mean probability of the
// labelled tasks' most probable classes. NaN if no task has a label.
func Expect(d *crowd.Dataset, calibrated []float64) Interval {
	sum, variance, n := 0.0, 0.0, 0.0
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to {
			p := slices.Max(calibrated[i*d.Classes : (i+1)*d.Classes])
			sum += p
			variance += p * (1 - p)
			n++
		}
	}
	return interval(sum/n, math.Sqrt(variance)/n, Drift)
}

// interval is that of a mean with the given standard error that is off by drift besides.
func interval(mean, standard, drift float64) Interval {
	half := normal * math.Hypot(standard, drift)
	return Interval{mean, max(0, mean-half), min(1, mean+half)}
}

// WorkerDrift is Drift for the accuracy of one worker.
const WorkerDrift = .07

// Workers returns how many of each worker's labels are probably right: the mean
// probability of what the worker said. NaN for workers without labels.
func Workers(d *crowd.Dataset, calibrated []float64) []Interval {
	sum, variance, n := make([]float64, d.Workers), make([]float64, d.Workers), make([]float64, d.Workers)
	for i := range d.Tasks {
		from, to := d.Of(i)
		row := calibrated[i*d.Classes : (i+1)*d.Classes]
		for v := from; v < to; v++ {
			j, p := d.Worker[v], row[d.Class[v]]
			sum[j] += p
			variance[j] += p * (1 - p)
			n[j]++
		}
	}
	all := make([]Interval, d.Workers)
	for j := range all {
		all[j] = interval(sum[j]/n[j], math.Sqrt(variance[j])/n[j], WorkerDrift)
	}
	return all
}
