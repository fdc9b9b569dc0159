package cbcc

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// Pseudo-counts of each class and of each community.
const (
	classPrior     = 1
	communityPrior = 1
)

// model is what all chains share: the data, the priors, and room for the counts, which a
// chain makes anew each time.
type model struct {
	d            *crowd.Dataset
	communities  int
	right, wrong float64 // wrong: of each wrong label
	work         *yield.Work
	seed         uint64

	tasks  []float64 // K, expected number of tasks, then E log p
	counts []float64 // M×K×K, by worker, label and class: c, then Σ_g r_jg E log φ_gkl
	matrix []float64 // G×K×K, by community, label and class: Σ_j r_jg c_jkl, then E log φ
	common []float64 // G, Σ_j r_jg, then E log h
}

func newModel(d *crowd.Dataset, m CBCC, s fit.Settings) *model {
	k, g := d.Classes, m.Communities
	return &model{
		d: d, communities: g, right: m.Right, wrong: m.Wrong / float64(k-1), work: yield.New(s.Pause), seed: s.Seed,
		tasks: make([]float64, k), counts: make([]float64, d.Workers*k*k), matrix: make([]float64, g*k*k), common: make([]float64, g),
	}
}

// pseudo is β_kl.
func (m *model) pseudo(k, l int) float64 {
	if k == l {
		return m.right
	}
	return m.wrong
}

// A chain is one start and where it has led.
type chain struct {
	*model
	truth  []float64 // N×K, q
	member []float64 // M×G, r
}

// draw is the start whose memberships are drawn from a flat Dirichlet.
func (m *model) draw(seed uint64, profiles []uint64) *chain {
	g := m.communities
	c := &chain{model: m, truth: crowd.Shares(m.d), member: make([]float64, m.d.Workers*g)}
	for j, profile := range profiles {
		r := c.member[j*g : (j+1)*g]
		lot := crowd.Hash(seed, profile)
		for n := range r {
			u := (float64(crowd.Hash(lot, uint64(n))>>11) + .5) / (1 << 53) // uniform on (0, 1)
			r[n] = -prob.Log(u)                                             // exponential
		}
		prob.Normalize(r)
	}
	return c
}

// likely returns the most probable community of each worker, −1 of those without labels.
func (c *chain) likely() []int {
	g := c.communities
	best := make([]int, c.d.Workers)
	for j := range best {
		best[j] = -1
	}
	for _, j := range c.d.Worker[c.d.Start[0]:c.d.Start[c.d.Tasks]] {
		best[j] = 0
	}
	for n, r := range c.member {
		if j, m := n/g, n%g; best[j] >= 0 && r > c.member[j*g+best[j]] {
			best[j] = m
		}
	}
	return best
}

// Iterate updates q(p), q(h) and q(φ), then q(m), then q(z).
func (c *chain) Iterate() (fit.Step, error) {
	c.count()
	c.gather()
	divergence := c.expect()
	belonging := c.belong()
	objective, moved, flips := c.update()
	return fit.Step{Objective: objective + belonging - divergence, Change: moved / float64(max(c.d.Tasks, 1)), Flips: flips}, c.work.Err()
}

// count makes tasks and counts those of q.
func (c *chain) count() {
	d, k := c.d, c.d.Classes
	clear(c.tasks)
	clear(c.counts)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !c.work.Continue((1 + to - from) * k) {
			return
		}
		q := c.truth[i*k : (i+1)*k]
		for t, x := range q {
			c.tasks[t] += x
		}
		for n := from; n < to; n++ {
			at := (int(d.Worker[n])*k + int(d.Class[n])) * k
			row := c.counts[at : at+k]
			for t, x := range q {
				row[t] += x
			}
		}
	}
}

// gather adds up the counts of each community's members.
func (c *chain) gather() {
	g, size := c.communities, c.d.Classes*c.d.Classes
	clear(c.matrix)
	clear(c.common)
	for j := range c.d.Workers {
		if !c.work.Continue(g * size) {
			return
		}
		counts := c.counts[j*size : (j+1)*size]
		for m, r := range c.member[j*g : (j+1)*g] {
			c.common[m] += r
			if r == 0 {
				continue
			}
			row := c.matrix[m*size : (m+1)*size]
			for n, x := range counts {
				row[n] += r * x
			}
		}
	}
}

// expect turns what was counted into expected logarithms, and returns how far the posteriors
// of the parameters are from their priors.
func (c *chain) expect() (divergence float64) {
	k, g := c.d.Classes, c.communities
	prior := make([]float64, max(k, g))
	flat := func(counts []float64, each float64) {
		p := prior[:len(counts)]
		for n := range counts {
			p[n] = each
			counts[n] += each
		}
		divergence += prob.DirichletKL(counts, p)
		prob.LogMean(counts, counts)
	}
	flat(c.tasks, classPrior)
	flat(c.common, communityPrior)
	row := make([]float64, k)
	for m := range g {
		for t := range k {
			p := prior[:k]
			for l := range row {
				p[l] = c.pseudo(t, l)
				row[l] = c.matrix[(m*k+l)*k+t] + p[l]
			}
			divergence += prob.DirichletKL(row, p)
			prob.LogMean(row, row)
			for l, x := range row {
				c.matrix[(m*k+l)*k+t] = x
			}
		}
	}
	return divergence
}

// belong updates r, and turns each worker's counts into the mean of the expected logarithms
// of the communities. It returns Σ_jg r_jg (E log h_g − log r_jg).
func (c *chain) belong() float64 {
	g, size := c.communities, c.d.Classes*c.d.Classes
	var sum prob.Sum
	for j := range c.d.Workers {
		if !c.work.Continue(2 * g * size) {
			break
		}
		counts, r := c.counts[j*size:(j+1)*size], c.member[j*g:(j+1)*g]
		for m := range r {
			r[m] = c.common[m] + prob.Dot(counts, c.matrix[m*size:(m+1)*size])
		}
		prob.Softmax(r)
		clear(counts)
		for m, x := range r {
			if x == 0 {
				continue
			}
			sum.Add(x * (c.common[m] - prob.Log(x)))
			row := c.matrix[m*size : (m+1)*size]
			for n := range counts {
				counts[n] += x * row[n]
			}
		}
	}
	return sum.Value()
}

// update makes q that of the expected logarithms. It returns the logarithms of its
// normalisers, summed, how far it moved and how many
// labels changed.
func (c *chain) update() (objective, moved float64, flips int) {
	d, k := c.d, c.d.Classes
	before := make([]float64, k)
	var sum prob.Sum
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !c.work.Continue((1 + to - from) * k) {
			break
		}
		q := c.truth[i*k : (i+1)*k]
		copy(before, q)
		copy(q, c.tasks)
		for n := from; n < to; n++ {
			at := (int(d.Worker[n])*k + int(d.Class[n])) * k
			for t, x := range c.counts[at : at+k] {
				q[t] += x
			}
		}
		if z := d.Truth(i); z != crowd.Unknown {
			sum.Add(q[z])
			d.Certain(i, q)
		} else {
			sum.Add(prob.Softmax(q))
		}
		for t, x := range before {
			moved += math.Abs(q[t]-x) / 2
		}
		if crowd.Turned(before, q, i, c.seed) {
			flips++
		}
	}
	return sum.Value(), moved, flips
}
