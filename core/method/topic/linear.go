package topic

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// LinReg is linear regression with an L2 penalty on the means of the tasks'
// labels, taken for true.
type LinReg struct {
	Penalty float64 // 0: 1
}

var _ fit.Method = (*LinReg)(nil)

// Uses implements fit.Method.
func (*LinReg) Uses(has crowd.Parts) (crowd.Parts, error) {
	switch {
	case !has.Numeric:
		return crowd.Parts{}, errors.New("it learns numbers, and these labels are classes")
	case !has.Features:
		return crowd.Parts{}, errNoFeatures
	}
	return crowd.Parts{Numeric: true, Features: true, Repeat: has.Repeat}, nil
}

var errNoFeatures = errors.New("it learns from features: add a file with numbers that describe each task")

// Start implements fit.Method. There is nothing to iterate: the first step
// repeats what Start found.
func (m *LinReg) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	n := len(d.Features.Names) + 1 // the intercept is the last
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for j := range n - 1 {
		a.SetSym(j, j, either(m.Penalty, 1))
	}
	row := mat.NewVecDense(n, nil)
	row.SetVec(n-1, 1)
	labels := 0
	for i := range d.Tasks {
		from, to := d.Of(i)
		if from == to || d.Features.Has != nil && !d.Features.Has[i] {
			continue
		}
		labels++
		copy(row.RawVector().Data, d.Features.Row(i))
		a.SymRankOne(a, 1, row)
		b.AddScaledVec(b, mean(d.Value[from:to]), row)
	}
	if labels == 0 {
		return nil, errNoLabels
	}
	var chol mat.Cholesky
	var w mat.VecDense
	if !chol.Factorize(a) {
		return nil, errors.New("these features are too nearly alike for a regression")
	}
	if err := chol.SolveVecTo(&w, b); err != nil && !errors.As(err, new(mat.Condition)) {
		return nil, err
	}
	return &linreg{d: d, w: w.RawVector().Data}, nil
}

type linreg struct {
	d *crowd.Dataset
	w []float64
}

// Step implements fit.Fit.
func (*linreg) Step() (fit.Step, error) {
	return fit.Step{Objective: math.NaN(), Flips: -1, Done: true}, nil
}

// Estimate implements fit.Fit.
func (r *linreg) Estimate() *crowd.Estimate {
	e, _ := r.Predict(r.d) // its own data have its own features
	return e
}

// Predict implements fit.Predictor.
func (r *linreg) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	n := len(r.w) - 1
	if d.Features == nil || len(d.Features.Names) != n {
		return nil, errors.New("no features to predict from")
	}
	e := &crowd.Estimate{Value: make([]float64, d.Tasks)}
	for i := range e.Value {
		e.Value[i] = r.w[n]
		if d.Features.Has == nil || d.Features.Has[i] {
			e.Value[i] += dot(r.w[:n], d.Features.Row(i))
		}
	}
	return e, nil
}

// SVM is a linear support vector machine, one class against the rest, on the
// majority vote of each task's labels, taken for true: dual coordinate descent
// for the hinge loss (Hsieh et al. 2008, algorithm 1). Its probabilities are the
// softmax of the margins: their order is meant, not their size.
type SVM struct {
	C float64 // cost of a margin that is not kept; 0: 1
}

var _ fit.Method = (*SVM)(nil)

// Uses implements fit.Method.
func (*SVM) Uses(has crowd.Parts) (crowd.Parts, error) {
	switch {
	case has.Numeric:
		return crowd.Parts{}, errors.New("it learns classes, and these labels are numbers")
	case !has.Features:
		return crowd.Parts{}, errNoFeatures
	case has.Classes < 2:
		return crowd.Parts{}, errors.New("it needs two classes or more")
	}
	return crowd.Parts{Features: true, Gold: has.Gold, Repeat: has.Repeat}, nil
}

// Start implements fit.Method.
func (m *SVM) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	v := &svm{d: d, c: either(m.C, 1), src: rand.New(rand.NewPCG(s.Seed, 0x73766d)), classes: d.Classes}
	shares, k := crowd.Shares(d), d.Classes
	for i := range d.Tasks {
		if labelled(d, i) && (d.Features.Has == nil || d.Features.Has[i]) {
			class, _ := crowd.Best(shares[i*k:(i+1)*k], i, s.Seed)
			v.tasks, v.class = append(v.tasks, i), append(v.class, class)
		}
	}
	if len(v.tasks) == 0 {
		return nil, errNoLabels
	}
	n := len(d.Features.Names) + 1
	v.w, v.alpha = make([]float64, k*n), make([]float64, k*len(v.tasks))
	return v, nil
}

type svm struct {
	d       *crowd.Dataset
	c       float64
	classes int
	src     *rand.Rand
	tasks   []int
	class   []int
	w       []float64 // K×(D+1), the intercept last, as the weight of a constant feature
	alpha   []float64 // K×len(tasks)
}

// Step implements fit.Fit: one visit to each task. Its objective is the dual,
// which every visit raises.
func (v *svm) Step() (fit.Step, error) {
	n := len(v.w) / v.classes
	var most, dual float64
	for _, t := range v.src.Perm(len(v.tasks)) {
		x := v.d.Features.Row(v.tasks[t])
		size := 1 + dot(x, x)
		for k := range v.classes {
			w, y := v.w[k*n:(k+1)*n], -1.0
			if v.class[t] == k {
				y = 1
			}
			a := &v.alpha[k*len(v.tasks)+t]
			g := y*(w[n-1]+dot(w[:n-1], x)) - 1
			next := math.Min(math.Max(*a-g/size, 0), v.c)
			axpy((next-*a)*y, x, w[:n-1])
			w[n-1] += (next - *a) * y
			most = math.Max(most, math.Abs(next-*a))
			*a = next
		}
	}
	for _, a := range v.alpha {
		dual += a
	}
	return fit.Step{Objective: dual - dot(v.w, v.w)/2, Change: most / v.c, Flips: -1}, nil
}

// Estimate implements fit.Fit.
func (v *svm) Estimate() *crowd.Estimate {
	e, _ := v.Predict(v.d) // its own data have its own features
	for i := range v.d.Tasks {
		if g := v.d.Gold; g != nil && g[i] != crowd.Unknown {
			row := e.Posterior[i*v.classes : (i+1)*v.classes]
			clear(row)
			row[g[i]] = 1
		}
	}
	return e
}

// Predict implements fit.Predictor.
func (v *svm) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	n := len(v.w) / v.classes
	if d.Features == nil || len(d.Features.Names) != n-1 {
		return nil, errors.New("no features to predict from")
	}
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*v.classes)}
	for i := range d.Tasks {
		row := e.Posterior[i*v.classes : (i+1)*v.classes]
		for k := range row {
			w := v.w[k*n : (k+1)*n]
			row[k] = w[n-1]
			if d.Features.Has == nil || d.Features.Has[i] {
				row[k] += dot(w[:n-1], d.Features.Row(i))
			}
		}
		prob.Softmax(row)
	}
	return e, nil
}
