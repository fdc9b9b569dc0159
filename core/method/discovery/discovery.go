// Package discovery is truth discovery: what sources say that disagree is settled by votes
// with weights, and the weight of a source, here a worker, by how far it is from what was
// settled, in turn.
//
//	x_i = argmin_x Σ_j w_j d(x, y_ij)     the truth, given the weights
//	D_j = Σ_i d(x_i, y_ij)                the loss of a worker, given the truths
//	w_j = a method's own function of D_j and of n_j, the worker's number of labels
//
// starting from equal weights. Of classes, d is 0 where label and truth agree and 1 where
// they don't, and x_i is the class with the most weight; classes that tie share the truth
// evenly, so that no lot is drawn. The posterior is the share of the weights,
//
//	q_ik = Σ_j w_j [y_ij = k] / Σ_j w_j
//
// a way to show how contested a truth is, and not a probability that the method computes.
// Known truth is truth. There is no objective: the methods change what they minimise on
// the way.
//
// Classes have converged once a step changes nothing, as the same truths give the same
// weights; or, where a few tasks go to and fro, once the posteriors move by less than 1e-4
// and one label in ten thousand has changed at most in 25 steps. Numbers have once they
// move by less than 1e-4 of their spread, in the mean.
package discovery

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// weigher is what a method of truth discovery has of its own: it sets the weights of
// workers (M, zero or more) by their losses and numbers of labels. A worker without labels
// may get any.
type weigher interface {
	weigh(loss, labels, weight []float64)
}

func uses(has crowd.Parts) (crowd.Parts, error) {
	if has.Anonymous {
		return crowd.Parts{}, crowd.ErrAnonymous
	}
	return crowd.Parts{Numeric: has.Numeric, Gold: has.Gold && !has.Numeric, Repeat: has.Repeat}, nil
}

// workers is what fits to classes and to numbers have in common.
type workers struct {
	d            *crowd.Dataset
	work         *yield.Work
	rule         weigher
	weight, loss []float64 // M
	labels       []float64 // M, how many
}

func newWorkers(d *crowd.Dataset, rule weigher, pause func() error) workers {
	w := workers{
		d: d, work: yield.New(pause), rule: rule,
		weight: make([]float64, d.Workers), loss: make([]float64, d.Workers), labels: make([]float64, d.Workers),
	}
	for j := range w.weight {
		w.weight[j] = 1
	}
	for _, j := range d.Worker[d.Start[0]:d.Start[d.Tasks]] {
		w.labels[j]++
	}
	return w
}

// column returns the weights, divided by the largest.
func (w *workers) column() crowd.Column {
	c := crowd.Column{Name: "weight", Title: "Weight", Of: crowd.OfWorker, Values: make([]float64, len(w.weight))}
	top := 0.0
	for j, x := range w.weight {
		if w.labels[j] > 0 {
			top = max(top, x)
		}
	}
	for j, x := range w.weight {
		switch {
		case w.labels[j] == 0:
			c.Values[j] = math.NaN()
		case top > 0:
			c.Values[j] = x / top
		}
	}
	return c
}

// votes settles classes.
type votes struct {
	workers
	posterior   []float64 // N×K
	row, before []float64 // K, scratch
}

func startVotes(d *crowd.Dataset, rule weigher, pause func() error) (fit.Fit, error) {
	k := d.Classes
	v := &votes{
		workers: newWorkers(d, rule, pause), posterior: make([]float64, d.Tasks*k), row: make([]float64, k), before: make([]float64, k),
	}
	v.settle()
	return v, v.work.Err()
}

// Step implements fit.Fit. Change is the mean over tasks of ½ Σ_k |Δ q_ik|; Flips are the
// tasks whose truth changed.
func (v *votes) Step() (fit.Step, error) {
	v.rule.weigh(v.loss, v.labels, v.weight)
	moved, flips := v.settle()
	change := moved / float64(max(v.d.Tasks, 1))
	return fit.Step{Objective: math.NaN(), Change: change, Flips: flips, Done: moved == 0}, v.work.Err()
}

// Settled implements fit.Settler.
func (v *votes) Settled(trace []fit.Step) bool { return fit.ChangeSettled(trace, v.d.Tasks) }

// settle finds the truths and losses by the weights. It returns how far the posteriors
// moved and how many truths changed.
func (v *votes) settle() (moved float64, flips int) {
	d, k := v.d, v.d.Classes
	clear(v.loss)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !v.work.Continue(to - from + k) {
			break
		}
		q := v.posterior[i*k : (i+1)*k]
		copy(v.row, q)
		v.vote(i, q)
		for c, x := range q {
			moved += math.Abs(x-v.row[c]) / 2
		}
		settled(v.row, v.before)
		truth := v.row
		settled(q, truth)
		if !slices.Equal(v.before, truth) {
			flips++
		}
		for n := from; n < to; n++ {
			v.loss[d.Worker[n]] += 1 - truth[d.Class[n]]
		}
	}
	return moved, flips
}

// vote sets q to the shares of the weights in task i. Where those of all its labels are
// zero, each label counts the same.
func (v *votes) vote(i int, q []float64) {
	d := v.d
	if d.Certain(i, q) {
		return
	}
	clear(q)
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		q[d.Class[n]] += v.weight[d.Worker[n]]
	}
	if !prob.Normalize(q) {
		crowd.Share(d, i, q)
	}
}

// settled gives the truth to the class with the largest share, or evenly to those that tie.
func settled(q, truth []float64) {
	top := 0.0
	for _, x := range q {
		top = max(top, x)
	}
	for c, x := range q {
		truth[c] = 0
		if x >= top-crowd.Tie*top {
			truth[c] = 1
		}
	}
	prob.Normalize(truth)
}

// Posterior implements fit.Believer.
func (v *votes) Posterior() []float64 { return append([]float64(nil), v.posterior...) }

// Estimate implements fit.Fit.
func (v *votes) Estimate() *crowd.Estimate {
	return &crowd.Estimate{Posterior: v.Posterior(), Extra: []crowd.Column{v.column()}}
}
