package topic

import (
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

var (
	_ fit.Topical = (*classifier)(nil)
	_ fit.Topical = (*regressor)(nil)
	_ fit.Topical = (*lda)(nil)
)

// describe returns what the topics are, with the weights there are.
func (c *corpus) describe(weight []float64) *crowd.Topics {
	k := c.prior.Topics
	t := &crowd.Topics{
		K: k, Terms: c.topics.v, Weight: slices.Clone(weight),
		Word: slices.Clone(c.topics.zeta), Share: make([]float64, len(c.gamma)),
	}
	total := c.topics.totals()
	for i := range t.Word {
		t.Word[i] /= total[i%k]
	}
	for i, g := range c.gamma {
		t.Share[i] = g - c.prior.Alpha
	}
	for i := range c.data.Tasks {
		row := t.Share[i*k : (i+1)*k]
		for j, s := range row {
			row[j] = max(s, 0) // but for rounding
		}
		if !prob.Normalize(row) {
			prob.Uniform(row)
		}
	}
	return t
}

// spoke returns weightᵀφ_n of each distinct word of document i, less the mean.
func (c *corpus) spoke(i int, weight []float64) []float64 {
	gamma := slices.Clone(c.gammaOf(i))
	d := c.doc
	d.open(c.data.Words, i, gamma)
	out := make([]float64, len(d.terms))
	if d.n == 0 {
		return out
	}
	d.plain()
	average := prob.Dot(weight, d.total) / d.n
	for w := range out {
		out[w] = prob.Dot(weight, d.row(w)) - average
	}
	return out
}

func (f *classifier) Topics() *crowd.Topics { return f.describe(f.eta) }

// Spoke implements fit.Topical. A topic's weight counts relative to the mean over classes.
func (f *classifier) Spoke(i, k int) []float64 {
	topics := f.prior.Topics
	weight := make([]float64, topics)
	for l := range f.classes {
		floats.AddScaled(weight, -1/float64(f.classes), f.eta[l*topics:(l+1)*topics])
	}
	floats.AddScaled(weight, 1, f.eta[k*topics:(k+1)*topics])
	return f.spoke(i, weight)
}

func (r *regressor) Topics() *crowd.Topics { return r.describe(r.eta) }

func (r *regressor) Spoke(i, _ int) []float64 { return r.spoke(i, r.eta) }

func (l *lda) Topics() *crowd.Topics { return l.describe(nil) }

// Spoke implements fit.Topical: its topics have no weights, and no word speaks.
func (l *lda) Spoke(i, _ int) []float64 { return l.spoke(i, make([]float64, l.prior.Topics)) }
