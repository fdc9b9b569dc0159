package regress

import (
	"errors"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
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
func (m *Ridge) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	f := &ridge{
		d: d, m: make([]float64, d.Tasks), v: make([]float64, d.Tasks), Raters: fit.NewRaters(d.Workers), teaches: make([]bool, d.Tasks),
	}
	if d.Features == nil {
		f.idf = inverseFrequency(d.Words)
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
	f.x.centre()
	f.begin()
	f.penalty = m.Penalty
	if f.penalty == 0 {
		f.penalty = f.choose()
	}
	f.w = make([]float64, f.x.columns)
	f.regress()
	f.workers()
	f.guess = f.predictions(f.d)
	return f, nil
}

type ridge struct {
	d          *crowd.Dataset
	tasks      []int     // that teach the regression
	teaches    []bool    // N
	x          *design   // of those that teach
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
func (f *ridge) describe(d *crowd.Dataset, tasks []int) *design {
	if f.idf != nil {
		return bags(d.Words, f.idf, tasks)
	}
	return dense(d.Features, tasks)
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

// folds of the cross-validation.
const folds = 5

// choose picks λ from a grid by five-fold cross-validation on the mean labels. A task's fold is a
// hash of its description, so neither the order of tasks nor copies of a task matter.
func (f *ridge) choose() float64 {
	fold := make([]int, len(f.tasks))
	for r := range fold {
		var h uint64
		columns, values := f.x.row(r)
		for n, v := range values {
			h += crowd.Hash(math.Float64bits(v), uint64(columns[n])) // a sum: words come in no order
		}
		fold[r] = int(crowd.Hash(h, 0) % folds)
	}
	size := math.Max(f.x.size(), 1e-12)
	grid := []float64{30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.003}
	squares := make([]float64, len(grid))
	for held := range folds {
		var in, out []int
		for r, h := range fold {
			if h == held {
				out = append(out, r)
			} else {
				in = append(in, r)
			}
		}
		if len(in) == 0 || len(out) == 0 {
			continue
		}
		x, test, y := f.x.some(in), f.x.some(out), make([]float64, len(in))
		x.centre()
		test.mean = x.mean
		var mean float64
		for n, r := range in {
			y[n] = f.m[f.tasks[r]]
			mean += y[n] / float64(len(in))
		}
		w, guess := make([]float64, x.columns), make([]float64, len(out))
		for g, part := range grid { // from stiff to loose, each from where the last ended
			x.ridge(y, part*size, w)
			test.apply(w, guess)
			for n, r := range out {
				e := f.m[f.tasks[r]] - mean - guess[n]
				squares[g] += e * e
			}
		}
	}
	best := 0
	for g, sum := range squares {
		if sum < squares[best]*(1-1e-9) {
			best = g
		}
	}
	return grid[best] * size
}

// regress makes w, c and σ² from m and v.
func (f *ridge) regress() {
	y, fitted := make([]float64, len(f.tasks)), make([]float64, len(f.tasks))
	var mean float64
	for r, i := range f.tasks {
		y[r] = f.m[i]
		mean += f.m[i] / float64(len(f.tasks))
	}
	f.x.ridge(y, f.penalty, f.w)
	f.x.apply(f.w, fitted)
	square := f.penalty * prob.Dot(f.w, f.w)
	for r, i := range f.tasks {
		e := y[r] - mean - fitted[r]
		square += f.v[i] + e*e
	}
	f.intercept = mean - prob.Dot(f.x.mean, f.w)
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

// predictions returns wᵀφ + c of every task, that of the average task where one has no description.
func (f *ridge) predictions(d *crowd.Dataset) []float64 {
	var tasks []int
	for i := range taskCount(d) {
		if f.idf != nil || d.Features.Describes(i) {
			tasks = append(tasks, i)
		}
	}
	out := slices.Repeat([]float64{f.intercept + prob.Dot(f.x.mean, f.w)}, taskCount(d))
	x := f.describe(d, tasks)
	x.mean = f.x.mean
	fitted := make([]float64, len(tasks))
	x.apply(f.w, fitted)
	for r, i := range tasks {
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
	f.guess = f.predictions(f.d)
	return fit.Step{Objective: objective, Change: change / math.Sqrt(f.spread), Flips: -1}, nil
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
	if f.idf == nil && (d.Features == nil || len(d.Features.Names) != f.x.columns) || f.idf != nil && d.Words == nil {
		return nil, errPredict
	}
	return &crowd.Estimate{Value: f.predictions(d)}, nil
}
