package mace

import (
	"math"
	"math/rand/v2"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

const (
	betaPrior      = 0.5  // of θ_j: Beta(½, ½)
	dirichletPrior = 10   // of ξ_j
	smoothing      = 0.01 // by EM, over K, added to each expected count
)

// model is what all chains share.
type model struct {
	d     *crowd.Dataset
	em    bool
	given []float64 // M×K: how often worker j says l
	work  *yield.Work
}

func newModel(d *crowd.Dataset, em bool, pause func() error) *model {
	m := &model{d: d, em: em, work: yield.New(pause), given: make([]float64, d.Workers*d.Classes)}
	for n, j := range d.Worker {
		m.given[int(j)*d.Classes+int(d.Class[n])]++
	}
	return m
}

// A chain is one start and its progress. Its sums and objective always belong to its parameters.
type chain struct {
	*model
	knows      []float64 // M: weight of copying, θ_j, or exp E[log θ_j]
	spams      []float64 // M: weight of spamming, 1 − θ_j, or exp E[log(1 − θ_j)]
	strategy   []float64 // M×K: weight of saying l then, ξ_jl, or exp E[log ξ_jl]
	competence []float64 // M: θ_j, or its mean
	gain       []float64 // M×K: what a label l of worker j adds to the log-odds of l
	right      []float64 // M×K: Σ q_il over the labels l of worker j
	priors     float64   // what the priors add to the objective
	objective  float64
	change     float64 // mean over workers of |Δ competence| in the last iteration
}

func (m *model) empty() *chain {
	w, k := m.d.Workers, m.d.Classes
	return &chain{
		model: m, knows: make([]float64, w), spams: make([]float64, w), strategy: make([]float64, w*k),
		competence: make([]float64, w), gain: make([]float64, w*k), right: make([]float64, w*k),
	}
}

// plain is the start without preference: everyone knows half the time, and spams uniformly.
func (m *model) plain() *chain {
	c := m.empty()
	for j := range c.knows {
		c.knows[j], c.spams[j], c.competence[j] = 0.5, 0.5, 0.5
		prob.Uniform(c.strategy[j*m.d.Classes : (j+1)*m.d.Classes])
	}
	c.expect()
	return c
}

// drawn is a start with θ_j uniform on (0, 1) and ξ_j uniform on the simplex, drawn from the seed
// and the worker's profile.
func (m *model) drawn(seed uint64, profiles []uint64) *chain {
	c := m.empty()
	lot := rand.NewPCG(0, 0)
	src := rand.New(lot)
	for j := range c.knows {
		lot.Seed(seed, profiles[j])
		c.knows[j] = src.Float64()
		c.spams[j], c.competence[j] = 1-c.knows[j], c.knows[j]
		row := c.strategy[j*m.d.Classes : (j+1)*m.d.Classes]
		for l := range row {
			row[l] = 1e-3 + src.ExpFloat64() // no label is impossible
		}
		prob.Normalize(row)
	}
	c.expect()
	return c
}

// iterate is an M-step and the E-step that follows.
func (c *chain) iterate() {
	c.maximise()
	c.expect()
}

// expect is the E-step with S summed out. Given truth k, a task's labels have probability
//
//	Π_n spams·strategy(y_n) · Π_{n: y_n = k} (1 + knows / (spams·strategy(k)))
//
// with the index j left out.
func (c *chain) expect() {
	d, k := c.d, c.d.Classes
	var objective prob.Sum
	for j := range d.Workers {
		for l := range k {
			at := j*k + l
			spam := c.spams[j] * c.strategy[at]
			c.gain[at] = math.Log1p(c.knows[j] / spam)
			if n := c.given[at]; n > 0 {
				objective.Add(n * prob.Log(spam))
			}
		}
	}
	clear(c.right)
	row := make([]float64, k)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !c.work.Continue(to - from) {
			break
		}
		objective.Add(c.posterior(i, row))
		for n := from; n < to; n++ {
			l := int(d.Class[n])
			c.right[int(d.Worker[n])*k+l] += row[l]
		}
	}
	objective.Add(-float64(d.Tasks) * prob.Log(float64(k)))
	c.objective = objective.Value() + c.priors
}

// posterior sets row to the posterior of task i and returns the log of the second product above,
// summed over the possible truths.
func (c *chain) posterior(i int, row []float64) float64 {
	d, k := c.d, c.d.Classes
	clear(row)
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		l := int(d.Class[n])
		row[l] += c.gain[int(d.Worker[n])*k+l]
	}
	if z := d.Truth(i); z != crowd.Unknown {
		known := row[z]
		d.Certain(i, row)
		return known
	}
	return prob.Softmax(row)
}

// maximise is the M-step. Of the labels l of worker j, right·knows / (knows + spams·strategy(l))
// are expected to be copies, the others spam.
func (c *chain) maximise() {
	k := c.d.Classes
	moved := 0.0
	spam := make([]float64, k)
	var priors prob.Sum
	for j, before := range c.competence {
		strategy := c.strategy[j*k : (j+1)*k]
		copied, spammed := 0.0, 0.0
		for l := range k {
			at := j*k + l
			x := c.right[at] * c.knows[j] / (c.knows[j] + c.spams[j]*strategy[l])
			copied += x
			spam[l] = max(c.given[at]-x, 0)
			spammed += spam[l]
		}
		if c.em {
			priors.Add(c.likeliest(j, copied, spammed, spam))
		} else {
			priors.Add(c.expected(j, copied, spammed, spam))
		}
		moved += math.Abs(c.competence[j] - before)
	}
	c.priors = priors.Value()
	c.change = moved / float64(max(len(c.competence), 1))
}

// likeliest sets worker j's parameters to the most probable ones and returns the log density of
// their pseudo-counts.
func (c *chain) likeliest(j int, copied, spammed float64, spam []float64) float64 {
	k := c.d.Classes
	s := smoothing / float64(k)
	c.competence[j] = (copied + s) / (copied + spammed + 2*s)
	c.knows[j], c.spams[j] = c.competence[j], 1-c.competence[j]
	density := s * (prob.Log(c.knows[j]) + prob.Log(c.spams[j]))
	for l, x := range spam {
		p := (x + s) / (spammed + float64(k)*s)
		c.strategy[j*k+l] = p
		density += s * prob.Log(p)
	}
	return density
}

// expected sets worker j's parameters to their variational posterior, Beta and Dirichlet, and
// returns minus its divergence from the prior. It overwrites spam.
func (c *chain) expected(j int, copied, spammed float64, spam []float64) float64 {
	k := c.d.Classes
	theta, prior := [2]float64{copied + betaPrior, spammed + betaPrior}, [2]float64{betaPrior, betaPrior}
	c.competence[j] = theta[0] / (theta[0] + theta[1])
	divergence := prob.DirichletKL(theta[:], prior[:])
	prob.LogMean(theta[:], theta[:])
	c.knows[j], c.spams[j] = prob.Exp(theta[0]), prob.Exp(theta[1])

	strategy := c.strategy[j*k : (j+1)*k]
	for l := range spam {
		spam[l] += dirichletPrior
		strategy[l] = dirichletPrior
	}
	divergence += prob.DirichletKL(spam, strategy)
	prob.LogMean(strategy, spam)
	for l, x := range strategy {
		strategy[l] = prob.Exp(x)
	}
	return -divergence
}
