package metric

import (
	"cmp"
	"iter"
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// HeldOut measures how well a method's answers predict labels hidden from it: the honest
// way to compare methods when no truth is known. The data are dealt into five random folds;
// for each fold the method is fitted to the others and predicts the labels of the fold.
// Natural logs.
//
// By labels, the labels of a task go to different folds as far as possible, and a hidden
// label y_ij = l has the probability
//
//	p(y_ij = l | rest) = Σ_k q_ik π_j[k][l]
//
// with q the method's posterior from the task's other labels. A task's only label is
// never hidden: nothing would remain to tell its class.
//
// By tasks (WholeTasks), all labels of a share of the tasks are hidden, and those of one
// task are predicted together,
//
//	p(y_i) = Σ_k p_k Π_j π_j[k][y_ij]
//
// so the method is fitted to tasks with all their labels. Where tasks have two or three,
// hiding one would judge methods with much to learn on poorer data than they will have.
//
// In both, π_j is what the method's answers imply, computed alike for every method:
//
//	π_j[k][l] = (n_jkl + s g_kl) / (Σ_l n_jkl + s),   g_kl = (Σ_j n_jkl + 1/K) / (Σ_jl n_jkl + 1)
//
// n_jkl are expected counts (crowd.Counts) under the calibrated posterior, g those of the
// whole crowd, s = Shrink pseudo-labels, p_k the class shares. So methods differ in what
// they say of the tasks, not in how they smooth, and no label has probability 0.
//
// Calibration sharpens or softens all posteriors of a method alike, q_ik ∝ q_ik^τ, with
// the τ of sharpness that predicts best, and mixes in some of the class shares. Otherwise
// the comparison would mostly be one of boldness: vote shares are timid, and products
// over votes as sure as if votes were independent (a temperature, after Guo et al. 2017).
// The ranking of classes, and so the labels, stay those of the method.
//
// Numeric labels are hidden by labels; the score of a hidden one is −(y_ij − x_i − b_j)²,
// b_j being the mean of the worker's residuals, shrunk towards 0 by Shrink labels.
type HeldOut struct {
	Shrink     float64 // s; 0: 2, by tasks 10
	WholeTasks bool
	Seed       uint64

	// Pause is called from time to time within the fits and between their steps (nil:
	// never). Its error ends the validation and is that of its result.
	Pause func() error
}

// folds is into how many parts data are dealt.
const folds = 5

// sharpness are the exponents τ that are tried: powers of two, which take no logarithm.
var sharpness = [...]float64{0.25, 0.5, 1, 2, 4, 8}

// mixed is the part of a calibrated posterior that is the class shares: the share of tasks whose labels say little of their class.
const mixed = 0.02

func (h HeldOut) withDefaults() HeldOut {
	shrink := 2.0
	if h.WholeTasks {
		shrink = 10
	}
	h.Shrink = cmp.Or(h.Shrink, shrink)
	return h
}

// HeldOutScore is what a method earned for hidden labels.
type HeldOutScore struct {
	Mean   api.Mean  // of the hidden labels; SE and interval take the labels of one task together
	Tau    float64   // the exponent that calibrates the posterior; 0 for numbers
	Sum    []float64 // N, the task's hidden labels added up
	Hidden []int32   // N, how many there were
	Steps  int       // of all fits together

	Share []float64 // K: of the labels, those of tasks that the method puts in each class
	Own   []float64 // K: of the labels of such tasks, the share that names the class

	// Cautious is the mean posterior N×K of the fits to the folds (bagging, Breiman
	// 1996). It is less sure than one fit to all labels and, with few labels a task,
	// much better calibrated. Nil by whole tasks, and where labels are numbers.
	Cautious []float64
}

// Less is how much better b did than a on average, with the standard error of the
// paired difference by task. Both must have hidden the same labels.
func (a *HeldOutScore) Less(b *HeldOutScore) api.Mean {
	d := make([]float64, len(a.Sum))
	for i := range d {
		d[i] = b.Sum[i] - a.Sum[i]
	}
	return Clustered(d, a.Hidden, noHidden)
}

const noHidden = "no task has two labels, so none could be hidden"

// Clustered is Σ sum / Σ n, of tasks or of workers, with the standard error that follows when these are the sample (linearised:
// Σ (sum_i − mean n_i)² / (Σ n)²). none says why there is no mean if n is zero.
func Clustered(sum []float64, n []int32, none string) api.Mean {
	count, all, tasks := 0.0, 0.0, 0.0
	for i, x := range sum {
		all += x
		count += float64(n[i])
		if n[i] > 0 {
			tasks++
		}
	}
	if count == 0 {
		return api.Mean{Why: none}
	}
	mean := all / count
	square := 0.0
	for i, x := range sum {
		d := x - mean*float64(n[i])
		square += d * d
	}
	m := api.Mean{Value: mean, Low: mean, High: mean, N: int(count)}
	if tasks > 1 {
		m.SE = math.Sqrt(square*tasks/(tasks-1)) / count
		m.Low, m.High = mean-z95*m.SE, mean+z95*m.SE
	}
	return m
}

// Validation is a method being cross-validated. It is not for concurrent use.
type Validation struct {
	data     *crowd.Dataset
	method   fit.Method
	settings fit.Settings
	held     HeldOut
	fold     []uint8
	next     int // the fold at work
	session  *fit.Session
	train    *crowd.Dataset
	score    HeldOutScore
	sums     [][]float64 // by exponent, N
	named    []float64   // K×K: labels by class of the task (the method's) and class named
	err      error
}

// Validate prepares the cross-validation of a method. The same h deals the same folds for every method.
func Validate(d *crowd.Dataset, m fit.Method, h HeldOut, s fit.Settings) *Validation {
	h.WholeTasks = h.WholeTasks && !d.Numeric()
	h = h.withDefaults()
	s.Pause = h.Pause
	v := &Validation{
		data: d, method: m, settings: s, held: h,
		score: HeldOutScore{Hidden: make([]int32, d.Tasks)},
		sums:  make([][]float64, len(sharpness)),
		named: make([]float64, d.Classes*d.Classes),
	}
	if h.WholeTasks {
		v.fold = dealTasks(&d.Labels, h)
	} else {
		v.fold = deal(&d.Labels, h)
	}
	if d.Numeric() {
		v.sums = v.sums[:1]
	}
	for t := range v.sums {
		v.sums[t] = make([]float64, d.Tasks)
	}
	if !h.WholeTasks && !d.Numeric() {
		v.score.Cautious = make([]float64, d.Tasks*d.Classes)
	}
	return v
}

// Steps fits the folds one after the other and yields each step of each fit. After breaking out of the loop, ranging again resumes.
func (v *Validation) Steps() iter.Seq[fit.Step] {
	return func(yield func(fit.Step) bool) {
		for v.next < folds && v.err == nil {
			if v.session == nil {
				v.train = hide(v.data, v.fold, uint8(v.next), v.held.WholeTasks)
				if v.session, v.err = fit.Start(v.train, v.method, v.settings); v.err != nil {
					return
				}
			}
			for step := range v.session.Steps() {
				v.score.Steps++
				if !yield(step) {
					return
				}
			}
			var r *fit.Result
			if r, v.err = v.session.Result(); v.err != nil {
				return
			}
			if v.err = v.add(r.Estimate); v.err != nil {
				return
			}
			v.next, v.session = v.next+1, nil
		}
	}
}

// Folds returns how many folds are done.
func (v *Validation) Folds() int { return v.next }

// Result returns the score of the folds done, or the error that ended them.
func (v *Validation) Result() (*HeldOutScore, error) {
	if v.err != nil {
		return nil, v.err
	}
	s := v.score
	best := math.Inf(-1)
	for t, sum := range v.sums {
		if all := prob.Total(sum); all > best {
			best, s.Sum = all, sum
			if !v.data.Numeric() {
				s.Tau = sharpness[t]
			}
		}
	}
	s.Mean = Clustered(s.Sum, s.Hidden, noHidden)
	k, all := v.data.Classes, prob.Total(v.named)
	s.Share, s.Own = make([]float64, k), make([]float64, k)
	for c := range k {
		if row := prob.Total(v.named[c*k : (c+1)*k]); row > 0 {
			s.Share[c], s.Own[c] = row/all, v.named[c*k+c]/row
		}
	}
	return &s, nil
}
