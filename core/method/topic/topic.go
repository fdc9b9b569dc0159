// Package topic jointly learns what texts are about, their true labels and how each worker errs
// (MA-sLDA, Rodrigues, Lourenço, Ribeiro & Pereira 2017).
//
// Topic k is a distribution β_k over words, drawn from Dirichlet(τ). A document has topic
// proportions θ ~ Dirichlet(α); each of its N words has a topic z_n ~ θ and is drawn from β_{z_n}.
// With z̄ the share of each topic among its words,
//
//	classification (Classifier)   c ~ softmax(η_lᵀ z̄);   worker r says l with probability π^r_{c,l},  π^r_c ~ Dirichlet(ω)
//	regression     (Regressor)    x ~ N(ηᵀ z̄, σ²);       worker r says y ~ N(x + b^r, 1/p^r)
//
// Symbols here: α alpha, τ tau, ω omega, η eta, γ gamma, φ phi, λ lambda, ζ zeta, ξ xi, b bias, p
// precision, σ² sigma2, φ̄ mean. Equation numbers in comments are the paper's.
//
// The objective is the evidence lower bound; it never falls in batch mode. A document costs
// O(distinct words × topics × classes), since the copies of a word share one φ. Words are visited
// in turn and the copies of a word move together, which is an ascent while their coupling is at
// most 1, and damped beyond that (see mirror). A fit keeps three numbers per topic and word of the
// vocabulary and one per topic and document; it never keeps φ.
//
// Departures from the paper:
//   - The variance of a true number is the reciprocal v = 1/(σ⁻² + Σ p^r), the
//     stationary point of the paper's own bound (15); its (16) prints σ² + Σ 1/p^r.
//   - η of the regression inverts the sum over documents, not each term of (17).
//   - The workers' biases have label-weighted median (or, as an option, mean) zero:
//     only their differences are identified, and the regression would absorb a shift.
//   - The variance σ² is estimated, as in sLDA, unless given.
//   - Topics start from documents with like labels, workers from what the labels of a
//     task have in common: random topics and credulous workers end in poor optima.
//   - η of the classification takes one damped Newton step per step instead of a run
//     of L-BFGS: its curvature comes with the pass over the words, so φ, which would
//     not fit into memory, need not be kept. See newton.
//   - A fit stops where more steps predict held-out labels no better rather than when its bound
//     rests (fit.Settled; see heldout.go): the bound goes on rising while predictions get
//     worse. fit.Paper keeps the paper's rule. Settings may be chosen by the same labels.
//   - α of the regression is 0.1 unless given.
//   - An unseen word has Ψ(τ) like any other, not a constant.
//
// F. Rodrigues, M. Lourenço, B. Ribeiro, F. C. Pereira. Learning supervised topic models for
// classification and regression from crowds. IEEE TPAMI 39(12), 2017.
package topic

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Prior holds the parameters common to all models here. Zero fields stand for their defaults.
type Prior struct {
	Topics int     // K; 0: 20
	Alpha  float64 // Dirichlet prior of topic proportions; 0: 1, of MA-sLDAr 0.1
	Tau    float64 // Dirichlet prior of words; 0: 0.1
	Batch  int     // documents in a mini-batch; 0: all of them, the batch algorithm
	Kappa  float64 // forgetting rate of mini-batches; 0: 0.6
	Delay  float64 // of the step size; 0: 1
	Search []int   // numbers of topics of which the one that predicts hidden words best is taken; nil: Topics
	// Tune chooses α, τ, ω and the number of topics by held-out labels, from .01, .1, 1 and 10 as the paper does, and from a quarter,
	// half and twice of Topics.
	Tune bool
}

// WithDefaults replaces zero fields by their defaults.
func (p Prior) WithDefaults() Prior {
	p.Topics = cmp.Or(p.Topics, 20)
	p.Alpha, p.Tau = cmp.Or(p.Alpha, 1), cmp.Or(p.Tau, 0.1)
	p.Kappa, p.Delay = cmp.Or(p.Kappa, 0.6), cmp.Or(p.Delay, 1)
	return p
}

// searched is WithDefaults and, where asked for, the search for the number of topics.
func (p Prior) searched(d *crowd.Dataset, seed uint64) Prior {
	p = p.WithDefaults()
	if len(p.Search) > 0 {
		p.Topics = ChooseTopics(d.Words, p, p.Search, seed)
	}
	return p
}

