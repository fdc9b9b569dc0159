package dawidskene

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/population"
	"concord/core/prob"
	"concord/core/yield"
)

// many is the number of classes from which DS and Hierarchical keep only the cells of confusion matrices that labels can fill, and
// look for a task's class among its candidates: those that somebody named there, or the one that is known. So a thousand classes cost
// what their labels cost, and not K times as much.
//
// What is left out is the possibility that everybody is wrong about a task. Of many classes each that nobody named has next to none:
// all of the task's workers would have to have made a mistake that is one of K. Where it is not small, at tasks of one label or two,
// it is spread over all classes, and changes no label. A cell that no label can fill keeps its prior, which counts in its row's sum;
// so if every class is named at every task, the answer is that of whole matrices.
const many = 100

// cells are the cells of the matrices that labels can fill, and what is right in each of their rows.
type cells struct {
	data    *crowd.Dataset
	classes int

	first []int32  // N+1, where the candidates of each task begin
	class []uint16 // the candidates, ascending
	start []int    // N+1, where the keys of each task begin
	key   []int32  // for each label of a task, for each of its candidates: the cell

	population.Cells
}

// sparse reports whether d has so many classes, and no history of the workers, which would fill more cells.
func sparse(d *crowd.Dataset) bool { return d.Classes >= many && d.Confusion == nil }

// newCells returns the cells of d.
func newCells(d *crowd.Dataset, work *yield.Work) *cells {
	x := &cells{
		data: d, classes: d.Classes, first: make([]int32, 1, d.Tasks+1), start: make([]int, 1, d.Tasks+1),
		Cells: population.Cells{Own: []int32{0}},
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		at := len(x.class)
		if z := d.Truth(i); z != crowd.Unknown {
			x.class = append(x.class, uint16(z))
		} else {
			x.class = append(x.class, d.Class[from:to]...)
			slices.Sort(x.class[at:])
			x.class = x.class[:at+len(slices.Compact(x.class[at:]))]
		}
		x.first = append(x.first, int32(len(x.class)))
		x.start = append(x.start, x.start[i]+(to-from)*(len(x.class)-at))
		if !work.Continue(1 + to - from) {
			break
		}
	}
	x.key = make([]int32, x.start[len(x.start)-1])
	x.join(work)
	x.Row = append(x.Row, int32(len(x.Said)))
	return x
}

// join gives labels that are alike, of one worker and for one class, the same cell.
func (x *cells) join(work *yield.Work) {
	type place struct {
		cell uint32 // truth·K + label
		key  int    // which key has it, −1: none
	}
	var places []place
	task := x.data.TaskOf()
	from, label := x.data.ByWorker()
	base := x.data.Start[0]
	met := make([]int32, x.classes) // the last worker with a row of each class, plus one
	for j := range x.data.Workers {
		places = places[:0]
		for _, n := range label[from[j]:from[j+1]] {
			i := int(task[n-base])
			candidates := x.candidates(i)
			at := x.start[i] + int(n-x.data.Start[i])*len(candidates)
			for c, k := range candidates {
				row := uint32(k) * uint32(x.classes)
				places = append(places, place{row + uint32(x.data.Class[n]), at + c})
				if met[k] != int32(j+1) {
					met[k] = int32(j + 1)
					places = append(places, place{row + uint32(k), -1}) // how often the worker is right
				}
			}
		}
		if !work.Continue(16 * len(places)) {
			return
		}
		slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.cell, b.cell), cmp.Compare(a.key, b.key)) })
		for n, p := range places {
			if n == 0 || p.cell != places[n-1].cell {
				x.Said = append(x.Said, uint16(p.cell%uint32(x.classes)))
			}
			if k := p.cell / uint32(x.classes); n == 0 || k != places[n-1].cell/uint32(x.classes) {
				x.Row, x.True = append(x.Row, int32(len(x.Said)-1)), append(x.True, uint16(k))
			}
			if p.key >= 0 {
				x.key[p.key] = int32(len(x.Said) - 1)
			}
		}
		x.Own = append(x.Own, int32(len(x.True)))
	}
}

// candidates returns the classes that task i may have.
func (x *cells) candidates(i int) []uint16 { return x.class[x.first[i]:x.first[i+1]] }

// find returns the cell of worker j's label l of class k; no: no label can fill it. known says whether labels can fill any of the row.
func (x *cells) find(j, k, l int) (cell int, ok, known bool) {
	rows := x.True[x.Own[j]:x.Own[j+1]]
	r, known := slices.BinarySearch(rows, uint16(k))
	if !known {
		return 0, false, false
	}
	at := x.Row[int(x.Own[j])+r]
	n, ok := slices.BinarySearch(x.Said[at:x.Row[int(x.Own[j])+r+1]], uint16(l))
	return int(at) + n, ok, true
}

// maximise sets the probabilities of each row's cells to their shares of its counts, and those of a row without evidence to 1/K.
func (x *cells) maximise(counts, table []float64) {
	for r := range x.True {
		from, to := x.Row[r], x.Row[r+1]
		sum := prob.Total(counts[from:to])
		for n := from; n < to; n++ {
			if sum > 0 {
				table[n] = counts[n] / sum
			} else {
				table[n] = 1 / float64(x.classes)
			}
		}
	}
}

// votes sets q to the vote shares of the candidates of task i.
func (x *cells) votes(i int, q []float64) {
	from, to := x.data.Of(i)
	clear(q)
	for _, l := range x.data.Class[from:to] {
		if c, ok := slices.BinarySearch(x.candidates(i), l); ok {
			q[c] += 1 / float64(to-from)
		}
	}
	if x.data.Truth(i) != crowd.Unknown {
		q[0] = 1
	}
}

