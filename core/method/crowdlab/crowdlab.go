// Package crowdlab weighs a classifier's predictions and workers' labels by how well each agrees with the consensus.
//
// The probability of a class is a weighted mean of what the classifier says and of what each label says, which is right with the same
// probability P whoever gave it:
//
//	q_ik = (w_M f_ik + Σ_j w_j p(k | y_ij)) / (w_M + Σ_j w_j)      p(k | l) = P if k = l, else (1 − P)/(K − 1)
//
// Over the tasks I₊ that two or more labelled, with ŷ the consensus, n_i the labels of task i, A_M the share of them on which the
// classifier's most probable class is ŷ, and A_0 that of the most common consensus class:
//
//	P   = mean over I₊ of the share of the labels that are ŷ_i
//	w_j = 1 − (1 − s_j)/(1 − A_0)        s_j the share of the others' labels that agree with j's, all tasks of j together
//	w_M = (1 − (1 − A_M)/(1 − A_0)) √n̄   n̄ the mean number of labels a task
//
// None is less than 10⁻⁶. The consensus begins as the majority vote; ties go to the class that the classifier holds to be most probable,
// then to the rarest. The second and last step takes the most probable classes of the first for the consensus. Before, f is calibrated
// by a temperature T, f^(1/T)/Σ f^(1/T), which predicts the labels best.
//
// Departures: the paper leaves open what to do where no task has two labels. Here labels then agree or disagree with the classifier
// alone: s_j and P are the shares that name its most probable class, and A_M is P. A task of known class is certain, and its consensus is
// that class.
//
// Hui Wen Goh, Ulyana Tkachenko and Jonas Mueller. CROWDLAB: Supervised learning to infer consensus labels and quality scores for data
// with multiple annotators. arXiv:2210.06812, 2022.
package crowdlab

import (
	"errors"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// ErrNoPredictions says why it can't run.
var ErrNoPredictions = errors.New("it weighs a classifier's predictions: add a file of them")

// Crowdlab is the method. Its zero value calibrates the predictions.
type Crowdlab struct {
	AsTheyAre bool // the predictions are not calibrated
}

var _ fit.Method = Crowdlab{}

// Uses implements fit.Method.
func (Crowdlab) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold, Predictions: true, Repeat: has.Repeat},
		fit.Need(!has.Numeric, fit.ErrClassesOnly),
		fit.Need(!has.Anonymous, crowd.ErrAnonymous),
		fit.Need(has.Classes >= 2, fit.ErrTwoClasses),
		fit.Need(has.Predictions, ErrNoPredictions))
}

// Start implements fit.Method.
func (m Crowdlab) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &running{d: d, seed: s.Seed, work: yield.New(s.Pause), p: d.Predictions.P, weight: make([]float64, d.Workers)}
	if !m.AsTheyAre {
		if t := temperature(d, f.work); t != 1 {
			f.p = scaled(f.p, d.Classes, t)
		}
	}
	f.vote()
	f.weigh()
	return f, f.work.Err()
}

// least is the smallest weight, and the smallest share of tasks whose consensus is not the most common class.
const least = 1e-6

type running struct {
	d      *crowd.Dataset
	seed   uint64
	work   *yield.Work
	p      []float64 // N×K, calibrated
	steps  int
	answer []int32   // N, the consensus
	weight []float64 // M, w_j
	agree  []float64 // M, s_j
	model  float64   // w_M
	right  float64   // P
}

// Step implements fit.Fit.
func (f *running) Step() (fit.Step, error) {
	step := fit.Step{Objective: math.NaN(), Change: math.NaN(), Done: true}
	if f.steps++; f.steps > 1 {
		return step, nil
	}
	k, row := f.d.Classes, make([]float64, f.d.Classes)
	for i, was := range f.answer {
		if !f.work.Continue(k) {
			return step, f.work.Err()
		}
		f.posterior(i, row)
		if top := slices.Max(row); was < 0 || row[was] < top-crowd.Tie*top {
			best, _ := crowd.Best(row, i, f.seed)
			f.answer[i] = int32(best)
			step.Flips++
		}
	}
	f.weigh()
	step.Change = float64(step.Flips)
	return step, f.work.Err()
}

