// Package gp jointly learns a Gaussian-process classifier and the workers' reliabilities from
// labels and features (GPC-MA, Rodrigues, Pereira & Ribeiro 2014).
//
// Every task has features x and a latent value f drawn from a Gaussian process. Its true class z is
// 1 with probability Φ(f). Worker r says 1 with probability α_r if z = 1 (sensitivity) and 0 with
// probability β_r if z = 0 (specificity). Hence
//
//	p(y_i | f_i) = a_i Φ(f_i) + b_i Φ(−f_i),   a_i = Π_r P(y_ir | z=1),  b_i = Π_r P(y_ir | z=0)
//
// Symbols: X Features.X, y Labels, α sensitivity, β specificity, K covariance, μ and Σ posterior of
// f, τ and ν site parameters (factor), T diag(τ).
//
// The objective is EP's approximation of the log marginal likelihood, log Z, which also selects the
// kernel's parameters (ML-II). It is no bound and may fall slightly between steps.
//
// Departures from the paper:
//   - The likelihood is kept as aΦ(f) + bΦ(−f), scaled in logs: the paper's
//     b + (a−b)Φ cancels.
//   - Sites may have negative precision (the likelihood is not log-concave in f);
//     K + Σ̃ is never formed.
//   - The M-step uses P(z_i = 1) under the cavity and the labels of i, which makes
//     it a stationary point of log Z, with one pseudo-count each way.
//   - More than two classes are one classifier per class against the rest, their
//     probabilities normalised.
//   - Few sweeps of EP come between M-steps, and kernels are compared with EP
//     converged to a hundredth: the same fixed point in a fraction of the time. All
//     sites are matched at once (parallel EP), damped if they oscillate.
//   - A fit that ends as a mirror image, with a mean α + β below 1, is turned round
//     (mirror.go): labels alone fit both as well, and gold decides if there is some.
//   - Unlabelled tasks take no part (their sites are empty); they are predicted.
//   - Above ExactLimit tasks a prior on inducing points (sparse) replaces the exact
//     one, and its kernel is learned on some of the tasks.
//
// F. Rodrigues, F. Pereira, B. Ribeiro. Gaussian process classification and active learning with
// multiple annotators. ICML 2014.
package gp

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/humanize"
)

// Kind says what the classifier learns from.
type Kind int

const (
	Annotators   Kind = iota // all labels and the workers' reliabilities (GPC-MA)
	Majority                 // the majority vote of each task (GPC-MV)
	Concatenated             // all labels as if they were true (GPC-CONC)
)

// GPC is a Gaussian-process classifier. Its zero value is GPC-MA with an isotropic kernel.
type GPC struct {
	Kind       Kind
	ARD        bool // a length-scale for each feature
	ExactLimit int  // above so many tasks the prior is sparse; 0: 1000
	Inducing   int  // inducing points of a sparse prior; 0: 200
}

var _ fit.Method = (*GPC)(nil)

// mostTasks keeps the covariances with 200 inducing points below 160 MB.
const mostTasks = 100_000

// Uses implements fit.Method.
func (m *GPC) Uses(has crowd.Parts) (crowd.Parts, error) {
	large := fmt.Errorf("it would take hours and more memory than a tab has on %s tasks, %s at most; raykar is fast",
		humanize.Number(has.Tasks), humanize.Number(mostTasks))
	return fit.Uses(crowd.Parts{Features: true, Gold: has.Gold}, fit.Need(!has.Numeric, fit.ErrClassesOnly),
		fit.Need(!has.Anonymous || m.Kind != Annotators, crowd.ErrAnonymous), fit.Need(has.Features, fit.ErrNoFeatures),
		fit.Need(has.Classes >= 2, fit.ErrTwoClasses), fit.Need(has.Tasks <= mostTasks, large))
}

// Start implements fit.Method.
func (m *GPC) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f, err := m.prepare(d, s.Seed)
	if err != nil {
		return nil, err
	}
	for c := range d.Classes {
		if d.Classes == 2 && c == 0 {
			continue // one problem: the second class against the first
		}
		p, err := newProblem(f, c)
		if err != nil {
			return nil, err
		}
		f.problems = append(f.problems, p)
	}
	return f, nil
}

// WithDefaults replaces zero fields by their defaults.
func (m GPC) WithDefaults() GPC {
	m.ExactLimit = cmp.Or(m.ExactLimit, 1000)
	m.Inducing = cmp.Or(m.Inducing, 200)
	return m
}

// prepare returns a fit without its problems.
func (m *GPC) prepare(d *crowd.Dataset, seed uint64) (*gpc, error) {
	f := &gpc{method: m.WithDefaults(), data: d, seed: seed}
	f.row = make([]int, d.Tasks)
	for i := range f.row {
		f.row[i] = -1
		if d.Features.Describes(i) && d.HasEvidence(i) {
			f.row[i] = len(f.x)
			f.x = append(f.x, d.Features.Row(i))
			f.task = append(f.task, i)
		}
	}
	if len(f.x) == 0 {
		return nil, errors.New("no task with features has labels to learn from: are the task names of the two files the same?")
	}
	f.rooms()
	return f, nil
}

// gpc is the fit: one problem for each class against the rest.
type gpc struct {
	method   GPC
	data     *crowd.Dataset
	seed     uint64
	x        [][]float64 // features of the tasks that teach: those with features and labels
	row      []int       // by task: its row in x, -1 without
	task     []int       // by row of x: its task
	all      []int       // the rows of x
	problems []*problem
	next     int // the problem whose turn it is

	learn    room        // where kernels are learnt
	look     room        // where the kernel to start from is chosen
	inducing [][]float64 // of a sparse prior; nil: the prior is exact
}

// room is where exact priors over some rows of x work.
type room struct {
	rows []int
	*workspace
}

