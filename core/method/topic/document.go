package topic

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// Local inference stops once less than localTol of the document's words change topic, or after
// localSteps. It resumes where the previous step left it, so the next step completes what this one
// did not.
const (
	localTol   = 1e-3
	localSteps = 20
)

// A new document has no step before: it is inferred more exactly.
const (
	newTol   = 1e-5
	newSteps = 200
)

// document is the scratch of local inference, reused for all documents.
type document struct {
	t        *topics
	alpha    float64
	terms    []int32
	count    []int32
	n        float64   // words, repeats counted
	phi      []float64 // len(terms)×k: q(z) of each distinct word
	z        []float64 // len(terms): what the word's φ was divided by
	gamma    []float64 // k: Dirichlet parameters of the proportions
	logTheta []float64 // k: E[log θ]
	theta    []float64 // k: its exponential
	total    []float64 // k: Σ_n φ_n
	used     []float64 // k: E[log θ] as the last sweep had it
	old      []float64 // k
}

func newDocument(t *topics, alpha float64) *document {
	row := func() []float64 { return make([]float64, t.k) }
	return &document{t: t, alpha: alpha, logTheta: row(), theta: row(), total: row(), used: row(), old: row()}
}

// open begins document i from the γ kept since the last step, and so from Σ_n φ_n = γ − α.
func (d *document) open(words *crowd.Words, i int, gamma []float64) {
	from, to := words.Start[i], words.Start[i+1]
	d.terms, d.count = words.Term[from:to], words.Count[from:to]
	d.n = 0
	for _, c := range d.count {
		d.n += float64(c)
	}
	d.gamma = gamma
	d.phi, d.z = resize(d.phi, len(d.terms)*d.t.k), resize(d.z, len(d.terms))
	for k, g := range gamma {
		d.total[k] = g - d.alpha
	}
	d.expect()
}

// resize returns n numbers, of any value.
func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// row returns φ of the w-th distinct word.
func (d *document) row(w int) []float64 { return d.phi[w*d.t.k : (w+1)*d.t.k : (w+1)*d.t.k] }

// shares returns exp(E[log β]) of a term, up to its scale.
func (d *document) shares(term int32) []float64 {
	k := d.t.k
	return d.t.share[int(term)*k : (int(term)+1)*k : (int(term)+1)*k]
}

// expect recomputes E[log θ].
func (d *document) expect() {
	prob.LogMean(d.logTheta, d.gamma)
	for k, v := range d.logTheta {
		d.theta[k] = prob.Exp(v)
	}
}

// settle makes γ = α + Σ_n φ_n (2) and returns the share of the words that moved.
func (d *document) settle() (change float64) {
	for k, t := range d.total {
		g := d.alpha + t
		change += math.Abs(g - d.gamma[k])
		d.gamma[k] = g
	}
	d.logTheta, d.used = d.used, d.logTheta
	d.expect()
	return change / (2 * d.n)
}

// turned returns the share of the document's words that have changed topic since the given γ.
func (d *document) turned(from []float64) (change float64) {
	for k, g := range d.gamma {
		change += math.Abs(g - from[k])
	}
	return change / (2 * max(d.n, 1))
}

// gain is what settle added to the words' part of the bound, which the preceding sweep computed with the old E[log θ].
func (d *document) gain() (s float64) {
	for k, t := range d.total {
		s += t * (d.logTheta[k] - d.used[k])
	}
	return s
}

// plain is one sweep without supervision: φ_nk ∝ exp(E[log θ_k] + E[log β_k,w]) (7).
func (d *document) plain() {
	clear(d.total)
	for w, term := range d.terms {
		row, share := d.row(w), d.shares(term)
		theta := d.theta[:len(row)]
		share = share[:len(row)]
		var z float64
		for k := range row {
			p := theta[k] * share[k]
			row[k] = p
			z += p
		}
		d.z[w] = z
		spread(row, d.total, 1/z, float64(d.count[w]))
	}
}

// spread scales row, and adds c times that to total.
func spread(row, total []float64, a, c float64) {
	total = total[:len(row)]
	for k, p := range row {
		p *= a
		row[k] = p
		total[k] += c * p
	}
}

// infer does local inference without supervision and returns the words' part of the bound.
func (d *document) infer(tol float64, steps int) (bound float64) {
	for range steps {
		d.plain()
		if d.settle() < tol {
			break
		}
	}
	for w, term := range d.terms {
		bound += float64(d.count[w]) * (prob.Log(d.z[w]) + d.t.scale[term])
	}
	return bound + d.gain()
}

// mean writes φ̄, the expected share of each topic.
func (d *document) mean(out []float64) {
	for k, t := range d.total {
		out[k] = t / math.Max(d.n, 1)
	}
}

// proportions returns E[log p(θ)] − E[log q(θ)].
func (d *document) proportions() float64 {
	k := float64(d.t.k)
	s := prob.LogGamma(k*d.alpha) - k*prob.LogGamma(d.alpha)
	for i, g := range d.gamma {
		s += prob.LogGamma(g) + (d.alpha-g)*d.logTheta[i]
	}
	return s - prob.LogGamma(prob.Total(d.gamma))
}

// collect adds the expected counts of the document's words to counts, v×k.
func (d *document) collect(counts []float64) {
	for w, term := range d.terms {
		floats.AddScaled(counts[int(term)*d.t.k:][:d.t.k], float64(d.count[w]), d.row(w))
	}
}
