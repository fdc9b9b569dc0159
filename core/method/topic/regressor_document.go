package topic

import (
	"math"
	"slices"

	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// document does local inference of document i and returns its part of the bound.
func (r *regressor) document(i int) (bound float64) {
	d := r.doc
	d.open(r.data.Words, i, r.gammaOf(i))
	if d.n == 0 {
		r.truth(i, prob.Mean(r.eta), r.sigma2)
		return r.fitOf(i)
	}
	r.own, r.slope = resize(r.own, len(d.terms)), resize(r.slope, len(d.terms))
	for j, e := range r.eta {
		r.square[j] = e * e / (2 * d.n * d.n * r.sigma2)
	}
	sum := prob.Dot(r.eta, d.total)
	r.truth(i, sum/d.n, r.sigma2)
	var top float64
	for n := range localSteps {
		sum, top = r.sweep(i, sum, n == 0)
		r.truth(i, sum/d.n, r.sigma2)
		if d.settle() < localTol && n > 0 {
			break
		}
	}
	return r.words(top) + d.gain() + d.proportions() + r.fitOf(i)
}

// sweep visits the words once (12):
//
//	φ_nk ∝ exp( E[log θ_k] + E[log β_k,w] + m η_k/(Nσ²) − [2(ηᵀΣ_{m≠n}φ_m) η_k + η_k²]/(2N²σ²) )
//
// sum is N ηᵀφ̄, before and after. The first sweep, for which there is no φ yet,
// takes each word for the average one. top was taken off the exponents.
func (r *regressor) sweep(i int, sum float64, first bool) (after, top float64) {
	d := r.doc
	per := 1 / (d.n * d.n * r.sigma2)
	lead := r.m[i] / (d.n * r.sigma2)
	lo, hi := slices.Min(r.eta), slices.Max(r.eta)
	couple, most := per*(hi-lo)*(hi-lo)/4, math.Max(hi, -lo)
	// exp of the supervised part of the average word, and the exponent's shift from there
	start := lead - sum*per*(1-1/d.n)
	top = math.Inf(-1)
	for j, e := range r.eta {
		r.base[j] = start*e - r.square[j]
		top = math.Max(top, r.base[j])
	}
	for j, v := range r.base {
		r.base[j] = d.theta[j] * prob.Exp(v-top)
	}
	clear(d.total)
	for w, term := range d.terms {
		row, share := d.row(w), d.shares(term)
		c := float64(d.count[w])
		if first {
			z, own := weigh(row, r.base, share, r.eta, 0, most)
			spread(row, d.total, 1/z, c)
			d.z[w], r.slope[w], r.own[w] = z, start, own/z
			after += c * own / z
			continue
		}
		slope := lead - (sum-r.own[w])*per
		coupling := (c - 1) * couple
		if coupling > 1 {
			copy(d.old, row)
		}
		z, own := weigh(row, r.base, share, r.eta, slope-start, most)
		own /= z
		if coupling > 1 {
			floats.Scale(1/z, row)
			mirror(row, d.old, coupling)
			z, own = slow, prob.Dot(r.eta, row)
			floats.AddScaled(d.total, c, row)
		} else {
			spread(row, d.total, 1/z, c)
		}
		sum += c * (own - r.own[w])
		d.z[w], r.slope[w], r.own[w] = z, slope, own
	}
	if !first {
		after = sum
	}
	return after, top
}

// slow in place of a word's divisor says that its φ made a mirror step.
const slow = -1

// weigh sets row to base·share·exp(shift·η) and returns its sum and its product with η. most is the largest |η|.
func weigh(row, base, share, eta []float64, shift, most float64) (z, own float64) {
	base, share, eta = base[:len(row)], share[:len(row)], eta[:len(row)]
	switch far := math.Abs(shift) * most; {
	case far == 0:
		for j := range row {
			v := base[j] * share[j]
			row[j] = v
			z += v
			own += v * eta[j]
		}
	case far < 1e-3: // the first term left out is x⁵/5! < 1e-17
		for j := range row {
			x := shift * eta[j]
			v := base[j] * share[j] * (1 + x*(1+x*(1./2+x*(1./6+x*(1./24)))))
			row[j] = v
			z += v
			own += v * eta[j]
		}
	default:
		for j := range row {
			v := base[j] * share[j] * tilt(shift*eta[j])
			row[j] = v
			z += v
			own += v * eta[j]
		}
	}
	return z, own
}

// words returns Σ_n E[log p(z_n, w_n)] and the entropy of z_n after a sweep that subtracted top from its exponents.
func (r *regressor) words(top float64) (s float64) {
	d := r.doc
	for w, term := range d.terms {
		row, c := d.row(w), float64(d.count[w])
		s += c * d.t.scale[term]
		if d.z[w] == slow {
			s += c * relative(row, d.used, d.shares(term))
			continue
		}
		// log z is the expectation of the exponent plus the entropy; take the supervised part off again
		s += c * (prob.Log(d.z[w]) + top - r.slope[w]*r.own[w] + prob.Dot(r.square, row))
	}
	return s
}

// relative returns Σ_k φ_k (log θ_k + log β_k − log φ_k).
func relative(phi, logTheta, share []float64) (s float64) {
	for k, p := range phi {
		if p > 0 {
			s += p * (logTheta[k] + prob.Log(share[k]/p))
		}
	}
	return s
}

// fitOf returns E[log p(x|z)] and the entropy of x of the open document i. One without words is taken for average.
func (r *regressor) fitOf(i int) float64 {
	d := r.doc
	m, v := r.m[i], r.v[i]
	var entropy float64
	if v > 0 {
		entropy = 0.5 * prob.Log(2*math.Pi*math.E*v)
	}
	e := m*m + v
	if d.n == 0 {
		c := prob.Mean(r.eta)
		e += c*c - 2*m*c
	} else {
		guess := prob.Dot(r.eta, d.total)
		second := guess * guess // N² ηᵀE[z̄z̄ᵀ]η
		for w := range d.terms {
			var two float64
			for j, p := range d.row(w) {
				two += p * r.eta[j] * r.eta[j]
			}
			second += float64(d.count[w]) * (two - r.own[w]*r.own[w])
		}
		e += second/(d.n*d.n) - 2*m*guess/d.n
	}
	return -0.5*prob.Log(2*math.Pi*r.sigma2) - e/(2*r.sigma2) + entropy
}

// moments adds weight times E[z̄ z̄ᵀ], φ̄ m and E[x²] of the open document.
func (r *regressor) moments(i int, weight float64) {
	d, k := r.doc, r.doc.t.k
	r.docs += weight
	r.xx += weight * (r.m[i]*r.m[i] + r.v[i])
	raw := r.zz.RawSymmetric()
	if d.n == 0 {
		for a := range k { // an average document: z̄ = 1/K
			floats.AddConst(weight/float64(k*k), raw.Data[a*k+a:a*k+k])
			r.zm[a] += weight / float64(k) * r.m[i]
		}
		return
	}
	n2 := weight / (d.n * d.n)
	for a, p := range d.total {
		floats.AddScaled(raw.Data[a*k+a:a*k+k], p*n2, d.total[a:])
		raw.Data[a*k+a] += p * n2
		r.zm[a] += weight * p / d.n * r.m[i]
	}
	for w := range d.terms {
		row := d.row(w)
		c := float64(d.count[w]) * n2
		for a, p := range row {
			if p > 1e-9 { // what is left out is far below rounding of the sum
				floats.AddScaled(raw.Data[a*k+a:a*k+k], -c*p, row[a:])
			}
		}
	}
}
