package topic

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/design"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"

	"gonum.org/v1/gonum/floats"
)

// Stacked explains a number by the topics of its text and by single words together. It is our own, not
// from a paper. A topic speaks for many words, also for rare ones; a word that says more than its
// topic has a weight of its own:
//
//	x_i ~ N(c + a ηᵀφ̄_i + d wᵀt_i, σ²),   y_ij ~ N(x_i + b_j, 1/p_j)
//
// with φ̄ the topic proportions and η their weights as in sLDA, t the words as tf-idf, and w of a
// ridge regression whose penalty is chosen by cross-validation. Workers are as in the Regressor.
//
// Fitted side by side, both parts would explain the same numbers: topics, which see the number of a
// text, can explain it entirely, and leave nothing to the words. So a and d, which say how much
// each part counts, are learnt from held-out texts: in five folds, each text is predicted by topics
// and by words that were learnt from the numbers of the other folds (stacked regression, Breiman
// 1996). A step
//
//  1. learns topics and words from the numbers m, in each fold and from all texts;
//  2. with the held-out predictions s and u in place of ηᵀφ̄ and wᵀt makes m, v, b, p, a, d, c and σ²
//     by EM, to its end, as Ridge of package regress does; a, d ≥ 0.
//
// A fit starts from a step that learns from the mean labels. (EM of labels without texts would not
// do: where each text has one label it explains them by biases alone, and all numbers are equal.) As
// held-out predictions do not depend on a text's own labels, σ² is how far a prediction errs, and so
// weighs text against labels as it should.
//
// Topics begin at the words of texts with like numbers, one group of texts per topic, and make one
// step from there: on both sets of the paper held-out texts are predicted worse after a second one,
// since a text has many words and one number. Held-out labels also chose five topics and α = τ = 1.
//
// The objective is the log posterior of b, p, a, d, c and σ² given s and u, with x integrated out. It
// never falls within a step; between steps s and u change.
//
// L. Breiman. Stacked regressions. Machine Learning 24, 1996.
type Stacked struct {
	Topics     int     // K; 0: 5
	Alpha      float64 // Dirichlet prior of topic proportions; 0: 1
	Tau        float64 // Dirichlet prior of words; 0: 1
	MedianBias bool    // the median of the biases is zero, weighted by labels, instead of their mean
}

var _ fit.Method = (*Stacked)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m Stacked) WithDefaults() Stacked {
	m.Topics, m.Alpha, m.Tau = cmp.Or(m.Topics, 5), cmp.Or(m.Alpha, 1), cmp.Or(m.Tau, 1)
	return m
}

// Uses implements fit.Method.
func (*Stacked) Uses(has crowd.Parts) (crowd.Parts, error) { return new(Regressor).Uses(has) }

// Start implements fit.Method.
func (m *Stacked) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 {
		return nil, errNoLabels
	}
	own := m.WithDefaults()
	f := &stacked{
		prior: Prior{Topics: own.Topics, Alpha: own.Alpha, Tau: own.Tau}.WithDefaults(), settings: s, work: yield.New(s.Pause),
		crew: newCrew(d, false), idf: design.InverseFrequency(d.Words),
	}
	f.average = !m.MedianBias
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to {
			f.taught = append(f.taught, i)
		}
	}
	f.x = design.Bags(d.Words, f.idf, f.taught)
	f.x.Centre()
	f.split, f.w = f.x.Split(), make([]float64, f.x.Columns)
	f.byTopics, f.byWords, f.guess = make([]float64, d.Tasks), make([]float64, d.Tasks), make([]float64, d.Tasks)
	if err := f.learn(); err != nil {
		return nil, err
	}
	f.settle()
	return f, f.work.Err()
}

type stacked struct {
	*crew
	prior    Prior
	settings fit.Settings
	work     *yield.Work
	taught   []int // the tasks with labels
	idf      []float64
	x        *design.Matrix // their words
	split    *design.Split
	penalty  float64 // λ

	// groups are the texts of like numbers that topics begin at: for those of all texts, and for each
	// fold. From the first step on they stay, since a text that goes back and forth between two would
	// keep the fit from settling.
	groups [1 + design.Folds][]int
	steps  int

	byTopics, byWords []float64  // N: s and u; of a task without labels by topics and words of all texts
	topics            *regressor // learnt from all texts
	w                 []float64  // and so are these
	level             float64    // the mean number that η and w are relative to
	mix               shares
	sigma2            float64
	guess             []float64 // N: the mean of x before its labels
}

// shares are how much each prediction counts: c + a s + d u.
type shares struct{ c, a, d float64 }

func (m shares) of(s, u float64) float64 { return m.c + m.a*s + m.d*u }

