package regress

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Random models workers who label either as the classifier does or at random (Rodrigues et al.
// 2013): worker j is serious about a label with probability ρ_j, and otherwise every class is
// equally likely,
//
//	P(y_ij = l | x_i) = ρ_j P(z_i = l | x_i) + (1 − ρ_j)/K.
//
// Hidden is not the truth but whether a label was serious, which has two values per label however
// many classes there are. EM:
//
//	h_ij = ρ_j P(z_i = y_ij | x_i) / P(y_ij | x_i)               E
//	ρ_j = (1 + Σ_i h_ij) / (2 + n_j),   w: L-BFGS with weights h   M
//
// (one pseudo-label each way, a Beta prior). Departure: the paper takes the classifier's word for
// the truth. Here the labels of a task count too, P(z_i = k | x_i) Π_j (ρ_j [y_ij = k] + (1 −
// ρ_j)/K), since the classifier is blind to what its features don't show.
type Random struct {
	Penalty float64 // λ; 0: DefaultPenalty
}

var _ fit.Method = (*Random)(nil)

// Uses implements fit.Method.
func (*Random) Uses(has crowd.Parts) (crowd.Parts, error) { return usesWorkers(has) }

// Start begins with the share of each worker's labels that agree with the soft majority vote.
func (m *Random) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	t, err := newTaught(d, m.Penalty)
	if err != nil {
		return nil, err
	}
	r := &random{taught: t, serious: make([]float64, d.Workers), h: make([]float64, len(d.Worker))}
	shares := crowd.Shares(d)
	for n, i := range d.TaskOf() {
		r.h[n] = shares[int(i)*d.Classes+int(d.Class[n])]
	}
	r.workers()
	return r, nil
}

type random struct {
	taught
	serious []float64 // ρ
	h       []float64 // by label
}

// Step implements fit.Fit: the M-step and the E-step under its parameters.
func (r *random) Step() (fit.Step, error) {
	d, k := r.d, r.classes
	target := make([]float64, len(r.tasks)*k)
	for t, i := range r.tasks {
		if d.Certain(i, target[t*k:(t+1)*k]) {
			continue
		}
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			target[t*k+int(d.Class[n])] += r.h[n]
		}
	}
	r.learn(r.x, target, iterations)
	r.workers()
	was := slices.Clone(r.h)
	objective := r.expect()
	return fit.Step{Objective: objective, Change: farthest(was, r.h), Flips: -1}, nil
}

// workers makes ρ.
func (r *random) workers() {
	sum, n := make([]float64, len(r.serious)), make([]float64, len(r.serious))
	for at, j := range r.d.Worker {
		sum[j] += r.h[at]
		n[j]++
	}
	for j := range r.serious {
		r.serious[j] = (1 + sum[j]) / (2 + n[j])
	}
}

// expect is the E-step. It returns the log posterior of the parameters.
func (r *random) expect() float64 {
	d, k := r.d, r.classes
	objective := r.logPrior()
	for _, p := range r.serious {
		objective += prob.Log(p) + prob.Log(1-p)
	}
	row := make([]float64, k)
	for i := range d.Tasks {
		r.classProbabilities(d.Features, i, row)
		if z := d.Truth(i); z != crowd.Unknown && d.Features.Describes(i) {
			objective += prob.Log(row[z])
		}
		d.Certain(i, row) // a known truth is what a serious worker says
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			p := r.serious[d.Worker[n]]
			meant, guessed := p*row[d.Class[n]], (1-p)/float64(k)
			objective += prob.Log(meant + guessed)
			r.h[n] = meant / (meant + guessed)
		}
	}
	return objective
}

func (r *random) Estimate() *crowd.Estimate {
	d, k := r.d, r.classes
	e := &crowd.Estimate{
		Posterior: make([]float64, d.Tasks*k),
		Extra:     []crowd.Column{crowd.NewColumn(crowd.OfWorker, "serious", "Share of serious labels", r.serious)},
	}
	for i := range d.Tasks {
		row := e.Posterior[i*k : (i+1)*k]
		if d.Certain(i, row) {
			continue
		}
		r.classProbabilities(d.Features, i, row)
		from, to := d.Of(i)
		for c := range row {
			row[c] = prob.Log(row[c])
			for n := from; n < to; n++ {
				p := (1 - r.serious[d.Worker[n]]) / float64(k)
				if int(d.Class[n]) == c {
					p += r.serious[d.Worker[n]]
				}
				row[c] += prob.Log(p)
			}
		}
		prob.Softmax(row)
	}
	for _, p := range r.serious {
		for t := range k {
			for l := range k {
				v := (1 - p) / float64(k)
				if t == l {
					v += p
				}
				e.Confusion = append(e.Confusion, math.Min(v, 1))
			}
		}
	}
	return e
}
