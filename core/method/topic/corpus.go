package topic

import (
	"math"
	"math/rand/v2"

	"concord/core/crowd"
)

// corpus is what the fits of both models share: the documents, their γ, the
// topics, and the order of mini-batches.
type corpus struct {
	prior  Prior
	data   *crowd.Dataset
	topics *topics
	doc    *document
	gamma  []float64 // D×K
	counts []float64 // V×K: expected counts of the documents of a step
	src    *rand.Rand
	order  []int // of the documents, for mini-batches
	at     int
	t      int // steps made
}

func newCorpus(p Prior, d *crowd.Dataset, group []int, seed uint64) *corpus {
	c := &corpus{prior: p, data: d, topics: newTopics(p, d.Words, group, seed)}
	c.doc = newDocument(c.topics, p.Alpha)
	c.gamma = make([]float64, d.Tasks*p.Topics)
	c.counts = make([]float64, d.Words.Terms*p.Topics)
	for i := range d.Tasks {
		var n float64
		for _, w := range d.Words.Count[d.Words.Start[i]:d.Words.Start[i+1]] {
			n += float64(w)
		}
		g := c.gammaOf(i)
		for k := range g {
			g[k] = p.Alpha + n/float64(p.Topics)
		}
	}
	c.src = rand.New(rand.NewPCG(seed, 0x6261746368))
	return c
}

func (c *corpus) gammaOf(i int) []float64 {
	k := c.prior.Topics
	return c.gamma[i*k : (i+1)*k : (i+1)*k]
}

// turn returns the documents of the next step, the step size ρ_t and by how
// much their counts stand for the whole corpus. All documents, 1 and 1 in batch.
func (c *corpus) turn() (docs []int, rho, scale float64) {
	c.t++
	d := c.data.Tasks
	if c.order == nil {
		c.order = make([]int, d)
		for i := range c.order {
			c.order[i] = i
		}
	}
	if c.prior.Batch == 0 || c.prior.Batch >= d {
		return c.order, 1, 1
	}
	if c.at == 0 {
		c.src.Shuffle(d, func(a, b int) { c.order[a], c.order[b] = c.order[b], c.order[a] })
	}
	end := min(c.at+c.prior.Batch, d)
	docs = c.order[c.at:end]
	c.at = end % d
	rho = math.Pow(float64(c.t)+c.prior.Delay, -c.prior.Kappa)
	return docs, rho, float64(d) / float64(len(docs))
}

// means returns φ̄ of new documents, inferred from their words alone, D×K.
func (c *corpus) means(words *crowd.Words) []float64 {
	k := c.prior.Topics
	docs := len(words.Start) - 1
	out := make([]float64, docs*k)
	gamma := make([]float64, k)
	for i := range docs {
		for j := range gamma {
			gamma[j] = c.prior.Alpha + 1
		}
		c.doc.open(words, i, gamma)
		if c.doc.n == 0 {
			for j := range k {
				out[i*k+j] = 1 / float64(k)
			}
			continue
		}
		c.doc.infer()
		c.doc.mean(out[i*k : (i+1)*k])
	}
	return out
}

// small is how large an exponent may be for the series of tilt.
const small = 0.05

// tilt is exp(x): by its series where x is small, which it mostly is.
func tilt(x float64) float64 {
	if x > small || x < -small {
		return math.Exp(x)
	}
	// The first term left out is x⁸/8! < 1e-15.
	return 1 + x*(1+x*(1./2+x*(1./6+x*(1./24+x*(1./120+x*(1./720+x*(1./5040)))))))
}

// mirror slows the joint move of the copies of one word where they are coupled
// by more than their entropy: a mirror step, which is an ascent whatever the
// coupling. row is the new φ, old the φ it comes from.
func mirror(row, old []float64, coupling float64) {
	if coupling <= 1 {
		return
	}
	var z float64
	for k := range row {
		row[k] = math.Exp((math.Log(math.Max(row[k], 1e-300)) + coupling*math.Log(math.Max(old[k], 1e-300))) / (1 + coupling))
		z += row[k]
	}
	scale(row, 1/z)
}
