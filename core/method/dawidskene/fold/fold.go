// Package fold adds labels to a saved fit of the Dawid–Skene family.
package fold

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/prob"
	"concord/internal/humanize"

	"gonum.org/v1/gonum/floats"
)

// maxRounds is how many times Fold goes over the new labels at most.
const maxRounds = 30

// Fold adds the labels of d, all of them new, to a saved model and returns the resulting estimate
// and the next saved model; s is unchanged. Tasks and workers of d are numbered as in s, with new
// ones after those. A task may have labels on both sides.
//
// It is incremental EM (Neal & Hinton 1998) on the tasks of d, holding the counts of all other
// tasks fixed:
//
//	E  q_ik ∝ p_k Π_j π_j[k][y_ij]
//	M  p and the π_j of the workers concerned, from all counts
//
// If s did not keep its labels, its posterior q⁰ and prior p⁰ stand in for a task's old labels:
// q_ik ∝ p_k · (q⁰_ik/p⁰_k) · Π_new π_j[k][y_ij], and those labels keep counting as they did.
//
// It starts from matrices with one more pseudo-label per row, spread like the crowd's average, so
// that new workers begin as average ones and a perfect record does not rule out a first mistake. At
// the end the other tasks follow the class prior. It has converged once a round changes no label and
// moves Σ|Δp| by less than the tolerance. The cost is a few rounds over the tasks in d and one look
// at the rest.
//
// Of the settings it uses Seed, MaxSteps and Tolerance.
func Fold(s *fit.Saved, d *crowd.Dataset, set fit.Settings) (*fit.Result, *fit.Saved, error) {
	if err := accepts(s, d); err != nil {
		return nil, nil, err
	}
	set = set.WithDefaults()
	f := newFolding(s, d, set.Seed)
	r := &fit.Result{Status: fit.StepLimit}
	for n := range min(maxRounds, set.MaxSteps) {
		step := f.step()
		step.N = n + 1
		r.Trace = append(r.Trace, step)
		if step.Flips == 0 && (s.Options.Hard || step.Change < set.Tolerance) {
			r.Status = fit.Converged
			break
		}
	}
	next := f.state()
	r.Estimate = Recall(next)
	if f.impossible > 0 {
		r.Warnings = []error{fmt.Errorf("%s of the tasks with new labels have probability 0 for every class: they keep what was believed "+
			"before, or their vote shares", humanize.Number(f.impossible))}
	}
	return r, next, nil
}

// accepts returns why d can't be folded in.
func accepts(s *fit.Saved, d *crowd.Dataset) error {
	switch {
	case d.Numeric():
		return errors.New("it votes between classes, and these labels are numbers")
	case d.Classes != s.Classes:
		return fmt.Errorf("the saved state knows %d classes, the new labels %d; they must be the same", s.Classes, d.Classes)
	case d.Tasks < s.Tasks || d.Workers < s.Workers:
		panic("dawidskene: labels to fold in must be numbered as in the state")
	}
	return s.Check()
}

// folding is Fold at work. Tables are laid out as Model.Table.
type folding struct {
	old     *fit.Saved
	d       *crowd.Dataset // what to learn from: the new labels, and the old ones where there are any
	joined  bool           // there are
	classes int
	seed    uint64
	gold    []int32 // what d and the state know of the truth; nil: nothing
	rule    dawidskene.Rule

	tasks   []int32   // with something new
	workers []int32   // with labels on them
	fixed   []float64 // tasks×K, q⁰/p⁰, or 1
	q       []float64 // tasks×K
	class   []int32   // tasks, the most probable class

	base  *dawidskene.Counts // of s without the tasks
	now   *dawidskene.Counts // with them
	model *dawidskene.Model  // the matrices of workers
	prior []float64          // K
	row   []float64          // K, scratch

	impossible int
}

