// Package bwa is Bayesian weighted averaging (Li, Rubinstein & Cohn): votes weighed by the
// precision of their workers, as if classes were numbers.
//
// For each class k a label is the number 1 if it names k and 0 if not, and the truth is a
// number that workers blur:
//
//	z_ik ~ N(μ_k, 1/λ)   y_ijk = [y_ij = k] ~ N(z_ik, 1/v_jk)   p(v_jk) ∝ v_jk^{a/2} e^{−b_k v_jk/2}
//
//	paper      here
//	z_i, μ     truth and its mean, for each class
//	v_j        precision of worker j, for each class
//	λ          Pull, how many labels of precision 1 the mean is worth
//	a_v, b_v   Pseudo and model.rate: a labels whose squared error is b_k in all
//
// Each parameter in turn takes its most probable value, where n_j is the number of j's labels:
//
//	μ_k  = mean_i z_ik
//	v_jk = (a + n_j) / (b_k + Σ_i (z_ik − y_ijk)²)
//	z_ik = (λ μ_k + Σ_j v_jk y_ijk) / (λ + Σ_j v_jk)
//
// from vote shares. b_k is a times the mean of (z_ik − y_ijk)² over all labels at that start,
// so that a worker is taken for as good as others are; times 4 (1 − 1/K), the paper's
// correction for more than two classes. The posterior is z_ik, normalised over classes; of two
// classes the problems are one, and z sums to one by itself.
//
// Objective: the log posterior, summed over classes, up to a constant, which never falls:
//
//	Σ_k [½ Σ_j ((a + n_j) log v_jk − v_jk (b_k + Σ_i (z_ik − y_ijk)²)) − ½ λ Σ_i (z_ik − μ_k)²]
//
// A fit has converged once the objective has moved by less than 1e-7 per label in each of nine
// steps, and one label in ten thousand at most has changed in 25.
//
// Departures: where all agree, b_k would be 0 and precisions infinite; it is at least 10⁻⁶ a.
// The z of tasks of known truth is known.
//
// Yuan Li, Benjamin Rubinstein, Trevor Cohn. Truth inference at scale: a Bayesian model for
// adjudicating highly redundant crowd annotations. WWW 2019.
package bwa

import (
	"cmp"
	"errors"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// ErrNumbers says why BWA can't run on numbers.
var ErrNumbers = errors.New("it weighs votes for classes, and these labels are numbers")

// BWA is the method of Li, Rubinstein & Cohn 2019.
type BWA struct {
	Pseudo float64 // a, pseudo-labels of each worker; 0: 15
	Pull   float64 // λ; 0: 1
}

var _ fit.Method = BWA{}

// WithDefaults replaces zero fields by their defaults.
func (m BWA) WithDefaults() BWA {
	m.Pseudo, m.Pull = cmp.Or(m.Pseudo, 15), cmp.Or(m.Pull, 1)
	return m
}

// Uses implements fit.Method.
func (BWA) Uses(has crowd.Parts) (crowd.Parts, error) {
	switch {
	case has.Numeric:
		return crowd.Parts{}, ErrNumbers
	case has.Anonymous:
		return crowd.Parts{}, crowd.ErrAnonymous
	}
	return crowd.Parts{Gold: has.Gold, Repeat: has.Repeat}, nil
}

// Start implements fit.Method.
func (m BWA) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := newModel(d, m.WithDefaults(), s)
	return f, f.work.Err()
}

// model is BWA at work.
type model struct {
	d            *crowd.Dataset
	work         *yield.Work
	seed         uint64
	pseudo, pull float64
	rate         []float64 // K, b
	mean         []float64 // K, μ
	truth        []float64 // N×K, z
	precision    []float64 // M×K, v
	squares      []float64 // M×K, Σ_i (z_ik − y_ijk)²
	labels       []float64 // M, n
	sum, of, was []float64 // K, scratch
}

// least bounds b_k/a from below.
const least = 1e-6

