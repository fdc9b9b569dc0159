package topic

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"concord/core/crowd"
	"concord/core/fit"
)

// Classifier is MA-sLDAc: labels that name classes.
type Classifier struct {
	Prior
	Omega float64 // Dirichlet prior of the rows of confusion matrices; 0: 1
	L2    float64 // penalty of η; 0: 0.1
}

var _ fit.Method = (*Classifier)(nil)

// Uses implements fit.Method.
func (m *Classifier) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false) }

// Start implements fit.Method.
func (m *Classifier) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 {
		return nil, errors.New("there are no labels to learn from")
	}
	p := m.Prior.withDefaults()
	f := &classifier{classes: d.Classes, omega: either(m.Omega, 1), l2: either(m.L2, 0.1)}
	f.lambda = crowd.Shares(d)
	f.corpus = newCorpus(p, d, f.groups(d, p.Topics, s.Seed), s.Seed)
	f.eta = make([]float64, d.Classes*p.Topics)
	f.xi, f.logPi = make([]float64, d.Workers*d.Classes*d.Classes), make([]float64, d.Workers*d.Classes*d.Classes)
	f.confusion(1)
	f.local = newLocal(d.Classes, p.Topics)
	f.curve = newCurve(d.Classes * p.Topics)
	return f, nil
}

type classifier struct {
	*corpus
	classes   int
	omega, l2 float64
	eta       []float64 // C×K
	lambda    []float64 // D×C: q(c)
	xi        []float64 // M×C×C: Dirichlet parameters of confusion rows
	logPi     []float64 // E[log π]
	local     *local
	curve     *curve
}

// groups deals the documents out to the topics so that those of one class share
// theirs: class c has the topics c, c+C, c+2C ….
func (f *classifier) groups(d *crowd.Dataset, topics int, seed uint64) []int {
	group := make([]int, d.Tasks)
	for i := range group {
		c, _ := crowd.Best(f.lambda[i*f.classes:(i+1)*f.classes], i, seed)
		if c >= topics {
			group[i] = c % topics
			continue
		}
		own := (topics - c + f.classes - 1) / f.classes
		group[i] = c + f.classes*int(crowd.Hash(seed, uint64(i))%uint64(own))
	}
	return group
}

// confusion moves ξ by rho towards ω + Σ λ [y = l] (4), all documents counted,
// and recomputes E[log π].
func (f *classifier) confusion(rho float64) {
	for i, c := range crowd.Counts(&f.data.Labels, f.lambda) {
		f.xi[i] += rho * (f.omega + c - f.xi[i])
	}
	for at := 0; at < len(f.xi); at += f.classes {
		var sum float64
		for _, x := range f.xi[at : at+f.classes] {
			sum += x
		}
		psi := mathext.Digamma(sum)
		for l := at; l < at+f.classes; l++ {
			f.logPi[l] = mathext.Digamma(f.xi[l]) - psi
		}
	}
}

// local is the scratch of one document's supervision.
type local struct {
	tilt     []float64 // C×K: exp(η_lk / N)
	product  []float64 // C: Π_n Σ_k φ_nk tilt_lk, up to a common factor
	lead     []float64 // K: Σ_l λ_l η_lk / N
	factor   []float64 // K: exp(lead) · θ
	a        []float64 // K
	b        []float64 // distinct words×C: Σ_k φ_nk tilt_lk, kept from sweep to sweep
	vote     []float64 // C: Σ_r E[log π^r_{c,y}]
	mean     []float64 // K: φ̄
	tilted   []float64 // C×K: mean share of each topic under the tilted φ of each class
	logNorm  float64   // log Σ_l Π_n Σ_k φ_nk tilt_lk
	coupling float64
}

func newLocal(c, k int) *local {
	return &local{
		tilt: make([]float64, c*k), product: make([]float64, c), lead: make([]float64, k), factor: make([]float64, k),
		a: make([]float64, k), vote: make([]float64, c), mean: make([]float64, k), tilted: make([]float64, c*k),
	}
}

// Step implements fit.Fit.
func (f *classifier) Step() (fit.Step, error) {
	docs, rho, scale := f.turn()
	clear(f.counts)
	f.curve.reset()
	var bound, moved float64
	flips := 0
	for _, i := range docs {
		q := f.lambda[i*f.classes : (i+1)*f.classes]
		was, top := slices.Clone(q), argmax(q)
		bound += f.document(i)
		for c, p := range q {
			moved = math.Max(moved, math.Abs(p-was[c]))
		}
		if argmax(q) != top {
			flips++
		}
		f.doc.collect(f.counts)
	}
	bound += f.topics.bound() + f.globals()
	f.topics.absorb(f.counts, rho, scale)
	f.confusion(rho)
	f.curve.newton(f.eta, f.l2, rho, scale)
	return fit.Step{Objective: bound, Change: moved, Flips: flips}, nil
}

