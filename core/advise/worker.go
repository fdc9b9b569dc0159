package advise

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/metric"
	"concord/core/prob"
)

// Worker is what there is to judge a worker by. Everything rests on what all other workers
// say of the worker's tasks, so nobody agrees with himself.
type Worker struct {
	Labels    int
	Shared    int        // labels of tasks that others labelled too: what judges the worker
	Agreement api.Figure // share of those that are the most probable class according to all others; Wilson's interval
	Accuracy  api.Figure // mean probability, according to all others, that the label is right; N labels, no interval
	Bias      []float64  // K: share of the labels that name the class, less its expected share of the worker's tasks
	Confusion []float64  // K×K expected counts, row = truth according to all others
	Spammer   float64    // 0: says the same whatever the truth; 1: perfect (either way round)
	Saved     float64    // share of the cost of guessing that the worker's labels save; 0: none
	// Below is how likely an average worker would agree so little with all others on the same tasks; 1: too few labels to tell.
	Below    float64
	Expected float64 // Agreement of an average worker on the same tasks
	Flags    []Flag
	// Turns are the shared tasks whose most probable class would be another one without the worker's votes. The votes are taken
	// out of what everybody says, and nothing is fitted again. On seven public sets and five methods a fit without the
	// worker changed 1.6 times as many (the median of the 35 ratios), from 0.7 to 6 times.
	Turns []Turn
}

// Fewest labels on tasks that others labelled too are needed to say anything against a worker. Of five labels, one worker in 17 who
// is right eight times in ten gets most wrong; of ten, one in 157.
const Fewest = 10

// Turn is a task and the class that is the most probable one without a worker.
type Turn struct{ Task, To int32 }

// Workers judges all workers of labels that are classes. Own votes are left out by the
// worker model that the posterior (N×K) implies, even if the method has its own.
//
// same tells whether each label is the most probable class according to all others: 1,
// 1/t where it is one of t, or 0. pause is called from time to time (nil: never); its
// error is returned.
func Workers(d *crowd.Dataset, posterior []float64, pause func() error) (workers []Worker, same []float32, err error) {
	m, err := newModel(d, posterior, pause)
	if err != nil {
		return nil, nil, err
	}
	k := m.k
	out := make([]Worker, d.Workers)
	same = make([]float32, d.Len())
	agrees, right, expected := make([]float64, d.Workers), make([]float64, d.Workers), make([]float64, d.Workers*k)
	average := newAverage(m)
	for j := range out {
		out[j].Bias = make([]float64, k)
		out[j].Confusion = make([]float64, k*k)
	}
	beliefs := make([]float64, d.Len()*k) // of each label, what all others say of its task
	base := int(d.Start[0])
	for i := range d.Tasks {
		from, to := d.Of(i)
		shared := 0
		if from < to && slices.ContainsFunc(d.Worker[from+1:to], func(j int32) bool { return j != d.Worker[from] }) {
			shared = 1
		}
		m.without(i, func(n int, q []float64) {
			copy(beliefs[(n-base)*k:], q)
			j, l := d.Worker[n], int(d.Class[n])
			w := &out[j]
			w.Labels++
			w.Shared += shared
			w.Bias[l]++
			best, ties := 0.0, 0.0
			for c, p := range q {
				w.Confusion[c*k+l] += p
				expected[int(j)*k+c] += p
				switch {
				case p > best*(1+crowd.Tie):
					best, ties = p, 1
				case p >= best*(1-crowd.Tie):
					ties++
				}
			}
			right[j] += q[l]
			agreed := q[l] >= best*(1-crowd.Tie)
			if shared == 1 { // else there is nobody to agree with
				if to, ok := m.turns(i, n, q); ok {
					w.Turns = append(w.Turns, Turn{int32(i), to})
				}
				average.add(j, q, l, best)
				if agreed {
					agrees[j] += 1 / ties
				}
			}
			if agreed {
				same[n-base] = float32(1 / ties)
			}
		})
		if !m.work.Continue((1 + to - from) * k) {
			return nil, nil, m.work.Err()
		}
	}
	prior := shares(posterior, k)
	for j := range out {
		w := &out[j]
		if w.Labels == 0 {
			w.Agreement = api.Undefined("the worker gave no labels")
			w.Accuracy = w.Agreement
			continue
		}
		n := float64(w.Labels)
		w.Agreement = metric.Wilson(agrees[j], w.Shared)
		if w.Shared == 0 {
			w.Agreement = api.Undefined("nobody else labelled the worker’s tasks")
		}
		w.Accuracy = api.Exactly(right[j]/n, w.Labels)
		for c := range w.Bias {
			w.Bias[c] = (w.Bias[c] - expected[j*k+c]) / n
		}
		rows := m.rows(w.Confusion)
		w.Spammer = SpammerScore(rows, k)
		w.Saved = CostSaved(rows, prior)
	}
	average.compare(out)
	m.flag(out, beliefs)
	return out, same, m.work.Err()
}

