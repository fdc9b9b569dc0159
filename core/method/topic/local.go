package topic

import (
	"math"
	"slices"

	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// local is the scratch of one document's supervision by classes.
type local struct {
	tilt     []float64 // C×K: exp(η_lk / N)
	product  []float64 // C: Π_n Σ_k φ_nk tilt_lk, up to a common factor
	weight   []float64 // C: the product, divided by their sum and by the word's own factor
	lead     []float64 // K: Σ_l λ_l η_lk / N
	factor   []float64 // K: θ exp(lead), and for the first sweep all of φ but for the word
	a        []float64 // K: a_k / aᵀφ
	b        []float64 // distinct words×C: Σ_k φ_nk tilt_lk, kept from sweep to sweep
	vote     []float64 // C: Σ_r E[log π^r_{c,y}]
	mean     []float64 // K: φ̄
	tilted   []float64 // C×K: mean share of each topic under the tilted φ of each class
	logNorm  float64   // log Σ_l Π_n Σ_k φ_nk tilt_lk
	coupling float64   // of two copies of a word
	free     float64   // Σ_n E[log p(z_n, w_n)] and the entropy of z_n, as of the last sweep
}

func newLocal(c, k int) *local {
	return &local{
		tilt: make([]float64, c*k), product: make([]float64, c), weight: make([]float64, c),
		lead: make([]float64, k), factor: make([]float64, k), a: make([]float64, k),
		vote: make([]float64, c), mean: make([]float64, k), tilted: make([]float64, c*k),
	}
}

// document does local inference of document i and returns its part of the bound.
func (f *classifier) document(i int) (bound float64) {
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
		f.class(i)
		return f.supervision(i)
	}
	f.open()
	f.class(i)
	f.first(i)
	f.class(i)
	d.settle()
	for range localSteps - 1 {
		f.sweep(i)
		f.class(i)
		if d.settle() < localTol {
			break
		}
	}
	return s.free + d.gain() + d.proportions() + f.supervision(i)
}

