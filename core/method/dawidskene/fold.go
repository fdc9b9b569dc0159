package dawidskene

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// maxRounds is how many times Fold goes over the new labels at most.
const maxRounds = 30

// Fold takes in the labels of d, all of them new, and returns what is believed
// now and the state that follows; s stays as it is. Tasks and workers of d are
// numbered as in s, those that s does not know after them. A task may have
// labels on both sides: its posterior stands for the old ones.
//
// It is EM (incremental, in the sense of Neal & Hinton 1998) on the tasks that d
// speaks of, with all that was counted before held fixed:
//
//	E  q_ik ∝ p_k · (q⁰_ik/p⁰_k) · Π_new π_j[k][y_ij]
//	M  p and the π_j of the workers in d, from the counts of s and those of d
//
// where q⁰ and p⁰ are the posterior and prior of s (1 for a new task). It starts
// from matrices with one more pseudo-label in each row, spread as the crowd's
// average: so new workers begin as average ones, and a perfect record does not
// rule out a first mistake. In the end the other tasks follow the class prior.
// The cost is that of the new labels, a few times, and one look at every task.
//
// Of s.Settings, Seed, MaxSteps and Tolerance matter.
func (s *State) Fold(d *crowd.Dataset, set fit.Settings) (*fit.Result, *State, error) {
	if err := s.accepts(d); err != nil {
		return nil, nil, err
	}
	set = set.WithDefaults()
	f := newFolding(s, d, set.Seed)
	r := &fit.Result{Status: fit.StepLimit}
	for n := range min(maxRounds, set.MaxSteps) {
		step := f.step()
		step.N = n + 1
		r.Trace = append(r.Trace, step)
		if step.Change < set.Tolerance && (!s.Options.Hard || step.Flips == 0) {
			r.Status = fit.Converged
			break
		}
	}
	next := f.state()
	r.Estimate = next.Estimate()
	if f.impossible > 0 {
		r.Warnings = []error{fmt.Errorf("%d of the tasks with new labels have probability 0 for every class: they keep what was believed before, or their vote shares", f.impossible)}
	}
	return r, next, nil
}

// accepts returns why d can't be folded in.
func (s *State) accepts(d *crowd.Dataset) error {
	switch {
	case d.Numeric():
		return errNumbers
	case d.Classes != s.Classes:
		return fmt.Errorf("the saved state knows %d classes, the new labels %d; they must be the same", s.Classes, d.Classes)
	case d.Tasks < s.Tasks || d.Workers < s.Workers:
		panic("dawidskene: labels to fold in must be numbered as in the state")
	}
	return s.Check()
}

// folding is Fold at work. Tables are laid out as Model.Table.
type folding struct {
	old     *State
	d       *crowd.Dataset
	classes int
	seed    uint64
	rule    Rule

	tasks   []int32   // with something new
	workers []int32   // with new labels
	fixed   []float64 // tasks×K, log q⁰/p⁰
	q       []float64 // tasks×K
	class   []int32   // tasks, the most probable class

	base  *Counts   // of s without the tasks
	now   *Counts   // with them
	model *Model    // the matrices of workers
	logs  []float64 // M×K×K, of model, for workers
	prior []float64 // K
	row   []float64 // K, scratch

	impossible int
}

