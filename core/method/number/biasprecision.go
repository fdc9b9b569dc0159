package number

import (
	"cmp"
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
	"concord/internal/humanize"
)

// BiasPrecision is the worker model of MA-sLDAr (Rodrigues et al. 2017, section
// 4.2) with a flat mean in place of the text: worker j adds a bias of their own
// to the true number x_i and blurs it with a precision of their own,
//
//	y_ij ~ N(x_i + b_j, 1/p_j),   x_i flat.
//
// EM over x. With R_i the labels of task i, a repeated one counting each time:
//
//	m_i   = Σ_{R_i} p_j (y_ij − b_j) / Σ_{R_i} p_j                 (14), σ → ∞
//	v_i   = 1 / Σ_{R_i} p_j                                        (16)
//	b_j   = mean_i (y_ij − m_i)                                    (19)
//	1/p_j = mean_i (v_i + (y_ij − m_i − b_j)²)                     (21)
//
// The paper prints (16) as v = σ² + Σ 1/p_j; the stationary point of its bound
// (15) is the reciprocal form, used here.
//
// What keeps it determined:
//
//   - A common shift of the biases could be a shift of the numbers. In each
//     group of workers who hang together through shared tasks the mean bias,
//     weighed by labels, is zero.
//   - Two workers who agree exactly would get infinite precision. Pseudo labels
//     with the pooled variance s² within tasks guard against it: the prior
//     p_j ∝ p_j^{c/2} exp(−c s² p_j/2), so 1/p_j = (c s² + Σ…)/(c + n_j).
//   - The only label of a task tells nothing about its worker: x_i explains it.
//     Such labels count for m_i alone (EM would come to the same, more slowly).
//
// Objective: the log posterior of b and p with x integrated out, which never falls,
//
//	Σ_i [½ Σ_{R_i} log(p_j/2π) − ½ log(Σ_{R_i} p_j/2π) − ½ Σ_{R_i} p_j (y_ij−b_j−m_i)²]
//	    + Σ_j (c/2) (log p_j − s² p_j)
//
// Filipe Rodrigues, Mariana Lourenço, Bernardete Ribeiro, Francisco Pereira.
// Learning supervised topic models for classification and regression from
// crowds. IEEE TPAMI 39(12), 2017.
type BiasPrecision struct {
	Pseudo float64 // c, pseudo labels of the pooled variance; 0: 1
}

var _ fit.Method = BiasPrecision{}

// WithDefaults replaces zero fields by their defaults.
func (m BiasPrecision) WithDefaults() BiasPrecision {
	m.Pseudo = cmp.Or(m.Pseudo, 1)
	return m
}

// Uses implements fit.Method.
func (BiasPrecision) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Numeric: true, Repeat: has.Repeat}, fit.Need(has.Numeric, ErrClasses),
		fit.Need(!has.Anonymous, crowd.ErrAnonymous))
}

// Start implements fit.Method. It starts from no bias and equal precisions, so
// from the means.
func (m BiasPrecision) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &biasPrecision{
		d: d, pseudo: m.WithDefaults().Pseudo, work: yield.New(s.Pause),
		m: make([]float64, d.Tasks), v: make([]float64, d.Tasks),
		b: make([]float64, d.Workers), p: make([]float64, d.Workers), logp: make([]float64, d.Workers),
		n: make([]float64, d.Workers), sum: make([]float64, d.Workers),
	}
	f.overall = mean(d.Value[d.Start[0]:d.Start[d.Tasks]], nil)
	f.pooled = f.spread()
	var groups int
	f.group, groups = d.Connected()
	f.compared = compared(d, f.group, groups)
	f.shift, f.weight = make([]float64, groups), make([]float64, groups)
	for j := range f.p {
		f.p[j] = 1 / f.pooled
	}
	f.expect()
	return f, f.work.Err()
}

type biasPrecision struct {
	d      *crowd.Dataset
	work   *yield.Work
	pseudo float64 // c
	pooled float64 // s²

	m, v    []float64 // N, mean and variance of x_i
	b, p    []float64 // M
	logp    []float64 // M
	n       []float64 // M, labels on tasks with more than one
	overall float64   // mean of all labels

	group    []int32 // M, of workers who hang together through shared tasks; −1 without labels
	compared int     // groups in which there are labels to compare

	sum           []float64 // M, scratch
	shift, weight []float64 // by group, scratch
}