// posterior sets q to the posterior of the candidates of task i, and returns the log of what it was divided by. A task that no
// candidate can explain gets its vote shares, and ok is false.
func (x *cells) posterior(m *Model, i int, q []float64) (sum float64, ok bool) {
	keys := x.key[x.start[i]:x.start[i+1]]
	candidates := x.candidates(i)
	for c, k := range candidates {
		q[c] = m.Prior[k] * lift
	}
	for at := 0; at < len(keys); at += len(q) {
		for c, cell := range keys[at : at+len(q)] {
			q[c] *= m.Table[cell]
		}
	}
	if total := prob.Total(q); total >= vague {
		share(q)
		return prob.Log(total * (1 / lift)), true
	}
	for c, k := range candidates {
		q[c] = prob.Log(m.Prior[k])
	}
	for at := 0; at < len(keys); at += len(q) {
		for c, cell := range keys[at : at+len(q)] {
			q[c] += prob.Log(m.Table[cell])
		}
	}
	if sum = prob.Softmax(q); math.IsInf(sum, -1) {
		x.votes(i, q)
		return 0, false
	}
	return sum, true
}

// sparse makes a pass over all tasks: expect sets the posterior of a task's candidates, of which there is at least one.
func (p *Pass) sparse(prior []float64, expect func(i int, q []float64)) {
	p.reset()
	x := p.cells
	silent := 0.0 // tasks of which nothing is known: each has the prior
	for i := range p.data.Tasks {
		candidates := x.candidates(i)
		if len(candidates) == 0 {
			silent++
			continue
		}
		q := p.score[:len(candidates)]
		expect(i, q)
		best := p.best(i, q)
		if class := candidates[best]; class != p.class[i] {
			if at, ok := slices.BinarySearch(candidates, p.class[i]); !ok || !stay(q, at) {
				p.class[i] = class
				p.counts.Flips++
			}
		}
		for c, k := range candidates {
			p.counts.Class[k] += q[c]
		}
		keys := x.key[x.start[i]:x.start[i+1]]
		for at := 0; at < len(keys); at += len(q) {
			for c, cell := range keys[at : at+len(q)] {
				p.counts.Label[cell] += q[c]
			}
		}
		if !p.work.Continue(len(keys) + 1) {
			return
		}
	}
	for k, share := range prior {
		p.counts.Class[k] += silent * share
	}
}

// sparsePass prepares a pass over all tasks of d.
func sparsePass(d *crowd.Dataset, seed uint64, x *cells, work *yield.Work) *Pass {
	return &Pass{
		data: *d, seed: seed, cells: x, work: work,
		class: make([]uint16, d.Tasks), counts: *newCounts(d.Classes, len(x.Said)), score: make([]float64, d.Classes),
	}
}

// sparseStart is StartSoft.
func (p *Pass) sparseStart() {
	prior := make([]float64, p.cells.classes)
	prob.Uniform(prior)
	p.sparse(prior, p.cells.votes)
}

// sparseSoft is Soft.
func (p *Pass) sparseSoft(m *Model) {
	var all prob.Sum
	impossible := 0
	p.sparse(m.Prior, func(i int, q []float64) {
		if sum, ok := p.cells.posterior(m, i, q); ok {
			all.Add(sum)
		} else {
			impossible++
		}
	})
	p.counts.LogLikelihood, p.counts.Impossible = all.Value(), impossible
}

// contribute adds so much of the posteriors of the tasks [from, to) to sum, of all classes.
func (x *cells) contribute(m *Model, from, to int, weight float64, sum []float64) {
	q := make([]float64, x.classes)
	for i := from; i < to; i++ {
		row := sum[(i-from)*x.classes:][:x.classes]
		candidates := x.candidates(i)
		if len(candidates) == 0 {
			for k, share := range m.Prior {
				row[k] += weight * share
			}
			continue
		}
		x.posterior(m, i, q[:len(candidates)])
		for c, k := range candidates {
			row[k] += weight * q[c]
		}
	}
}

// of returns the model of the labels of d, by the same workers, in cells of its own. Where m knows nothing of a cell, it is as if it had
// been there: impossible, or 1/K in a row without evidence.
func (x *cells) of(m *Model, d *crowd.Dataset) (*cells, *Model) {
	y := newCells(d, nil)
	own := y.model()
	copy(own.Prior, m.Prior)
	y.Each(func(cell, j, k, l int) {
		own.Table[cell] = x.at(m, j, k, l)
	})
	return y, own
}

// at returns the probability of worker j's label l of class k.
func (x *cells) at(m *Model, j, k, l int) float64 {
	cell, ok, known := x.find(j, k, l)
	switch {
	case ok:
		return m.Table[cell]
	case known:
		return 0
	}
	return 1 / float64(x.classes)
}

// confusion returns the matrices M×K×K of m, nil if they are too large.
func (x *cells) confusion(m *Model) []float64 {
	k := x.classes
	if !crowd.Holds(x.data.Workers, k) {
		return nil
	}
	out := make([]float64, x.data.Workers*k*k)
	for n := range out {
		out[n] = 1 / float64(k)
	}
	for j := range x.data.Workers {
		for r := x.Own[j]; r < x.Own[j+1]; r++ {
			row := out[(j*k+int(x.True[r]))*k:][:k]
			from, to := int(x.Row[r]), int(x.Row[r+1])
			rest := max(0, 1-prob.Total(m.Table[from:to])) / float64(max(1, k-(to-from)))
			for l := range row {
				row[l] = rest
			}
			for n := from; n < to; n++ {
				row[x.Said[n]] = m.Table[n]
			}
		}
	}
	return out
}

// model returns a model of these cells with uniform rows.
func (x *cells) model() *Model {
	m := newModel(x.classes, len(x.Said))
	m.cells = x
	return m
}
