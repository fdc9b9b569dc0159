package topic

import (
	"math"

	"gonum.org/v1/gonum/mathext"

	"concord/core/crowd"
)

// Local inference goes on until the mean change of γ falls below localTol, at
// most localSteps times.
const (
	localTol   = 1e-4
	localSteps = 100
)

// document is the scratch of local inference, reused for all documents.
type document struct {
	t     *topics
	alpha float64
	terms []int32
	count []int32
	n     float64   // words, repeats counted
	phi   []float64 // len(terms)×k: q(z) of each distinct word
	gamma []float64 // k: Dirichlet parameters of the proportions
	theta []float64 // k: exp(E[log θ])
	total []float64 // k: Σ_n φ_n
	old   []float64 // k
	free  float64   // Σ_n E[log p(z, w)] + entropy, but for what the supervision adds
}

func newDocument(t *topics, alpha float64) *document {
	return &document{
		t: t, alpha: alpha, theta: make([]float64, t.k), total: make([]float64, t.k), old: make([]float64, t.k),
	}
}

// open begins with document i, whose γ is kept from the last time.
func (d *document) open(words *crowd.Words, i int, gamma []float64) {
	from, to := words.Start[i], words.Start[i+1]
	d.terms, d.count = words.Term[from:to], words.Count[from:to]
	d.n = 0
	for _, c := range d.count {
		d.n += float64(c)
	}
	d.gamma = gamma
	if need := len(d.terms) * d.t.k; cap(d.phi) < need {
		d.phi = make([]float64, need)
	} else {
		d.phi = d.phi[:need]
	}
	d.expect()
	clear(d.total)
	for w, term := range d.terms {
		row := d.row(w)
		share := d.t.share[int(term)*d.t.k:][:len(row)]
		var z float64
		for k := range row {
			row[k] = d.theta[k] * share[k]
			z += row[k]
		}
		scale(row, 1/z)
		axpy(float64(d.count[w]), row, d.total)
	}
}

// row returns φ of the w-th distinct word.
func (d *document) row(w int) []float64 { return d.phi[w*d.t.k : (w+1)*d.t.k : (w+1)*d.t.k] }

// expect recomputes exp(E[log θ]) up to a common factor.
func (d *document) expect() {
	var sum float64
	for _, g := range d.gamma {
		sum += g
	}
	psi := mathext.Digamma(sum)
	for k, g := range d.gamma {
		d.theta[k] = math.Exp(mathext.Digamma(g) - psi)
	}
}

// gammas makes γ = α + Σ_n φ_n (2) and returns its mean change.
func (d *document) gammas() (change float64) {
	for k, t := range d.total {
		g := d.alpha + t
		change += math.Abs(g - d.gamma[k])
		d.gamma[k] = g
	}
	d.expect()
	return change / float64(d.t.k)
}

// plain is one sweep without supervision: φ_nk ∝ exp(E[log θ_k] + E[log β_k,w]) (7).
func (d *document) plain() {
	clear(d.total)
	d.free = 0
	for w, term := range d.terms {
		row := d.row(w)
		share := d.t.share[int(term)*d.t.k:][:len(row)]
		var z float64
		for k := range row {
			row[k] = d.theta[k] * share[k]
			z += row[k]
		}
		scale(row, 1/z)
		c := float64(d.count[w])
		axpy(c, row, d.total)
		d.free += c * (math.Log(z) + d.t.scale[term])
	}
}

// infer does local inference without supervision.
func (d *document) infer() {
	for range localSteps {
		d.plain()
		if d.gammas() < localTol {
			break
		}
	}
	d.plain()
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
	s := lgamma(k*d.alpha) - k*lgamma(d.alpha)
	var sum float64
	for _, g := range d.gamma {
		sum += g
	}
	s -= lgamma(sum)
	psi := mathext.Digamma(sum)
	for _, g := range d.gamma {
		s += lgamma(g) + (d.alpha-g)*(mathext.Digamma(g)-psi)
	}
	return s
}

// collect adds the expected counts of the document's words to counts, v×k.
func (d *document) collect(counts []float64) {
	for w, term := range d.terms {
		axpy(float64(d.count[w]), d.row(w), counts[int(term)*d.t.k:][:d.t.k])
	}
}

func scale(x []float64, a float64) {
	for i := range x {
		x[i] *= a
	}
}

// axpy adds a·x to y.
func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s float64
	for i, v := range x {
		s += v * y[i]
	}
	return s
}
