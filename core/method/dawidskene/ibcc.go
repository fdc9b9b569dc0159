package dawidskene

import (
	"cmp"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/population"
	"concord/core/prob"
)

// IBCC is Bayesian Dawid–Skene by variational Bayes (independent Bayesian classifier combination;
// Kim & Ghahramani 2012, Simpson et al. 2013): the class prior and every confusion row are
// Dirichlet distributions rather than points, so a worker with few labels is not taken at face
// value.
//
//	p ~ Dir(ν⁰)   π_j[k] ~ Dir(α⁰_k)   z_i ~ p   y_ij ~ π_j[z_i]
//
// Mean field, q(z) q(p) q(π), coordinate by coordinate:
//
//	q_ik ∝ exp(E log p_k + Σ_j E log π_j[k][y_ij])
//	ν_k  = ν⁰_k + Σ_i q_ik,   α_jkl = α⁰_kl + Σ_i q_ik [y_ij = l]
//	E log p_k = Ψ(ν_k) − Ψ(Σν),   E log π_j[k][l] = Ψ(α_jkl) − Ψ(Σ_l α_jkl)
//
// Objective: the evidence lower bound, which never falls,
//
//	Σ_i log Σ_k exp(E log p_k + Σ_j E log π_j[k][y_ij]) − KL(q(p)‖p) − Σ_jk KL(q(π_j[k])‖π_j[k]).
//
// The papers leave the prior to the user. This one is weak and favours the diagonal, Right labels
// on it and Wrong ones spread over the rest, so workers are better than chance until they show
// otherwise.
//
// The estimate holds posterior means; model_accuracy_low and model_accuracy_high bound each
// worker's accuracy (interval.go).
//
// Hyun-Chul Kim, Zoubin Ghahramani. Bayesian classifier combination. AISTATS 2012.
// Edwin Simpson, Stephen Roberts, Ioannis Psorakis, Arfon Smith. Dynamic Bayesian combination of
// multiple imperfect classifiers. 2013, arXiv:1206.1831.
type IBCC struct {
	Right float64 // pseudo-count of the right label in each row; 0: 2
	Wrong float64 // pseudo-count of all wrong labels of a row together; 0: 1
	Class float64 // pseudo-count of each class; 0: 1

	hierarchical bool // the prior of the matrices is learnt: Hierarchical
}

var _ fit.Resumer = (*IBCC)(nil)

// WithDefaults replaces zero fields by their defaults.
func (m IBCC) WithDefaults() IBCC {
	m.Right, m.Wrong, m.Class = cmp.Or(m.Right, 2), cmp.Or(m.Wrong, 1), cmp.Or(m.Class, 1)
	return m
}

// Uses implements fit.Method.
func (*IBCC) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, false) }

// Start implements fit.Method.
func (m *IBCC) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) { return m.start(d, s) }

func (m *IBCC) start(d *crowd.Dataset, s fit.Settings) (*vb, error) {
	return m.fit(newEngine(d, s, m.hierarchical && sparse(d)), d, d.Len(), s)
}

// fit starts on an engine, of so many labels.
func (m *IBCC) fit(e *engine, d *crowd.Dataset, labels int, s fit.Settings) (*vb, error) {
	own := m.WithDefaults()
	f := &vb{
		engine: e, data: d, labels: labels, classes: d.Classes, bare: m.hierarchical && s.Common != nil,
		model: e.newModel(d), mean: e.newModel(d), before: before{class: own.Class},
		nu:  make([]float64, d.Classes),
		row: make([]float64, d.Classes), other: make([]float64, d.Classes), power: make([]float64, d.Classes),
	}
	f.alpha = make([]float64, len(f.model.Table))
	if m.hierarchical {
		f.crowd, f.before.row = f.population(), make([]float64, len(f.alpha))
		if f.cells != nil {
			f.before.rest = make([]float64, len(f.cells.True))
		}
		if s.Stop == fit.Settled {
			f.leap = newLeap(d.Classes, len(f.alpha))
		}
	} else {
		f.before.row = own.row(d.Classes)
	}
	var rule Rule
	var err error
	if f.first, err = newFirst(d, &rule); err != nil {
		return nil, err
	}
	f.before.pseudo = rule.Pseudo
	f.now = f.start(startSoft, s.Common)
	return f, f.err
}

// PriorCounts implements fit.Credible. Added to the expected counts of j's labels, α⁰ (K×K, row =
// truth) gives each row's Dirichlet posterior, in which the share of any label has a Beta
// distribution.
func (m *IBCC) PriorCounts(d *crowd.Dataset, j int) []float64 {
	k := d.Classes
	row := m.WithDefaults().row(k)
	out := make([]float64, k*k)
	for t := range k {
		for l := range k {
			out[t*k+l] = row[l*k+t]
			if d.Confusion != nil && d.Confusion.Mode == crowd.Prior && d.Confusion.Counts != nil {
				out[t*k+l] += d.Confusion.Counts[(j*k+t)*k+l]
			}
		}
	}
	return out
}

