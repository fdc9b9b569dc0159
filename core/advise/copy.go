package advise

import (
	"math"
	"slices"
)

// copies flags pairs of workers whose labels agree too well.
//
// If b works alone, it gives a's label l on a common task with probability
// p = Σ_k q_k π_b[k][l], q being what everybody but b says. If b copies a share
// c of the time, with c + (1 − c) p, and another label with (1 − c)(1 − p). The
// evidence is the log of the ratio, averaged over c from 0.5 to 0.99. Where
// everybody agrees p is near one and the ratio says little: shared mistakes
// are the evidence. The direction of copying is undetermined, so both workers are
// flagged when either ratio outweighs the number of pairs examined.
//
// Time is linear in the pairs of labels of a task. Most of it goes into counting: only
// pairs with enough common tasks, half of them labelled alike, are examined closely.
func (m *model) copies(out []Worker, beliefs []float64, start, label []int32) {
	d := m.d
	task := d.TaskOf()
	shared := make([]int32, d.Workers)
	same := make([]int32, d.Workers)
	logs := make([]*[copyGrid]float64, d.Workers)
	best := make([]Flag, d.Workers)
	pairs := 0
	base := d.Start[0]
	var met []int32
	for a := range out {
		met = met[:0]
		own := label[start[a]:start[a+1]]
		for _, n := range own {
			if m.times[n-base] == 3 {
				continue // a repeat: the first label stands for the worker
			}
			from, to := d.Of(int(task[n-base]))
			if !m.work.Continue(to - from) {
				return
			}
			class := d.Class[n]
			for x := from; x < to; x++ {
				b := d.Worker[x]
				if int(b) == a || m.repeats && m.times[x-int(base)] == 3 {
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
		close := 0
		for _, b := range met {
			if shared[b] >= fewestShared {
				pairs++
				if 2*same[b] >= shared[b] {
					logs[b] = new([copyGrid]float64)
					close++
				}
			}
		}
		if close > 0 {
			m.compare(a, own, task, logs, beliefs)
		}
		for _, b := range met {
			if logs[b] != nil {
				f := Flag{Kind: Copy, Evidence: meanOfLogs(logs[b][:]...), Share: float64(same[b]) / float64(shared[b]), Labels: int(shared[b])}
				if f.Evidence > best[a].Evidence {
					f.Other = int(b)
					best[a] = f
				}
				if f.Evidence > best[b].Evidence {
					f.Other = a
					best[b] = f
				}
			}
			shared[b], same[b], logs[b] = 0, 0, nil
		}
	}
	for j := range out {
		if f := best[j]; f.Evidence > enough+math.Log(float64(max(1, pairs))) {
			out[j].Flags = append(out[j].Flags, f)
		}
	}
}

// compare adds up, for each worker b with logs, how much more the labels of a look like b's own than like labels that a copied from b.
func (m *model) compare(a int, own, task []int32, logs []*[copyGrid]float64, beliefs []float64) {
	d, base := m.d, m.d.Start[0]
	for _, n := range own {
		if m.times[n-base] == 3 {
			continue
		}
		from, to := d.Of(int(task[n-base]))
		for x := from; x < to; x++ {
			b := int(d.Worker[x])
			if b == a || logs[b] == nil || m.times[x-int(base)] == 3 {
				continue
			}
			if !m.work.Continue(m.k + copyGrid) {
				return
			}
			q := beliefs[(x-int(base))*m.k : (x-int(base)+1)*m.k]
			p := m.says(b, int(d.Class[n]), q)
			for c := range logs[b] {
				logs[b][c] += evidenceOfCopy(p, copyRate(c), d.Class[x] == d.Class[n])
			}
		}
	}
}

const copyGrid = 6

// copyRate is the share of labels copied: 0.5, 0.6 … 0.9, 0.99.
func copyRate(c int) float64 { return min(0.99, 0.5+0.1*float64(c)) }

func evidenceOfCopy(p, rate float64, agree bool) float64 {
	if agree {
		return math.Log((rate + (1-rate)*p) / p)
	}
	return math.Log(1 - rate)
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
