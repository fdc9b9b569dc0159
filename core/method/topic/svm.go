package topic

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// SVM is a linear support vector machine on the majority vote of each task's labels, taken for the
// truth: one per pair of classes, by dual coordinate descent for the hinge loss (Hsieh et al. 2008,
// algorithm 1), with a vote between them. One against the rest would fail: the rest wins everywhere
// if fewer than half of the labels are right. Its probabilities are the softmax of the votes; only
// their order means something.
type SVM struct {
	C float64 // cost of a margin that is not kept; 0: 1
}

var _ fit.Method = (*SVM)(nil)

// Uses implements fit.Method.
func (*SVM) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Features: true, Gold: has.Gold, Repeat: has.Repeat}, fit.Need(!has.Numeric, fit.ErrClassesOnly),
		fit.Need(has.Features, fit.ErrNoFeatures), fit.Need(has.Classes >= 2, fit.ErrTwoClasses))
}

// Start implements fit.Method.
func (m *SVM) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	v := &svm{d: d, c: cmp.Or(m.C, 1), src: rand.New(rand.NewPCG(s.Seed, 0x73766d)), classes: d.Classes}
	shares, k := crowd.Shares(d), d.Classes
	for i := range d.Tasks {
		if d.HasEvidence(i) && d.Features.Describes(i) {
			class, _ := crowd.Best(shares[i*k:(i+1)*k], i, s.Seed)
			v.tasks, v.class = append(v.tasks, i), append(v.class, class)
		}
	}
	if len(v.tasks) == 0 {
		return nil, errNoLabels
	}
	for a := range k {
		for b := a + 1; b < k; b++ {
			v.pairs = append(v.pairs, margin{a, b, make([]float64, len(d.Features.Names)+1)})
		}
	}
	v.alpha = make([]float64, len(v.tasks)*k)
	return v, nil
}

type svm struct {
	d       *crowd.Dataset
	c       float64
	classes int
	src     *rand.Rand
	tasks   []int
	class   []int // of these
	pairs   []margin
	alpha   []float64 // len(tasks)×K: of the pair of the task's class with each other
}

// margin tells class a from class b.
type margin struct {
	a, b int
	w    []float64 // D+1, the intercept last, as the weight of a constant feature
}

// Step visits each task once, in the same order for all pairs. Its objective is the sum of the duals, which every visit raises.
func (v *svm) Step() (fit.Step, error) {
	var most, dual float64
	order := v.src.Perm(len(v.tasks))
	for _, m := range v.pairs {
		n := len(m.w) - 1
		for _, t := range order {
			y, other := 1.0, m.b
			switch v.class[t] {
			case m.a:
			case m.b:
				y, other = -1, m.a
			default:
				continue
			}
			x, a := v.d.Features.Row(v.tasks[t]), &v.alpha[t*v.classes+other]
			g := y*(m.w[n]+prob.Dot(m.w[:n], x)) - 1
			next := math.Min(math.Max(*a-g/(1+prob.Dot(x, x)), 0), v.c)
			floats.AddScaled(m.w[:n], (next-*a)*y, x)
			m.w[n] += (next - *a) * y
			most = math.Max(most, math.Abs(next-*a))
			*a = next
		}
		dual -= prob.Dot(m.w, m.w) / 2
	}
	for _, a := range v.alpha {
		dual += a
	}
	return fit.Step{Objective: dual, Change: most / v.c, Flips: -1}, nil
}

func (v *svm) Estimate() *crowd.Estimate {
	e, _ := v.Predict(v.d) // its own data have its own features
	for i := range v.d.Tasks {
		v.d.Certain(i, e.Posterior[i*v.classes:(i+1)*v.classes])
	}
	return e
}

// Predict implements fit.Predictor. A pair's vote is its margin, at most one.
func (v *svm) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	n := len(v.d.Features.Names)
	if d.Features == nil || len(d.Features.Names) != n {
		return nil, errors.New("no features to predict from")
	}
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*v.classes)}
	for i := range d.Tasks {
		row := e.Posterior[i*v.classes : (i+1)*v.classes]
		for _, m := range v.pairs {
			vote := m.w[n]
			if d.Features.Describes(i) {
				vote += prob.Dot(m.w[:n], d.Features.Row(i))
			}
			vote = math.Max(-1, math.Min(vote, 1))
			row[m.a] += vote
			row[m.b] -= vote
		}
		prob.Softmax(row)
	}
	return e, nil
}