// Resume implements fit.Resumer.
func (m *IBCC) Resume(d *crowd.Dataset, from *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	f, err := m.start(d, s)
	if err != nil {
		return nil, err
	}
	if point, ok := resumed(from, d.Workers, d.Classes); ok {
		f.model.take(point)
		f.now, f.warm = f.run(soft, f.model), true
	}
	return f, f.err
}

// before is the prior distribution.
type before struct {
	class  float64   // ν⁰_k
	row    []float64 // α⁰, K×K as a worker's table, the same for all; or M×K×K as Model.Table
	rest   []float64 // of each row of some cells, α⁰ of all others together
	pseudo []float64 // M×K×K, what a user believes of each worker beside it; nil: nothing
}

// row returns α⁰, K×K as a worker's table.
func (m IBCC) row(k int) []float64 {
	row := make([]float64, k*k)
	for l := range k {
		for t := range k {
			row[l*k+t] = m.Right
			if l != t {
				row[l*k+t] = m.Wrong / float64(k-1)
			}
		}
	}
	return row
}

// alpha returns α⁰ of entry n of the table.
func (b *before) alpha(n int) float64 {
	own := n
	if own >= len(b.row) { // a division takes as long as all else here
		own %= len(b.row)
	}
	a := b.row[own]
	if b.pseudo != nil {
		a += b.pseudo[n]
	}
	return a
}

// vb is variational Bayes at work.
type vb struct {
	*engine
	data    *crowd.Dataset
	before  before
	crowd   *population.Population // learns before.row; nil: it is fixed
	leap    *leap                  // nil: plain steps
	first   first
	now     *Counts // what the next update uses
	model   *Model  // exp E log: what E-steps run on
	mean    *Model  // posterior means: of the prior in each step, of the matrices when somebody asks
	classes int
	labels  int
	steps   int
	warm    bool
	bare    bool // in a panel, where nobody asks for the bound

	nu    []float64 // K
	alpha []float64 // M×K×K as Model.Table

	row, other, power []float64 // K, scratch

	bounds *intervals // of the present step; nil: not yet made
}

// Step implements fit.Fit: q(p) and q(π) from the counts, then q(z).
func (f *vb) Step() (fit.Step, error) {
	if f.leap != nil {
		f.now = f.leap.from(f.now, f.nu, f.alpha)
	}
	step := f.step()
	if f.leap != nil {
		if c := f.leap.back(f.now, f.nu, f.alpha); c != nil {
			f.now = c
			rejected := step
			step = f.step()
			step.Change += rejected.Change // since the step before: at most so much
			step.Flips += rejected.Flips
		}
	}
	f.steps++
	f.bounds = nil
	return step, f.err
}

func (f *vb) step() fit.Step {
	change, kl := f.update()
	f.now = f.run(soft, f.model)
	return fit.Step{Objective: f.now.LogLikelihood - kl, Change: change, Flips: f.now.Flips}
}

// Settled implements fit.Settler. The bound of Hierarchical moves with its prior, long after
// labels have settled.
func (f *vb) Settled(trace []fit.Step) bool {
	if f.crowd != nil {
		return fit.FlipsSettled(trace, f.data.Tasks) || fit.DriftSettled(trace, f.data.Tasks)
	}
	return fit.GainSettled(trace, f.data.Tasks, f.labels)
}

// update sets ν, α and what follows from them. It returns Σ|Δ E p| and the KL divergences that the
// bound subtracts.
func (f *vb) update() (change, kl float64) {
	if f.crowd != nil {
		f.crowd.Learn(f.now.Label, f.steps, f.before.row)
		for r := range f.before.rest {
			f.before.rest[r] = f.crowd.Rest(r)
		}
	}
	for c, n := range f.now.Class {
		f.nu[c] = f.before.class + n
	}
	for n, x := range f.now.Label {
		f.alpha[n] = f.before.alpha(n) + x
	}
	if f.steps == 0 && !f.warm {
		f.initial()
	}
	change = Rule{}.maximisePrior(&Counts{Class: f.nu}, f.mean)
	return change, f.expect()
}

// expect sets the model to exp E log and returns the divergences, NaN in a panel.
func (f *vb) expect() float64 {
	expLogMean := expLogMean
	if f.bare {
		expLogMean = func(dst, alpha, _ []float64) float64 {
			prob.ExpLogMean(dst, alpha)
			return math.NaN()
		}
	}
	k := f.classes
	var kl prob.Sum
	for c := range f.other {
		f.other[c] = f.before.class
	}
	kl.Add(expLogMean(f.model.Prior, f.nu, f.other))
	if f.cells != nil {
		for r := range f.cells.True {
			kl.Add(f.expectCells(r, expLogMean))
		}
		return kl.Value()
	}
	for at := 0; at < len(f.alpha); at += k * k {
		for t := range k {
			for l := range k {
				f.row[l], f.other[l] = f.alpha[at+l*k+t], f.before.alpha(at+l*k+t)
			}
			kl.Add(expLogMean(f.power, f.row, f.other))
			for l, x := range f.power {
				f.model.Table[at+l*k+t] = x
			}
		}
	}
	return kl.Value()
}