// restTol is the change, in standard deviations of the labels, at which the EM of a step ends, and
// restSteps what it may take.
const (
	restTol   = 1e-6
	restSteps = 1000
)

// settledChange is the change of the numbers by a whole step, in standard deviations of the labels,
// at which they have settled.
const settledChange = 1e-2

// Settled implements fit.Settler.
func (f *stacked) Settled(trace []fit.Step) bool { return trace[len(trace)-1].Change < settledChange }

// Step implements fit.Fit. Change is the largest |Δm| in standard deviations of the labels.
func (f *stacked) Step() (fit.Step, error) {
	was := slices.Clone(f.m)
	if f.steps++; f.steps == 1 {
		clear(f.groups[:])
	}
	if err := f.learn(); err != nil {
		return fit.Step{}, err
	}
	objective := f.settle()
	return fit.Step{Objective: objective, Change: farthest(was, f.m) / math.Sqrt(f.total), Flips: -1}, f.work.Err()
}

// learn learns topics and words from m, and predicts the texts with labels held out.
func (f *stacked) learn() error {
	y := make([]float64, len(f.taught))
	for r, i := range f.taught {
		y[r] = f.m[i]
	}
	if f.penalty == 0 {
		f.penalty = f.split.Penalty(y, f.work)
	}
	f.x.Ridge(y, f.penalty, f.w, f.work)
	f.level = prob.Mean(y)
	copy(f.byWords, f.byAllWords(f.labels))
	held := make([]float64, len(y))
	f.split.Predict(y, f.penalty, held, f.work)
	for r, i := range f.taught {
		f.byWords[i] = held[r]
	}
	var err error
	if f.topics, err = f.learnTopics(y, none); err != nil {
		return err
	}
	all, err := f.byAllTopics(f.labels)
	if err != nil {
		return err
	}
	copy(f.byTopics, all)
	gamma, mean := make([]float64, f.prior.Topics), make([]float64, f.prior.Topics)
	for fold := range design.Folds {
		topics, err := f.learnTopics(y, fold)
		if err != nil {
			return err
		}
		for r, i := range f.taught {
			switch {
			case f.split.Fold[r] != fold:
			case topics == nil:
				f.byTopics[i] = f.level
			default:
				topics.meanOf(f.labels.Words, i, gamma, mean)
				f.byTopics[i] = f.level + prob.Dot(topics.eta, mean)
			}
		}
	}
	return nil
}

// learnTopics learns topics from the numbers of all folds but one; nil if there are none. Numbers are relative to their
// mean: should they all but agree, only the difference is left after rounding.
func (f *stacked) learnTopics(y []float64, held int) (*regressor, error) {
	var task []int32
	var value []float64
	for r, i := range f.taught {
		if f.split.Fold[r] != held {
			task, value = append(task, int32(i)), append(value, y[r]-f.level)
		}
	}
	if len(task) == 0 {
		return nil, nil
	}
	d := &crowd.Dataset{Labels: crowd.NewValues(f.labels.Tasks, 1, task, make([]int32, len(task)), value), Words: f.labels.Words}
	group := &f.groups[held+1] // none is -1
	t := Regressor{Prior: f.prior, Pooled: true}.WithDefaults().start(*group, d, f.settings.Seed)
	if *group == nil {
		*group = t.groups()
	}
	_, err := t.step()
	return t, err
}

// settle runs EM over x to its end, and returns the log posterior.
func (f *stacked) settle() (objective float64) {
	was := make([]float64, len(f.m))
	for range restSteps {
		copy(was, f.m)
		f.combine()
		f.mix.c += f.workers()
		f.predict()
		objective = f.expect()
		if farthest(was, f.m) < restTol*math.Sqrt(f.total) || !f.work.Continue(f.labels.Len()) {
			break
		}
	}
	return objective
}

// farthest is the largest difference of two slices' entries.
func farthest(x, y []float64) (most float64) {
	for i, v := range x {
		most = math.Max(most, math.Abs(v-y[i]))
	}
	return most
}

// predict makes the mean of each x before its labels.
func (f *stacked) predict() {
	for i := range f.guess {
		f.guess[i] = f.mix.of(f.byTopics[i], f.byWords[i])
	}
}

