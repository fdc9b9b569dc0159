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

	work *yield.Work
	room []float64 // 3K, scratch
	all  []float64 // (mostProduct+1)×K, scratch
}

// newModel learns the model. pause is called from time to time; its error is returned.
func newModel(d *crowd.Dataset, posterior []float64, pause func() error) (*model, error) {
	k := d.Classes
	m := &model{d: d, k: k, prior: shares(posterior, k), votes: make([]float64, d.Workers*k*k), work: yield.New(pause)}
	confusion, err := metric.Implied(&d.Labels, posterior, shrink, pause)
	if err != nil {
		return nil, err
	}
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
	if m.crowd, err = pooled(&d.Labels, posterior, pause); err != nil {
		return nil, err
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
	return metric.Implied(&one, posterior, 1, pause)
}

// without visits every label n of task i with what all other workers say of the task:
// the posterior q without the votes of the label's worker. A known class stays known. q
// is valid only during the call.
func (m *model) without(i int, visit func(n int, q []float64)) {
	from, to := m.d.Of(i)
	k := m.k
	if m.room == nil {
		m.room = make([]float64, 3*k)
		m.all = make([]float64, (mostProduct+1)*k)
	}
	q, sum, own := m.room[:k], m.room[k:2*k], m.room[2*k:]
	if m.d.Certain(i, q) {
		for n := from; n < to; n++ {
			visit(n, q)
		}
		return
	}
	if !m.repeats && to-from <= mostProduct {
		m.withoutByProducts(from, to, q, sum, visit)
		return
	}
	for c, p := range m.prior {
		sum[c] = math.Log(p)
	}
	for n := from; n < to; n++ {
		for c, x := range m.log(n) {
			sum[c] += x
		}
	}
	for n := from; n < to; n++ {
		copy(own, m.log(n))
		if m.times[n-int(m.d.Start[0])] > 1 {
			clear(own)
			for other := from; other < to; other++ {
				if m.d.Worker[other] == m.d.Worker[n] {
					for c, x := range m.log(other) {
						own[c] += x
					}
				}
			}
		}
		top := math.Inf(-1)
		for c := range q {
			q[c] = sum[c] - own[c]
			top = max(top, q[c])
		}
		for c := range q {
			q[c] = math.Exp(q[c] - top)
		}
		prob.Normalize(q)
		visit(n, q)
	}
}

// mostProduct is how many labels of a task can be multiplied without underflow.
const mostProduct = 16

// withoutByProducts is without for tasks that every worker labelled once: it multiplies
// probabilities, which needs no exp. The products of all later labels are computed
// first; that of all earlier ones grows along the way.
func (m *model) withoutByProducts(from, to int, q, before []float64, visit func(n int, q []float64)) {
	k := m.k
	last := m.all[(to-from)*k : (to-from+1)*k]
	for c := range last {
		last[c] = 1
	}
	for n := to - 1; n > from; n-- {
		behind, at := m.all[(n-from+1)*k:(n-from+2)*k], m.all[(n-from)*k:(n-from+1)*k]
		for c, x := range m.vote(n) {
			at[c] = behind[c] * x
		}
	}
	copy(before, m.prior)
	for n := from; n < to; n++ {
		behind := m.all[(n-from+1)*k : (n-from+2)*k]
		for c, x := range before {
			q[c] = x * behind[c]
		}
		prob.Normalize(q)
		visit(n, q)
		for c, x := range m.vote(n) {
			before[c] *= x
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
	if m.logs == nil {
		m.logs = make([]float64, len(m.votes))
		for at, x := range m.votes {
			m.logs[at] = math.Log(x)
		}
	}
	return m.of(m.logs, int(m.d.Worker[n]), int(m.d.Class[n]))
}