func newFolding(s *State, d *crowd.Dataset, seed uint64) *folding {
	k := s.Classes
	f := &folding{
		old: s, d: d, classes: k, seed: seed,
		rule: s.Options.rule(d.Workers, k),
		base: NewCounts(d.Workers, k), now: NewCounts(d.Workers, k), model: NewModel(d.Workers, k),
		logs: make([]float64, d.Workers*k*k), prior: append([]float64(nil), s.Prior...), row: make([]float64, k),
	}
	copy(f.base.Class, s.Class)
	copy(f.base.Label, flip(s.Counts, k))
	seen := make([]bool, d.Workers)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if i < s.Tasks && from == to && f.gold(i) == crowd.Unknown {
			continue
		}
		f.tasks = append(f.tasks, int32(i))
		for _, j := range d.Worker[from:to] {
			if !seen[j] {
				seen[j] = true
				f.workers = append(f.workers, j)
			}
		}
		if i >= s.Tasks {
			f.fixed = append(f.fixed, make([]float64, k)...)
			f.q = append(f.q, make([]float64, k)...)
			f.class = append(f.class, crowd.Unknown)
			continue
		}
		q := s.Posterior[i*k : (i+1)*k]
		best, _ := crowd.Best(q, i, seed)
		f.class = append(f.class, int32(best))
		f.q = append(f.q, q...)
		for c, x := range q {
			f.fixed = append(f.fixed, prob.Log(x)-prob.Log(max(s.Prior[c], math.SmallestNonzeroFloat64)))
			f.base.Class[c] -= f.share(q, c, best)
		}
	}
	for c, x := range f.base.Class {
		f.base.Class[c] = max(x, 0) // rounding
	}
	f.begin()
	return f
}

// share returns for how much a task counts for class c.
func (f *folding) share(q []float64, c, best int) float64 {
	switch {
	case !f.old.Options.Hard:
		return q[c]
	case c == best:
		return 1
	}
	return 0
}

// begin is the first E-step.
func (f *folding) begin() {
	k := f.classes
	average, known := make([]float64, k*k), 0.0
	for n, x := range f.base.Label {
		average[n%(k*k)] += x
		known += x
	}
	if known == 0 { // nobody has labelled anything yet: workers are right more often than not
		for c := range k {
			average[c*k+c] = 1
		}
	}
	Rule{Smoothing: known/1000 + 0.1}.rows(average, f.model, 0, k)
	copy(average, f.model.Table[:k*k])
	for _, j := range f.workers {
		at := int(j) * k * k
		cells := f.now.Label[at : at+k*k]
		for n, x := range f.base.Label[at : at+k*k] {
			cells[n] = x + average[n]
		}
	}
	f.matrices()
	f.expect()
}

// step is an M-step and an E-step.
func (f *folding) step() fit.Step {
	f.count()
	f.matrices()
	change := f.old.Options.prior(f.now.Class, f.prior)
	return fit.Step{Objective: math.NaN(), Change: change, Flips: f.expect()}
}

// count sets now to the base and the tasks.
func (f *folding) count() {
	k := f.classes
	copy(f.now.Class, f.base.Class)
	for _, j := range f.workers {
		at := int(j) * k * k
		copy(f.now.Label[at:at+k*k], f.base.Label[at:at+k*k])
	}
	for n, i := range f.tasks {
		q := f.q[n*k : (n+1)*k]
		for c := range f.row {
			f.row[c] = f.share(q, c, int(f.class[n]))
			f.now.Class[c] += f.row[c]
		}
		from, to := f.d.Of(int(i))
		for m := from; m < to; m++ {
			add(f.now.Label[f.key(m):], f.row)
		}
	}
}

// key returns where the row of label m begins in a table.
func (f *folding) key(m int) int {
	return (int(f.d.Worker[m])*f.classes + int(f.d.Class[m])) * f.classes
}

// matrices sets the model of the workers, and its logs.
func (f *folding) matrices() {
	size := f.classes * f.classes
	for _, j := range f.workers {
		at := int(j) * size
		f.rule.rows(f.now.Label, f.model, at, f.classes)
		for n, x := range f.model.Table[at : at+size] {
			f.logs[at+n] = prob.Log(x)
		}
	}
}

// expect sets the posteriors and returns how many tasks changed class.
func (f *folding) expect() (flips int) {
	k := f.classes
	f.impossible = 0
	prior := make([]float64, k)
	for c, p := range f.prior {
		prior[c] = prob.Log(p)
	}
	for n, i := range f.tasks {
		q := f.q[n*k : (n+1)*k]
		f.posterior(n, int(i), prior)
		if f.class[n] == crowd.Unknown || !stay(q, int(f.class[n])) {
			best, _ := crowd.Best(q, int(i), f.seed)
			f.class[n] = int32(best)
			flips++
		}
	}
	return flips
}

