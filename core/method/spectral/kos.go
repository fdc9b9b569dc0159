package spectral

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// KOS is the message passing of Karger, Oh and Shah 2014. In each round
//
//	x_{i→j} = Σ_{j'≠j} A_ij' y_{j'→i}     what the others say of task i
//	y_{j→i} = Σ_{i'≠i} A_i'j x_{i'→j}     how right worker j is elsewhere
//
// and the score of a task is Σ_j A_ij y_{j→i}. Messages go along worker–task pairs; repeated labels
// are one pair.
//
// Departures: messages start at 1, the mean of the paper's N(1, 1), so the answer does not depend
// on the numbering. They are scaled to mean square one after each round, per connected part, which
// changes no sign and prevents overflow. A part in which they vanish (a tree, where no one can be
// checked twice) keeps its votes. A gold task sends its known truth instead of x, as strongly as
// other tasks do on average.
type KOS struct{ twoSided }

var _ fit.Method = KOS{}

// Start implements fit.Method.
func (KOS) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	f := &messages{scores: newScores(d)}
	f.join()
	f.part, f.parts = d.Connected()
	for range d.Classes - 1 {
		f.y = append(f.y, slices.Repeat([]float64{1}, len(f.worker)))
		f.dead = append(f.dead, make([]bool, f.parts))
	}
	f.a, f.x = make([]float64, len(f.worker)), make([]float64, len(f.worker))
	f.sum = make([]float64, d.Workers)
	return f, nil
}

// messages is a running KOS. An edge is a worker and a task the worker labelled; the edges of task i are start[i] to start[i+1].
type messages struct {
	scores
	start, worker, edge []int32 // edge is by label
	part                []int32 // by worker
	parts               int
	dead                [][]bool    // by side and part: the messages have died out
	y                   [][]float64 // by side and edge, worker to task
	a, x, sum           []float64   // of one side: A and task to worker, by edge; Σ A x, by worker
}

// join makes one edge of the labels that a worker gave a task.
func (f *messages) join() {
	d := f.d
	f.start, f.edge = make([]int32, 1, d.Tasks+1), make([]int32, d.Len())
	at := make([]int32, d.Workers) // one past the last edge of each worker
	for i := range d.Tasks {
		from, to := d.Of(i)
		first := f.start[i]
		for n := from; n < to; n++ {
			j := d.Worker[n]
			if at[j] <= first {
				f.worker = append(f.worker, j)
				at[j] = int32(len(f.worker))
			}
			f.edge[n] = at[j] - 1
		}
		f.start = append(f.start, int32(len(f.worker)))
	}
}

// Step makes one round on every side. Change is the root mean square change of the messages.
func (f *messages) Step() (fit.Step, error) {
	change := 0.0
	for l := range f.y {
		change = max(change, f.round(l))
	}
	return fit.Step{Objective: math.NaN(), Change: change, Flips: -1}, nil
}

// round makes one round on side l, and scores the tasks by it.
func (f *messages) round(l int) float64 {
	d, y := f.d, f.y[l]
	clear(f.a)
	for n, e := range f.edge {
		f.a[e] += side{&d.Labels, l}.sign(n)
	}
	f.ask(l)
	clear(f.sum)
	for e, j := range f.worker {
		f.sum[j] += f.a[e] * f.x[e]
	}
	square, edges := make([]float64, f.parts), make([]float64, f.parts)
	for e, j := range f.worker {
		f.x[e] = f.sum[j] - f.a[e]*f.x[e] // now y of this round
		square[f.part[j]] += f.x[e] * f.x[e]
		edges[f.part[j]]++
	}
	for p := range square {
		square[p] = math.Sqrt(square[p] / edges[p])
		f.dead[l][p] = f.dead[l][p] || square[p] == 0
	}
	moved := 0.0
	for e, j := range f.worker {
		next := 1.0
		if p := f.part[j]; !f.dead[l][p] {
			next = f.x[e] / square[p]
		}
		moved += (next - y[e]) * (next - y[e])
		y[e] = next
	}
	for j := range f.sum {
		f.scores.worker[l][j] = 1
		if p := f.part[j]; p >= 0 && !f.dead[l][p] {
			f.scores.worker[l][j] = f.sum[j] / square[p]
		}
	}
	for i := range d.Tasks {
		f.task[l][i] = f.total(i, y)
	}
	return math.Sqrt(moved / float64(max(len(y), 1)))
}

// ask writes the messages of the tasks on side l into x.
func (f *messages) ask(l int) {
	d, y := f.d, f.y[l]
	square, edges := 0.0, 0.0
	for i := range d.Tasks {
		total := f.total(i, y)
		for e := f.start[i]; e < f.start[i+1]; e++ {
			f.x[e] = total - f.a[e]*y[e]
			square += f.x[e] * f.x[e]
			edges++
		}
	}
	if d.Gold == nil {
		return
	}
	strength := math.Sqrt(square / max(edges, 1))
	for i, truth := range d.Gold {
		if truth == crowd.Unknown {
			continue
		}
		known := strength
		if int(truth) <= l {
			known = -strength
		}
		for e := f.start[i]; e < f.start[i+1]; e++ {
			f.x[e] = known
		}
	}
}

// total returns Σ_j A_ij y_{j→i}.
func (f *messages) total(i int, y []float64) float64 {
	sum := 0.0
	for e := f.start[i]; e < f.start[i+1]; e++ {
		sum += f.a[e] * y[e]
	}
	return sum
}
