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

// Contribute implements fit.Contributor.
func (v votes) Contribute(weight float64, sum []float64) {
	k := v.d.Classes
	row := make([]float64, k)
	for i := range v.d.Tasks {
		if !v.d.Certain(i, row) {
			v.d.Smoothed(i, row)
		}
		to := sum[i*k : (i+1)*k]
		for n, q := range row {
			to[n] += weight * q
		}
	}
}

// Teller implements fit.Teller.
func (votes) Teller() func(d *crowd.Dataset) []float64 { return smoothed }

// smoothed returns the posteriors of all tasks.
func smoothed(d *crowd.Dataset) []float64 {
	q := make([]float64, d.Tasks*d.Classes)
	votes{d: d}.Contribute(1, q)
	return q
}

// StartRemote implements fit.Remote.
func (Votes) StartRemote(fit.Source, fit.Settings) (fit.Fit, error) { return remoteVotes{}, nil }

type remoteVotes struct{ fit.Once }

func (remoteVotes) Estimate() *crowd.Estimate { return &crowd.Estimate{} }

// Scores implements fit.Scorer.
func (remoteVotes) Scores() fit.Scores { return fit.Scores{Link: fit.Smoothed} }

// Teller implements fit.Teller.
func (remoteVotes) Teller() func(d *crowd.Dataset) []float64 { return smoothed }
