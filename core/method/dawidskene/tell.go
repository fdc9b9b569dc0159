package dawidskene

import "concord/core/crowd"

// Teller implements fit.Teller.
func (f *em) Teller() func(d *crowd.Dataset) []float64 { return f.believed().tell }

// Teller implements fit.Teller.
func (f *vb) Teller() func(d *crowd.Dataset) []float64 {
	f.begin()
	return f.model.tell
}

// tell returns the posteriors of the tasks of d, N×K.
func (m *Model) tell(d *crowd.Dataset) []float64 {
	q := make([]float64, d.Tasks*d.Classes)
	newPass(d, 0, 0, newKeys(d, nil), nil).Posterior(m, q)
	return q
}
