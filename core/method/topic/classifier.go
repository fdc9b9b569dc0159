package topic

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// Classifier is MA-sLDAc: labels that name classes.
type Classifier struct {
	Prior
	Omega float64 // Dirichlet prior of the rows of confusion matrices; 0: 1
	L2    float64 // penalty of η; 0: 0.1
}

var _ fit.Method = (*Classifier)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m Classifier) WithDefaults() Classifier {
	m.Prior = m.Prior.WithDefaults()
	m.Omega, m.L2 = cmp.Or(m.Omega, 1), cmp.Or(m.L2, 0.1)
	return m
}

// Uses implements fit.Method.
func (m *Classifier) Uses(has crowd.Parts) (crowd.Parts, error) {
	parts, err := uses(has, false)
	return fit.Uses(parts, fit.Need(!has.Anonymous, crowd.ErrAnonymous), err)
}

// Start implements fit.Method.
func (m *Classifier) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 && !d.Parts().Gold {
		return nil, errNoLabels
	}
	own := m.WithDefaults()
	own.Prior = own.Prior.searched(d, s.Seed)
	v := newValidation(d, own.Prior, s)
	begin := func(d *crowd.Dataset) trial { return own.start(d, s.Seed) }
	if own.Tune {
		axes := own.Prior.axes()
		if d.Workers > 0 {
			axes = slices.Insert(axes, len(axes)-1, choose("omega", &own.Omega))
		}
		if err := v.tune(axes, func() trial { return begin(v.rest) }); err != nil {
			return nil, err
		}
	}
	v.watch(begin)
	f := own.start(d, s.Seed)
	f.validation = v
	return f, nil
}

// start begins a fit that holds nothing out.
func (m Classifier) start(d *crowd.Dataset, seed uint64) *classifier {
	p := m.Prior
	f := &classifier{classes: d.Classes, omega: m.Omega, l2: m.L2}
	f.lambda = crowd.Shares(d)
	f.corpus = newCorpus(p, d, f.groups(d, p.Topics, seed), seed)
	f.eta = make([]float64, d.Classes*p.Topics)
	f.xi, f.logPi = make([]float64, d.Workers*d.Classes*d.Classes), make([]float64, d.Workers*d.Classes*d.Classes)
	f.begin()
	f.local = newLocal(d.Classes, p.Topics)
	f.curve = newCurve(d.Classes * p.Topics)
	return f
}

type classifier struct {
	*corpus
	*validation
	classes   int
	omega, l2 float64
	eta       []float64 // C×K
	lambda    []float64 // D×C: q(c)
	xi        []float64 // M×C×C: Dirichlet parameters of confusion rows
	logPi     []float64 // E[log π]
	local     *local
	curve     *curve
}

// groups deals the labelled documents out to the topics so that documents of one class share
// theirs: class c has the topics c, c+C, c+2C and so on.
func (f *classifier) groups(d *crowd.Dataset, topics int, seed uint64) []int {
	group := make([]int, d.Tasks)
	for i := range group {
		if !d.HasEvidence(i) {
			group[i] = none
			continue
		}
		c, _ := crowd.Best(f.lambda[i*f.classes:(i+1)*f.classes], i, seed)
		if c >= topics {
			group[i] = c % topics
			continue
		}
		own := (topics - c + f.classes - 1) / f.classes
		group[i] = c + f.classes*int(content(d.Words, i, seed)%uint64(own))
	}
	return group
}

// begin starts ξ from what the workers' labels have in common, and η from the topics' classes. The
// truth of a label starts as the share of the task's other labels that name each class, plus half a
// vote for the label itself and half spread evenly: with the plain vote shares, a worker alone with
// a task would start out infallible and stay so.
func (f *classifier) begin() {
	d, c := f.data, f.classes
	for at := range f.xi {
		f.xi[at] = f.omega
	}
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			row := f.xi[int(d.Worker[n])*c*c+int(d.Class[n]):]
			if z := d.Truth(i); z != crowd.Unknown {
				row[z*c]++
				continue
			}
			share := 1 / float64(to-from)
			for m := from; m < to; m++ {
				if m == n {
					row[int(d.Class[n])*c] += share / 2
				} else {
					row[int(d.Class[m])*c] += share
				}
			}
			for k := range c {
				row[k*c] += share / 2 / float64(c)
			}
		}
	}
	f.expect()
	k := f.prior.Topics
	for j := range k {
		if k >= c {
			f.eta[j%c*k+j] = apart
		}
	}
}

// apart is the weight with which a topic speaks for its class at first.
const apart = 5

// confusion moves ξ by rho towards ω + Σ λ [y = l] (4) over these documents, each of which stands for that many.
func (f *classifier) confusion(docs []int, rho, each float64) {
	c := f.classes
	for at, x := range f.xi {
		f.xi[at] = x + rho*(f.omega-x)
	}
	for _, i := range docs {
		from, to := f.data.Of(i)
		for n := from; n < to; n++ {
			row := f.xi[int(f.data.Worker[n])*c*c+int(f.data.Class[n]):]
			for l, p := range f.lambda[i*c : (i+1)*c] {
				row[l*c] += rho * each * p
			}
		}
	}
	f.expect()
}

