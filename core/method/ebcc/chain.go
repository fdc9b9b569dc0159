package ebcc

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

const classPrior = 1 // pseudo-count of each class

// model is what all chains share: the data, the priors, and room for the counts, which a
// chain makes anew from its joint each time.
type model struct {
	d                           *crowd.Dataset
	subtypes                    int
	right, wrong, concentration float64 // wrong: of each wrong label
	work                        *yield.Work
	seed                        uint64

	tasks  []float64 // K×G, expected number of tasks, then E log τ_k + E log π_kg
	labels []float64 // M×K×(K×G): by worker, label, class and subtype: expected number, then E log v_jkg
	row    []float64 // K, scratch
}

func newModel(d *crowd.Dataset, m EBCC, s fit.Settings) *model {
	k, g := d.Classes, m.Subtypes
	return &model{
		d: d, subtypes: g, right: m.Right, wrong: m.Wrong / float64(k-1), concentration: m.Concentration, work: yield.New(s.Pause), seed: s.Seed,
		tasks: make([]float64, k*g), labels: make([]float64, d.Workers*k*k*g), row: make([]float64, k),
	}
}

// pseudo is β_kl.
func (m *model) pseudo(k, l int) float64 {
	if k == l {
		return m.right
	}
	return m.wrong
}

// keys returns a number for each task and class, N×K, that depends only on who voted for
// the class and who did not, and on what is known.
func (m *model) keys(profiles []uint64) []uint64 {
	d, k := m.d, m.d.Classes
	keys := make([]uint64, d.Tasks*k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		row, all := keys[i*k:(i+1)*k], uint64(0)
		for n := from; n < to; n++ {
			x := crowd.Hash(profiles[d.Worker[n]], 1)
			row[d.Class[n]] += x
			all += x
		}
		for t := range row {
			known := uint64(0)
			if d.Truth(i) == t {
				known = 1
			}
			row[t] = crowd.Hash(crowd.Hash(row[t], all), known)
		}
	}
	return keys
}

// A chain is one start and where it has led.
type chain struct {
	*model
	joint []float64 // N×K×G, ρ
}

// split is the start that splits the vote share of each class over its subtypes by a draw
// from a flat Dirichlet.
func (m *model) split(seed uint64, keys []uint64) *chain {
	k, g := m.d.Classes, m.subtypes
	c := &chain{model: m, joint: make([]float64, m.d.Tasks*k*g)}
	share := make([]float64, k)
	for i := range m.d.Tasks {
		if !m.work.Continue(k * g) {
			break
		}
		crowd.Share(m.d, i, share)
		for t, s := range share {
			part := c.joint[(i*k+t)*g : (i*k+t+1)*g]
			lot := crowd.Hash(seed, keys[i*k+t])
			for n := range part {
				u := (float64(crowd.Hash(lot, uint64(n))>>11) + .5) / (1 << 53) // uniform on (0, 1)
				part[n] = -prob.Log(u)                                          // exponential
			}
			prob.Normalize(part)
			for n := range part {
				part[n] *= s
			}
		}
	}
	return c
}

// posterior returns q, N×K: the joint summed over subtypes.
func (c *chain) posterior() []float64 {
	k, g := c.d.Classes, c.subtypes
	q := make([]float64, c.d.Tasks*k)
	for n, x := range c.joint {
		q[n/g] += x
	}
	for i := range c.d.Tasks {
		row := q[i*k : (i+1)*k]
		if !c.d.Certain(i, row) {
			prob.Normalize(row)
		}
	}
	return q
}

// Iterate updates q(τ), q(π) and q(v), and then q(z, g).
func (c *chain) Iterate() (fit.Step, error) {
	c.count()
	divergence := c.expect()
	objective, moved, flips := c.update()
	return fit.Step{Objective: objective - divergence, Change: moved / float64(max(c.d.Tasks, 1)), Flips: flips}, c.work.Err()
}

// count makes tasks and labels the expected counts of the joint.
func (c *chain) count() {
	d, k := c.d, c.d.Classes
	size := k * c.subtypes
	clear(c.tasks)
	clear(c.labels)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !c.work.Continue((1 + to - from) * size) {
			return
		}
		q := c.joint[i*size : (i+1)*size]
		for n, x := range q {
			c.tasks[n] += x
		}
		for n := from; n < to; n++ {
			at := (int(d.Worker[n])*k + int(d.Class[n])) * size
			row := c.labels[at : at+size]
			for m, x := range q {
				row[m] += x
			}
		}
	}
}

// expect turns the counts into expected logarithms, and returns how far the posteriors of
// the parameters are from their priors.
func (c *chain) expect() (divergence float64) {
	k, g := c.d.Classes, c.subtypes
	var sum prob.Sum
	class := c.row[:k]
	clear(class)
	for n, x := range c.tasks {
		class[n/g] += x
	}
	sum.Add(newRows(classPrior, classPrior, k).expect(class, 0))
	each := c.concentration / float64(g)
	kinds := newRows(each, each, g)
	for t, x := range class {
		row := c.tasks[t*g : (t+1)*g]
		sum.Add(kinds.expect(row, 0))
		for n := range row {
			row[n] += x
		}
	}
	rows := newRows(c.right, c.wrong, k)
	row := c.row[:k]
	for j := range c.d.Workers {
		if !c.work.Continue(k * k * g) {
			break
		}
		counts := c.labels[j*k*k*g : (j+1)*k*k*g]
		for n := range k * g {
			for l := range row {
				row[l] = counts[l*k*g+n]
			}
			sum.Add(rows.expect(row, n/g))
			for l, x := range row {
				counts[l*k*g+n] = x
			}
		}
	}
	return sum.Value()
}

// update makes the joint that of the expected logarithms. It returns the logarithms of its
// normalisers, summed, how far the posteriors moved and how many labels changed.
func (c *chain) update() (objective, moved float64, flips int) {
	d, k, g := c.d, c.d.Classes, c.subtypes
	size := k * g
	before, after := make([]float64, k), make([]float64, k)
	var sum prob.Sum
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !c.work.Continue((1 + to - from) * size) {
			break
		}
		q := c.joint[i*size : (i+1)*size]
		for t := range before {
			before[t] = total(q[t*g : (t+1)*g])
		}
		copy(q, c.tasks)
		for n := from; n < to; n++ {
			at := (int(d.Worker[n])*k + int(d.Class[n])) * size
			row := c.labels[at : at+size]
			for m, x := range row {
				q[m] += x
			}
		}
		if z := d.Truth(i); z != crowd.Unknown {
			for n := range q {
				if n/g != z {
					q[n] = math.Inf(-1)
				}
			}
		}
		sum.Add(prob.Softmax(q))
		for t, x := range before {
			after[t] = total(q[t*g : (t+1)*g])
			moved += math.Abs(after[t]-x) / 2
		}
		if crowd.Turned(before, after, i, c.seed) {
			flips++
		}
	}
	return sum.Value(), moved, flips
}

func total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}
