package ebcc

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

type EBCC struct{ Subtypes, Restarts int }

func (*EBCC) Uses(has crowd.Parts) (crowd.Parts, error) { return crowd.Parts{Gold: has.Gold}, nil }

type chain struct {
	d         *crowd.Dataset
	k, g      int
	q         []float64 // N×K×G
	class     []float64 // K
	sub       []float64 // K×G
	table     []float64 // M×L×(K×G)  counts → E log
	objective float64
	change    float64
	last      []float64
}

func newChain(d *crowd.Dataset, g int, seed uint64) *chain {
	k := d.Classes
	c := &chain{d: d, k: k, g: g, q: make([]float64, d.Tasks*k*g), class: make([]float64, k), sub: make([]float64, k*g), table: make([]float64, d.Workers*k*k*g), last: make([]float64, k)}
	s := crowd.Shares(d)
	for i := range d.Tasks {
		for t := range k {
			// Dirichlet(1) split
			sum := 0.0
			row := c.q[(i*k+t)*g : (i*k+t+1)*g]
			for m := range row {
				u := float64(crowd.Hash(seed, uint64((i*k+t)*g+m))>>11)/(1<<53) + 1e-16
				row[m] = -math.Log(u)
				sum += row[m]
			}
			for m := range row {
				row[m] *= s[i*k+t] / sum
			}
		}
	}
	return c
}

func (c *chain) step() {
	d, k, g := c.d, c.k, c.g
	kg := k * g
	clear(c.class)
	clear(c.sub)
	clear(c.table)
	for i := range d.Tasks {
		q := c.q[i*kg : (i+1)*kg]
		for n, x := range q {
			c.class[n/g] += x
			c.sub[n] += x
		}
		a, b := d.Of(i)
		for n := a; n < b; n++ {
			row := c.table[(int(d.Worker[n])*k+int(d.Class[n]))*kg:][:kg]
			for m, x := range q {
				row[m] += x
			}
		}
	}
	kl := 0.0
	tot := float64(d.Tasks)
	c.change = 0
	for t := range c.class {
		c.change += math.Abs(c.class[t]/tot - c.last[t])
		c.last[t] = c.class[t] / tot
		c.class[t]++
	}
	one := make([]float64, max(k, g))
	for n := range one {
		one[n] = 1
	}
	kl += prob.DirichletKL(c.class, one[:k])
	for n := range one {
		one[n] = 1 / float64(g)
	}
	elog := make([]float64, kg)
	lc := make([]float64, k)
	prob.LogMean(lc, c.class)
	for t := range k {
		row := c.sub[t*g : (t+1)*g]
		for m := range row {
			row[m] += 1 / float64(g)
		}
		kl += prob.DirichletKL(row, one[:g])
		prob.LogMean(elog[t*g:(t+1)*g], row)
		for m := range g {
			elog[t*g+m] += lc[t]
		}
	}
	row, pri, out := make([]float64, k), make([]float64, k), make([]float64, k)
	for j := range d.Workers {
		for n := range kg {
			for l := range k {
				pri[l] = 1 / float64(k-1)
				if l == n/g {
					pri[l] = 2
				}
				row[l] = c.table[(j*k+l)*kg+n] + pri[l]
			}
			kl += prob.DirichletKL(row, pri)
			prob.LogMean(out, row)
			for l := range k {
				c.table[(j*k+l)*kg+n] = out[l]
			}
		}
	}
	obj := 0.0
	for i := range d.Tasks {
		q := c.q[i*kg : (i+1)*kg]
		copy(q, elog)
		if z := d.Truth(i); z != crowd.Unknown {
			for n := range q {
				if n/g != z {
					q[n] = math.Inf(-1)
				}
			}
		}
		a, b := d.Of(i)
		for n := a; n < b; n++ {
			r := c.table[(int(d.Worker[n])*k+int(d.Class[n]))*kg:][:kg]
			for m, x := range r {
				q[m] += x
			}
		}
		obj += prob.Softmax(q)
	}
	c.objective = obj - kl
}

type run struct {
	cs []*chain
	n  int
}

func (m *EBCC) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	r := &run{}
	for n := range m.Restarts {
		r.cs = append(r.cs, newChain(d, m.Subtypes, crowd.Hash(s.Seed, uint64(n))))
	}
	return r, nil
}

func (r *run) Step() (fit.Step, error) {
	best := r.cs[0]
	ch := 0.0
	for _, c := range r.cs {
		c.step()
		ch = max(ch, c.change)
		if c.objective > best.objective {
			best = c
		}
	}
	return fit.Step{Objective: best.objective, Change: ch, Flips: -1}, nil
}

func (r *run) Estimate() *crowd.Estimate {
	c := r.cs[0]
	for _, o := range r.cs {
		if o.objective > c.objective {
			c = o
		}
	}
	e := &crowd.Estimate{Posterior: make([]float64, c.d.Tasks*c.k)}
	for n, x := range c.q {
		e.Posterior[n/c.g] += x
	}
	return e
}
