package dawidskene

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// em is a running fit of DS.
type em struct {
	*engine
	lead
	data     *crowd.Dataset
	onDemand bool // see fit.Settings
}

func (m *DS) start(d *crowd.Dataset, s fit.Settings) (*em, error) {
	shape := crowd.Parts{Tasks: d.Tasks, Workers: d.Workers, Classes: d.Classes, Labels: d.Len()}
	f := &em{engine: newEngine(d, s, m.cells() && sparse(d)), data: d, onDemand: s.OnDemand}
	f.lead = m.lead(shape, s, f.newModel(d))
	var err error
	if f.first, err = newFirst(d, &f.rule); err != nil {
		return nil, err
	}
	f.began(f.start(f.beginning(), s.Common))
	return f, f.err
}

func (f *em) Step() (fit.Step, error) {
	for j := f.begin(); ; j = f.pass() {
		if step, done := f.take(f.run(j, f.model)); done || f.err != nil {
			return step, f.err
		}
	}
}

// Estimate returns the parameters of the last M-step and the posteriors they imply.
func (f *em) Estimate() *crowd.Estimate {
	m := f.believed()
	if f.onDemand {
		return m.told(f.data)
	}
	return m.Estimate(f.posterior(m))
}

// Contribute implements fit.Contributor.
func (f *em) Contribute(weight float64, sum []float64) { f.contribute(f.believed(), weight, sum) }