// vote makes the majority vote the consensus.
func (f *running) vote() {
	k := f.d.Classes
	frequency := make([]int, k)
	for _, c := range f.d.Class {
		frequency[c]++
	}
	f.answer = make([]int32, f.d.Tasks)
	votes := make([]int, k)
	for i := range f.answer {
		if !f.work.Continue(k) {
			return
		}
		if z := f.d.Truth(i); z != crowd.Unknown {
			f.answer[i] = int32(z)
			continue
		}
		clear(votes)
		for n, to := f.d.Of(i); n < to; n++ {
			votes[f.d.Class[n]]++
		}
		p, best := f.p[i*k:(i+1)*k], 0
		for c := 1; c < k; c++ {
			switch {
			case votes[c] != votes[best]:
				if votes[c] > votes[best] {
					best = c
				}
			case f.d.Predictions.Of(i) && math.Abs(p[c]-p[best]) > crowd.Tie*p[best]:
				if p[c] > p[best] {
					best = c
				}
			case frequency[c] < frequency[best]:
				best = c
			}
		}
		f.answer[i] = int32(best)
	}
}

// weigh sets the weights by the present consensus.
func (f *running) weigh() {
	d, k := f.d, f.d.Classes
	votes, consensus := make([]float64, k), make([]float64, k)
	agree, met := make([]float64, d.Workers), make([]float64, d.Workers)
	lone, labelled := make([]float64, d.Workers), make([]float64, d.Workers) // labels that the classifier agrees with, and all it could
	model, predicted, right, shared, tasks := 0., 0., 0., 0., 0.
	for i, z := range f.answer {
		from, to := d.Of(i)
		if !f.work.Continue(k + int(to-from)) {
			return
		}
		if from == to {
			continue
		}
		tasks++
		guess := -1
		if d.Predictions.Of(i) {
			guess, _ = crowd.Best(f.p[i*k:(i+1)*k], i, f.seed)
		}
		clear(votes)
		for n := from; n < to; n++ {
			votes[d.Class[n]]++
			if guess >= 0 {
				labelled[d.Worker[n]]++
				if int(d.Class[n]) == guess {
					lone[d.Worker[n]]++
				}
			}
		}
		if to-from < 2 {
			continue
		}
		shared++
		consensus[z]++
		right += votes[z] / float64(to-from)
		if guess >= 0 {
			predicted++
			if guess == int(z) {
				model++
			}
		}
		for n := from; n < to; n++ {
			agree[d.Worker[n]] += votes[d.Class[n]] - 1
			met[d.Worker[n]] += float64(to - from - 1)
		}
	}
	baseline := slices.Max(consensus)
	if shared == 0 { // the classifier alone says how good workers are
		copy(agree, lone)
		copy(met, labelled)
		right, shared = prob.Total(lone), prob.Total(labelled)
		model, predicted = right, shared
		for i, z := range f.answer {
			if from, to := d.Of(i); from < to && d.Predictions.Of(i) {
				consensus[z]++
			}
		}
		baseline = slices.Max(consensus)
	}
	above := func(agreement float64) float64 {
		return max(1-(1-agreement)/max(1-baseline/max(shared, 1), least), least)
	}
	f.right = right / max(shared, 1)
	f.model = above(model/max(predicted, 1)) * math.Sqrt(float64(d.Len())/max(tasks, 1))
	if predicted == 0 {
		f.model = least
	}
	f.agree = agree
	mean, known := 0., 0.
	for j := range agree {
		if met[j] > 0 {
			agree[j] /= met[j]
			mean += agree[j]
			known++
		}
	}
	for j := range agree {
		if met[j] == 0 {
			agree[j] = mean / max(known, 1)
		}
		f.weight[j] = above(agree[j])
	}
}

// posterior writes q_i to row.
func (f *running) posterior(i int, row []float64) {
	d, k := f.d, f.d.Classes
	if d.Certain(i, row) {
		return
	}
	clear(row)
	if d.Predictions.Of(i) {
		for c, p := range f.p[i*k : (i+1)*k] {
			row[c] = f.model * p
		}
	}
	wrong := (1 - f.right) / float64(k-1)
	for n, to := d.Of(i); n < to; n++ {
		w := f.weight[d.Worker[n]]
		for c := range row {
			if c == int(d.Class[n]) {
				row[c] += w * f.right
			} else {
				row[c] += w * wrong
			}
		}
	}
	if !prob.Normalize(row) {
		prob.Uniform(row)
	}
}

// Estimate implements fit.Fit.
func (f *running) Estimate() *crowd.Estimate {
	k := f.d.Classes
	e := &crowd.Estimate{Posterior: make([]float64, f.d.Tasks*k), Prior: make([]float64, k)}
	for i := range f.d.Tasks {
		row := e.Posterior[i*k : (i+1)*k]
		f.posterior(i, row)
		for c, q := range row {
			e.Prior[c] += q
		}
	}
	if !prob.Normalize(e.Prior) {
		prob.Uniform(e.Prior)
	}
	e.Extra = []crowd.Column{
		crowd.NewColumn(crowd.OfWorker, "other_agreement", "Agreement with others", f.agree),
		crowd.NewColumn(crowd.OfWorker, "weight", "Weight", f.weight),
	}
	return e
}
