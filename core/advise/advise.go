// Package advise answers the questions that come after a fit.
//
//   - Which method? (Compare) The one whose answers predict hidden labels best
//     (metric.HeldOut), and how certain that is.
//   - Which workers? (Workers) Accuracy against what all others say, the spammer score of
//     Raykar & Yu 2012, the cost saved of Ipeirotis et al. 2010, and flags with reasons.
//   - Why this label? (Why) The weight of each vote in log-odds, adding up to those of the
//     posterior (the weights of evidence of Good 1950).
//   - What next? (Next) For each task, the expected gain in accuracy from another label
//     (the value of information of Raiffa & Schlaifer 1961; Sheng, Provost & Ipeirotis
//     2008 choose by uncertainty), a budget curve, and whom to ask (AssignWorkers, Assign).
//
// Workers are modelled as the method's posterior implies (metric.Implied), so everything
// works for every method.
package advise

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/metric"
	"concord/core/prob"
	"concord/core/yield"
)

// shrink is how many pseudo-labels of the whole crowd each row of a worker's implied confusion matrix has: the default of metric.HeldOut.
const shrink = 2

// model is the worker model that a posterior implies.
type model struct {
	d     *crowd.Dataset
	k     int
	prior []float64 // K, class shares
	votes []float64 // M×K×K, entry (j·K+l)·K+k is π_j[k][l]
	logs  []float64 // theirs; made when they are first asked for
	crowd []float64 // K×K, the confusion matrix of the whole crowd, row = truth; not logs

	times   []uint8 // of each label: 1 if it is the worker's only one for the task; otherwise 2 for the first, 3 for the others
	repeats bool    // some are not 1

	work   *yield.Work
	whole  []float64 // K, in proportion to what everybody says of the task last looked at
	others []float64 // scratch for without
}

// newModel learns the model. pause is called from time to time; its error is returned.
func newModel(d *crowd.Dataset, posterior []float64, pause func() error) (*model, error) {
	k := d.Classes
	m := &model{d: d, k: k, prior: shares(posterior, k), votes: make([]float64, d.Workers*k*k), work: yield.New(pause)}
	confusion, all, err := metric.Implied(&d.Labels, posterior, shrink, pause)
	if err != nil {
		return nil, err
	}
	m.crowd = all
	for at := 0; at < len(confusion); at += k * k {
		for t := range k {
			for l := range k {
				m.votes[at+l*k+t] = confusion[at+t*k+l]
			}
		}
		if !m.work.Continue(k * k) {
			return nil, m.work.Err()
		}
	}
	m.times, m.repeats = repeats(&d.Labels)
	return m, nil
}

// repeats finds the labels of workers who labelled a task more than once (see model.times).
func repeats(l *crowd.Labels) (times []uint8, any bool) {
	times = make([]uint8, l.Len())
	base := l.Start[0]
	last := make([]int32, l.Workers) // the first label of the worker on the task last seen, plus one
	seen := make([]int32, l.Workers) // that task, plus one
	for i := range l.Tasks {
		for n := l.Start[i]; n < l.Start[i+1]; n++ {
			j := l.Worker[n]
			if seen[j] == int32(i)+1 {
				times[last[j]-1], times[n-base], any = 2, 3, true
				continue
			}
			seen[j], last[j], times[n-base] = int32(i)+1, n-base+1, 1
		}
	}
	return times, any
}

// shares returns the class shares of a posterior, with half a task added to each class so that none is impossible.
func shares(posterior []float64, k int) []float64 {
	p := make([]float64, k)
	for n, q := range posterior {
		p[n%k] += q
	}
	all := float64(len(posterior)/k) + float64(k)/2
	for c := range p {
		p[c] = (p[c] + 0.5) / all
	}
	return p
}

// pooled returns the confusion matrix of all workers, taken as one.
func pooled(l *crowd.Labels, posterior []float64, pause func() error) ([]float64, error) {
	one := *l
	one.Workers, one.Worker = 1, make([]int32, len(l.Worker))
	_, all, err := metric.Implied(&one, posterior, 1, pause)
	return all, err
}