// expect recomputes E[log π].
func (f *classifier) expect() {
	for at := 0; at < len(f.xi); at += f.classes {
		prob.LogMean(f.logPi[at:at+f.classes], f.xi[at:at+f.classes])
	}
}

// Step reports as Change the largest |Δλ| or, if larger, the share of words that changed topic in documents of known class.
func (f *classifier) Step() (fit.Step, error) {
	return f.follow(f.step())
}

func (f *classifier) step() (fit.Step, error) {
	docs, rho, scale := f.turn()
	clear(f.counts)
	f.curve.reset()
	var bound, moved, turned float64
	flips := 0
	was, old := make([]float64, f.classes), make([]float64, f.prior.Topics)
	for _, i := range docs {
		q := f.lambda[i*f.classes : (i+1)*f.classes]
		top := floats.MaxIdx(q)
		copy(was, q)
		copy(old, f.gammaOf(i))
		bound += scale * f.document(i)
		for c, p := range q {
			moved = math.Max(moved, math.Abs(p-was[c]))
		}
		if floats.MaxIdx(q) != top {
			flips++
		}
		if g := f.data.Gold; g != nil && g[i] != crowd.Unknown {
			turned += f.doc.turned(old) / float64(len(docs))
		}
		f.doc.collect(f.counts)
	}
	bound += f.topics.bound() + f.globals()
	f.topics.absorb(f.counts, rho, scale)
	f.confusion(docs, rho, scale)
	f.curve.newton(f.eta, f.l2, rho, scale)
	return fit.Step{Objective: bound, Change: math.Max(moved, turned), Flips: flips}, nil
}

// Bound returns the lower bound of the whole corpus at the topics, weights and workers there are. In
// batch mode the next step reports the same; the bound of a mini-batch is an estimate of it that
// varies with the documents drawn. It costs a step, and leaves the fit as it was.
func (f *classifier) Bound() float64 {
	gamma, lambda := slices.Clone(f.gamma), slices.Clone(f.lambda)
	bound := f.topics.bound() + f.globals()
	for i := range f.data.Tasks {
		bound += f.document(i)
	}
	copy(f.gamma, gamma)
	copy(f.lambda, lambda)
	return bound
}

// globals returns the parts of the bound that belong to π and η.
func (f *classifier) globals() float64 {
	c := float64(f.classes)
	var s float64
	for at := 0; at < len(f.xi); at += f.classes {
		for l := at; l < at+f.classes; l++ {
			s += prob.LogGamma(f.xi[l]) + (f.omega-f.xi[l])*f.logPi[l]
		}
		s += prob.LogGamma(c*f.omega) - c*prob.LogGamma(f.omega) - prob.LogGamma(prob.Total(f.xi[at:at+f.classes]))
	}
	return s - f.l2/2*prob.Dot(f.eta, f.eta)
}

func (f *classifier) Estimate() *crowd.Estimate {
	c := f.classes
	e := &crowd.Estimate{Posterior: slices.Clone(f.lambda), Prior: make([]float64, c), Confusion: slices.Clone(f.xi)}
	for i, p := range f.lambda {
		e.Prior[i%c] += p / float64(f.data.Tasks)
	}
	for at := 0; at < len(e.Confusion); at += c {
		row := e.Confusion[at : at+c]
		floats.Scale(1/prob.Total(row), row)
	}
	return e
}

// Predict implements fit.Predictor: softmax(η_lᵀφ̄), whose largest entry is (8).
func (f *classifier) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	means, err := f.means(d)
	if err != nil {
		return nil, err
	}
	k, c := f.prior.Topics, f.classes
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*c)}
	for i := range d.Tasks {
		row := e.Posterior[i*c : (i+1)*c]
		for l := range row {
			row[l] = prob.Dot(f.eta[l*k:(l+1)*k], means[i*k:(i+1)*k])
		}
		prob.Softmax(row)
	}
	return e, nil
}

// loss is the mean of −log p(labels | words) over texts that it has not seen: of their class, where that is known.
func (f *classifier) loss(held *crowd.Dataset) ([]float64, error) {
	e, err := f.Predict(held)
	if err != nil {
		return nil, err
	}
	c := f.classes
	confusion := f.Estimate().Confusion
	loss := make([]float64, held.Tasks)
	for i := range held.Tasks {
		q := e.Posterior[i*c : (i+1)*c]
		if z := held.Truth(i); z != crowd.Unknown {
			loss[i] = -prob.Log(q[z])
			continue
		}
		from, to := held.Of(i)
		for n := from; n < to; n++ {
			for l := range q {
				q[l] *= confusion[(int(held.Worker[n])*c+l)*c+int(held.Class[n])]
			}
			loss[i] -= prob.Log(prob.Total(q))
			prob.Normalize(q)
		}
	}
	return loss, nil
}