// rooms prepares the memory that the problems share.
func (f *gpc) rooms() {
	f.all = make([]int, len(f.x))
	for i := range f.all {
		f.all[i] = i
	}
	some := func(n int) room {
		rows := f.all
		if n < len(rows) {
			src := rand.New(rand.NewPCG(f.seed, 0x6b65726e656c))
			rows = src.Perm(len(rows))[:n]
		}
		var x [][]float64
		for _, r := range rows {
			x = append(x, f.x[r])
		}
		return room{rows, newWorkspace(x)}
	}
	if len(f.x) > f.method.ExactLimit {
		f.learn = some(learnedSubset)
		f.inducing = centres(f.x, f.method.Inducing, f.seed)
	} else {
		f.learn = some(len(f.x))
	}
	f.look = f.learn
	if len(f.learn.rows) > subsetOfGrid {
		f.look = some(subsetOfGrid)
	}
}

// gold reports whether the truth of task i is known.
func (f *gpc) gold(i int) bool { return f.data.Truth(i) != crowd.Unknown }

// Step implements fit.Fit: one round of EM, or of ML-II, of one problem.
func (f *gpc) Step() (fit.Step, error) {
	for f.problems[f.next].done {
		f.next = (f.next + 1) % len(f.problems)
	}
	change, err := f.problems[f.next].step()
	if err != nil {
		return fit.Step{}, fmt.Errorf("class %d: %w", f.problems[f.next].class+1, err)
	}
	s := fit.Step{Change: change, Flips: -1, Done: true}
	for _, p := range f.problems {
		s.Objective += p.logZ
		s.Done = s.Done && p.done
	}
	if !s.Done {
		s.Change = math.Max(s.Change, 1) // the session must not stop before every problem is done
	}
	f.next = (f.next + 1) % len(f.problems)
	return s, nil
}

func (f *gpc) Estimate() *crowd.Estimate {
	d, k := f.data, f.data.Classes
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*k)}
	var unseen []int // tasks with features that nobody labelled
	var x [][]float64
	for i := range d.Tasks {
		if f.row[i] < 0 && d.Features.Describes(i) {
			unseen, x = append(unseen, i), append(x, d.Features.Row(i))
		}
	}
	for _, p := range f.problems {
		for i := range d.Tasks {
			e.Posterior[i*k+p.class] = p.posterior(i)
		}
		for n, q := range p.predict(x) {
			e.Posterior[unseen[n]*k+p.class] = q
		}
	}
	f.normalise(e.Posterior)
	for i := range d.Tasks {
		d.Certain(i, e.Posterior[i*k:(i+1)*k])
	}
	if f.method.Kind == Annotators {
		f.reliabilities(e)
	}
	return e
}

// normalise makes distributions of rows of one-vs-rest probabilities.
func (f *gpc) normalise(q []float64) {
	k := f.data.Classes
	for at := 0; at < len(q); at += k {
		row := q[at : at+k]
		if k == 2 {
			row[0] = 1 - row[1]
			continue
		}
		if !prob.Normalize(row) {
			prob.Uniform(row)
		}
	}
}

// reliabilities adds what is known of the workers.
func (f *gpc) reliabilities(e *crowd.Estimate) {
	for _, p := range f.problems {
		suffix, of := "", ""
		if len(f.problems) > 1 {
			suffix, of = fmt.Sprintf("_%d", p.class+1), fmt.Sprintf(", class %d", p.class+1)
		}
		e.Extra = append(e.Extra,
			crowd.NewColumn(crowd.OfWorker, "sensitivity"+suffix, "Sensitivity"+of, p.alpha),
			crowd.NewColumn(crowd.OfWorker, "specificity"+suffix, "Specificity"+of, p.beta))
	}
	if len(f.problems) == 1 {
		p := f.problems[0]
		for j := range f.data.Workers {
			e.Confusion = append(e.Confusion, p.beta[j], 1-p.beta[j], 1-p.alpha[j], p.alpha[j])
		}
	}
}

// Predict implements fit.Predictor. A task without features gets the classes' shares among the labelled tasks.
func (f *gpc) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if d.Features == nil || len(d.Features.Names) != len(f.x[0]) {
		return nil, errors.New("no features to predict from, or others than those that were learned from")
	}
	k := f.data.Classes
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*k)}
	x := make([][]float64, d.Tasks)
	for i := range x {
		x[i] = d.Features.Row(i)
	}
	for _, p := range f.problems {
		var share float64
		for _, i := range f.task {
			share += p.posterior(i) / float64(len(f.task))
		}
		for i, q := range p.predict(x) {
			if !d.Features.Describes(i) {
				q = share
			}
			e.Posterior[i*k+p.class] = q
		}
	}
	f.normalise(e.Posterior)
	return e, nil
}

func (f *gpc) Warnings() []error {
	var w []error
	if f.inducing != nil {
		w = append(w, fmt.Errorf("%s are more than fit at once: it worked with %s, and learned the kernel on %s",
			humanize.Count(len(f.x), "task"), humanize.Count(len(f.inducing), "inducing point"), humanize.Count(len(f.learn.rows), "task")))
	}
	for _, p := range f.problems {
		if err := p.doubt(); err != nil {
			w = append(w, err)
		}
		if p.ep.clipped {
			w = append(w, fmt.Errorf("class %d: expectation propagation would not settle with negative sites; it went on without them, which "+
				"makes uncertain tasks look more certain", p.class+1))
		}
		if p.unsettled {
			w = append(w, fmt.Errorf("class %d: expectation propagation had not settled when it was stopped; probabilities may be off in the "+
				"second digit", p.class+1))
		}
	}
	return w
}

// phi is the standard normal distribution function.
func phi(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
