package regress

import (
	"cmp"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Raykar is logistic regression from crowds: worker j says l of a task of class k with probability
// π_j[k][l], whatever its features. With two classes π_j holds the paper's sensitivity and
// specificity. EM over z:
//
//	q_ik ∝ P(z_i = k | x_i) Π_j π_j[k][y_ij]                     E (the paper's 8)
//	π_j[k][l] = (s/K + Σ_i q_ik [y_ij = l]) / (s + Σ_i q_ik)     M
//	w: L-BFGS on Σ_i Σ_k q_ik log P(z_i = k | x_i) − ½λ‖w‖²      M
//
// A task without features uses the class prior of such tasks for P(z | x); one without labels
// teaches nothing and is predicted.
type Raykar struct {
	Penalty   float64 // λ; 0: DefaultPenalty
	Smoothing float64 // s, pseudo-labels added to each row of a worker's matrix; 0: 1
}

var _ fit.Method = (*Raykar)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m Raykar) WithDefaults() Raykar {
	m.Smoothing = cmp.Or(m.Smoothing, 1)
	return m
}

// Uses implements fit.Method.
func (*Raykar) Uses(has crowd.Parts) (crowd.Parts, error) { return usesWorkers(has) }

// Start implements fit.Method. It starts from the soft majority vote.
func (m *Raykar) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	t, err := newTaught(d, m.Penalty)
	if err != nil {
		return nil, err
	}
	r := &raykar{taught: t, smoothing: m.WithDefaults().Smoothing, q: crowd.Shares(d), prior: make([]float64, d.Classes)}
	prob.Uniform(r.prior)
	r.workers()
	return r, nil
}

type raykar struct {
	taught
	smoothing float64
	q         []float64 // N×K
	confusion []float64 // M×K×K
	prior     []float64 // K, of tasks without features
}

// iterations of L-BFGS per M-step. Few: EM continues while they help, and mostly it waits for the workers.
const iterations = 5

// Step is the M-step and the E-step under its parameters. Change is the largest |Δq| or, if larger,
// the M-step's rise of w's objective per task: if classes are known q rests while the classifier
// still learns.
func (r *raykar) Step() (fit.Step, error) {
	k := r.classes
	target := make([]float64, len(r.tasks)*k)
	for n, i := range r.tasks {
		copy(target[n*k:(n+1)*k], r.q[i*k:(i+1)*k])
	}
	gain := r.learn(r.x, target, iterations)
	r.workers()
	was := slices.Clone(r.q)
	objective := r.expect()
	return fit.Step{Objective: objective, Change: max(farthest(was, r.q), gain/float64(len(r.tasks))), Flips: -1}, nil
}

// workers makes π, and the prior of tasks without features.
func (r *raykar) workers() {
	k := r.classes
	r.confusion = crowd.Counts(&r.d.Labels, r.q)
	for at := 0; at < len(r.confusion); at += k {
		row := r.confusion[at : at+k]
		for l := range row {
			row[l] += r.smoothing / float64(k)
		}
		prob.Normalize(row)
	}
	for c := range r.prior {
		r.prior[c] = 1
	}
	for i := range r.d.Tasks {
		if r.d.HasEvidence(i) && !r.d.Features.Describes(i) {
			for c := range r.prior {
				r.prior[c] += r.q[i*k+c]
			}
		}
	}
	prob.Normalize(r.prior)
}

// expect is the E-step. It returns the log posterior of the parameters.
func (r *raykar) expect() float64 {
	d, k := r.d, r.classes
	objective := r.logPrior()
	for _, p := range r.confusion {
		objective += r.smoothing / float64(k) * prob.Log(p)
	}
	for _, p := range r.prior {
		objective += prob.Log(p)
	}
	logs := make([]float64, len(r.confusion))
	for n, p := range r.confusion {
		logs[n] = prob.Log(p)
	}
	for i := range d.Tasks {
		row := r.q[i*k : (i+1)*k]
		if copy(row, r.prior); d.Features.Describes(i) {
			r.probabilities(d.Features.Row(i), row)
		}
		from, to := d.Of(i)
		for c := range row {
			row[c] = prob.Log(row[c])
			for n := from; n < to; n++ {
				row[c] += logs[(int(d.Worker[n])*k+c)*k+int(d.Class[n])]
			}
		}
		if z := d.Truth(i); z != crowd.Unknown {
			objective += row[z]
			d.Certain(i, row)
			continue
		}
		objective += prob.Softmax(row)
	}
	return objective
}

func (r *raykar) Estimate() *crowd.Estimate {
	k := r.classes
	e := &crowd.Estimate{Posterior: slices.Clone(r.q), Prior: make([]float64, k), Confusion: slices.Clone(r.confusion)}
	for i := range r.d.Tasks {
		for c := range k {
			e.Prior[c] += r.q[i*k+c] / float64(r.d.Tasks)
		}
	}
	return e
}
