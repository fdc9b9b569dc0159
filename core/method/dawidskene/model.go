package dawidskene

import (
	"math"
	"math/bits"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Model is the parameters of a Dawid–Skene model.
type Model struct {
	Prior []float64 // K, p_k
	Table []float64 // M×K×K, entry (j·K+l)·K+k is π_j[k][l]: what a label asks for lies together

	cells *cells // those that the table has, in its order; nil: all

	share []float64 // K, the class shares of the last M-step: what p would be if it were estimated; NaN before
	least float64   // the smallest of all probabilities but 0
}

// NewModel returns a model of the given shape with uniform rows.
func NewModel(workers, classes int) *Model { return newModel(classes, workers*classes*classes) }

// newModel returns a model with so many cells.
func newModel(classes, cells int) *Model {
	m := &Model{
		Prior: make([]float64, classes),
		Table: make([]float64, cells),
		share: make([]float64, classes),
	}
	prob.Uniform(m.Prior)
	for k := range m.share {
		m.share[k] = math.NaN()
	}
	for n := range m.Table {
		m.Table[n] = 1 / float64(classes)
	}
	m.survey()
	return m
}

// empty returns a model of the shape of m with uniform rows.
func (m *Model) empty() *Model {
	e := newModel(len(m.Prior), len(m.Table))
	e.cells = m.cells
	return e
}

// Set gives m the parameters prior and table, of its own shape. Call it after writing to m.Prior or
// m.Table too (with those slices).
func (m *Model) Set(prior, table []float64) {
	copy(m.Prior, prior)
	copy(m.Table, table)
	m.survey()
}

// Copy makes m equal to o, which has the same shape.
func (m *Model) Copy(o *Model) {
	copy(m.Prior, o.Prior)
	copy(m.Table, o.Table)
	copy(m.share, o.share)
	m.least = o.least
}

// take gives m the parameters of o, which has whole matrices.
func (m *Model) take(o *Model) {
	if m.cells == nil {
		m.Copy(o)
		return
	}
	copy(m.Prior, o.Prior)
	copy(m.share, o.share)
	k := len(m.Prior)
	m.cells.Each(func(cell, j, t, l int) { m.Table[cell] = o.Table[(j*k+l)*k+t] })
	m.survey()
}

// survey looks for the smallest probability but 0.
func (m *Model) survey() {
	m.least = 1
	for _, part := range [][]float64{m.Prior, m.Table} {
		for _, x := range part {
			if x < m.least && x > 0 {
				m.least = x
			}
		}
	}
}

// Confusion returns the confusion matrices M×K×K, row = truth; nil if they are too large (crowd.Holds).
func (m *Model) Confusion() []float64 {
	if m.cells != nil {
		return m.cells.confusion(m)
	}
	return Flip(m.Table, len(m.Prior))
}

// Flip turns a table (label, truth) into matrices (truth, label), and back.
func Flip(table []float64, classes int) []float64 {
	out := make([]float64, len(table))
	for at := 0; at < len(table); at += classes * classes {
		for k := range classes {
			for l := range classes {
				out[at+k*classes+l] = table[at+l*classes+k]
			}
		}
	}
	return out
}

// Counts are the expected sufficient statistics that passes over the tasks add up to, with facts
// about the model they were made with.
type Counts struct {
	Class []float64 // K, Σ_i q_ik
	Label []float64 // M×K×K as Model.Table: Σ_i q_ik over j's labels l

	LogLikelihood float64 // Σ_i log Σ_k p_k Π_j π_j[k][y_ij], without impossible tasks
	Complete      float64 // hard passes: Σ_i log max_k p_k Π_j π_j[k][y_ij] (C2 of the FDS paper)
	Impossible    int     // tasks with probability 0 for every class
	Flips         int     // tasks whose most probable class changed
}

// NewCounts returns empty counts of the given shape.
func NewCounts(workers, classes int) *Counts { return newCounts(classes, workers*classes*classes) }

// newCounts returns empty counts of so many cells.
func newCounts(classes, cells int) *Counts {
	return &Counts{Class: make([]float64, classes), Label: make([]float64, cells)}
}

// Sum sets c to the sum of all counts, in pairs of pairs: the last bits depend on this order, not
// on which goroutine or machine made them. Halves and quarters of a sum of 2^n passes are sums
// themselves, so a machine may send one sum for all its passes.
func (c *Counts) Sum(of ...*Counts) {
	const block = 512 // numbers that stay near the processor while they are added
	addUp(c.Class, of, func(o *Counts) []float64 { return o.Class }, 0)
	for from := 0; from < len(c.Label); from += block {
		addUp(c.Label[from:min(from+block, len(c.Label))], of, func(o *Counts) []float64 { return o.Label }, from)
	}
	c.LogLikelihood = total(of, func(o *Counts) float64 { return o.LogLikelihood })
	c.Complete = total(of, func(o *Counts) float64 { return o.Complete })
	c.Impossible, c.Flips = 0, 0
	for _, o := range of {
		c.Impossible += o.Impossible
		c.Flips += o.Flips
	}
}

// half is where a sum of n is split: at the largest power of two below.
func half(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

// addUp sets sum to the sum of a piece of each, which begins at from.
func addUp(sum []float64, of []*Counts, part func(*Counts) []float64, from int) {
	switch n := len(of); n {
	case 1:
		copy(sum, part(of[0])[from:])
	case 2:
		a, b := part(of[0])[from:][:len(sum)], part(of[1])[from:][:len(sum)]
		for n := range sum {
			sum[n] = a[n] + b[n]
		}
	case 4:
		a, b := part(of[0])[from:][:len(sum)], part(of[1])[from:][:len(sum)]
		c, d := part(of[2])[from:][:len(sum)], part(of[3])[from:][:len(sum)]
		for n := range sum {
			sum[n] = (a[n] + b[n]) + (c[n] + d[n])
		}
	case 8:
		a, b := part(of[0])[from:][:len(sum)], part(of[1])[from:][:len(sum)]
		c, d := part(of[2])[from:][:len(sum)], part(of[3])[from:][:len(sum)]
		e, f := part(of[4])[from:][:len(sum)], part(of[5])[from:][:len(sum)]
		g, h := part(of[6])[from:][:len(sum)], part(of[7])[from:][:len(sum)]
		for n := range sum {
			sum[n] = ((a[n] + b[n]) + (c[n] + d[n])) + ((e[n] + f[n]) + (g[n] + h[n]))
		}
	default:
		var space [512]float64
		right := space[:]
		if len(sum) > len(right) {
			right = make([]float64, len(sum))
		}
		right = right[:len(sum)]
		addUp(sum, of[:half(n)], part, from)
		addUp(right, of[half(n):], part, from)
		for n, x := range right {
			sum[n] += x
		}
	}
}

// total is addUp for one number each.
func total(of []*Counts, part func(*Counts) float64) float64 {
	if n := len(of); n > 1 {
		return total(of[:half(n)], part) + total(of[half(n):], part)
	}
	return part(of[0])
}

// Rule says how counts become parameters.
type Rule struct {
	Right, Wrong, Class float64 // pseudo-counts of the right cell of each row of π, of each wrong one, and of each class

	Uniform bool      // the prior stays 1/K
	Pseudo  []float64 // M×K×K as Model.Table: pseudo-counts of each worker, beside Right and Wrong; nil: none
	Tie     fit.Tie   // which cells of a matrix share a probability
	blank   bool      // rows without evidence are 0, as some programs have them: for comparison in tests
}

// Maximise is the M-step: it sets m to the most probable parameters given the counts and returns
// Σ_k |Δp_k|, NaN the first time. With a uniform prior the change is that of the p there would be
// otherwise. A row without evidence becomes uniform, so that it has no say.
func (r Rule) Maximise(c *Counts, m *Model) (change float64) {
	change = r.maximisePrior(c, m)
	// π_j[k][l] = Σ_i q_ik [y_ij = l] / Σ_l' Σ_i q_ik [y_ij = l'], Eq. (2.3)
	if m.cells != nil {
		m.cells.maximise(c.Label, m.Table)
	} else {
		classes := len(m.Prior)
		for at := 0; at < len(m.Table); at += classes * classes {
			r.Rows(c.Label, m, at, classes)
		}
	}
	m.survey()
	return change
}

// maximisePrior is Maximise for the class prior.
func (r Rule) maximisePrior(c *Counts, m *Model) (change float64) {
	classes := len(m.Prior)
	// p_k = Σ_i q_ik / N, Dawid & Skene 1979, Eq. (2.4)
	var total float64
	for _, x := range c.Class {
		total += x + r.Class
	}
	for k, x := range c.Class {
		p := 1 / float64(classes)
		if total > 0 {
			p = (x + r.Class) / total
		}
		change += math.Abs(p - m.share[k])
		m.share[k], m.Prior[k] = p, p
	}
	if r.Uniform {
		prob.Uniform(m.Prior)
	}
	return change
}

// Rows is Eq. (2.3) for the worker whose matrix begins at at.
func (r Rule) Rows(counts []float64, m *Model, at, classes int) {
	end := at + classes*classes
	to, from := m.Table[at:end], counts[at:end]
	copy(to, from)
	if r.Right != 0 || r.Wrong != 0 {
		for n := range to {
			to[n] += r.cell(n, classes)
		}
	}
	if r.Pseudo != nil {
		for n, x := range r.Pseudo[at:end] {
			to[n] += x
		}
	}
	pool(r.Tie, to, classes)
	k := 0
	for ; k+4 <= classes; k += 4 {
		if !divideFour(to[k:], classes) {
			for c := k; c < k+4; c++ {
				r.divide(to[c:], classes)
			}
		}
	}
	for ; k < classes; k++ {
		r.divide(to[k:], classes)
	}
}

// cell returns the pseudo-count of entry n of a table.
func (r Rule) cell(n, classes int) float64 {
	if n %= classes * classes; n/classes == n%classes {
		return r.Right
	}
	return r.Wrong
}

// pool spreads the counts of one worker (label before truth) evenly over the tied cells.
// Row-normalised they are the tied model's M-step.
func pool(t fit.Tie, counts []float64, classes int) {
	if t == fit.TieNone || classes < 2 {
		return
	}
	right, wrong := 0.0, 0.0
	for k := range classes {
		off := 0.0
		for l := range classes {
			if l != k {
				off += counts[l*classes+k]
			}
		}
		right += counts[k*classes+k]
		wrong += off
		for l := range classes {
			if l != k {
				counts[l*classes+k] = off / float64(classes-1)
			}
		}
	}
	if t == fit.TieRow {
		return
	}
	right /= float64(classes)
	wrong /= float64(classes * (classes - 1))
	for n := range counts {
		counts[n] = wrong
	}
	for k := range classes {
		counts[k*classes+k] = right
	}
}

// divide divides the first column of a table of so many by its sum.
func (r Rule) divide(to []float64, columns int) {
	sum := 0.0
	for n := 0; n < len(to); n += columns {
		sum += to[n]
	}
	for n := 0; n < len(to); n += columns {
		if sum > 0 {
			to[n] /= sum
		} else if !r.blank {
			to[n] = 1 / float64(columns)
		}
	}
}

// divideFour is divide for the first four columns, if none of their sums is 0.
func divideFour(to []float64, columns int) bool {
	var s0, s1, s2, s3 float64
	for n := 0; n < len(to); n += columns {
		row := (*[4]float64)(to[n:])
		s0 += row[0]
		s1 += row[1]
		s2 += row[2]
		s3 += row[3]
	}
	if !(s0 > 0 && s1 > 0 && s2 > 0 && s3 > 0) {
		return false
	}
	for n := 0; n < len(to); n += columns {
		row := (*[4]float64)(to[n:])
		row[0] /= s0
		row[1] /= s1
		row[2] /= s2
		row[3] /= s3
	}
	return true
}

// LogPrior returns the Dirichlet log density, up to a constant, that the rule's pseudo-counts give
// the parameters. Adding it to the log-likelihood gives the log posterior, which never falls.
func (r Rule) LogPrior(m *Model) float64 {
	if r.Right == 0 && r.Wrong == 0 && r.Class == 0 && r.Pseudo == nil {
		return 0
	}
	var sum prob.Sum
	if !r.Uniform && r.Class > 0 {
		for _, p := range m.Prior {
			sum.Add(r.Class * prob.Log(p))
		}
	}
	for n, p := range m.Table {
		a := r.cell(n, len(m.Prior))
		if r.Pseudo != nil {
			a += r.Pseudo[n]
		}
		if a > 0 {
			sum.Add(a * prob.Log(p))
		}
	}
	return sum.Value()
}

// Estimate returns the model and the posteriors that go with it.
func (m *Model) Estimate(posterior []float64) *crowd.Estimate {
	return &crowd.Estimate{
		Posterior: posterior,
		Prior:     slices.Clone(m.Prior),
		Confusion: m.Confusion(),
	}
}
