package advise

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// copying is the evidence, beside the number of pairs, from which copying is said: below it, workers answer alike. Difficulty
// that no label shows makes good workers alike, too, so an accusation needs far more than odds of 19 to 1 (enough).
const copying = 20

// leastVoices is how many voices a task must be left in the mean where workers count as one: of two, neither can be outvoted.
const leastVoices = 3

// Copies finds groups of workers who answer alike, mistakes included. The posterior (N×K) says what the truth is. Those most
// alike come together first, and a group takes in another only where leastVoices are left on the tasks that they labelled. pause is
// called from time to time (nil: never); its error is returned.
func Copies(d *crowd.Dataset, posterior []float64, pause func() error) (fit.Merged, error) {
	m, err := newModel(d, posterior, pause)
	if err != nil {
		return nil, err
	}
	beliefs := make([]float64, d.Len()*m.k)
	for i := range d.Tasks {
		m.without(i, func(n int, q []float64) { copy(beliefs[(n-int(d.Start[0]))*m.k:], q) })
		if from, to := d.Of(i); !m.work.Continue((1 + to - from) * m.k) {
			return nil, m.work.Err()
		}
	}
	start, label := d.ByWorker()
	found, pairs := m.copies(beliefs, start, label)
	prior := logOf(pairs)
	slices.SortStableFunc(found, func(a, b fit.Pair) int { return cmp.Compare(b.Evidence, a.Evidence) })
	g := newGrouping(m, start, label)
	for _, p := range found {
		if p.Evidence <= enough+prior {
			break
		}
		g.join(p)
	}
	return g.groups(copying + prior), m.work.Err()
}

// logOf is the log of the number of pairs examined, which evidence must outweigh.
func logOf(pairs int) float64 { return math.Log(float64(max(1, pairs))) }

// copies compares pairs of workers whose labels may agree too well. found are those, of A and B either way, with more evidence
// than enough, and pairs is the number of those examined.
//
// If b works alone, it gives a's label l on a common task with probability
// p = Σ_k q_k π_b[k][l], q being what everybody but b says. But where others make
// the same mistake the task misleads, and p is at least (p + n_l)/(1 + n), n_l of the
// n others saying l: what they say is worth as much as the model, per label. If b copies a share
// c of the time, it is c + (1 − c) p, and another label has (1 − c)(1 − p). The
// evidence is the log of the ratio, averaged over c from 0.5 to 0.99. Where
// everybody agrees p is near one and the ratio says little: mistakes that the two
// share, and few others, are the evidence. The direction of copying is undetermined, so
// either ratio is evidence against both workers. It must outweigh the number of pairs examined.
//
// Without the n_l, sixteen classes and hard tasks make copies of three good workers, and of half of a crowd of experts.
//
// Time is linear in the pairs of labels of a task. Most of it goes into counting: only
// pairs with enough common tasks, half of them labelled alike, are examined closely.
func (m *model) copies(beliefs []float64, start, label []int32) (found []fit.Pair, pairs int) {
	d := m.d
	task := d.TaskOf()
	shared := make([]int32, d.Workers)
	same := make([]int32, d.Workers)
	closely := make([]int32, d.Workers) // the place among the odds of those examined closely, plus one
	var odds []copyOdds
	base := d.Start[0]
	var met []int32
	for a := range int32(d.Workers) {
		met = met[:0]
		own := label[start[a]:start[a+1]]
		for _, n := range own {
			if m.times[n-base] == 3 {
				continue // a repeat: the first label stands for the worker
			}
			from, to := d.Of(int(task[n-base]))
			if !m.work.Continue(to - from) {
				return found, pairs
			}
			class := d.Class[n]
			for x := from; x < to; x++ {
				b := d.Worker[x]
				if b == a || m.repeats && m.times[x-int(base)] == 3 {
					continue
				}
				if shared[b] == 0 {
					met = append(met, b)
				}
				shared[b]++
				if d.Class[x] == class {
					same[b]++
				}
			}
		}
		odds = odds[:0]
		for _, b := range met {
			if shared[b] >= fewestShared {
				if b > a {
					pairs++
				}
				if 2*same[b] >= shared[b] {
					odds = append(odds, copyOdds{logs: logsOfOthers(shared[b] - same[b])})
					closely[b] = int32(len(odds))
				}
			}
		}
		if len(odds) > 0 {
			m.compare(int(a), own, task, closely, odds, beliefs)
		}
		for _, b := range met {
			if closely[b] > 0 {
				if e := odds[closely[b]-1].evidence(); e > enough {
					found = append(found, fit.Pair{A: a, B: b, Evidence: e, Same: int(same[b]), Shared: int(shared[b])})
				}
			}
			shared[b], same[b], closely[b] = 0, 0, 0
		}
	}
	return found, pairs
}