// posterior sets the posterior of the n-th task, which has the number i.
func (f *folding) posterior(n, i int, prior []float64) {
	k := f.classes
	q := f.q[n*k : (n+1)*k]
	if g := f.gold(i); g != crowd.Unknown {
		clear(q)
		q[g] = 1
		return
	}
	from, to := f.d.Of(i)
	for c, x := range f.fixed[n*k : (n+1)*k] {
		f.row[c] = prior[c] + x
	}
	for m := from; m < to; m++ {
		add(f.row, f.logs[f.key(m):])
	}
	if !math.IsInf(prob.Softmax(f.row), -1) {
		copy(q, f.row)
		return
	}
	f.impossible++
	if i < f.old.Tasks {
		copy(q, f.old.Posterior[i*k:(i+1)*k])
	} else {
		crowd.Share(f.d, i, q)
	}
}

// gold returns the class of task i that d knows, or crowd.Unknown.
func (f *folding) gold(i int) int {
	if f.d.Gold == nil {
		return crowd.Unknown
	}
	return int(f.d.Gold[i])
}

// state returns the state after the last round.
func (f *folding) state() *State {
	k, s, d := f.classes, f.old, f.d
	next := &State{
		Options: s.Options, Tasks: d.Tasks, Workers: d.Workers, Classes: k,
		Prior: append([]float64(nil), f.prior...), Posterior: make([]float64, d.Tasks*k),
	}
	ratio := make([]float64, k)
	for c, p := range s.Prior {
		if p > 0 {
			ratio[c] = f.prior[c] / p
		}
	}
	for i := range s.Tasks {
		was, is := s.Posterior[i*k:(i+1)*k], next.Posterior[i*k:(i+1)*k]
		for c, x := range was {
			is[c] = x * ratio[c]
		}
		if !prob.Normalize(is) {
			copy(is, was)
		}
	}
	for n, i := range f.tasks {
		copy(next.Posterior[int(i)*k:], f.q[n*k:(n+1)*k])
	}
	f.count()
	next.Class = f.now.Class
	next.Counts = flip(f.base.Label, k)
	size := k * k
	for _, j := range f.workers {
		at := int(j) * size
		copy(next.Counts[at:at+size], flip(f.now.Label[at:at+size], k))
	}
	next.remember(s, d)
	return next
}

// remember joins the labels and the known truth of s and d, where s kept them.
func (s *State) remember(old *State, d *crowd.Dataset) {
	if old.Gold != nil || d.Gold != nil {
		s.Gold = make([]int32, d.Tasks)
		for i := range s.Gold {
			s.Gold[i] = crowd.Unknown
			if i < len(old.Gold) {
				s.Gold[i] = old.Gold[i]
			}
			if d.Gold != nil && d.Gold[i] != crowd.Unknown {
				s.Gold[i] = d.Gold[i]
			}
		}
	}
	if old.Labels != nil {
		joined := join(old.Labels, &d.Labels)
		s.Labels = &joined
	}
}

// join returns the labels of a, then those of b, which has the tasks and
// workers of a and perhaps more.
func join(a, b *crowd.Labels) crowd.Labels {
	l := crowd.Labels{
		Tasks: b.Tasks, Workers: b.Workers, Classes: b.Classes,
		Start:  make([]int32, 1, b.Tasks+1),
		Worker: make([]int32, 0, a.Len()+b.Len()), Class: make([]uint16, 0, a.Len()+b.Len()),
	}
	for i := range b.Tasks {
		if i < a.Tasks {
			from, to := a.Of(i)
			l.Worker, l.Class = append(l.Worker, a.Worker[from:to]...), append(l.Class, a.Class[from:to]...)
		}
		from, to := b.Of(i)
		l.Worker, l.Class = append(l.Worker, b.Worker[from:to]...), append(l.Class, b.Class[from:to]...)
		l.Start = append(l.Start, int32(len(l.Worker)))
	}
	return l
}
