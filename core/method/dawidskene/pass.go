package dawidskene

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"

	"gonum.org/v1/gonum/floats"
)

// Pass runs a model over one part of the tasks. Given the same parameters, the counts of all parts
// add up to those of the whole. Where passes run makes no difference to what a pass does:
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

	key     []uint32 // of each label: where its row of Model.Table begins, (worker·K + label)·K, in bytes
	longest int      // most labels of a task
	class   []uint16 // of each task: its most probable class so far
	window  *window  // has keys of some tasks at a time, which are then those of p; nil: p always has all
	from    int      // the first task in the window
	work    *yield.Work

	inner kernels
	cells *cells // what the counts are of; nil: all

	counts   Counts
	whole    bool       // counts.Label counts each task wholly for its class
	all, own likelihood // of the labels; of the labels and each task's own class
	score    []float64  // K, scratch
	exponent []int      // K, scratch

	sums, mosts [batch]float64 // scratch
}

// NewPass prepares a pass over all tasks of d. Its first task has the number first in the whole
// data set, which breaks ties; workers and classes are numbered as in the whole.
func NewPass(d *crowd.Dataset, first int, seed uint64) *Pass {
	return newPass(d, first, seed, newKeys(d, nil), nil)
}

// newKeys returns the keys of the labels up to those of d's last task.
func newKeys(d *crowd.Dataset, work *yield.Work) []uint32 {
	key := make([]uint32, d.Start[d.Tasks])
	setKeys(key, d, work)
	return key
}

// setKeys sets the keys of the first labels of d. It panics on an index out of range, which the
// kernels do not check.
func setKeys(key []uint32, d *crowd.Dataset, work *yield.Work) {
	if uint64(d.Workers)*uint64(d.Classes)*uint64(d.Classes) > math.MaxUint32/8 {
		panic(fmt.Sprintf("dawidskene: %d workers and %d classes are too many", d.Workers, d.Classes))
	}
	for n, j := range d.Worker[:len(key)] {
		l := int(d.Class[n])
		if uint(j) >= uint(d.Workers) || l >= d.Classes {
			panic(fmt.Sprintf("dawidskene: label %d is by worker %d of %d, class %d of %d", n, j, d.Workers, l, d.Classes))
		}
		key[n] = uint32((int(j)*d.Classes + l) * d.Classes * 8)
		if n%batch == 0 && !work.Continue(batch) {
			break
		}
	}
}

func newPass(d *crowd.Dataset, first int, seed uint64, key []uint32, work *yield.Work) *Pass {
	k := d.Classes
	p := &Pass{
		data: *d, first: first, seed: seed, key: key, work: work,
		class:  make([]uint16, d.Tasks),
		counts: *NewCounts(d.Workers, k),
		score:  make([]float64, k), exponent: make([]int, k),
		inner: ownKernels(k),
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		p.longest = max(p.longest, to-from)
	}
	return p
}

// part returns the tasks [from, to) of d as a data set of their own.
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
	if p.cells != nil {
		p.sparseStart()
		return
	}
	p.reset()
	p.votes(p.count)
}

// StartHard counts the majority vote, ties broken by the seed: where FDS starts.
func (p *Pass) StartHard() {
	p.votes(func(int, int, []float64) {})
	p.Harden()
}

// votes sets each task's class to what most labels say and passes on the vote shares, batch by
// batch.
func (p *Pass) votes(take func(i, end int, q []float64)) {
	k := p.data.Classes
	size := max(1, min(batch, roomy/k))
	room := make([]float64, size*k)
	for i, ok := p.begin(); ok; i, ok = p.next(i + size) {
		end := min(i+size, p.data.Tasks)
		if !p.work.Continue(int(p.data.Start[end] - p.data.Start[i])) {
			return
		}
		q := room[:(end-i)*k]
		crowd.ShareRange(&p.data, i, end, q)
		for n := range end - i {
			p.class[i+n] = uint16(p.best(i+n, q[n*k:(n+1)*k]))
		}
		take(i, end, q)
	}
}

// Harden counts each task wholly for its most probable class so far.
func (p *Pass) Harden() {
	p.reset()
	for i, ok := p.begin(); ok; i, ok = p.next(i + 1) {
		if !p.work.Continue(len(p.keys(i))) {
			break
		}
		p.move(i, int(p.class[i]), 1)
	}
	p.whole = true
}

// Posterior writes the posteriors of the part's tasks, Tasks×K, given the model.
func (p *Pass) Posterior(m *Model, q []float64) {
	k := len(m.Prior)
	for i, ok := p.begin(); ok; i, ok = p.next(i + batch) {
		end := min(i+batch, p.data.Tasks)
		if !p.work.Continue(int(p.data.Start[end] - p.data.Start[i])) {
			break
		}
		p.posteriors(m, i, end, q[(p.from+i)*k:(p.from+end)*k])
	}
}