// compare multiplies, for each worker b examined closely, how much more the labels of a that are b's as well look like labels that a
// copied from b.
func (m *model) compare(a int, own, task, closely []int32, odds []copyOdds, beliefs []float64) {
	d, base := m.d, m.d.Start[0]
	for _, n := range own {
		if m.times[n-base] == 3 {
			continue
		}
		class := d.Class[n]
		from, to := d.Of(int(task[n-base]))
		if !m.work.Continue((to - from) * m.k) {
			return
		}
		others, alike := -2.0, -2.0 // without a and b
		for x := from; x < to; x++ {
			if m.times[x-int(base)] != 3 {
				others++
				if d.Class[x] == class {
					alike++
				}
			}
		}
		for x := from; x < to; x++ {
			b := int(d.Worker[x])
			if d.Class[x] != class || b == a || closely[b] == 0 || m.times[x-int(base)] == 3 {
				continue
			}
			q := beliefs[(x-int(base))*m.k : (x-int(base)+1)*m.k]
			p := m.says(b, int(class), q)
			odds[closely[b]-1].agree(max(p, (p+alike)/(1+others)))
		}
	}
}

// copyOdds are the odds that a copies from b at each rate: logs, and a factor that saves logarithms.
type copyOdds struct{ logs, factor [copyGrid]float64 }

const copyGrid = 6

// copyRate is the share of labels copied: 0.5, 0.6 … 0.9, 0.99.
func copyRate(c int) float64 { return min(0.99, 0.5+0.1*float64(c)) }

// logsOfOthers are the odds after so many labels that are not b's.
func logsOfOthers(n int32) (logs [copyGrid]float64) {
	for c := range logs {
		logs[c] = float64(n) * math.Log1p(-copyRate(c))
	}
	return logs
}

// agree takes in a label that is b's as well, and that a would have given with probability p.
func (o *copyOdds) agree(p float64) {
	const most = 1e200 // a factor can still grow a lot
	for c := range o.factor {
		rate := copyRate(c)
		x := max(1, o.factor[c]) * (rate/p + (1 - rate))
		if x > most {
			o.logs[c] += math.Log(x)
			x = 1
		}
		o.factor[c] = x
	}
}

// evidence is the logarithm of the mean odds.
func (o *copyOdds) evidence() float64 {
	for c, x := range o.factor {
		o.logs[c] += math.Log(max(1, x))
		o.factor[c] = 1
	}
	return meanOfLogs(o.logs[:]...)
}

// meanOfLogs is the log of the mean of numbers whose logs these are.
func meanOfLogs(logs ...float64) float64 {
	top, sum := slices.Max(logs), 0.0
	for _, x := range logs {
		sum += math.Exp(x - top)
	}
	return top + math.Log(sum/float64(len(logs)))
}

// says is Σ_k q_k π_b[k][l].
func (m *model) says(b, l int, q []float64) float64 {
	p := 0.0
	for t, x := range m.of(m.votes, b, l) {
		p += q[t] * x
	}
	return p
}
