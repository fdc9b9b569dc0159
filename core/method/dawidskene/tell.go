package dawidskene

import "concord/core/crowd"

// Teller implements fit.Teller.
func (f *em) Teller() func(d *crowd.Dataset) []float64 { return f.believed().tell }

// Teller implements fit.Teller.
func (f *vb) Teller() func(d *crowd.Dataset) []float64 {
	f.begin()
	return f.model.tell
}

// told returns an estimate that tells the posteriors of the tasks of d when they are asked for.
func (m *Model) told(d *crowd.Dataset) *crowd.Estimate {
	e := m.Estimate(nil)
	if m.cells != nil {
		x, own := m.cells.of(m, d)
		e.Told = crowd.NewTold(d.Tasks, d.Classes, func(from, to int, q []float64) {
			clear(q)
			x.contribute(own, from, to, 1, q)
		})
		return e
	}
	own := NewModel(0, d.Classes)
	own.Prior, own.Table, own.least = e.Prior, Flip(e.Confusion, d.Classes), m.least
	p, w := Pass{score: make([]float64, d.Classes), exponent: make([]int, d.Classes)}, window{data: *d}
	e.Told = crowd.NewTold(d.Tasks, d.Classes, func(from, to int, q []float64) {
		p.data, p.key = w.show(from, to)
		p.Posterior(own, q)
	})
	return e
}

// tell returns the posteriors of the tasks of d, N×K.
func (m *Model) tell(d *crowd.Dataset) []float64 {
	q := make([]float64, d.Tasks*d.Classes)
	if m.cells != nil {
		x, own := m.cells.of(m, d)
		x.contribute(own, 0, d.Tasks, 1, q)
		return q
	}
	newPass(d, 0, 0, newKeys(d, nil), nil).Posterior(m, q)
	return q
}
