package topic

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
	// MeanBias sets the mean of the workers' biases, weighted by labels, to zero instead of their
	// median: better if biases scatter evenly, worse if a few workers are far off.
	MeanBias bool
	Pooled   bool // sLDA: the mean of a task's labels is its truth, and workers are all alike
}

var _ fit.Method = (*Regressor)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m Regressor) WithDefaults() Regressor {
	m.Alpha = cmp.Or(m.Alpha, 0.1)
	m.Prior = m.Prior.WithDefaults()
	m.Ridge = cmp.Or(m.Ridge, 0.1)
	return m
}

// Uses implements fit.Method.
func (m *Regressor) Uses(has crowd.Parts) (crowd.Parts, error) {
	parts, err := uses(has, true)
	return fit.Uses(parts, fit.Need(!has.Anonymous, crowd.ErrAnonymous), err)
}

// Start implements fit.Method.
func (m *Regressor) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 {
		return nil, errNoLabels
	}
	own := m.WithDefaults()
	own.Prior = own.Prior.searched(d, s.Seed)
	v := newValidation(d, own.Prior, s)
	begin := func(d *crowd.Dataset) trial { return own.start(nil, d, s.Seed) }
	if own.Tune {
		if err := v.tune(own.Prior.axes(), func() trial { return begin(v.rest) }); err != nil {
			return nil, err
		}
	}
	v.watch(begin)
	r := own.start(nil, d, s.Seed)
	r.validation = v
	return r, nil
}

// start begins a fit that holds nothing out. Its topics start from groups of documents; nil: from those of like numbers.
func (m Regressor) start(group []int, d *crowd.Dataset, seed uint64) *regressor {
	p := m.Prior
	r := &regressor{fixed: m.Sigma2, ridge: m.Ridge, crew: newCrew(d, m.Pooled)}
	r.average = m.MeanBias
	r.eta, r.own = make([]float64, p.Topics), make([]float64, 0)
	r.square, r.base = make([]float64, p.Topics), make([]float64, p.Topics)
	r.zz, r.zm = mat.NewSymDense(p.Topics, nil), make([]float64, p.Topics)
	r.sigma2 = cmp.Or(r.fixed, r.total)
	if group == nil {
		group = r.groups()
	}
	r.startEta(group)
	r.corpus = newCorpus(p, d, group, seed)
	return r
}

type regressor struct {
	*corpus
	*validation
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

// groups sorts the labelled documents by mean label and cuts them into one group per topic.
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
	for n, i := range order {
		group[i] = n * k / len(order)
	}
	return group
}

// startEta starts η at the groups' means.
func (r *regressor) startEta(group []int) {
	size := make([]float64, len(r.eta))
	for i, k := range group {
		if k != none {
			r.eta[k] += r.m[i]
			size[k]++
		}
	}
	for j := range r.eta {
		if size[j] == 0 {
			r.eta[j] = r.mean
		} else {
			r.eta[j] /= size[j]
		}
	}
}

// Step reports as Change the largest |Δm| in standard deviations of the labels or, if larger, the
// share of words that changed topic in documents of known number.
func (r *regressor) Step() (fit.Step, error) {
	return r.follow(r.step())
}

func (r *regressor) step() (fit.Step, error) {
	docs, rho, scale := r.turn()
	r.forget(rho)
	clear(r.counts)
	var moved, turned, bound float64
	old := make([]float64, r.prior.Topics)
	for _, i := range docs {
		was := r.m[i]
		copy(old, r.gammaOf(i))
		bound += scale * r.document(i)
		moved = math.Max(moved, math.Abs(r.m[i]-was))
		if r.known(i) {
			turned += r.doc.turned(old) / float64(len(docs))
		}
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
	return fit.Step{Objective: bound, Change: math.Max(moved/math.Sqrt(r.total), turned), Flips: -1}, nil
}

// forget makes room for a step of size rho in the sums of the regression.
func (r *regressor) forget(rho float64) {
	r.zz.ScaleSym(1-rho, r.zz)
	floats.Scale(1-rho, r.zm)
	r.xx *= 1 - rho
	r.docs *= 1 - rho
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
		square := r.xx - 2*prob.Dot(r.eta, r.zm) + mat.Inner(&x, r.zz, &x)
		centre := prob.Mean(r.eta)
		for _, e := range r.eta {
			square += r.ridge * (e - centre) * (e - centre)
		}
		r.sigma2 = math.Max(square/r.docs, 1e-6*r.total)
	}
	return nil
}

// penalty returns the log prior of η.
func (r *regressor) penalty() (s float64) {
	centre := prob.Mean(r.eta)
	for _, e := range r.eta {
		s -= r.ridge / (2 * r.sigma2) * (e - centre) * (e - centre)
	}
	return s
}

func (r *regressor) Estimate() *crowd.Estimate { return r.estimate() }

// Predict implements fit.Predictor: x = ηᵀφ̄.
func (r *regressor) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	means, err := r.means(d)
	if err != nil {
		return nil, err
	}
	e := &crowd.Estimate{Value: make([]float64, d.Tasks)}
	for i := range e.Value {
		e.Value[i] = prob.Dot(r.eta, means[i*len(r.eta):(i+1)*len(r.eta)])
	}
	return e, nil
}

// loss is the squared error of the labels of each text that it has not seen, each label less its worker's bias and weighted by the
// worker's precision, in variances of all labels.
func (r *regressor) loss(held *crowd.Dataset) ([]float64, error) {
	e, err := r.Predict(held)
	if err != nil {
		return nil, err
	}
	loss, weight := make([]float64, held.Tasks), 0.0
	for n, i := range held.TaskOf() {
		p := r.Precision[held.Worker[n]]
		miss := held.Value[n] - r.Bias[held.Worker[n]] - e.Value[i]
		loss[i] += p * miss * miss
		weight += p
	}
	floats.Scale(float64(held.Tasks)/(weight*r.total), loss)
	return loss, nil
}