func argmax(x []float64) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}

// document does local inference of document i and returns its part of the bound.
func (f *classifier) document(i int) float64 {
	d, s := f.doc, f.local
	d.open(f.data.Words, i, f.gammaOf(i))
	clear(s.vote)
	from, to := f.data.Of(i)
	c := f.classes
	for n := from; n < to; n++ {
		at := int(f.data.Worker[n])*c*c + int(f.data.Class[n])
		for t := range s.vote {
			s.vote[t] += f.logPi[at+t*c]
		}
	}
	if d.n == 0 {
		clear(d.total)
	} else {
		var most float64
		for l := range c {
			lo, hi := math.Inf(1), 0.0
			for k := range d.t.k {
				v := math.Exp(f.eta[l*d.t.k+k] / d.n)
				s.tilt[l*d.t.k+k] = v
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
			most = math.Max(most, (hi-lo)/(2*lo))
		}
		s.coupling = most * most
		f.norm()
		for range localSteps {
			f.sweep(i)
			f.class(i)
			if d.gammas() < localTol {
				break
			}
		}
		f.sweep(i)
	}
	f.class(i)
	return d.free + d.proportions() + f.supervision(i)
}

// class makes λ (5): λ_l ∝ exp(η_lᵀφ̄ + Σ_r E[log π^r_{l,y}]). A gold task keeps its class.
func (f *classifier) class(i int) {
	q := f.lambda[i*f.classes : (i+1)*f.classes]
	if g := f.data.Gold; g != nil && g[i] != crowd.Unknown {
		clear(q)
		q[g[i]] = 1
		return
	}
	k := f.prior.Topics
	f.doc.mean(f.local.mean)
	top := math.Inf(-1)
	for l := range q {
		q[l] = dot(f.eta[l*k:(l+1)*k], f.local.mean) + f.local.vote[l]
		top = math.Max(top, q[l])
	}
	var sum float64
	for l := range q {
		q[l] = math.Exp(q[l] - top)
		sum += q[l]
	}
	scale(q, 1/sum)
}

// sweep visits the words once (6): φ_nk ∝ exp(E[log θ_k] + E[log β_k,w] + Σ_l λ_l η_lk/N − a_k/(aᵀφ_n)),
// with a_k = Σ_l tilt_lk Π_{m≠n} Σ_k φ_mk tilt_lk: the product over all words,
// divided by the word's own factor.
func (f *classifier) sweep(i int) {
	d, s := f.doc, f.local
	k, c := d.t.k, f.classes
	clear(s.lead)
	for l, p := range f.lambda[i*c : (i+1)*c] {
		axpy(p/d.n, f.eta[l*k:(l+1)*k], s.lead)
	}
	top := slices.Max(s.lead)
	for j, e := range s.lead {
		s.factor[j] = d.theta[j] * math.Exp(e-top)
	}
	rescale(s.product)
	d.free = 0
	for w, term := range d.terms {
		row, b := d.row(w), s.b[w*c:(w+1)*c]
		count := float64(d.count[w])
		clear(s.a)
		var all float64
		for l, p := range s.product {
			all += p
			axpy(p/b[l], s.tilt[l*k:(l+1)*k], s.a)
		}
		share := d.t.share[int(term)*k:][:k]
		copy(d.old, row)
		inverse := 1 / all // aᵀφ is the sum of the products
		var z float64
		for j := range row {
			s.a[j] *= inverse
			row[j] = s.factor[j] * share[j] * tilt(1-s.a[j])
			z += row[j]
		}
		scale(row, 1/z)
		if coupling := (count - 1) * s.coupling; coupling > 1 {
			mirror(row, d.old, coupling)
			d.free += count * relative(row, d.theta, share)
		} else {
			d.free += count * (math.Log(z) + top - 1 - dot(s.lead, row) + dot(s.a, row))
		}
		d.free += count * d.t.scale[term]
		for j, p := range row {
			d.total[j] += count * (p - d.old[j])
		}
		for l := range c {
			v := dot(s.tilt[l*k:(l+1)*k], row)
			s.product[l] *= power(v/b[l], d.count[w])
			b[l] = v
		}
	}
}

// rescale divides by the largest.
func rescale(x []float64) { scale(x, 1/slices.Max(x)) }

// power is x to a small whole power.
func power(x float64, n int32) float64 {
	y := x
	for ; n > 1; n-- {
		y *= x
	}
	return y
}

// norm computes the products over all words from scratch, scaled by the largest.
func (f *classifier) norm() {
	d, s, k, c := f.doc, f.local, f.doc.t.k, f.classes
	top := math.Inf(-1)
	s.b = slices.Grow(s.b[:0], len(d.terms)*c)[:len(d.terms)*c]
	for l := range s.product {
		tilt := s.tilt[l*k : (l+1)*k]
		var sum float64
		for w := range d.terms {
			v := dot(tilt, d.row(w))
			s.b[w*c+l] = v
			sum += float64(d.count[w]) * math.Log(v)
		}
		s.product[l] = sum
		top = math.Max(top, sum)
	}
	var sum float64
	for l, p := range s.product {
		s.product[l] = math.Exp(p - top)
		sum += s.product[l]
	}
	s.logNorm = top + math.Log(sum)
}

// supervision returns E[log p(c|z)] + E[log p(y|c)] + entropy of q(c), and adds
// the document to the curvature of η.
func (f *classifier) supervision(i int) float64 {
	d, s, k, c := f.doc, f.local, f.doc.t.k, f.classes
	q := f.lambda[i*c : (i+1)*c]
	var v float64
	for l, p := range q {
		v += p * s.vote[l]
		if p > 0 {
			v -= p * math.Log(p)
		}
	}
	if d.n == 0 {
		return v - math.Log(float64(c))
	}
	f.norm()
	d.mean(s.mean)
	clear(s.tilted)
	for w := range d.terms {
		row := d.row(w)
		for l := range c {
			tilt, out := s.tilt[l*k:(l+1)*k], s.tilted[l*k:(l+1)*k]
			a := float64(d.count[w]) / d.n / s.b[w*c+l]
			for j, p := range row {
				out[j] += a * p * tilt[j]
			}
		}
	}
	for l, p := range q {
		v += p * dot(f.eta[l*k:(l+1)*k], s.mean)
	}
	var sum float64
	for _, p := range s.product {
		sum += p
	}
	scale(s.product, 1/sum)
	f.curve.add(q, s.mean, s.product, s.tilted, d.n)
	return v - s.logNorm
}

// globals returns the parts of the bound that belong to π and η.
func (f *classifier) globals() float64 {
	c := float64(f.classes)
	var s float64
	for at := 0; at < len(f.xi); at += f.classes {
		var sum float64
		for l := at; l < at+f.classes; l++ {
			sum += f.xi[l]
			s += lgamma(f.xi[l]) + (f.omega-f.xi[l])*f.logPi[l]
		}
		s += lgamma(c*f.omega) - c*lgamma(f.omega) - lgamma(sum)
	}
	return s - f.l2/2*dot(f.eta, f.eta)
}

// Estimate implements fit.Fit.
func (f *classifier) Estimate() *crowd.Estimate {
	c := f.classes
	e := &crowd.Estimate{Posterior: slices.Clone(f.lambda), Prior: make([]float64, c), Confusion: slices.Clone(f.xi)}
	for i, p := range f.lambda {
		e.Prior[i%c] += p / float64(f.data.Tasks)
	}
	for at := 0; at < len(e.Confusion); at += c {
		row := e.Confusion[at : at+c]
		var sum float64
		for _, x := range row {
			sum += x
		}
		scale(row, 1/sum)
	}
	return e
}

// Predict implements fit.Predictor: softmax(η_lᵀφ̄), whose largest entry is (8).
func (f *classifier) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if d.Words == nil {
		return nil, errors.New("no texts to predict from")
	}
	k, c := f.prior.Topics, f.classes
	means := f.means(d.Words)
	e := &crowd.Estimate{Posterior: make([]float64, len(means)/k*c)}
	for i := 0; i < len(means)/k; i++ {
		row := e.Posterior[i*c : (i+1)*c]
		var top, sum float64
		for l := range row {
			row[l] = dot(f.eta[l*k:(l+1)*k], means[i*k:(i+1)*k])
			if l == 0 || row[l] > top {
				top = row[l]
			}
		}
		for l := range row {
			row[l] = math.Exp(row[l] - top)
			sum += row[l]
		}
		scale(row, 1/sum)
	}
	return e, nil
}