// expect makes m and v. It returns the log posterior of the parameters.
func (f *stacked) expect() float64 {
	d := f.labels
	objective := -f.total / (2 * f.sigma2) * (f.mix.a*f.mix.a + f.mix.d*f.mix.d)
	for _, p := range f.Precision {
		objective += 0.5 * (prob.Log(p) - p*f.within)
	}
	for i := range d.Tasks {
		f.truth(i, f.guess[i], f.sigma2)
		from, to := d.Of(i)
		if from == to {
			continue
		}
		// log ∫ N(x; guess, σ²) Π N(y; x + b, 1/p) dx, completed to a square at m
		e := f.m[i] - f.guess[i]
		objective -= 0.5 * (prob.Log(f.sigma2) + e*e/f.sigma2 - prob.Log(f.v[i]))
		for n := from; n < to; n++ {
			p := f.Precision[d.Worker[n]]
			e := d.Value[n] - f.Bias[d.Worker[n]] - f.m[i]
			objective += 0.5 * (prob.Log(p/(2*math.Pi)) - p*e*e)
		}
	}
	return objective
}

// combine makes a, d, c and σ²: a regression of m on both predictions, with a penalty that is worth one
// text, and no weight below zero.
func (f *stacked) combine() {
	var s, u, m float64 // means
	n := float64(len(f.taught))
	for _, i := range f.taught {
		s, u, m = s+f.byTopics[i]/n, u+f.byWords[i]/n, m+f.m[i]/n
	}
	ss, uu := f.total, f.total
	var su, sm, um float64
	for _, i := range f.taught {
		x, z, y := f.byTopics[i]-s, f.byWords[i]-u, f.m[i]-m
		ss, su, uu, sm, um = ss+x*x, su+x*z, uu+z*z, sm+x*y, um+z*y
	}
	det := ss*uu - su*su
	f.mix.a, f.mix.d = (sm*uu-um*su)/det, (um*ss-sm*su)/det
	switch {
	case f.mix.a < 0:
		f.mix.a, f.mix.d = 0, math.Max(um/uu, 0)
	case f.mix.d < 0:
		f.mix.a, f.mix.d = math.Max(sm/ss, 0), 0
	}
	f.mix.c = m - f.mix.a*s - f.mix.d*u
	square := f.total * (f.mix.a*f.mix.a + f.mix.d*f.mix.d)
	for _, i := range f.taught {
		e := f.m[i] - f.mix.of(f.byTopics[i], f.byWords[i])
		square += f.v[i] + e*e
	}
	f.sigma2 = math.Max(square/n, 1e-6*f.total)
}

func (f *stacked) Estimate() *crowd.Estimate { return f.estimate() }

// Predict implements fit.Predictor, by topics and words of all texts.
func (f *stacked) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	x, err := f.byAllTopics(d)
	if err != nil {
		return nil, err
	}
	for i, u := range f.byAllWords(d) {
		x[i] = f.mix.of(x[i], u)
	}
	return &crowd.Estimate{Value: x}, nil
}

// byAllTopics returns what topics of all texts predict of each task of d.
func (f *stacked) byAllTopics(d *crowd.Dataset) ([]float64, error) {
	e, err := f.topics.Predict(d)
	if err != nil {
		return nil, err
	}
	floats.AddConst(f.level, e.Value)
	return e.Value, nil
}

// byAllWords returns what words of all texts predict of each task of d.
func (f *stacked) byAllWords(d *crowd.Dataset) []float64 {
	tasks, out := make([]int, d.Tasks), make([]float64, d.Tasks)
	for i := range tasks {
		tasks[i] = i
	}
	x := design.Bags(d.Words, f.idf, tasks)
	x.Mean = f.x.Mean
	x.Apply(f.w, out)
	floats.AddConst(f.level, out)
	return out
}

var _ fit.Topical = (*stacked)(nil)

// Topics implements fit.Topical.
func (f *stacked) Topics() *crowd.Topics {
	weight := make([]float64, f.prior.Topics)
	for k, e := range f.topics.eta { // the number of a text of that topic alone, with average words
		weight[k] = f.mix.of(f.level+e, f.level)
	}
	return f.topics.describe(weight)
}

// Spoke implements fit.Topical. A word speaks by its topics and by its own weight.
func (f *stacked) Spoke(i, _ int) []float64 {
	out := f.topics.spoke(i, f.topics.eta)
	floats.Scale(f.mix.a, out)
	words := f.labels.Words
	count := words.Count[words.Start[i]:words.Start[i+1]]
	var length, average float64
	for _, c := range count {
		length += float64(c)
	}
	columns, values := design.Bags(words, f.idf, []int{i}).Row(0)
	own, at := make([]float64, len(out)), 0
	for n, t := range words.Term[words.Start[i]:words.Start[i+1]] {
		if at < len(columns) && columns[at] == t { // a word of all texts has no column
			own[n] = f.mix.d * f.w[t] * values[at] * length / float64(count[n])
			average += own[n] * float64(count[n]) / length
			at++
		}
	}
	for n, v := range own {
		out[n] += v - average
	}
	return out
}