// expectCells sets row r of the model. The cells it does not have are one, to which nothing was counted.
func (f *vb) expectCells(r int, expLogMean func(dst, alpha, prior []float64) float64) float64 {
	from, to := f.cells.Row[r], f.cells.Row[r+1]
	row, other := append(f.row[:0], f.alpha[from:to]...), append(f.other[:0], f.before.row[from:to]...)
	if rest := f.before.rest[r]; rest > 0 && int(to-from) < f.classes {
		row, other = append(row, rest), append(other, rest)
	}
	kl := expLogMean(f.power[:len(row)], row, other)
	copy(f.model.Table[from:to], f.power)
	return kl
}

// population returns a crowd of which nothing has been learnt.
func (f *vb) population() *population.Population {
	if f.cells != nil {
		return population.OfCells(&f.cells.Cells, f.classes)
	}
	return population.New(f.data.Workers, f.classes)
}

// means sets the means of the matrices.
func (f *vb) means() {
	if f.cells == nil {
		for at := 0; at < len(f.alpha); at += f.classes * f.classes {
			Rule{}.Rows(f.alpha, f.mean, at, f.classes)
		}
		return
	}
	for r := range f.cells.True {
		from, to := f.cells.Row[r], f.cells.Row[r+1]
		sum := prob.Total(f.alpha[from:to]) + f.before.rest[r]
		for n := from; n < to; n++ {
			f.mean.Table[n] = f.alpha[n] / sum
		}
	}
}

// expLogMean sets dst to exp E[log p], p ~ Dirichlet(alpha), and returns KL(Dir(alpha) ‖ Dir(prior)).
func expLogMean(dst, alpha, prior []float64) float64 {
	prob.LogMean(dst, alpha)
	kl := prob.LogBeta(prior) - prob.LogBeta(alpha)
	for k, x := range dst {
		kl += (alpha[k] - prior[k]) * x
		dst[k] = prob.Exp(x)
	}
	return kl
}

// initial applies the user's prior beliefs to the first update: added counts as counts; assigned
// matrices and a starting prior as the shape of the counts, whose number stays that of the labels.
func (f *vb) initial() {
	k := f.classes
	if p := f.first.rule.Pseudo; p != nil && f.before.pseudo == nil {
		for n, x := range p {
			f.alpha[n] += x
		}
	}
	if f.first.assign != nil {
		for at := 0; at < len(f.alpha); at += k * k {
			for t := range k {
				rows := 0.0
				for l := range k {
					rows += f.now.Label[at+l*k+t]
				}
				for l := range k {
					n := at + l*k + t
					f.alpha[n] = f.before.alpha(n) + rows*f.first.assign.Table[n]
				}
			}
		}
	}
	if p := f.first.prior; p != nil {
		total := prob.Total(f.now.Class)
		for c := range f.nu {
			f.nu[c] = f.before.class + total*p[c]
		}
	}
}

// begin makes the first update, without which there are no parameters, so that there is a posterior
// before the first step.
func (f *vb) begin() {
	if f.steps > 0 {
		return
	}
	crowd := f.crowd
	if crowd != nil {
		f.crowd = f.population()
	}
	f.update()
	f.crowd = crowd // the first step is still to come
	for k := range f.mean.share {
		f.mean.share[k] = math.NaN()
	}
}

// Posterior implements fit.Believer: without the intervals, which take longest.
func (f *vb) Posterior() []float64 {
	f.begin()
	return f.posterior(f.model)
}

// Contribute implements fit.Contributor.
func (f *vb) Contribute(weight float64, sum []float64) {
	f.begin()
	f.contribute(f.model, weight, sum)
}

func (f *vb) Estimate() *crowd.Estimate {
	f.begin()
	f.means()
	e := f.mean.Estimate(f.posterior(f.model))
	if f.cells != nil || f.remote != nil {
		return e // whoever met few of many classes is bounded by what the prior says of the others
	}
	if f.bounds == nil {
		f.bounds = f.intervals(e.Posterior)
	}
	e.Extra = []crowd.Column{
		crowd.NewColumn(crowd.OfWorker, "model_accuracy_low", "By the model alone, from", f.bounds.low),
		crowd.NewColumn(crowd.OfWorker, "model_accuracy_high", "By the model alone, to", f.bounds.high),
	}
	return e
}
