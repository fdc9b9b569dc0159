package population

import "concord/core/prob"

// Cells are some cells of the workers' matrices. Counts of these alone have one entry for each, row by row, the rows of a worker
// together; those of all other cells are 0. Each row has its right label.
type Cells struct {
	Own  []int32  // M+1, where the rows of each worker begin
	True []uint16 // of each row: the class
	Row  []int32  // len(True)+1, where the cells of each row begin
	Said []uint16 // of each cell: the label
}

// Each calls f with each cell, and its worker, class and label.
func (x *Cells) Each(f func(cell, j, k, l int)) {
	for j := range len(x.Own) - 1 {
		for r := x.Own[j]; r < x.Own[j+1]; r++ {
			for n := x.Row[r]; n < x.Row[r+1]; n++ {
				f(int(n), j, int(x.True[r]), int(x.Said[n]))
			}
		}
	}
}

// some is what is learnt of a crowd by such cells.
type some struct {
	pair  []int32   // of each cell: which mistake it is, the same for all workers
	said  []float64 // of each mistake: how often, Σ_j c_jkl
	wrong []float64 // K, the mistakes about each class
	rest  []float64 // of each row: the sum of m_jkl over its other cells
}

// OfCells is New where only the counts of some cells can be other than 0. What the others share of a row, all have alike.
func OfCells(x *Cells, classes int) *Population {
	p := New(len(x.Own)-1, 0)
	p.classes, p.cells, p.share = classes, x, make([]float64, len(x.Said))
	p.some = some{pair: make([]int32, len(x.Said)), wrong: make([]float64, classes), rest: make([]float64, len(x.True))}
	pairs := map[[2]int]int32{}
	x.Each(func(cell, _, k, l int) {
		pair, ok := pairs[[2]int{k, l}]
		if !ok {
			pair = int32(len(pairs))
			pairs[[2]int{k, l}] = pair
		}
		p.some.pair[cell] = pair
	})
	p.some.said = make([]float64, len(pairs))
	return p
}

// Rest returns what all other cells of each row have together of the prior that was learnt last.
func (p *Population) Rest(row int) float64 { return p.strength * p.some.rest[row] }

// countCells counts right labels and mistakes.
func (p *Population) countCells(counts []float64) {
	clear(p.right)
	clear(p.labels)
	clear(p.some.said)
	clear(p.some.wrong)
	p.cells.Each(func(cell, j, k, l int) {
		x := counts[cell]
		p.labels[j] += x
		if k == l {
			p.right[j] += x
			return
		}
		p.some.said[p.some.pair[cell]] += x
		p.some.wrong[k] += x
	})
}

// shareCells sets m_jkl, and what is left for the other cells.
func (p *Population) shareCells() {
	x := p.cells
	for j, u := range p.logit {
		a := prob.Logistic(u)
		for r := x.Own[j]; r < x.Own[j+1]; r++ {
			k := x.True[r]
			all := p.some.wrong[k] + float64(p.classes-1)
			wrong := 1 - a // that is left
			for n := x.Row[r]; n < x.Row[r+1]; n++ {
				m := a
				if x.Said[n] != k {
					m = (1 - a) * (1 + p.some.said[p.some.pair[n]]) / all
					wrong -= m
				}
				p.share[n] = max(m, leastMean)
			}
			p.some.rest[r] = max(0, wrong)
		}
	}
}
