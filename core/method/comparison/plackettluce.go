package comparison

import (
	"errors"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// ErrNoRankings says why Plackett–Luce can't run on pairs.
var ErrNoRankings = errors.New("it learns from rankings of three items or more, and these are comparisons of two")

// PlackettLuce takes a ranking for a series of choices: of the items left, the next is i with probability e^{s_i} / Σ e^{s_j}. A list that
// is ranked only in part ends with the last choice. Objective: the log posterior under s ~ N(0, 1/α), which is concave. Of two items the
// model is Bradley–Terry.
//
// R. L. Plackett. The analysis of permutations. Applied Statistics 24(2), 1975. R. Duncan Luce. Individual choice behavior. 1959.
type PlackettLuce struct {
	Alpha Alpha
}

var (
	_ fit.Method = PlackettLuce{}
	_ fit.Ranker = (*choices)(nil)
)

// Uses implements fit.Method.
func (PlackettLuce) Uses(has crowd.Parts) (crowd.Parts, error) { return ranked(has, false) }

// Start implements fit.Method.
func (m PlackettLuce) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &choices{d: d, lists: d.Comparisons.Rankings, alpha: m.Alpha.or(1), work: yield.New(s.Pause)}
	items, entries := d.Comparisons.Items, len(f.lists.Item)
	f.weight, f.left, f.mean = make([]float64, entries), make([]float64, entries), make([]float64, entries)
	f.diagonal = make([]float64, items)
	f.newton = climb(f, make([]float64, items), f.work)
	return f, f.work.Err()
}

// choices is a fit of Plackett–Luce.
type choices struct {
	*newton
	d            *crowd.Dataset
	lists        *crowd.Rankings
	alpha        float64
	weight, left []float64 // by entry of the lists: e^s, relative to the largest of its list, and the sum of those from it on
	mean         []float64 // by entry: Σ e^s v / Σ e^s over those from it on, for times
	diagonal     []float64 // of the information
	work         *yield.Work
}

// list returns the range of list r, and where its choices end: the last item left is none.
func (f *choices) list(r int) (from, to, end int) {
	from, to = int(f.lists.Start[r]), int(f.lists.Start[r+1])
	end = to - 1
	if f.lists.Ranked != nil {
		end = min(end, from+int(f.lists.Ranked[r]))
	}
	return from, to, end
}

// weigh sets weight and left of a list, and returns the logarithm of its largest e^s.
func (f *choices) weigh(x []float64, from, to int) (top float64) {
	top = math.Inf(-1)
	for _, i := range f.lists.Item[from:to] {
		top = max(top, x[i])
	}
	sum := 0.0
	for n := to - 1; n >= from; n-- {
		f.weight[n] = prob.Exp(x[f.lists.Item[n]] - top)
		sum += f.weight[n]
		f.left[n] = sum
	}
	return top
}

// evaluate implements posterior.
func (f *choices) evaluate(x, gradient []float64) (objective float64) {
	clear(gradient)
	for i := range f.diagonal {
		f.diagonal[i] = f.alpha
	}
	for r := range f.lists.Worker {
		from, to, end := f.list(r)
		if !f.work.Continue(to - from) {
			break
		}
		top, passed, squares := f.weigh(x, from, to), 0.0, 0.0 // Σ 1/left and Σ 1/left² over the choices so far
		for n := from; n < to; n++ {
			i := f.lists.Item[n]
			if n < end {
				objective += x[i] - top - prob.Log(f.left[n])
				gradient[i]++
				passed += 1 / f.left[n]
				squares += 1 / (f.left[n] * f.left[n])
			}
			gradient[i] -= f.weight[n] * passed
			f.diagonal[i] += f.weight[n]*passed - f.weight[n]*f.weight[n]*squares
		}
	}
	for i, s := range x {
		objective -= f.alpha / 2 * s * s
		gradient[i] -= f.alpha * s
	}
	return objective
}

// times implements posterior.
func (f *choices) times(v, out []float64) {
	for i, x := range v {
		out[i] = f.alpha * x
	}
	for r := range f.lists.Worker {
		from, to, end := f.list(r)
		if !f.work.Continue(to - from) {
			return
		}
		sum := 0.0
		for n := to - 1; n >= from; n-- {
			sum += f.weight[n] * v[f.lists.Item[n]]
			f.mean[n] = sum / f.left[n]
		}
		var passed, drawn float64
		for n := from; n < to; n++ {
			i := f.lists.Item[n]
			if n < end {
				passed += 1 / f.left[n]
				drawn += f.mean[n] / f.left[n]
			}
			out[i] += f.weight[n] * (v[i]*passed - drawn)
		}
	}
}

// preconditioner implements posterior.
func (f *choices) preconditioner() []float64 { return f.diagonal }

// restrict implements posterior: the prior, or that there is no such item, keeps scores finite.
func (f *choices) restrict([]float64) {}

// Step implements fit.Fit.
func (f *choices) Step() (fit.Step, error) { return f.iterate(), f.work.Err() }

func (f *choices) answer(a, b, _, _ int) (first, second, tie float64) {
	return withTies(prob.Logistic(f.x[a]-f.x[b]), 0)
}

// Answer implements fit.Ranker.
func (f *choices) Answer(a, b, worker, left int, row []float64) {
	answers(f.answer).write(a, b, worker, left, row)
}

// Estimate implements fit.Fit.
func (f *choices) Estimate() *crowd.Estimate { return estimate(f.d, f.answer) }

// Warnings implements fit.Warner.
func (f *choices) Warnings() []error { return islands(f.d) }

// Ranking implements fit.Ranker.
func (f *choices) Ranking(pause func() error) (*crowd.Ranking, error) {
	f.work = yield.New(pause)
	r := newRanking(f.d, f.x)
	rank(r, f.information(), f.work)
	return r, f.work.Err()
}

// information returns that of the scores. Of a list it has Σ over choices of diag(p) − ppᵀ.
func (f *choices) information() *information {
	f.evaluate(f.x, make([]float64, len(f.x)))
	n := newInformation(len(f.x), 0)
	n.known = !f.d.Anonymous
	if n.items > most {
		copy(n.diagonal, f.diagonal)
		return n
	}
	for i, d := range f.diagonal {
		n.a[i*n.size+i], n.prior[i] = d, f.alpha
	}
	slope := newSparse(n.size)
	byWorker := make([][]int, f.d.Workers)
	for r, w := range f.lists.Worker {
		byWorker[w] = append(byWorker[w], r)
	}
	for _, own := range byWorker {
		for _, r := range own {
			from, to, end := f.list(r)
			if !f.work.Continue((to - from) * (to - from)) {
				return n
			}
			var passed, squares float64
			for a := from; a < to; a++ {
				i := int(f.lists.Item[a])
				if a < end {
					passed += 1 / f.left[a]
					squares += 1 / (f.left[a] * f.left[a])
					slope.row(int32(i))[0]++
				}
				slope.row(int32(i))[0] -= f.weight[a] * passed
				for b := a + 1; b < to; b++ {
					j := int(f.lists.Item[b])
					n.a[i*n.size+j] -= f.weight[a] * f.weight[b] * squares
				}
			}
		}
		if len(own) > 0 {
			n.workers++
		}
		n.add(slope)
		slope.clear()
	}
	n.fold(f.work)
	return n
}