// spread returns the pooled variance within tasks, and fills n.
func (f *biasPrecision) spread() float64 {
	d := f.d
	within, free, total := 0.0, 0.0, 0.0
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue(to - from) {
			break
		}
		x := mean(d.Value[from:to], nil)
		for n := from; n < to; n++ {
			total += (d.Value[n] - f.overall) * (d.Value[n] - f.overall)
			if to-from > 1 {
				within += (d.Value[n] - x) * (d.Value[n] - x)
				f.n[d.Worker[n]]++
			}
		}
		free += float64(max(to-from-1, 0))
	}
	if total == 0 {
		return 1 // all labels are equal: any scale will do
	}
	return max(within/max(free, 1), 1e-12*total/float64(d.Len()))
}

// expect is the E-step. It returns the objective at b and p, and how far the
// numbers and their standard deviations moved in units of s. The numbers alone
// would not tell: two workers who share all their tasks leave them at the mean
// whatever the precisions.
func (f *biasPrecision) expect() (objective, change float64) {
	d := f.d
	for j, p := range f.p {
		f.logp[j] = prob.Log(p / (2 * math.Pi))
		objective += f.pseudo / 2 * (prob.Log(p) - f.pooled*p)
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		if from == to {
			f.m[i], f.v[i] = f.overall, math.NaN()
			continue
		}
		if !f.work.Continue(to - from) {
			break
		}
		precision, sum := 0.0, 0.0
		for n := from; n < to; n++ {
			j := d.Worker[n]
			precision += f.p[j]
			sum += f.p[j] * (d.Value[n] - f.b[j])
		}
		m, v := sum/precision, 1/precision // (14), (16)
		change = max(change, math.Abs(m-f.m[i]), math.Abs(math.Sqrt(v)-math.Sqrt(f.v[i])))
		f.m[i], f.v[i] = m, v
		if to-from == 1 {
			continue // its terms cancel
		}
		fits := -prob.Log(precision / (2 * math.Pi))
		for n := from; n < to; n++ {
			j := d.Worker[n]
			r := d.Value[n] - f.b[j] - m
			fits += f.logp[j] - f.p[j]*r*r
		}
		objective += fits / 2
	}
	return objective, change / math.Sqrt(f.pooled)
}

// Step is an M-step and the E-step under its parameters.
func (f *biasPrecision) Step() (fit.Step, error) {
	d := f.d
	clear(f.sum)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if to-from == 1 {
			continue
		}
		if !f.work.Continue(to - from) {
			break
		}
		for n := from; n < to; n++ {
			f.sum[d.Worker[n]] += d.Value[n] - f.m[i]
		}
	}
	for j, n := range f.n {
		if n > 0 {
			f.b[j] = f.sum[j] / n // (19)
		}
	}
	clear(f.sum)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if to-from == 1 {
			continue
		}
		if !f.work.Continue(to - from) {
			break
		}
		for n := from; n < to; n++ {
			j := d.Worker[n]
			r := d.Value[n] - f.m[i] - f.b[j]
			f.sum[j] += f.v[i] + r*r
		}
	}
	for j, n := range f.n {
		f.p[j] = (f.pseudo + n) / (f.pseudo*f.pooled + f.sum[j]) // (21)
	}
	f.centre()
	objective, change := f.expect()
	return fit.Step{Objective: objective, Change: change, Flips: -1}, f.work.Err()
}

// centre shifts the biases of each group to a mean of zero. The E-step that
// follows shifts its numbers the other way, so the objective stays.
func (f *biasPrecision) centre() {
	clear(f.shift)
	clear(f.weight)
	for j, n := range f.n {
		if n > 0 {
			f.shift[f.group[j]] += n * f.b[j]
			f.weight[f.group[j]] += n
		}
	}
	for j, n := range f.n {
		if n > 0 {
			f.b[j] -= f.shift[f.group[j]] / f.weight[f.group[j]]
		}
	}
}

func (f *biasPrecision) Estimate() *crowd.Estimate {
	return crowd.Numbers(f.m, f.v, f.b, f.p, f.n)
}

func (f *biasPrecision) Warnings() []error {
	if f.compared < 2 {
		return nil
	}
	return []error{fmt.Errorf("the workers fall into %s groups that share no task; biases compare within a group only, and each "+
		"group's mean bias is taken to be zero", humanize.Number(f.compared))}
}

// compared counts the groups in which there are labels to compare.
func compared(d *crowd.Dataset, group []int32, groups int) (count int) {
	is := make([]bool, groups)
	for i := range d.Tasks {
		if from, to := d.Of(i); to-from > 1 {
			is[group[d.Worker[from]]] = true
		}
	}
	for _, yes := range is {
		if yes {
			count++
		}
	}
	return count
}
