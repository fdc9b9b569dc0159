package topic

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// crew is the true numbers x and the workers who blur them: y ~ N(x + b, 1/p).
type crew struct {
	labels     *crowd.Dataset
	average    bool      // the biases' mean is zero rather than their median
	pooled     bool      // x is the mean of a task's labels, known
	m, v       []float64 // D: mean and variance of x
	fit.Raters           // the median or mean of whose biases, weighted by labels, is zero
	mean       float64   // of all labels
	total      float64   // their variance
	within     float64   // their pooled variance within tasks: what a worker is worth a priori
}

// newCrew starts from the mean of each task's labels, and workers all alike.
func newCrew(d *crowd.Dataset, pooled bool) *crew {
	c := &crew{labels: d, pooled: pooled, m: make([]float64, d.Tasks), v: make([]float64, d.Tasks), Raters: fit.NewRaters(d.Workers)}
	n := float64(d.Len())
	for _, y := range d.Value {
		c.mean += y / n
	}
	var free float64
	for i := range d.Tasks {
		from, to := d.Of(i)
		c.m[i] = c.mean
		if from == to {
			continue
		}
		c.m[i] = prob.Mean(d.Value[from:to])
		free += float64(to - from - 1)
		for at := from; at < to; at++ {
			y := d.Value[at]
			c.total += (y - c.mean) * (y - c.mean) / n
			c.within += (y - c.m[i]) * (y - c.m[i])
			c.Count[d.Worker[at]]++
		}
	}
	if d.Len() > 0 && slices.Min(d.Value) == slices.Max(d.Value) { // any scale will do, but for that of rounding errors
		c.mean, c.total, c.within = d.Value[0], 1, 0
	}
	if free > 0 {
		c.within = math.Max(c.within/free, 1e-6*c.total)
	} else { // one label a task: all that is known
		c.within = c.total
	}
	for j := range c.Precision {
		c.Precision[j] = 1 / c.within
	}
	return c
}

// known reports whether m is the mean of the labels of task i, and v is 0.
func (c *crew) known(i int) bool {
	from, to := c.labels.Of(i)
	return c.pooled && from < to
}

// truth makes m (14) and v of task i, given ηᵀφ̄ and σ².
func (c *crew) truth(i int, guess, sigma2 float64) {
	if c.known(i) {
		return
	}
	from, to := c.labels.Of(i)
	weight := 1 / sigma2
	sum := guess / sigma2
	for n := from; n < to; n++ {
		p := c.Precision[c.labels.Worker[n]]
		weight += p
		sum += p * (c.labels.Value[n] - c.Bias[c.labels.Worker[n]])
	}
	c.m[i], c.v[i] = sum/weight, 1/weight
}

// workers updates b (19) and p (21). A worker's precision has a prior worth one label of the
// variance within tasks, so that one lucky label is no certainty. Then it shifts the median bias,
// weighted by labels, to zero (a Laplace prior: most workers are nearly unbiased, a few far off),
// and m with it; η must follow by the shift it returns.
func (c *crew) workers() (shift float64) {
	if c.pooled {
		return 0
	}
	d := c.labels
	c.Maximise(&d.Labels, func(int) bool { return true }, c.m, c.v, 1, c.within, nil)
	shift = median(c.Bias, c.Count)
	if c.average {
		shift = prob.Dot(c.Bias, c.Count) / float64(d.Len())
	}
	c.Shift(shift)
	for i := range c.m {
		c.m[i] += shift
	}
	return shift
}

// median returns the weighted median of x.
func median(x, weight []float64) float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	total := prob.Total(weight)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	var sum float64
	for n, i := range order {
		sum += weight[i]
		if sum == total/2 && n+1 < len(order) {
			return (x[i] + x[order[n+1]]) / 2
		}
		if sum > total/2 {
			return x[i]
		}
	}
	return 0
}

// evidence returns E[log p(y|x)] and the log prior of the precisions.
func (c *crew) evidence() (s float64) {
	if c.pooled {
		return 0
	}
	d := c.labels
	for n, i := range d.TaskOf() {
		p := c.Precision[d.Worker[n]]
		e := d.Value[n] - c.m[i] - c.Bias[d.Worker[n]]
		s += 0.5*prob.Log(p/(2*math.Pi)) - p/2*(c.v[i]+e*e)
	}
	for _, p := range c.Precision {
		s += 0.5*prob.Log(p) - p*c.within/2
	}
	return s
}

// estimate returns the numbers and, unless all workers are taken to be alike, the workers.
func (c *crew) estimate() *crowd.Estimate {
	if c.pooled {
		return crowd.Numbers(c.m, c.v, nil, nil, nil)
	}
	return crowd.Numbers(c.m, c.v, c.Bias, c.Precision, c.Count)
}
