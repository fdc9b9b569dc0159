package consensus

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// Votes is the plain vote of a cautious member: the shares of the labels with one more
// label spread over all classes (crowd.Labels.Smoothed), so that two labels that agree are
// not yet certainty.
type Votes struct{}

// Uses implements fit.Method.
func (Votes) Uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers))
}

// Start implements fit.Method.
func (Votes) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) { return votes{d: d}, nil }

type votes struct {
	fit.Once
	d *crowd.Dataset
}

// Estimate implements fit.Fit.
func (v votes) Estimate() *crowd.Estimate { return &crowd.Estimate{Posterior: smoothed(v.d)} }

// Teller implements fit.Teller.
func (votes) Teller() func(d *crowd.Dataset) []float64 { return smoothed }

// smoothed returns the posteriors of all tasks.
func smoothed(d *crowd.Dataset) []float64 {
	k := d.Classes
	q := make([]float64, d.Tasks*k)
	for i := range d.Tasks {
		if row := q[i*k : (i+1)*k]; !d.Certain(i, row) {
			d.Smoothed(i, row)
		}
	}
	return q
}
