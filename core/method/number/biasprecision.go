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

// BiasPrecision is the worker model of MA-sLDAr (Rodrigues et al. 2017, section 4.2) with a flat
// mean in place of the text: worker j adds a bias to the true number x_i and noise with a precision
// of their own,
//
//	y_ij ~ N(x_i + b_j, 1/p_j),   x_i flat.
//
// EM over x. With R_i the labels of task i, repeated ones counting each time:
//
//	m_i   = Σ_{R_i} p_j (y_ij − b_j) / Σ_{R_i} p_j                 (14), σ → ∞
//	v_i   = 1 / Σ_{R_i} p_j                                        (16)
//	b_j   = mean_i (y_ij − m_i)                                    (19)
//	1/p_j = mean_i (v_i + (y_ij − m_i − b_j)²)                     (21)
//
// The paper prints (16) as v = σ² + Σ 1/p_j; the stationary point of its bound (15) is the
// reciprocal form, used here.
//
// What keeps it determined:
//
//   - A common shift of the biases could be a shift of the numbers. In each
//     group of workers connected by shared tasks the mean bias, weighted by
//     labels, is zero.
//   - Two workers who agree exactly would get infinite precision. Pseudo-labels
//     with the pooled variance s² within tasks prevent it: the prior
//     p_j ∝ p_j^{c/2} exp(−c s² p_j/2), so 1/p_j = (c s² + Σ…)/(c + n_j).
//   - The only label of a task tells nothing about its worker, since x_i explains
//     it. Such labels count for m_i alone (EM would get there more slowly).
//
// Objective: the log posterior of b and p with x integrated out, which never falls,
//
//	Σ_i [½ Σ_{R_i} log(p_j/2π) − ½ log(Σ_{R_i} p_j/2π) − ½ Σ_{R_i} p_j (y_ij−b_j−m_i)²]
//	    + Σ_j (c/2) (log p_j − s² p_j)
//
// Filipe Rodrigues, Mariana Lourenço, Bernardete Ribeiro, Francisco Pereira. Learning supervised
// topic models for classification and regression from crowds. IEEE TPAMI 39(12), 2017.
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

// Start begins with no bias and equal precisions, so with the means.
func (m BiasPrecision) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	f := &biasPrecision{
		d: d, pseudo: m.WithDefaults().Pseudo, work: yield.New(s.Pause),
		m: make([]float64, d.Tasks), v: make([]float64, d.Tasks),
		Raters: fit.NewRaters(d.Workers), logp: make([]float64, d.Workers),
	}
	f.counts = func(i int) bool {
		from, to := d.Of(i)
		return to-from != 1
	}
	f.overall = mean(d.Value[d.Start[0]:d.Start[d.Tasks]], nil)
	f.pooled = f.spread()
	var groups int
	f.group, groups = d.Connected()
	f.compared = compared(d, f.group, groups)
	f.shift, f.weight = make([]float64, groups), make([]float64, groups)
	for j := range f.Precision {
		f.Precision[j] = 1 / f.pooled
	}
	f.expect()
	return f, f.work.Err()
}

type biasPrecision struct {
	d      *crowd.Dataset
	work   *yield.Work
	pseudo float64 // c
	pooled float64 // s²

	fit.Raters // by their labels on tasks with more than one
	counts     func(i int) bool
	m, v       []float64 // N, mean and variance of x_i
	logp       []float64 // M
	overall    float64   // mean of all labels

	group    []int32 // M, of workers who hang together through shared tasks; −1 without labels
	compared int     // groups in which there are labels to compare

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
				f.Count[d.Worker[n]]++
			}
		}
		free += float64(max(to-from-1, 0))
	}
	if total == 0 {
		return 1 // all labels are equal: any scale will do
	}
	return max(within/max(free, 1), 1e-12*total/float64(d.Len()))
}

// expect is the E-step. It returns the objective at b and p, and how far the numbers and their
// standard deviations moved in units of s. The numbers alone would not do: two workers who share
// all their tasks leave them at the mean whatever the precisions.
func (f *biasPrecision) expect() (objective, change float64) {
	d := f.d
	for j, p := range f.Precision {
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
			precision += f.Precision[j]
			sum += f.Precision[j] * (d.Value[n] - f.Bias[j])
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
			r := d.Value[n] - f.Bias[j] - m
			fits += f.logp[j] - f.Precision[j]*r*r
		}
		objective += fits / 2
	}
	return objective, change / math.Sqrt(f.pooled)
}

// Step is an M-step and the E-step under its parameters.
func (f *biasPrecision) Step() (fit.Step, error) {
	f.Maximise(&f.d.Labels, f.counts, f.m, f.v, f.pseudo, f.pooled, f.work) // (19), (21)
	f.centre()
	objective, change := f.expect()
	return fit.Step{Objective: objective, Change: change, Flips: -1}, f.work.Err()
}

// centre shifts the biases of each group to mean zero. The following E-step shifts the numbers the
// other way, so the objective stays.
func (f *biasPrecision) centre() {
	clear(f.shift)
	clear(f.weight)
	for j, n := range f.Count {
		if n > 0 {
			f.shift[f.group[j]] += n * f.Bias[j]
			f.weight[f.group[j]] += n
		}
	}
	for j, n := range f.Count {
		if n > 0 {
			f.Bias[j] -= f.shift[f.group[j]] / f.weight[f.group[j]]
		}
	}
}

func (f *biasPrecision) Estimate() *crowd.Estimate {
	return crowd.Numbers(f.m, f.v, f.Bias, f.Precision, f.Count)
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
