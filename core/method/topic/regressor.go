package topic

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Regressor is MA-sLDAr: numeric labels.
type Regressor struct {
	Prior
	Sigma2 float64 // variance of the true numbers around the regression; 0: estimated
	Ridge  float64 // L2 penalty of η, on its spread around its mean; 0: 0.1
	// MeanBias has the mean of the workers' biases zero, weighed by labels, rather
	// than their median: better where biases scatter evenly, worse where a few
	// workers are far off.
	MeanBias bool
	Pooled   bool // sLDA: the mean of a task's labels is its truth, and workers are all alike
}

var _ fit.Method = (*Regressor)(nil)

// Uses implements fit.Method.
func (m *Regressor) Uses(has crowd.Parts) (crowd.Parts, error) {
	if has.Anonymous {
		return crowd.Parts{}, crowd.ErrAnonymous
	}
	return uses(has, true)
}

// Start implements fit.Method.
func (m *Regressor) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 {
		return nil, errNoLabels
	}
	p := m.Prior.chosen(d, s.Seed)
	r := &regressor{fixed: m.Sigma2, ridge: either(m.Ridge, 0.1), crew: newCrew(d, m.Pooled)}
	r.average = m.MeanBias
	r.eta, r.own = make([]float64, p.Topics), make([]float64, 0)
	r.square, r.base = make([]float64, p.Topics), make([]float64, p.Topics)
	r.zz, r.zm = mat.NewSymDense(p.Topics, nil), make([]float64, p.Topics)
	r.sigma2 = either(r.fixed, r.total)
	r.corpus = newCorpus(p, d, r.groups(), s.Seed)
	return r, nil
}

type regressor struct {
	*corpus
	*crew
	fixed, ridge float64
	eta          []float64     // K
	sigma2       float64       // σ²
	zz           *mat.SymDense // Σ_d E[z̄ z̄ᵀ] (17)
	zm           []float64     // Σ_d φ̄ m
	xx           float64       // Σ_d E[x²]
	docs         float64       // that these sums are of

	own          []float64 // of the open document's words: ηᵀφ_n
	slope        []float64 // and the factor of η in the exponent of φ_n
	square, base []float64 // K
}

// groups cuts the documents with labels into as many groups as there are topics,
// by their mean label, and starts η at the groups' means.
func (r *regressor) groups() []int {
	k, d := len(r.eta), r.labels
	var order []int
	group := make([]int, d.Tasks)
	for i := range group {
		group[i] = none
		if from, to := d.Of(i); from < to {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.m[a], r.m[b]) })
	size := make([]float64, k)
	for n, i := range order {
		group[i] = n * k / len(order)
		r.eta[group[i]] += r.m[i]
		size[group[i]]++
	}
	for j := range r.eta {
		if size[j] == 0 {
			r.eta[j] = r.mean
		} else {
			r.eta[j] /= size[j]
		}
	}
	return group
}

// Step implements fit.Fit.
func (r *regressor) Step() (fit.Step, error) {
	docs, rho, scale := r.turn()
	r.forget(rho)
	clear(r.counts)
	var moved, bound float64
	for _, i := range docs {
		was := r.m[i]
		bound += scale * r.document(i)
		moved = math.Max(moved, math.Abs(r.m[i]-was))
		r.doc.collect(r.counts)
		r.moments(i, rho*scale)
	}
	bound += r.topics.bound() + r.evidence() + r.penalty()
	r.topics.absorb(r.counts, rho, scale)
	if err := r.regress(); err != nil {
		return fit.Step{}, err
	}
	shift := r.workers()
	for k := range r.eta {
		r.eta[k] += shift
	}
	return fit.Step{Objective: bound, Change: moved / math.Sqrt(r.total), Flips: -1}, nil
}

// forget makes room for a step of size rho in the sums of the regression.
func (r *regressor) forget(rho float64) {
	r.zz.ScaleSym(1-rho, r.zz)
	scale(r.zm, 1-rho)
	r.xx *= 1 - rho
	r.docs *= 1 - rho
}