// open computes what depends on η and the document's length alone.
func (f *classifier) open() {
	d, s, k := f.doc, f.local, f.doc.t.k
	var most float64
	for l := range f.classes {
		lo, hi := math.Inf(1), 0.0
		for j := range k {
			v := prob.Exp(f.eta[l*k+j] / d.n)
			s.tilt[l*k+j] = v
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
		most = math.Max(most, (hi-lo)/(2*lo))
	}
	s.coupling = most * most
	s.b = resize(s.b, len(d.terms)*f.classes)
}

// class makes λ (5): λ_l ∝ exp(η_lᵀφ̄ + Σ_r E[log π^r_{l,y}]). A gold task keeps its class.
func (f *classifier) class(i int) {
	q := f.lambda[i*f.classes : (i+1)*f.classes]
	if f.data.Certain(i, q) {
		return
	}
	copy(q, f.local.vote)
	if f.doc.n > 0 {
		k := f.prior.Topics
		f.doc.mean(f.local.mean)
		for l := range q {
			q[l] += prob.Dot(f.eta[l*k:(l+1)*k], f.local.mean)
		}
	}
	prob.Softmax(q)
}

// leads makes θ exp(Σ_l λ_l η_lk/N) and returns what it took off the exponents.
func (f *classifier) leads(i int) (top float64) {
	d, s, k, c := f.doc, f.local, f.doc.t.k, f.classes
	clear(s.lead)
	for l, p := range f.lambda[i*c : (i+1)*c] {
		floats.AddScaled(s.lead, p/d.n, f.eta[l*k:(l+1)*k])
	}
	top = slices.Max(s.lead)
	for j, e := range s.lead {
		s.factor[j] = d.theta[j] * prob.Exp(e-top)
	}
	return top
}

// first makes φ from φ̄ alone, taking every word for the average one.
func (f *classifier) first(i int) {
	d, s, k, c := f.doc, f.local, f.doc.t.k, f.classes
	f.leads(i)
	d.mean(s.mean)
	for l := range c {
		s.product[l] = d.n * prob.Log(prob.Dot(s.tilt[l*k:(l+1)*k], s.mean))
	}
	prob.Softmax(s.product)
	clear(s.a)
	for l, p := range s.product {
		tilt := s.tilt[l*k : (l+1)*k]
		floats.AddScaled(s.a, p/prob.Dot(tilt, s.mean), tilt)
	}
	for j, a := range s.a {
		s.factor[j] *= tilt(1 - a)
	}
	clear(d.total)
	for w, term := range d.terms {
		row, share := d.row(w), d.shares(term)
		var z float64
		for j := range row {
			row[j] = s.factor[j] * share[j]
			z += row[j]
		}
		spread(row, d.total, 1/z, float64(d.count[w]))
	}
	f.norm()
}

// sweep visits the words once (6): φ_nk ∝ exp(E[log θ_k] + E[log β_k,w] + Σ_l λ_l η_lk/N − a_k/(aᵀφ_n)),
// with a_k = Σ_l tilt_lk Π_{m≠n} Σ_k φ_mk tilt_lk: the product over all words,
// divided by the word's own factor.
func (f *classifier) sweep(i int) {
	d, s := f.doc, f.local
	k, c := d.t.k, f.classes
	top := f.leads(i)
	floats.Scale(1/slices.Max(s.product), s.product)
	clear(d.total)
	s.free = 0
	for w, term := range d.terms {
		row, share, b := d.row(w), d.shares(term), s.b[w*c:(w+1)*c]
		count := float64(d.count[w])
		var all float64
		for l, p := range s.product {
			all += p
			s.weight[l] = p / b[l]
		}
		mix(s.a, s.weight, s.tilt, 1/all) // aᵀφ is the sum of the products
		coupling := (count - 1) * s.coupling
		if coupling > 1 {
			copy(d.old, row)
		}
		var z float64
		factor, a := s.factor[:len(row)], s.a[:len(row)]
		share = share[:len(row)]
		for j := range row {
			x := 1 - a[j]
			v := factor[j] * share[j]
			if x > -1e-3 && x < 1e-3 { // the first term left out is x⁵/5! < 1e-17
				v *= 1 + x*(1+x*(1./2+x*(1./6+x*(1./24))))
			} else {
				v *= tilt(x)
			}
			row[j] = v
			z += v
		}
		if coupling > 1 {
			floats.Scale(1/z, row)
			mirror(row, d.old, coupling)
			s.free += count * relative(row, d.logTheta, share)
			floats.AddScaled(d.total, count, row)
		} else {
			spread(row, d.total, 1/z, count)
			s.free += count * (prob.Log(z) + top - 1 - prob.Dot(s.lead, row) + prob.Dot(a, row))
		}
		s.free += count * d.t.scale[term]
		for l := range c {
			v := prob.Dot(s.tilt[l*k:(l+1)*k], row)
			s.product[l] *= power(v/b[l], d.count[w])
			b[l] = v
		}
	}
}

// mix sets out to scale · Σ_l weight_l tilt_l.
func mix(out, weight, tilt []float64, scale float64) {
	k := len(out)
	for l, p := range weight {
		p *= scale
		row := tilt[l*k : (l+1)*k][:len(out)]
		if l == 0 {
			for j, v := range row {
				out[j] = p * v
			}
			continue
		}
		for j, v := range row {
			out[j] += p * v
		}
	}
}

// power is x to a whole power, mostly a small one.
func power(x float64, n int32) float64 {
	const many = 64
	y := x
	for n--; n > many; n /= 2 { // y·xⁿ is what it was
		if n%2 == 1 {
			y *= x
		}
		x *= x
	}
	for ; n > 0; n-- {
		y *= x
	}
	return y
}

// norm computes the products over all words from scratch, scaled by the largest.
func (f *classifier) norm() {
	d, s, k, c := f.doc, f.local, f.doc.t.k, f.classes
	for l := range s.product {
		tilt := s.tilt[l*k : (l+1)*k]
		var sum float64
		for w := range d.terms {
			v := prob.Dot(tilt, d.row(w))
			s.b[w*c+l] = v
			sum += float64(d.count[w]) * prob.Log(v)
		}
		s.product[l] = sum
	}
	s.logNorm = prob.Softmax(s.product)
}

// supervision returns E[log p(c|z)] + E[log p(y|c)] + entropy of q(c), and adds the document to the curvature of η.
func (f *classifier) supervision(i int) float64 {
	d, s, k, c := f.doc, f.local, f.doc.t.k, f.classes
	q := f.lambda[i*c : (i+1)*c]
	var v float64
	for l, p := range q {
		v += p * s.vote[l]
		if p > 0 {
			v -= p * prob.Log(p)
		}
	}
	if d.n == 0 {
		return v - prob.Log(float64(c))
	}
	f.norm()
	d.mean(s.mean)
	clear(s.tilted)
	for w := range d.terms {
		row := d.row(w)
		for l := range c {
			floats.AddScaled(s.tilted[l*k:(l+1)*k], float64(d.count[w])/d.n/s.b[w*c+l], row)
		}
	}
	for l, p := range q {
		v += p * prob.Dot(f.eta[l*k:(l+1)*k], s.mean)
		for j := l * k; j < (l+1)*k; j++ {
			s.tilted[j] *= s.tilt[j]
		}
	}
	f.curve.add(q, s.mean, s.product, s.tilted, d.n)
	return v - s.logNorm
}
