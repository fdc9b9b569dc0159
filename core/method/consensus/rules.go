package consensus

import (
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
)

// rule is one way to answer.
type rule struct {
	panel  float64   // λ
	worker []float64 // M
	shift  []float64 // K; nil: none
	alone  int       // the worker whose word replaces the panel's; −1: nobody's does
}

// scores writes the logarithms of the probabilities of the classes of task i, but for a constant. said is log q.
func (r *rule) scores(l *crowd.Labels, i int, said, out []float64) {
	from, to := l.Of(i)
	panel := r.panel
	if r.alone >= 0 && slices.Contains(l.Worker[from:to], int32(r.alone)) {
		panel = 0
	}
	for k := range out {
		out[k] = panel * said[k]
		if r.shift != nil {
			out[k] += r.shift[k]
		}
	}
	for n := from; n < to; n++ {
		out[l.Class[n]] += r.worker[l.Worker[n]]
	}
}

// mixture is the rules with their weights.
type mixture struct {
	rules  []rule
	weight []float64
}

// apply replaces the panel's posterior of the tasks of d, N×K, by that of the mixture.
func (m *mixture) apply(d *crowd.Dataset, q []float64) {
	k := d.Classes
	said, p := make([]float64, k), make([]float64, k)
	for i := range d.Tasks {
		if from, to := d.Of(i); from == to || d.Truth(i) != crowd.Unknown {
			continue
		}
		row := q[i*k : (i+1)*k]
		logs(row, said)
		clear(row)
		for n := range m.rules {
			m.rules[n].scores(&d.Labels, i, said, p)
			prob.Softmax(p)
			for c, x := range p {
				row[c] += m.weight[n] * x
			}
		}
	}
}

// logs writes the logarithms of probabilities.
func logs(q, out []float64) {
	for k, x := range q {
		out[k] = prob.Log(max(x, leastPanel))
	}
}