// document does local inference of document i and returns its part of the bound.
func (r *regressor) document(i int) (bound float64) {
	d := r.doc
	d.open(r.data.Words, i, r.gammaOf(i))
	if d.n == 0 {
		r.truth(i, mean(r.eta), r.sigma2)
		return r.fitOf(i)
	}
	r.own, r.slope = resize(r.own, len(d.terms)), resize(r.slope, len(d.terms))
	for j, e := range r.eta {
		r.square[j] = e * e / (2 * d.n * d.n * r.sigma2)
	}
	sum := dot(r.eta, d.total)
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
			scale(row, 1/z)
			mirror(row, d.old, coupling)
			z, own = slow, dot(r.eta, row)
			axpy(c, row, d.total)
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

// weigh writes base·share·exp(shift·η) to row and returns its sum and that of
// its products with η, whose largest is most in size.
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

// words returns Σ_n E[log p(z_n, w_n)] and the entropy of z_n after a sweep that
// took top off its exponents.
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
		s += c * (prob.Log(d.z[w]) + top - r.slope[w]*r.own[w] + dot(r.square, row))
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

func mean(x []float64) float64 {
	var s float64
	for _, v := range x {
		s += v
	}
	return s / float64(len(x))
}

// fitOf returns E[log p(x|z)] and the entropy of x of the open document i. One
// without words is expected to be average.
func (r *regressor) fitOf(i int) float64 {
	d := r.doc
	m, v := r.m[i], r.v[i]
	var entropy float64
	if v > 0 {
		entropy = 0.5 * prob.Log(2*math.Pi*math.E*v)
	}
	e := m*m + v
	if d.n == 0 {
		c := mean(r.eta)
		e += c*c - 2*m*c
	} else {
		guess := dot(r.eta, d.total)
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
			axpy(weight/float64(k*k), ones(k-a), raw.Data[a*k+a:a*k+k])
			r.zm[a] += weight / float64(k) * r.m[i]
		}
		return
	}
	n2 := weight / (d.n * d.n)
	for a, p := range d.total {
		axpy(p*n2, d.total[a:], raw.Data[a*k+a:a*k+k])
		raw.Data[a*k+a] += p * n2
		r.zm[a] += weight * p / d.n * r.m[i]
	}
	for w := range d.terms {
		row := d.row(w)
		c := float64(d.count[w]) * n2
		for a, p := range row {
			if p > 1e-9 { // what is left out is far below rounding of the sum
				axpy(-c*p, row[a:], raw.Data[a*k+a:a*k+k])
			}
		}
	}
}

func ones(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

// regress makes η (17), with an L2 penalty of its spread around its mean, and σ².
func (r *regressor) regress() error {
	k := r.prior.Topics
	a := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			v := r.zz.At(i, j) - r.ridge/float64(k)
			if i == j {
				v += r.ridge
			}
			a.SetSym(i, j, v)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(a) {
		return errors.New("the topics are not distinct enough for a regression: use fewer topics")
	}
	var x mat.VecDense
	if err := chol.SolveVecTo(&x, mat.NewVecDense(k, r.zm)); err != nil && !errors.As(err, new(mat.Condition)) {
		return err
	}
	copy(r.eta, x.RawVector().Data)
	if r.fixed == 0 {
		square := r.xx - 2*dot(r.eta, r.zm) + mat.Inner(&x, r.zz, &x)
		centre := mean(r.eta)
		for _, e := range r.eta {
			square += r.ridge * (e - centre) * (e - centre)
		}
		r.sigma2 = math.Max(square/r.docs, 1e-6*r.total)
	}
	return nil
}

// penalty returns the log prior of η.
func (r *regressor) penalty() (s float64) {
	centre := mean(r.eta)
	for _, e := range r.eta {
		s -= r.ridge / (2 * r.sigma2) * (e - centre) * (e - centre)
	}
	return s
}

// Estimate implements fit.Fit.
func (r *regressor) Estimate() *crowd.Estimate { return r.estimate() }

// Predict implements fit.Predictor: x = ηᵀφ̄.
func (r *regressor) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	means, err := r.means(d)
	if err != nil {
		return nil, err
	}
	e := &crowd.Estimate{Value: make([]float64, d.Tasks)}
	for i := range e.Value {
		e.Value[i] = dot(r.eta, means[i*len(r.eta):(i+1)*len(r.eta)])
	}
	return e, nil
}
