package topic

import (
	"cmp"
	"errors"

	"gonum.org/v1/gonum/mat"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// LinReg is linear regression with an L2 penalty on the mean label of each task, taken for the truth.
type LinReg struct {
	Penalty float64 // 0: 1
}

var _ fit.Method = (*LinReg)(nil)

// Uses implements fit.Method.
func (*LinReg) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Numeric: true, Features: true, Repeat: has.Repeat},
		fit.Need(has.Numeric, fit.ErrNumbersOnly), fit.Need(has.Features, fit.ErrNoFeatures))
}

// Start solves the regression; there is nothing to iterate.
func (m *LinReg) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	n := len(d.Features.Names) + 1 // the intercept is the last
	a, b := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for j := range n - 1 {
		a.SetSym(j, j, cmp.Or(m.Penalty, 1))
	}
	row := mat.NewVecDense(n, nil)
	row.SetVec(n-1, 1)
	labels := 0
	for i := range d.Tasks {
		from, to := d.Of(i)
		if from == to || !d.Features.Describes(i) {
			continue
		}
		labels++
		copy(row.RawVector().Data, d.Features.Row(i))
		a.SymRankOne(a, 1, row)
		b.AddScaledVec(b, prob.Mean(d.Value[from:to]), row)
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
	fit.Once
	d *crowd.Dataset
	w []float64
}

func (r *linreg) Estimate() *crowd.Estimate {
	e, _ := r.Predict(r.d) // its own data have its own features
	return e
}

func (r *linreg) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	n := len(r.w) - 1
	if d.Features == nil || len(d.Features.Names) != n {
		return nil, errors.New("no features to predict from")
	}
	e := &crowd.Estimate{Value: make([]float64, d.Tasks)}
	for i := range e.Value {
		e.Value[i] = r.w[n]
		if d.Features.Describes(i) {
			e.Value[i] += prob.Dot(r.w[:n], d.Features.Row(i))
		}
	}
	return e, nil
}