func newFolding(s *fit.Saved, d *crowd.Dataset, seed uint64) *folding {
	k := s.Classes
	f := &folding{
		old: s, d: d, classes: k, seed: seed, gold: known(s, d),
		rule: savedRule(s.Options),
		base: dawidskene.NewCounts(d.Workers, k), now: dawidskene.NewCounts(d.Workers, k), model: dawidskene.NewModel(d.Workers, k),
		prior: slices.Clone(s.Prior), row: make([]float64, k),
	}
	if f.joined = s.Labels != nil; f.joined {
		f.d = &crowd.Dataset{Labels: crowd.Join(s.Labels, &d.Labels)}
	}
	copy(f.base.Class, s.Class)
	copy(f.base.Label, dawidskene.Flip(s.Counts, k))
	seen := make([]bool, d.Workers)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if i < s.Tasks && from == to && !learns(s, d, i) {
			continue
		}
		f.begin(i)
		from, to = f.d.Of(i)
		for _, j := range f.d.Worker[from:to] {
			if !seen[j] {
				seen[j] = true
				f.workers = append(f.workers, j)
			}
		}
	}
	for _, counts := range [][]float64{f.base.Class, f.base.Label} {
		for n, x := range counts {
			counts[n] = max(x, 0) // what was taken away may leave a rounding error
		}
	}
	f.first()
	return f
}

// learns reports whether d knows a truth of task i that s did not.
func learns(s *fit.Saved, d *crowd.Dataset, i int) bool {
	z := d.Truth(i)
	return z != crowd.Unknown && (i >= len(s.Gold) || int(s.Gold[i]) != z)
}

// begin adds task i, and takes away from the base what it counted for.
func (f *folding) begin(i int) {
	s, k := f.old, f.classes
	f.tasks = append(f.tasks, int32(i))
	for range k {
		f.fixed = append(f.fixed, 1)
	}
	if i >= s.Tasks {
		f.q = append(f.q, make([]float64, k)...)
		f.class = append(f.class, crowd.Unknown)
		return
	}
	q := s.Posterior[i*k : (i+1)*k]
	best, _ := crowd.Best(q, i, f.seed)
	f.class = append(f.class, int32(best))
	f.q = append(f.q, q...)
	for c := range f.row {
		f.row[c] = f.share(q, c, best)
		f.base.Class[c] -= f.row[c]
	}
	if f.joined {
		from, to := s.Labels.Of(i)
		for n := from; n < to; n++ {
			row := f.base.Label[(int(s.Labels.Worker[n])*k+int(s.Labels.Class[n]))*k:]
			for c, x := range f.row {
				row[c] -= x
			}
		}
		return
	}
	fixed := f.fixed[len(f.fixed)-k:]
	for c, x := range q {
		fixed[c] = x / max(s.Prior[c], smallest)
	}
}

// smallest is the smallest of the numbers with all their digits: what is divided by it stays finite.
const smallest = 0x1p-1022

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

// first is the first E-step.
func (f *folding) first() {
	k := f.classes
	average := make([]float64, k*k)
	for c := range k {
		average[c*k+c] = 1 // where nobody is known yet, workers are right more often than not
	}
	for n, x := range f.base.Label {
		average[n%(k*k)] += x
	}
	dawidskene.Rule{Right: 1, Wrong: 1}.Rows(average, f.model, 0, k) // no cell is impossible
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
	change := f.old.Options.UpdatePrior(f.prior, f.now.Class)
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
			floats.Add(f.now.Label[f.key(m):][:k], f.row)
		}
	}
}

// key returns where the row of label m begins in a table.
func (f *folding) key(m int) int {
	return (int(f.d.Worker[m])*f.classes + int(f.d.Class[m])) * f.classes
}

// matrices sets the model of the workers.
func (f *folding) matrices() {
	for _, j := range f.workers {
		f.rule.Rows(f.now.Label, f.model, int(j)*f.classes*f.classes, f.classes)
	}
}

// expect sets the posteriors and returns how many tasks changed class.
func (f *folding) expect() (flips int) {
	k := f.classes
	f.impossible = 0
	for n, i := range f.tasks {
		q := f.q[n*k : (n+1)*k]
		f.posterior(int(i), f.fixed[n*k:(n+1)*k], q)
		if f.class[n] == crowd.Unknown || slices.Max(q) > q[f.class[n]]*(1+crowd.Tie) {
			best, _ := crowd.Best(q, int(i), f.seed)
			f.class[n] = int32(best)
			flips++
		}
	}
	return flips
}

