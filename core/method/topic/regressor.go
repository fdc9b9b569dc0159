package topic

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"concord/core/crowd"
	"concord/core/fit"
)

// Regressor is MA-sLDAr: numeric labels.
type Regressor struct {
	Prior
	Sigma2 float64 // variance of the true numbers around the regression; 0: estimated
	Ridge  float64 // L2 penalty of η, on its spread around its mean; 0: 0.1
}

var _ fit.Method = (*Regressor)(nil)

// Uses implements fit.Method.
func (m *Regressor) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, true) }

// Start implements fit.Method.
func (m *Regressor) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 {
		return nil, errors.New("there are no labels to learn from")
	}
	p := m.Prior.withDefaults()
	r := &regressor{fixed: m.Sigma2, ridge: either(m.Ridge, 0.1)}
	r.eta, r.m, r.v = make([]float64, p.Topics), make([]float64, d.Tasks), make([]float64, d.Tasks)
	r.bias, r.precision = make([]float64, d.Workers), make([]float64, d.Workers)
	r.corpus = &corpus{data: d}
	r.begin()
	r.corpus = newCorpus(p, d, r.groups(), s.Seed)
	r.workers()
	return r, nil
}

type regressor struct {
	*corpus
	fixed, ridge float64
	eta          []float64 // K
	sigma2       float64
	m, v         []float64 // D: mean and variance of the true number
	bias         []float64 // by worker, label-weighted median zero
	precision    []float64
	spread       float64 // variance of all labels: what a worker is worth a priori
}

// begin starts from the plain mean of each task's labels.
func (r *regressor) begin() {
	d := r.data
	var all, n float64
	for _, y := range d.Value {
		all += y
		n++
	}
	all /= n
	for _, y := range d.Value {
		r.spread += (y - all) * (y - all) / n
	}
	r.spread = math.Max(r.spread, 1e-12)
	r.sigma2 = either(r.fixed, r.spread)
	for j := range r.precision {
		r.precision[j] = 1 / r.spread
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		r.m[i] = all
		if from < to {
			r.m[i] = 0
			for _, y := range d.Value[from:to] {
				r.m[i] += y / float64(to-from)
			}
		}
	}
}

// groups cuts the documents into as many groups as there are topics, by their
// mean label, and starts η at the groups' means.
func (r *regressor) groups() []int {
	k := len(r.eta)
	order := make([]int, len(r.m))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.m[a], r.m[b]) })
	group, size := make([]int, len(order)), make([]float64, k)
	for n, i := range order {
		group[i] = n * k / len(order)
		r.eta[group[i]] += r.m[i]
		size[group[i]]++
	}
	for j := range r.eta {
		r.eta[j] /= math.Max(size[j], 1)
	}
	return group
}

// truth makes m (14) and v of document i, given ηᵀφ̄.
func (r *regressor) truth(i int, guess float64) {
	from, to := r.data.Of(i)
	weight := 1 / r.sigma2
	sum := guess / r.sigma2
	for n := from; n < to; n++ {
		p := r.precision[r.data.Worker[n]]
		weight += p
		sum += p * (r.data.Value[n] - r.bias[r.data.Worker[n]])
	}
	r.m[i], r.v[i] = sum/weight, 1/weight
}

// workers makes b (19) and p (21). A worker's precision has a prior worth one
// label of the variance of all labels, so that one lucky label is no certainty.
// The median bias, weighted by labels, is then moved to zero (a Laplace prior:
// most workers are nearly unbiased, a few are far off), and η with it.
func (r *regressor) workers() {
	d := r.data
	sum, n, square := make([]float64, d.Workers), make([]float64, d.Workers), make([]float64, d.Workers)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			j := d.Worker[at]
			sum[j] += d.Value[at] - r.m[i]
			n[j]++
		}
	}
	for j := range r.bias {
		r.bias[j] = sum[j] / math.Max(n[j], 1)
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			j := d.Worker[at]
			e := d.Value[at] - r.m[i] - r.bias[j]
			square[j] += r.v[i] + e*e
		}
	}
	for j := range r.precision {
		r.precision[j] = (n[j] + 1) / (square[j] + r.spread)
	}
	shift := median(r.bias, n)
	for j := range r.bias {
		if n[j] > 0 {
			r.bias[j] -= shift
		}
	}
	for i := range r.m {
		r.m[i] += shift
	}
	for k := range r.eta {
		r.eta[k] += shift
	}
}