// without appends K probabilities for each label of task i to to: what all other workers say of the task, which is the posterior
// without the votes of the label's worker. A known class stays known. What everybody says is in proportion to whole then.
func (m *model) without(i int, to []float64) []float64 {
	from, end := m.d.Of(i)
	k := m.k
	if m.whole == nil {
		m.whole = make([]float64, k)
	}
	to = slices.Grow(to, (end-from)*k)[:len(to)+(end-from)*k]
	others := to[len(to)-(end-from)*k:]
	switch {
	case m.d.Certain(i, m.whole):
		for len(others) > 0 {
			others = others[copy(others, m.whole):]
		}
	case !m.repeats && end-from <= mostProduct:
		m.withoutByProducts(from, end, others)
	default:
		m.withoutByLogs(from, end, others)
	}
	return to
}

// withoutByLogs is without from the sums of logs.
func (m *model) withoutByLogs(from, end int, others []float64) {
	k := m.k
	sum := make([]float64, k)
	for c, p := range m.prior {
		sum[c] = math.Log(p)
	}
	for n := from; n < end; n++ {
		for c, x := range m.log(n) {
			sum[c] += x
		}
	}
	for n := from; n < end; n++ {
		q := others[(n-from)*k:][:k]
		copy(q, m.log(n))
		if m.times[n-int(m.d.Start[0])] > 1 {
			clear(q)
			for other := from; other < end; other++ {
				if m.d.Worker[other] == m.d.Worker[n] {
					for c, x := range m.log(other) {
						q[c] += x
					}
				}
			}
		}
		for c, own := range q {
			q[c] = sum[c] - own
		}
		exponentiate(q)
		prob.Normalize(q)
	}
	copy(m.whole, sum)
	exponentiate(m.whole)
}

// exponentiate takes x from logarithms to numbers of which the largest is 1.
func exponentiate(x []float64) {
	top := slices.Max(x)
	for c := range x {
		x[c] = math.Exp(x[c] - top)
	}
}

// mostProduct is how many labels of a task can be multiplied without underflow.
const mostProduct = 16

// withoutByProducts is without for tasks that every worker labelled once: it multiplies
// probabilities, which needs no exp. Those of all later labels come first, then those of all earlier ones.
func (m *model) withoutByProducts(from, end int, others []float64) {
	k := m.k
	product, workers, classes := m.whole[:k], m.d.Worker[from:end], m.d.Class[from:end]
	for c := range product {
		product[c] = 1
	}
	for n := len(workers) - 1; n >= 0; n-- {
		q, vote := others[n*k:][:k], m.of(m.votes, int(workers[n]), int(classes[n]))
		for c, x := range vote[:len(product)] {
			q[c] = product[c]
			product[c] *= x
		}
	}
	copy(product, m.prior)
	for n, j := range workers {
		q, vote, sum := others[n*k:][:k], m.of(m.votes, int(j), int(classes[n])), 0.0
		for c, x := range vote[:len(product)] {
			q[c] *= product[c]
			sum += q[c]
			product[c] *= x
		}
		scale := 1 / sum
		for c := range q {
			q[c] *= scale
		}
	}
}

// vote is π_j[k][l] of label n, by k.
func (m *model) vote(n int) []float64 { return m.of(m.votes, int(m.d.Worker[n]), int(m.d.Class[n])) }

// of is the part of votes, or of logs, of the label l of worker j.
func (m *model) of(votes []float64, j, l int) []float64 {
	at := (j*m.k + l) * m.k
	return votes[at : at+m.k]
}

// log is that of vote.
func (m *model) log(n int) []float64 {
	m.needLogs()
	return m.of(m.logs, int(m.d.Worker[n]), int(m.d.Class[n]))
}

func (m *model) needLogs() {
	if m.logs == nil {
		m.logs = make([]float64, len(m.votes))
		for at, x := range m.votes {
			m.logs[at] = math.Log(x)
		}
	}
}

// fork returns the model for another goroutine, which never pauses.
func (m *model) fork() *model {
	m.needLogs()
	other := *m
	other.work, other.whole, other.others = nil, nil, nil
	return &other
}