// posterior sets q to the posterior of task i.
func (f *folding) posterior(i int, fixed, q []float64) {
	if f.gold != nil && f.gold[i] != crowd.Unknown {
		clear(q)
		q[f.gold[i]] = 1
		return
	}
	from, to := f.d.Of(i)
	most := 0.0
	for c := range q {
		p := f.prior[c] * fixed[c]
		for m := from; m < to; m++ {
			p *= f.model.Table[f.key(m)+c]
		}
		f.row[c] = p
		most = max(most, p)
	}
	const enough = 1e-250 // below it, products may have lost digits
	if most > enough && prob.Normalize(f.row) || f.inLogs(from, to, fixed) {
		copy(q, f.row)
		return
	}
	f.impossible++
	if i < f.old.Tasks {
		copy(q, f.old.Posterior[i*f.classes:(i+1)*f.classes])
	} else {
		crowd.Share(f.d, i, q)
	}
}

// inLogs sets row to the posterior of a task with labels [from, to) using logarithms, and reports
// whether any class is possible.
func (f *folding) inLogs(from, to int, fixed []float64) bool {
	for c := range f.row {
		f.row[c] = prob.Log(f.prior[c]) + prob.Log(fixed[c])
		for m := from; m < to; m++ {
			f.row[c] += prob.Log(f.model.Table[f.key(m)+c])
		}
	}
	return !math.IsInf(prob.Softmax(f.row), -1)
}

// state returns what to keep of the fold.
func (f *folding) state() *fit.Saved {
	k, s, d := f.classes, f.old, f.d
	next := &fit.Saved{
		Options: s.Options, Tasks: d.Tasks, Workers: d.Workers, Classes: k,
		Prior: slices.Clone(f.prior), Posterior: make([]float64, d.Tasks*k), Gold: f.gold,
	}
	ratio := make([]float64, k)
	for c, p := range s.Prior {
		if p > 0 {
			ratio[c] = f.prior[c] / max(p, smallest)
		}
	}
	for at := 0; at < len(s.Posterior); at += k {
		was, is := s.Posterior[at:at+k], next.Posterior[at:at+k]
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
	next.Counts = dawidskene.Flip(f.base.Label, k)
	for _, j := range f.workers {
		at := int(j) * k * k
		copy(next.Counts[at:], dawidskene.Flip(f.now.Label[at:at+k*k], k))
	}
	if f.joined {
		next.Labels = &f.d.Labels
	}
	return next
}

// known merges the truths of a saved model with those of d, which win; nil if there are none.
func known(s *fit.Saved, d *crowd.Dataset) []int32 {
	if s.Gold == nil && d.Gold == nil {
		return nil
	}
	gold := make([]int32, d.Tasks)
	for i := range gold {
		gold[i] = crowd.Unknown
		if i < len(s.Gold) {
			gold[i] = s.Gold[i]
		}
		if z := d.Truth(i); z != crowd.Unknown {
			gold[i] = int32(z)
		}
	}
	return gold
}

// Recall returns the estimate of a saved model. fit.Resume starts a refit from it.
func Recall(s *fit.Saved) *crowd.Estimate {
	m := dawidskene.NewModel(s.Workers, s.Classes)
	savedRule(s.Options).Maximise(&dawidskene.Counts{Class: s.Class, Label: dawidskene.Flip(s.Counts, s.Classes)}, m)
	copy(m.Prior, s.Prior)
	return m.Estimate(slices.Clone(s.Posterior))
}

// savedRule returns the M-step of a saved model's confusion matrices.
func savedRule(o fit.CountOptions) dawidskene.Rule {
	return dawidskene.Rule{Right: o.Right, Wrong: o.Wrong, Uniform: o.UniformPrior, Tie: o.Tie}
}