func newModel(d *crowd.Dataset, m BWA, s fit.Settings) *model {
	k := d.Classes
	f := &model{
		d: d, work: yield.New(s.Pause), seed: s.Seed, pseudo: m.Pseudo, pull: m.Pull,
		rate: make([]float64, k), mean: make([]float64, k), truth: crowd.Shares(d),
		precision: make([]float64, d.Workers*k), squares: make([]float64, d.Workers*k), labels: make([]float64, d.Workers),
		sum: make([]float64, k), of: make([]float64, k), was: make([]float64, k),
	}
	for _, j := range d.Worker[d.Start[0]:d.Start[d.Tasks]] {
		f.labels[j]++
	}
	f.deviate()
	correction := 4 * (1 - 1/float64(k)) / max(float64(d.Len()), 1)
	for n, x := range f.squares {
		f.rate[n%k] += x * correction
	}
	for c := range f.rate {
		f.rate[c] = m.Pseudo * max(f.rate[c], least)
	}
	return f
}

// deviate finds the squared errors of the workers.
func (f *model) deviate() {
	d, k := f.d, f.d.Classes
	clear(f.squares)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue((to - from) * k) {
			return
		}
		z := f.truth[i*k : (i+1)*k]
		for n := from; n < to; n++ {
			row, l := f.squares[int(d.Worker[n])*k:][:k], int(d.Class[n])
			for c, x := range z {
				if c == l {
					x = 1 - x
				}
				row[c] += x * x
			}
		}
	}
}

// Step implements fit.Fit. Change is the mean over tasks of ½ Σ_k |Δ z_ik|.
func (f *model) Step() (fit.Step, error) {
	d, k := f.d, f.d.Classes
	clear(f.mean)
	for n, x := range f.truth {
		f.mean[n%k] += x / float64(d.Tasks)
	}
	for n, x := range f.squares {
		f.precision[n] = (f.pseudo + f.labels[n/k]) / (f.rate[n%k] + x)
	}
	moved, flips := f.weigh()
	f.deviate()
	return fit.Step{Objective: f.objective(), Change: moved / float64(max(d.Tasks, 1)), Flips: flips}, f.work.Err()
}

// Settled implements fit.Settler. Plain steps are short, so labels must have rested for longer than
// the objective.
func (f *model) Settled(trace []fit.Step) bool {
	return fit.GainSettled(trace, f.d.Tasks, f.d.Len()) && fit.ChangeSettled(trace, f.d.Tasks)
}

// weigh updates z, and returns how far it moved and how many labels changed.
func (f *model) weigh() (moved float64, flips int) {
	d, k := f.d, f.d.Classes
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue((to - from) * k) {
			break
		}
		if d.Truth(i) != crowd.Unknown {
			continue
		}
		for c, m := range f.mean {
			f.sum[c], f.of[c] = f.pull*m, f.pull
		}
		for n := from; n < to; n++ {
			v := f.precision[int(d.Worker[n])*k:][:k]
			for c, x := range v {
				f.of[c] += x
			}
			f.sum[d.Class[n]] += v[d.Class[n]]
		}
		z := f.truth[i*k : (i+1)*k]
		copy(f.was, z)
		for c, x := range f.sum {
			x /= f.of[c]
			moved += math.Abs(x-z[c]) / 2
			z[c] = x
		}
		if crowd.Turned(f.was, z, i, f.seed) {
			flips++
		}
	}
	return moved, flips
}

// objective is the log posterior of the parameters as they are.
func (f *model) objective() float64 {
	k := f.d.Classes
	var sum prob.Sum
	for n, v := range f.precision {
		sum.Add(.5 * ((f.pseudo+f.labels[n/k])*prob.Log(v) - v*(f.rate[n%k]+f.squares[n])))
	}
	for n, z := range f.truth {
		x := z - f.mean[n%k]
		sum.Add(-.5 * f.pull * x * x)
	}
	return sum.Value()
}

// Posterior implements fit.Believer.
func (f *model) Posterior() []float64 {
	k := f.d.Classes
	q := append([]float64(nil), f.truth...)
	for i := range f.d.Tasks {
		prob.Normalize(q[i*k : (i+1)*k])
	}
	return q
}

// Estimate implements fit.Fit. The weight of a worker is the mean precision over classes.
func (f *model) Estimate() *crowd.Estimate {
	k := f.d.Classes
	weight := make([]float64, f.d.Workers)
	for n, v := range f.precision {
		weight[n/k] += v / float64(k)
	}
	return &crowd.Estimate{
		Posterior: f.Posterior(),
		Extra:     []crowd.Column{{Name: "weight", Title: "Weight", Of: crowd.OfWorker, Values: weight}},
	}
}
