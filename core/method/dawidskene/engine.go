package dawidskene

import (
	"sync"

	"concord/core/crowd"
)

// The parts of a data set depend on its shape alone, not on how many goroutines
// work on them, so that the last bits do not either. More parts cost more
// adding up: a part has at least perRow labels for every row of the table.
const (
	maxParts = 8
	perRow   = 16
)

// engine runs passes on goroutines of this process.
type engine struct {
	passes   []*Pass
	routines int
	total    *Counts   // of all passes
	of       []*Counts // of each pass
	made     int       // E-steps over all labels
}

// newEngine splits d into parts of about as many labels each.
func newEngine(d *crowd.Dataset, seed uint64, routines int) *engine {
	n := min(maxParts, d.Len()/max(1, perRow*d.Workers*d.Classes))
	parts := 1
	for parts*2 <= n {
		parts *= 2
	}
	return newParts(d, seed, routines, parts)
}

func newParts(d *crowd.Dataset, seed uint64, routines, parts int) *engine {
	e := &engine{routines: routines}
	key := newKeys(d)
	from := 0
	for n := 1; n <= parts; n++ {
		to := from
		end := int(d.Labels.Start[0]) + d.Len()*n/parts
		for to < d.Tasks && (n == parts || int(d.Labels.Start[to]) < end) {
			to++
		}
		p := newPass(part(d, from, to), from, seed, key)
		e.passes = append(e.passes, p)
		e.of = append(e.of, p.Counts())
		from = to
	}
	if parts == 1 {
		e.total = e.of[0]
	} else {
		e.total = NewCounts(d.Workers, d.Classes)
	}
	return e
}

// A job is what every pass is to do.
type job int

const (
	startSoft job = iota
	startHard
	harden
	soft
	hard
)

// run has every pass do a job and returns the sum of their counts.
func (e *engine) run(j job, m *Model) *Counts {
	if j == soft || j == hard {
		e.made++
	}
	if e.routines > 1 {
		e.each(func(p *Pass) { do(p, j, m) })
	} else {
		for _, p := range e.passes { // without a closure: a step allocates nothing
			do(p, j, m)
		}
	}
	if len(e.passes) > 1 {
		e.total.Sum(e.of...)
	}
	return e.total
}

func do(p *Pass, j job, m *Model) {
	switch j {
	case startSoft:
		p.StartSoft()
	case startHard:
		p.StartHard()
	case harden:
		p.Harden()
	case soft:
		p.Soft(m)
	case hard:
		p.Hard(m)
	}
}

// each calls f for every pass, on as many goroutines as there may be.
func (e *engine) each(f func(*Pass)) {
	routines := min(e.routines, len(e.passes))
	if routines <= 1 {
		for _, p := range e.passes {
			f(p)
		}
		return
	}
	var all sync.WaitGroup
	for r := range routines {
		all.Go(func() {
			for n := r; n < len(e.passes); n += routines {
				f(e.passes[n])
			}
		})
	}
	all.Wait()
}

// posterior returns the posteriors of all tasks, N×K.
func (e *engine) posterior(m *Model) []float64 {
	k := len(m.Prior)
	n := 0
	for _, p := range e.passes {
		n += p.data.Tasks
	}
	q := make([]float64, n*k)
	e.each(func(p *Pass) {
		p.Posterior(m, q[p.first*k:(p.first+p.data.Tasks)*k])
	})
	return q
}