// contribute adds so much of the posteriors of the part's tasks to sum, Tasks×K.
func (p *Pass) contribute(m *Model, weight float64, sum []float64) {
	k := len(m.Prior)
	if p.cells != nil {
		p.cells.contribute(m, 0, p.data.Tasks, weight, sum)
		return
	}
	size := max(1, min(batch, roomy/k))
	room := make([]float64, size*k)
	for i, ok := p.begin(); ok; i, ok = p.next(i + size) {
		end := min(i+size, p.data.Tasks)
		if !p.work.Continue(int(p.data.Start[end] - p.data.Start[i])) {
			break
		}
		q := room[:(end-i)*k]
		p.posteriors(m, i, end, q)
		to := sum[(p.from+i)*k : (p.from+end)*k]
		for n, x := range q {
			to[n] += weight * x
		}
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
func (p *Pass) keys(i int) []uint32 {
	from, to := p.data.Of(i)
	return p.key[from:to]
}

// firstGold returns the first gold task of [i, end), or end.
func (p *Pass) firstGold(i, end int) int {
	if p.data.Gold == nil {
		return end
	}
	for i < end && p.data.Gold[i] == crowd.Unknown {
		i++
	}
	return i
}

// move adds weight to the counts of task i for class y.
func (p *Pass) move(i, y int, weight float64) {
	p.counts.Class[y] += weight
	for _, key := range p.keys(i) {
		p.counts.Label[int(key/8)+y] += weight
	}
}

// best returns the highest-scored class of task i.
func (p *Pass) best(i int, scores []float64) int {
	if p.lowest {
		return floats.MaxIdx(scores)
	}
	k, _ := crowd.Best(scores, p.first+p.from+i, p.seed)
	return k
}

// stay reports whether class y of a task still wins. A tie is no reason to change, so every change
// raises C2 and FDS ends.
func stay(scores []float64, y int) bool {
	most := scores[y] * (1 + crowd.Tie)
	for _, s := range scores { // no closure: this is in the kernels' loops
		if s > most {
			return false
		}
	}
	return true
}

// posterior writes the posterior of task i into q and returns the log of its divisor:
//
//	q_ik ∝ p_k Π_j π_j[k][y_ij]                  Dawid & Skene 1979, Eq. (2.5)
//
// A task that no class can explain gets its vote shares, and ok is false. Gold keeps its class and
// contributes only that class's term.
func (p *Pass) posterior(m *Model, i int, q []float64) (sum float64, ok bool) {
	g := p.data.Truth(i)
	if g == crowd.Unknown {
		if s := p.multiply(m, i, q); s >= vague {
			share(q)
			return prob.Log(s * (1 / lift)), true
		}
		if sum, ok := p.rescale(m, i, q); ok {
			return sum, true
		}
	}
	p.logs(m, i, q)
	if g != crowd.Unknown {
		sum = q[g]
		clear(q)
		q[g] = 1
		return sum, !math.IsInf(sum, -1)
	}
	if sum = prob.Softmax(q); math.IsInf(sum, -1) {
		crowd.Share(&p.data, i, q)
		return 0, false
	}
	return sum, true
}

// share divides scores by the largest and then by their sum, as a softmax of logarithms would, so
// that scores too small to normalise directly round the same way.
func share(a []float64) {
	var most, sum float64
	for _, x := range a {
		if x > most { // not max, which is a call in WebAssembly
			most = x
		}
	}
	for k, x := range a {
		a[k] = x / most
		sum += a[k]
	}
	for k := range a {
		a[k] /= sum
	}
}

// logs sets q to log p_k + Σ_j log π_j[k][y_ij].
func (p *Pass) logs(m *Model, i int, q []float64) {
	for k := range q {
		q[k] = prob.Log(m.Prior[k])
	}
	for _, key := range p.keys(i) {
		row := m.Table[key/8:]
		for k := range q {
			q[k] += prob.Log(row[k])
		}
	}
}

// few is how many labels are multiplied before exponents are split off.
const few = 16

// rescale is posterior for a task with hundreds of labels: products whose exponents are split off
// class by class. It leaves short tasks, and those that might underflow between two splits, to
// logarithms.
func (p *Pass) rescale(m *Model, i int, a []float64) (sum float64, ok bool) {
	keys := p.keys(i)
	if len(keys) <= few || -math.Ilogb(m.least) > 1800/few {
		return 0, false
	}
	for k, x := range m.Prior {
		a[k] = x * lift
		p.exponent[k] = 0
	}
	for len(keys) > 0 {
		n := min(few, len(keys))
		for _, key := range keys[:n] {
			for k, x := range m.Table[key/8:][:len(a)] {
				a[k] *= x
			}
		}
		keys = keys[n:]
		for k, x := range a {
			frac, exp := math.Frexp(x)
			a[k] = frac * lift
			p.exponent[k] += exp - 900
		}
	}
	top := math.MinInt
	for k, x := range a {
		if x > 0 {
			top = max(top, p.exponent[k])
		}
	}
	var s float64
	for k := range a {
		a[k] = math.Ldexp(a[k], p.exponent[k]-top)
		s += a[k]
	}
	if !(s >= vague) {
		return 0, false
	}
	share(a)
	return prob.Log(s*(1/lift)) + float64(top)*math.Ln2, true
}