// median returns the weighted median of x.
func median(x, weight []float64) float64 {
	order := make([]int, len(x))
	var total float64
	for i := range order {
		order[i] = i
		total += weight[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	var sum float64
	for n, i := range order {
		sum += weight[i]
		if sum == total/2 && n+1 < len(order) {
			return (x[i] + x[order[n+1]]) / 2
		}
		if sum > total/2 {
			return x[i]
		}
	}
	return 0
}

// Step implements fit.Fit.
func (r *regressor) Step() (fit.Step, error) {
	docs, rho, scale := r.turn()
	k := r.prior.Topics
	clear(r.counts)
	zz, zm := mat.NewSymDense(k, nil), make([]float64, k) // Σ E[z̄ z̄ᵀ] and Σ φ̄ m (17)
	var moved, bound, square float64                      // square: Σ E[x²]
	for _, i := range docs {
		was := r.m[i]
		bound += r.document(i)
		moved = math.Max(moved, math.Abs(r.m[i]-was))
		square += r.m[i]*r.m[i] + r.v[i]
		r.doc.collect(r.counts)
		r.moments(i, zz, zm)
	}
	bound += r.topics.bound() + r.labels()
	r.absorb(rho, scale)
	old := append([]float64(nil), r.eta...)
	if err := r.regress(zz, zm, square, len(docs)); err != nil {
		return fit.Step{}, err
	}
	for j := range r.eta {
		r.eta[j] = old[j] + rho*(r.eta[j]-old[j])
	}
	r.workers()
	return fit.Step{Objective: bound, Change: moved / math.Sqrt(r.spread), Flips: -1}, nil
}

func (r *regressor) absorb(rho, scale float64) { r.topics.absorb(r.counts, rho, scale) }

// document does local inference of document i and returns its part of the bound.
func (r *regressor) document(i int) float64 {
	d := r.doc
	d.open(r.data.Words, i, r.gammaOf(i))
	if d.n == 0 {
		r.truth(i, mean(r.eta))
		return 0
	}
	square, base := make([]float64, d.t.k), make([]float64, d.t.k)
	for j, e := range r.eta {
		square[j] = e * e / (2 * d.n * d.n * r.sigma2)
	}
	r.truth(i, dot(r.eta, d.total)/d.n)
	for range localSteps {
		r.sweep(i, square, base)
		r.truth(i, dot(r.eta, d.total)/d.n)
		if d.gammas() < localTol {
			break
		}
	}
	r.sweep(i, square, base)
	r.truth(i, dot(r.eta, d.total)/d.n)
	return d.free + d.proportions() + r.fitOf(i)
}

// sweep visits the words once (12):
//
//	φ_nk ∝ exp( E[log θ_k] + E[log β_k,w] + m η_k/(Nσ²) − [2(ηᵀΣ_{m≠n}φ_m) η_k + η_k²]/(2N²σ²) )
func (r *regressor) sweep(i int, square, base []float64) {
	d, k := r.doc, r.doc.t.k
	per := 1 / (d.n * d.n * r.sigma2)
	lead := r.m[i] / (d.n * r.sigma2)
	sum := dot(r.eta, d.total) // N ηᵀφ̄
	lo, hi := slices.Min(r.eta), slices.Max(r.eta)
	couple := per * (hi - lo) * (hi - lo) / 4
	// exp of the supervised part at the start of the sweep, and the exponent's shift from there
	start := lead - sum*per
	var top float64
	for j, e := range r.eta {
		base[j] = start*e - square[j]
		if j == 0 || base[j] > top {
			top = base[j]
		}
	}
	for j := range base {
		base[j] = d.theta[j] * math.Exp(base[j]-top)
	}
	d.free = 0
	for w, term := range d.terms {
		row := d.row(w)
		c := float64(d.count[w])
		own := dot(r.eta, row)
		slope := lead - (sum-own)*per
		shift := slope - start
		share := d.t.share[int(term)*k:][:k]
		copy(d.old, row)
		var z float64
		for j := range row {
			row[j] = base[j] * share[j] * tilt(shift*r.eta[j])
			z += row[j]
		}
		scale(row, 1/z)
		coupling := (c - 1) * couple
		if coupling > 1 {
			mirror(row, d.old, coupling)
			d.free += c * relative(row, d.theta, share)
		} else {
			// log z is the expectation of the exponent plus the entropy; take the supervised part off again
			d.free += c * (math.Log(z) + top - slope*dot(r.eta, row) + dot(square, row))
		}
		d.free += c * d.t.scale[term]
		for j, p := range row {
			d.total[j] += c * (p - d.old[j])
		}
		sum += c * (dot(r.eta, row) - own)
	}
}

// relative returns Σ_k φ_k (log θ_k + log β_k − log φ_k).
func relative(phi, theta, share []float64) float64 {
	var s float64
	for k, p := range phi {
		if p > 0 {
			s += p * math.Log(theta[k]*share[k]/p)
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

// fitOf returns E[log p(x|z)] and the entropy of x of document i.
func (r *regressor) fitOf(i int) float64 {
	d := r.doc
	guess := dot(r.eta, d.total)
	second := guess * guess // N² ηᵀE[z̄z̄ᵀ]η
	for w := range d.terms {
		row := d.row(w)
		var one, two float64
		for j, p := range row {
			one += p * r.eta[j]
			two += p * r.eta[j] * r.eta[j]
		}
		second += float64(d.count[w]) * (two - one*one)
	}
	m, v := r.m[i], r.v[i]
	e := m*m + v - 2*m*guess/d.n + second/(d.n*d.n)
	return -0.5*math.Log(2*math.Pi*r.sigma2) - e/(2*r.sigma2) + 0.5*math.Log(2*math.Pi*math.E*v)
}

// labels returns E[log p(y|x)] and the log prior of the precisions.
func (r *regressor) labels() float64 {
	var s float64
	d := r.data
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			p := r.precision[d.Worker[n]]
			e := d.Value[n] - r.m[i] - r.bias[d.Worker[n]]
			s += 0.5*math.Log(p/(2*math.Pi)) - p/2*(r.v[i]+e*e)
		}
	}
	for _, p := range r.precision {
		s += 0.5*math.Log(p) - p*r.spread/2
	}
	for _, e := range r.eta {
		s -= r.ridge / (2 * r.sigma2) * (e - mean(r.eta)) * (e - mean(r.eta))
	}
	return s
}

// moments adds E[z̄ z̄ᵀ] and φ̄ m of the open document.
func (r *regressor) moments(i int, zz *mat.SymDense, zm []float64) {
	d, k := r.doc, r.doc.t.k
	if d.n == 0 {
		return
	}
	n2 := 1 / (d.n * d.n)
	raw := zz.RawSymmetric()
	for a, p := range d.total {
		axpy(p*n2, d.total[a:], raw.Data[a*k+a:a*k+k])
		raw.Data[a*k+a] += p * n2
		zm[a] += p / d.n * r.m[i]
	}
	for w := range d.terms {
		row := d.row(w)
		c := float64(d.count[w]) * n2
		for a, p := range row {
			if p > 1e-12 {
				axpy(-c*p, row[a:], raw.Data[a*k+a:a*k+k])
			}
		}
	}
}

// regress makes η (17), with an L2 penalty of its spread around its mean, and σ².
func (r *regressor) regress(zz *mat.SymDense, zm []float64, square float64, docs int) error {
	k := r.prior.Topics
	a := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			v := zz.At(i, j) - r.ridge/float64(k)
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
	if err := chol.SolveVecTo(&x, mat.NewVecDense(k, zm)); err != nil && !errors.As(err, new(mat.Condition)) {
		return err
	}
	copy(r.eta, x.RawVector().Data)
	if r.fixed == 0 {
		centre := mean(r.eta)
		for _, e := range r.eta {
			square += r.ridge * (e - centre) * (e - centre)
		}
		square += -2*dot(r.eta, zm) + mat.Inner(&x, zz, &x)
		r.sigma2 = math.Max(square/float64(docs), 1e-6*r.spread)
	}
	return nil
}

// Estimate implements fit.Fit.
func (r *regressor) Estimate() *crowd.Estimate {
	variance := make([]float64, len(r.precision))
	for j, p := range r.precision {
		variance[j] = 1 / p
	}
	return &crowd.Estimate{
		Value: append([]float64(nil), r.m...),
		Extra: []crowd.Column{
			{Name: "bias", Title: "Bias", Of: crowd.OfWorker, Values: append([]float64(nil), r.bias...)},
			{Name: "variance", Title: "Variance", Of: crowd.OfWorker, Values: variance},
			{Name: "variance", Title: "Variance", Of: crowd.OfTask, Values: append([]float64(nil), r.v...)},
		},
	}
}

// Predict implements fit.Predictor: x = ηᵀφ̄.
func (r *regressor) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if d.Words == nil {
		return nil, errors.New("no texts to predict from")
	}
	k := r.prior.Topics
	means := r.means(d.Words)
	e := &crowd.Estimate{Value: make([]float64, len(means)/k)}
	for i := range e.Value {
		e.Value[i] = dot(r.eta, means[i*k:(i+1)*k])
	}
	return e, nil
}