// turns returns the most probable class of task i without the worker of label n, if it is another one with them. q is what
// all others say. Of a worker's labels of a task only the first one answers, for all of them.
func (m *model) turns(i, n int, q []float64) (to int32, ok bool) {
	vote, once := m.vote(n), m.times[n-int(m.d.Start[0])]
	if once == 3 {
		return 0, false
	}
	if once == 2 {
		own := make([]float64, m.k)
		from, end := m.d.Of(i)
		for other := from; other < end; other++ {
			if m.d.Worker[other] == m.d.Worker[n] {
				for c, x := range m.vote(other) {
					own[c] += prob.Log(x)
				}
			}
		}
		top := slices.Max(own)
		for c := range own {
			own[c] = prob.Exp(own[c] - top)
		}
		vote = own
	}
	without, with := 0, 0
	for c, p := range q {
		if p > q[without]*(1+crowd.Tie) {
			without = c
		}
		if p*vote[c] > q[with]*vote[with]*(1+crowd.Tie) {
			with = c
		}
	}
	// A tie without the worker may be broken either way.
	return int32(without), q[without] > q[with]*(1+crowd.Tie)
}

// rows turns the counts of one worker into probabilities, shrunk towards the crowd's.
func (m *model) rows(count []float64) []float64 {
	k := m.k
	p := make([]float64, k*k)
	for t := range k {
		sum := float64(shrink)
		for _, x := range count[t*k : (t+1)*k] {
			sum += x
		}
		for l := range k {
			p[t*k+l] = (count[t*k+l] + shrink*m.crowd[t*k+l]) / sum
		}
	}
	return p
}

// SpammerScore is that of Raykar & Yu 2012, Eq. (10): how much the rows of a confusion
// matrix K×K differ,
//
//	S = 1/(K(K−1)) Σ_{k<k'} Σ_l (π[k][l] − π[k'][l])²
//
// 0 if labels do not depend on the truth, 1 if they always tell it. With two classes it
// is (α + β − 1)².
func SpammerScore(confusion []float64, k int) float64 {
	if k < 2 {
		return 0
	}
	mean := make([]float64, k) // of each column
	for c, p := range confusion {
		mean[c%k] += p / float64(k)
	}
	s := 0.0 // the squares of all differences are K times those from the mean
	for c, p := range confusion {
		d := p - mean[c%k]
		s += d * d
	}
	return s / float64(k-1)
}

// CostSaved is the quality of Ipeirotis, Provost & Wang 2010 with a cost of 1 for every
// wrong class: a label l of the worker is worth the soft label p(k | l), whose expected
// cost is Σ_kk' p(k|l) p(k'|l) [k ≠ k']; a spammer's is worth the class shares. The result
// is 1 − the ratio of the two costs.
func CostSaved(confusion, prior []float64) float64 {
	k := len(prior)
	spammer := 1.0
	for _, p := range prior {
		spammer -= p * p
	}
	if spammer <= 0 {
		return 0 // there is only one class to name
	}
	cost := 0.0
	for l := range k {
		says, square := 0.0, 0.0
		for t, p := range prior {
			x := p * confusion[t*k+l]
			says += x
			square += x * x
		}
		if says > 0 {
			cost += says - square/says // says · (1 − Σ_k p(k|l)²)
		}
	}
	return math.Max(0, 1-cost/spammer)
}
