package dawidskene

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
)

// Pass runs a model over one part of the tasks: given the same parameters, the
// counts of all parts add up to those of the whole. Engines differ in where
// their passes run (one thread, goroutines, several web workers), never in what
// a pass does:
//
//	passes start                     → counts
//	sum counts; rule → model         (M-step, one place)
//	passes Soft or Hard(model)       → counts      (E-step and the next counts, fused)
//	…
//	passes Posterior(model)
//
// A Pass is not for concurrent use; different passes of one data set are.
type Pass struct {
	data   crowd.Dataset // the part
	first  int           // the number of its first task in the whole
	seed   uint64        // breaks ties
	lowest bool          // ties go to the lowest class instead

	key    []int32  // of each label: where its row of Model.Table begins, (worker·K + label)·K
	class  []uint16 // of each task: its most probable class so far
	counts Counts
	whole  bool      // counts.Label counts each task wholly for its class
	score  []float64 // K, scratch
}

// NewPass prepares a pass over all tasks of d, the first of which has the number
// first in the whole data set (it breaks ties). Workers and classes are numbered
// as in the whole.
func NewPass(d *crowd.Dataset, first int, seed uint64) *Pass {
	k := d.Classes
	p := &Pass{
		data: *d, first: first, seed: seed,
		key:    make([]int32, d.Len()),
		class:  make([]uint16, d.Tasks),
		counts: *NewCounts(d.Workers, k),
		score:  make([]float64, k),
	}
	from := int(d.Labels.Start[0])
	for n := range p.key {
		p.key[n] = (d.Worker[from+n]*int32(k) + int32(d.Class[from+n])) * int32(k)
	}
	return p
}

// Part returns the tasks [from, to) of d as a data set of their own.
func part(d *crowd.Dataset, from, to int) *crowd.Dataset {
	p := &crowd.Dataset{Labels: d.Part(from, to)}
	if d.Gold != nil {
		p.Gold = d.Gold[from:to]
	}
	return p
}

// Counts returns the counts of the last pass. They stay the Pass's own.
func (p *Pass) Counts() *Counts { return &p.counts }

// StartSoft counts the vote shares (soft majority vote): where DS starts.
func (p *Pass) StartSoft() {
	p.reset()
	for i := range p.class {
		crowd.Share(&p.data, i, p.score)
		p.class[i] = uint16(p.best(i, p.score))
		p.add(i, p.score)
	}
}

// StartHard counts the majority vote, ties broken by the seed: where FDS starts.
func (p *Pass) StartHard() {
	for i := range p.class {
		crowd.Share(&p.data, i, p.score)
		p.class[i] = uint16(p.best(i, p.score))
	}
	p.Harden()
}

// Harden counts each task wholly for its most probable class so far.
func (p *Pass) Harden() {
	p.reset()
	for i, y := range p.class {
		p.move(i, int(y), 1)
	}
	p.whole = true
}

// Posterior writes the posteriors of the part's tasks, Tasks×K, given the model.
func (p *Pass) Posterior(m *Model, q []float64) {
	k := len(m.Prior)
	for i := range p.class {
		p.posterior(m, i, q[i*k:(i+1)*k])
	}
}

// Classes returns the most probable class of each task so far, the Pass's own.
func (p *Pass) Classes() []uint16 { return p.class }

func (p *Pass) reset() {
	clear(p.counts.Class)
	clear(p.counts.Label)
	p.counts = Counts{Class: p.counts.Class, Label: p.counts.Label}
	p.whole = false
}

// keys returns the keys of task i.
func (p *Pass) keys(i int) []int32 {
	base := p.data.Labels.Start[0]
	return p.key[p.data.Labels.Start[i]-base : p.data.Labels.Start[i+1]-base]
}

// gold returns the known class of task i, or crowd.Unknown.
func (p *Pass) gold(i int) int {
	if p.data.Gold == nil {
		return crowd.Unknown
	}
	return int(p.data.Gold[i])
}

// add counts task i with posterior q.
func (p *Pass) add(i int, q []float64) {
	for k, x := range q {
		p.counts.Class[k] += x
	}
	for _, key := range p.keys(i) {
		row := p.counts.Label[key:]
		for k, x := range q {
			row[k] += x
		}
	}
}

// move adds weight to the counts of task i for class y.
func (p *Pass) move(i, y int, weight float64) {
	p.counts.Class[y] += weight
	for _, key := range p.keys(i) {
		p.counts.Label[int(key)+y] += weight
	}
}

// best returns the highest-scored class of task i.
func (p *Pass) best(i int, scores []float64) int {
	if p.lowest {
		best := 0
		for k, s := range scores {
			if s > scores[best] {
				best = k
			}
		}
		return best
	}
	k, _ := crowd.Best(scores, p.first+i, p.seed)
	return k
}

// stay reports whether class y of a task still wins: a tie is no reason to
// change, so that C2 rises with every change and FDS comes to an end.
func stay(scores []float64, y int) bool {
	most := scores[y] * (1 + crowd.Tie)
	for _, s := range scores {
		if s > most {
			return false
		}
	}
	return true
}

// posterior writes the posterior of task i into q by the plain way, in logs:
//
//	q_ik ∝ p_k Π_j π_j[k][y_ij]                  Dawid & Skene 1979, Eq. (2.5)
//
// and returns the log of the sum and of the largest term. A task that no class
// can explain gets its vote shares, and ok is false; gold keeps its class, and
// counts with that class's term alone. The kernels, which multiply, leave to it
// whatever they can't do exactly.
func (p *Pass) posterior(m *Model, i int, q []float64) (sum, most float64, ok bool) {
	for k := range q {
		q[k] = prob.Log(m.Prior[k])
	}
	for _, key := range p.keys(i) {
		row := m.Table[key:]
		for k := range q {
			q[k] += prob.Log(row[k])
		}
	}
	if g := p.gold(i); g != crowd.Unknown {
		own := q[g]
		clear(q)
		q[g] = 1
		return own, own, !math.IsInf(own, -1)
	}
	most = math.Inf(-1)
	for _, x := range q {
		most = max(most, x)
	}
	if math.IsInf(most, -1) {
		crowd.Share(&p.data, i, q)
		return 0, 0, false
	}
	return prob.Softmax(q), most, true
}
