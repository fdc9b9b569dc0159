package topic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/internal/humanize"

	"gonum.org/v1/gonum/floats"
)

// corpus is what the fits of all models share: the documents, their γ, the topics, and the order of mini-batches.
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
	c := &corpus{prior: p, data: d, topics: newTopics(p, d.Words, group, seed), src: rand.New(rand.NewPCG(seed, 0x6261746368))}
	c.doc = newDocument(c.topics, p.Alpha)
	c.gamma, c.counts = make([]float64, d.Tasks*p.Topics), make([]float64, d.Words.Terms*p.Topics)
	for i := range d.Tasks {
		c.begin(d.Words, i, c.gammaOf(i))
	}
	return c
}

func (c *corpus) gammaOf(i int) []float64 {
	k := c.prior.Topics
	return c.gamma[i*k : (i+1)*k : (i+1)*k]
}

// turn returns the documents of the next step, the step size ρ_t and the factor that scales their
// counts to the whole corpus: in batch mode all documents, 1 and 1.
func (c *corpus) turn() (docs []int, rho, scale float64) {
	c.t++
	d := c.data.Tasks
	if c.order == nil {
		c.order = make([]int, d)
		for i := range c.order {
			c.order[i] = i
		}
	}
	if c.prior.Batch == 0 {
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

// means returns φ̄ of new documents, N×K, inferred from their words alone. A document without known words is average.
func (c *corpus) means(d *crowd.Dataset) ([]float64, error) {
	switch {
	case d.Words == nil:
		return nil, errors.New("there are no texts to predict from")
	case d.Words.Terms > c.topics.v:
		return nil, fmt.Errorf("the texts have a vocabulary of %s words, and it learned %s: read them with the vocabulary of the training "+
			"texts", humanize.Number(d.Words.Terms), humanize.Number(c.topics.v))
	}
	k := c.prior.Topics
	out := make([]float64, d.Tasks*k)
	gamma := make([]float64, k)
	for i := range d.Tasks {
		c.meanOf(d.Words, i, gamma, out[i*k:(i+1)*k])
	}
	return out, nil
}

// meanOf sets out to φ̄ of one document. gamma is scratch.
func (c *corpus) meanOf(words *crowd.Words, i int, gamma, out []float64) {
	c.begin(words, i, gamma)
	c.doc.open(words, i, gamma)
	if c.doc.n == 0 {
		prob.Uniform(out)
		return
	}
	c.doc.infer(newTol, newSteps)
	c.doc.mean(out)
}

// begin starts γ of a document with all topics alike.
func (c *corpus) begin(words *crowd.Words, i int, gamma []float64) {
	var n float64
	for _, w := range words.Count[words.Start[i]:words.Start[i+1]] {
		n += float64(w)
	}
	for k := range gamma {
		gamma[k] = c.prior.Alpha + n/float64(len(gamma))
	}
}

// content hashes a document's words, independently of their order and of the document's number.
func content(words *crowd.Words, i int, seed uint64) (h uint64) {
	for n := words.Start[i]; n < words.Start[i+1]; n++ {
		h += crowd.Hash(seed+uint64(words.Count[n]), uint64(words.Term[n]))
	}
	return crowd.Hash(seed, h)
}

// small is how large an exponent may be for the series of tilt.
const small = 0.05

// tilt is exp(x): by its series where x is small, which it mostly is.
func tilt(x float64) float64 {
	if x > small || x < -small {
		return prob.Exp(x)
	}
	// The first term left out is x⁸/8! < 1e-15.
	return 1 + x*(1+x*(1./2+x*(1./6+x*(1./24+x*(1./120+x*(1./720+x*(1./5040)))))))
}

// mirror damps the joint move of the copies of one word when their coupling exceeds their entropy:
// a mirror step, which ascends whatever the coupling. row is the new φ, old the φ before.
func mirror(row, old []float64, coupling float64) {
	if coupling <= 1 {
		return
	}
	var z float64
	for k := range row {
		row[k] = prob.Exp((prob.Log(math.Max(row[k], 1e-300)) + coupling*prob.Log(math.Max(old[k], 1e-300))) / (1 + coupling))
		z += row[k]
	}
	floats.Scale(1/z, row)
}
