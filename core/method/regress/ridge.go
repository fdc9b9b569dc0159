package regress

import (
	"errors"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/design"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// Ridge is ridge regression from crowds: the true number of a task is linear in its features, and
// each worker adds a bias and noise (Raykar et al. 2010, section 5, with the worker model of
// Rodrigues et al. 2017):
//
//	x_i ~ N(wᵀφ_i + c, σ²),   y_ij ~ N(x_i + b_j, 1/p_j),   w ~ N(0, σ²/λ).
//
// EM over x:
//
//	m_i = (σ⁻²(wᵀφ_i + c) + Σ_j p_j (y_ij − b_j)) / (σ⁻² + Σ_j p_j)   E
//	v_i = 1 / (σ⁻² + Σ_j p_j)                                         E
//	w, c: ridge regression of m on φ with penalty λ                   M
//	σ² = (Σ_i v_i + (m_i − wᵀφ_i − c)² + λ‖w‖²) / N                    M
//	b_j = mean_i (y_ij − m_i),  1/p_j = (s² + Σ_i v_i + (y_ij − m_i − b_j)²) / (1 + n_j)
//
// φ are the features or, without any, the words as tf-idf. λ is chosen by cross-validation on the
// tasks' mean labels. A precision has a prior worth one label of the variance s² of all labels. A
// common shift of the biases could be a shift of the numbers, so the mean bias, weighted by labels,
// is zero, as in package number. (With these weights the numbers average what the labels do. The
// median does worse on moviereviews, where a few who rate low give most labels.)
//
// The objective is the log posterior with x integrated out. It never falls.
type Ridge struct {
	Penalty float64 // λ; 0: chosen by cross-validation
}

var _ fit.Method = (*Ridge)(nil)

// Uses implements fit.Method.
func (*Ridge) Uses(has crowd.Parts) (crowd.Parts, error) {
	uses := crowd.Parts{Numeric: true, Features: has.Features, Words: has.Words && !has.Features, Repeat: has.Repeat}
	return fit.Uses(uses, fit.Need(has.Numeric, errClasses), fit.Need(!has.Anonymous, crowd.ErrAnonymous),
		fit.Need(has.Features || has.Words, errNothing))
}

var (
	errClasses = errors.New("it learns numbers, and these labels are classes; read the labels as numbers to use it")
	errNothing = errors.New("it learns from features or words: add a file with numbers or a text that describe each task")
)

// Start implements fit.Method. It starts from the mean of each task's labels.
func (m *Ridge) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &ridge{
		d: d, m: make([]float64, d.Tasks), v: make([]float64, d.Tasks), Raters: fit.NewRaters(d.Workers), teaches: make([]bool, d.Tasks),
		work: yield.New(s.Pause),
	}
	if d.Features == nil {
		f.idf = design.InverseFrequency(d.Words)
	}
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to && (d.Features == nil || d.Features.Describes(i)) {
			f.tasks, f.teaches[i] = append(f.tasks, i), true
			for _, j := range d.Worker[from:to] {
				f.Count[j]++
			}
		}
	}
	if len(f.tasks) == 0 {
		return nil, errNoLabels
	}
	f.x = f.describe(d, f.tasks)
	f.x.Centre()
	f.begin()
	f.penalty = m.Penalty
	if f.penalty == 0 {
		f.penalty = f.x.Split().Penalty(f.numbers(), f.work)
	}
	f.w, f.every = make([]float64, f.x.Columns), f.descriptions(d)
	f.regress()
	f.workers()
	f.guess = f.predictions(f.every)
	return f, f.work.Err()
}

type ridge struct {
	d          *crowd.Dataset
	tasks      []int          // that teach the regression
	teaches    []bool         // N
	x          *design.Matrix // of those that teach
	every      described      // tasks
	work       *yield.Work
	idf        []float64 // where the design is made of words
	penalty    float64   // λ
	w          []float64 // D
	intercept  float64
	sigma2     float64
	m, v       []float64 // N: mean and variance of the true number
	guess      []float64 // N: wᵀφ + c
	spread     float64   // s²
	fit.Raters           // by their labels on the tasks that teach
}

// describe returns the descriptions of tasks of d.
func (f *ridge) describe(d *crowd.Dataset, tasks []int) *design.Matrix {
	if f.idf != nil {
		return design.Bags(d.Words, f.idf, tasks)
	}
	return design.Dense(d.Features, tasks)
}

// begin starts from the means.
func (f *ridge) begin() {
	d := f.d
	var all float64
	for _, y := range d.Value {
		all += y / float64(len(d.Value))
	}
	for _, y := range d.Value {
		f.spread += (y - all) * (y - all) / float64(len(d.Value))
	}
	f.spread = math.Max(f.spread, 1e-12)
	f.sigma2, f.intercept = f.spread, all
	for j := range f.Precision {
		f.Precision[j] = 1 / f.spread
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		f.m[i], f.v[i] = all, f.spread/float64(1+to-from)
		if from < to {
			f.m[i] = 0
			for _, y := range d.Value[from:to] {
				f.m[i] += y / float64(to-from)
			}
		}
	}
}

