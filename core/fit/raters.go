package fit

import (
	"concord/core/crowd"
	"concord/core/yield"
)

// Raters are workers who add a bias to the true number of a task and blur it,
// y_ij ~ N(x_i + b_j, 1/p_j). All slices have M entries.
type Raters struct {
	Bias, Precision []float64
	Count           []float64 // how many labels of each worker count
	square          []float64 // scratch
}

// NewRaters returns unbiased raters without labels.
func NewRaters(workers int) Raters {
	row := func() []float64 { return make([]float64, workers) }
	return Raters{row(), row(), row(), row()}
}

// Maximise is the M-step given the mean m and variance v of each task's number, from
// the labels of the tasks that count: a bias is the mean error, and a precision has
// pseudo-labels of variance s2 besides.
func (r *Raters) Maximise(d *crowd.Labels, counts func(i int) bool, m, v []float64, pseudo, s2 float64, work *yield.Work) {
	clear(r.Bias)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !counts(i) {
			continue
		}
		if !work.Continue(to - from) {
			break
		}
		for n := from; n < to; n++ {
			r.Bias[d.Worker[n]] += d.Value[n] - m[i]
		}
	}
	for j, n := range r.Count {
		r.Bias[j] /= max(n, 1)
	}
	clear(r.square)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !counts(i) {
			continue
		}
		if !work.Continue(to - from) {
			break
		}
		for n := from; n < to; n++ {
			j := d.Worker[n]
			e := d.Value[n] - m[i] - r.Bias[j]
			r.square[j] += v[i] + e*e
		}
	}
	for j, n := range r.Count {
		r.Precision[j] = (pseudo + n) / (pseudo*s2 + r.square[j])
	}
}

// Shift subtracts by from the biases of workers whose labels count.
func (r *Raters) Shift(by float64) {
	for j, n := range r.Count {
		if n > 0 {
			r.Bias[j] -= by
		}
	}
}