// TasksPerStep implements fit.Batcher.
func (p Prior) TasksPerStep() int { return p.Batch }

var (
	errNoLabels = errors.New("there are no labels to learn from")
	errNoTexts  = errors.New("it learns from texts: add a file with the text of each task")
)

// uses is the part of Uses that all models share.
func uses(has crowd.Parts, numeric bool) (crowd.Parts, error) {
	parts := crowd.Parts{Words: true, Numeric: numeric, Gold: has.Gold && !numeric, Repeat: has.Repeat}
	return fit.Uses(parts, fit.Need(has.Words, errNoTexts), fit.Need(numeric || !has.Numeric, fit.ErrClassesOnly),
		fit.Need(!numeric || has.Numeric, fit.ErrNumbersOnly), fit.Need(numeric || has.Classes >= 2, fit.ErrTwoClasses))
}

// topics is the posterior of the topics' words, and what the documents need of it.
type topics struct {
	k, v  int
	tau   float64
	zeta  []float64 // v×k: Dirichlet parameters of the topics, by word
	share []float64 // v×k: exp(E[log β]), each word's row scaled by its largest
	scale []float64 // v: the logarithm of that scale
}

// none is the group of a document that starts no topic.
const none = -1

// newTopics starts each topic from the words of its own group of documents plus a little noise,
// since topics that start alike stay alike. Grouping by label gives topics that separate labels,
// for which random topics need hundreds of steps.
func newTopics(p Prior, words *crowd.Words, group []int, seed uint64) *topics {
	t := &topics{k: p.Topics, v: words.Terms, tau: p.Tau}
	t.zeta = make([]float64, t.v*t.k)
	t.share, t.scale = make([]float64, t.v*t.k), make([]float64, t.v)
	src := rand.New(rand.NewPCG(seed, 0x746f706963))
	for i := range t.zeta {
		t.zeta[i] = p.Tau + 0.1*src.ExpFloat64()
	}
	for i, k := range group {
		if k == none {
			continue
		}
		for n := words.Start[i]; n < words.Start[i+1]; n++ {
			t.zeta[int(words.Term[n])*t.k+k] += float64(words.Count[n])
		}
	}
	t.refresh()
	return t
}

// totals returns Σ_v ζ_kv of each topic.
func (t *topics) totals() []float64 {
	total := make([]float64, t.k)
	for at := 0; at < len(t.zeta); at += t.k {
		for k, z := range t.zeta[at : at+t.k] {
			total[k] += z
		}
	}
	return total
}

// refresh recomputes exp(E[log β]) = exp(Ψ(ζ_kv) − Ψ(Σ_v ζ_kv)).
func (t *topics) refresh() {
	total := t.totals()
	for k := range total {
		total[k] = prob.Digamma(total[k])
	}
	for v := range t.v {
		row := t.share[v*t.k : (v+1)*t.k]
		top := math.Inf(-1)
		for k := range row {
			row[k] = prob.Digamma(t.zeta[v*t.k+k]) - total[k]
			top = math.Max(top, row[k])
		}
		for k := range row {
			row[k] = prob.Exp(row[k] - top)
		}
		t.scale[v] = top
	}
}

// absorb moves ζ by rho towards τ + scale·counts (3), and recomputes.
func (t *topics) absorb(counts []float64, rho, scale float64) {
	for i, c := range counts {
		t.zeta[i] += rho * (t.tau + scale*c - t.zeta[i])
	}
	t.refresh()
}

// bound returns Σ_k E[log p(β_k)] − E[log q(β_k)].
func (t *topics) bound() float64 {
	if t.v == 0 {
		return 0
	}
	var s float64
	prior := prob.LogGamma(float64(t.v)*t.tau) - float64(t.v)*prob.LogGamma(t.tau)
	psi := make([]float64, t.k)
	for k, z := range t.totals() {
		s += prior - prob.LogGamma(z)
		psi[k] = prob.Digamma(z)
	}
	for i, z := range t.zeta {
		k := i % t.k
		s += prob.LogGamma(z) + (t.tau-z)*(prob.Digamma(z)-psi[k])
	}
	return s
}