// numbers returns m of the tasks that teach.
func (f *ridge) numbers() []float64 {
	y := make([]float64, len(f.tasks))
	for r, i := range f.tasks {
		y[r] = f.m[i]
	}
	return y
}

// regress makes w, c and σ² from m and v.
func (f *ridge) regress() {
	y, fitted := f.numbers(), make([]float64, len(f.tasks))
	mean := prob.Mean(y)
	f.x.Ridge(y, f.penalty, f.w, f.work)
	f.x.Apply(f.w, fitted)
	square := f.penalty * prob.Dot(f.w, f.w)
	for r, i := range f.tasks {
		e := y[r] - mean - fitted[r]
		square += f.v[i] + e*e
	}
	f.intercept = mean - prob.Dot(f.x.Mean, f.w)
	f.sigma2 = math.Max(square/float64(len(f.tasks)), 1e-9*f.spread)
}

// workers makes b and p, and moves the mean bias to zero and the numbers with it.
func (f *ridge) workers() {
	f.Maximise(&f.d.Labels, func(i int) bool { return f.teaches[i] }, f.m, f.v, 1, f.spread, nil)
	var shift, labels float64
	for j, n := range f.Count {
		shift += n * f.Bias[j]
		labels += n
	}
	shift /= labels
	f.Shift(shift)
	for i := range f.m {
		f.m[i] += shift
	}
	f.intercept += shift
}

// described are the descriptions of the tasks of a data set that have one.
type described struct {
	x     *design.Matrix
	tasks []int
	all   int // tasks, described or not
}

func (f *ridge) descriptions(d *crowd.Dataset) described {
	out := described{all: taskCount(d)}
	for i := range out.all {
		if f.idf != nil || d.Features.Describes(i) {
			out.tasks = append(out.tasks, i)
		}
	}
	if slices.Equal(out.tasks, f.tasks) && d == f.d {
		out.x = f.x
		return out
	}
	out.x = f.describe(d, out.tasks)
	out.x.Mean = f.x.Mean
	return out
}

// predictions returns wᵀφ + c of every task, that of the average task where one has no description.
func (f *ridge) predictions(of described) []float64 {
	out := slices.Repeat([]float64{f.intercept + prob.Dot(f.x.Mean, f.w)}, of.all)
	fitted := make([]float64, len(of.tasks))
	of.x.Apply(f.w, fitted)
	for r, i := range of.tasks {
		out[i] += fitted[r]
	}
	return out
}

// taskCount is the number of tasks of d, which may have no labels at all.
func taskCount(d *crowd.Dataset) int {
	if d.Words != nil {
		return max(d.Tasks, len(d.Words.Start)-1)
	}
	return max(d.Tasks, len(d.Features.X)/max(len(d.Features.Names), 1))
}

// Step implements fit.Fit: the E-step and the M-step that follows from it.
func (f *ridge) Step() (fit.Step, error) {
	was := slices.Clone(f.m)
	objective := f.expect()
	change := farthest(was, f.m)
	f.regress()
	f.workers()
	f.guess = f.predictions(f.every)
	return fit.Step{Objective: objective, Change: change / math.Sqrt(f.spread), Flips: -1}, f.work.Err()
}

// expect is the E-step. It returns the log posterior of the parameters.
func (f *ridge) expect() float64 {
	d := f.d
	objective := -f.penalty / (2 * f.sigma2) * prob.Dot(f.w, f.w)
	for _, p := range f.Precision {
		objective += 0.5 * (prob.Log(p) - p*f.spread)
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		weight, sum := 1/f.sigma2, f.guess[i]/f.sigma2
		for n := from; n < to; n++ {
			p := f.Precision[d.Worker[n]]
			weight += p
			sum += p * (d.Value[n] - f.Bias[d.Worker[n]])
		}
		m := sum / weight
		f.m[i], f.v[i] = m, 1/weight
		if !f.teaches[i] {
			continue
		}
		// log ∫ N(x; guess, σ²) Π N(y; x + b, 1/p) dx, completed to a square at m
		e := m - f.guess[i]
		objective -= 0.5 * (prob.Log(f.sigma2) + e*e/f.sigma2 + prob.Log(weight))
		for n := from; n < to; n++ {
			p := f.Precision[d.Worker[n]]
			e := d.Value[n] - f.Bias[d.Worker[n]] - m
			objective += 0.5 * (prob.Log(p/(2*math.Pi)) - p*e*e)
		}
	}
	return objective
}

func (f *ridge) Estimate() *crowd.Estimate {
	labels := make([]float64, len(f.Bias))
	for _, j := range f.d.Worker {
		labels[j]++
	}
	return crowd.Numbers(f.m, f.v, f.Bias, f.Precision, labels)
}

func (f *ridge) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if f.idf == nil && (d.Features == nil || len(d.Features.Names) != f.x.Columns) || f.idf != nil && d.Words == nil {
		return nil, errPredict
	}
	return &crowd.Estimate{Value: f.predictions(f.descriptions(d))}, nil
}
