// Package number aggregates labels that are numbers: the mean, the median, and a model of workers
// with a bias and a precision.
//
// Without a model of the tasks the best guess for an unlabelled one is the mean (or median) of all
// labels.
package number

import (
	"errors"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// ErrClasses is why a method for numbers can't run on classes.
var ErrClasses = errors.New("it averages numbers, and these labels are classes; read the labels as numbers to use it")

func uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Numeric: true, Repeat: has.Repeat}, fit.Need(has.Numeric, ErrClasses))
}

// Mean gives each task the mean of its labels.
type Mean struct{}

// Median gives each task the median of its labels, the midpoint of the middle two if their number
// is even.
type Median struct{}

var (
	_ fit.Method = Mean{}
	_ fit.Method = Median{}
)

// Uses implements fit.Method.
func (Mean) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Uses implements fit.Method.
func (Median) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }

// Start implements fit.Method.
func (Mean) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return simple{d: d, summary: mean}, nil
}

// Start implements fit.Method.
func (Median) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return simple{d: d, summary: median}, nil
}

// simple is a fit of one step that summarises the labels of each task alone.
type simple struct {
	fit.Once
	d       *crowd.Dataset
	summary func(values, scratch []float64) float64
}

func (s simple) Estimate() *crowd.Estimate {
	d := s.d
	all := d.Value[d.Start[0]:d.Start[d.Tasks]]
	scratch := make([]float64, len(all))
	e := &crowd.Estimate{Value: make([]float64, d.Tasks)}
	rest := s.summary(all, scratch)
	for i := range e.Value {
		e.Value[i] = rest
		if from, to := d.Of(i); from < to {
			e.Value[i] = s.summary(d.Value[from:to], scratch)
		}
	}
	return e
}

// mean returns the mean; 0 of nothing.
func mean(values, _ []float64) float64 {
	return prob.Total(values) / float64(max(len(values), 1))
}

// median returns the median; 0 of nothing. scratch is at least as long as values.
func median(values, scratch []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := scratch[:copy(scratch, values)]
	slices.Sort(s)
	n := len(s)
	return s[(n-1)/2]/2 + s[n/2]/2
}
