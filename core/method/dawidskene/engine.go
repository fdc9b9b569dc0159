package dawidskene

import (
	"slices"
	"sync"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

// How data are split depends on their shape alone, not on the number of goroutines, so that the
// last bits do not either. Summing more parts costs more: a part has at least perRow labels for
// every row of the table.
const (
	maxParts = 8
	perRow   = 16
)

// engine runs passes on goroutines.
type engine struct {
	passes   []*Pass
	routines int
	work     *yield.Work
	of       []*Counts // of each pass
	total    *Counts   // the sum of those
	made     int       // E-steps over all labels
	room     []float64 // for the posteriors; nil once they are in it, and in a panel
	err      error     // why the work ended early
	cells    *cells    // of which counts are; nil: all
	remote   *remote   // makes the passes in place of those above; nil: the labels are here
}

// partsOf returns into how many parts data of a shape are split, a power of two.
func partsOf(labels, workers, classes int) int {
	n := min(maxParts, labels/max(1, perRow*workers*classes))
	parts := 1
	for parts*2 <= n {
		parts *= 2
	}
	return parts
}

// cutsOf returns the first task of each of so many parts of about equally many labels, and the number of tasks.
func cutsOf(d *crowd.Dataset, parts int) []int {
	cuts := []int{0}
	for n := 1; n <= parts; n++ {
		to := cuts[n-1]
		end := int(d.Labels.Start[0]) + d.Len()*n/parts
		for to < d.Tasks && (n == parts || int(d.Labels.Start[to]) < end) {
			to++
		}
		cuts = append(cuts, to)
	}
	return cuts
}

// newEngine splits d into parts of about equally many labels; where only cells that labels can fill are kept it makes one.
func newEngine(d *crowd.Dataset, s fit.Settings, sparse bool) *engine {
	// The posteriors may be the largest array of all. Allocate them first, while free memory is
	// contiguous: a tab never gives memory back.
	e := &engine{routines: s.Parts}
	if s.Common == nil && !s.OnDemand {
		e.room = make([]float64, d.Tasks*d.Classes)
	}
	if s.Parts <= 1 {
		e.work = yield.New(s.Pause) // which is not for several goroutines
	}
	if sparse {
		e.cells = fit.Share(s.Common, cellsOf{d.Tasks}, func() *cells { return newCells(d, e.work) })
		if e.err = e.work.Err(); e.err != nil {
			e.total = newCounts(d.Classes, len(e.cells.Said))
			return e
		}
		p := sparsePass(d, s.Seed, e.cells, e.work)
		e.passes, e.of, e.total = []*Pass{p}, []*Counts{p.Counts()}, p.Counts()
		return e
	}
	parts := partsOf(d.Len(), d.Workers, d.Classes)
	cuts := cutsOf(d, parts)
	e.work.Continue(d.Len())                 // of looking for the cuts
	windows := s.OnDemand && s.Common == nil // the keys would take more memory than anything but the labels
	var key []uint32
	if !windows {
		key = fit.Share(s.Common, keysOf{d.Tasks}, func() []uint32 { return newKeys(d, e.work) })
	}
	for n := range parts {
		p := newPass(part(d, cuts[n], cuts[n+1]), cuts[n], s.Seed, key, e.work)
		if windows {
			p.window = &window{data: p.data, class: p.class}
		}
		e.passes = append(e.passes, p)
		e.of = append(e.of, p.Counts())
	}
	e.total = e.of[0]
	if parts > 1 {
		e.total = NewCounts(d.Workers, d.Classes)
	}
	return e
}

// newModel returns a model of the shape of the counts.
func (e *engine) newModel(d *crowd.Dataset) *Model {
	if e.cells != nil {
		return e.cells.model()
	}
	return NewModel(d.Workers, d.Classes)
}

// cellsOf is what the cells of so many tasks are shared under.
type cellsOf struct{ tasks int }

// keysOf is what keys of the labels of so many tasks are shared under.
type keysOf struct{ tasks int }

// fail notes an error, the first of them.
func (e *engine) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *engine) Err() error { return e.err }

// A job is what every pass has to do.
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
	if e.remote != nil {
		if e.err == nil {
			e.fail(e.remote.run(j, m, e.total))
		}
		return e.total
	}
	if e.routines > 1 {
		e.each(func(p *Pass) { do(p, j, m) })
	} else {
		for _, p := range e.passes { // no closure, so that a step allocates nothing
			do(p, j, m)
		}
	}
	e.fail(e.work.Err())
	if len(e.of) > 1 {
		e.total.Sum(e.of...)
	}
	return e.total
}

// startOf is what a first pass is shared under: which it was, and whether its counts are those of whole matrices.
type startOf struct {
	job   job
	whole bool
}

// started is where a first pass led: its counts, and the classes of the tasks of each part.
type started struct {
	counts *Counts
	class  [][]uint16
}

// start runs the first pass, which in a panel does for all fits that begin with it.
func (e *engine) start(j job, common *fit.Common) *Counts {
	if common == nil {
		return e.run(j, nil)
	}
	first := fit.Share(common, startOf{j, e.cells == nil}, func() started {
		c := e.run(j, nil)
		first := started{counts: &Counts{Class: slices.Clone(c.Class), Label: slices.Clone(c.Label)}}
		for _, p := range e.passes {
			first.class = append(first.class, slices.Clone(p.class))
		}
		return first
	})
	e.total.Sum(first.counts)
	for n, p := range e.passes {
		copy(p.class, first.class[n])
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

// posterior returns the posteriors of all tasks, N×K; nil if their labels are elsewhere.
func (e *engine) posterior(m *Model) []float64 {
	if e.remote != nil {
		return nil
	}
	n := 0
	for _, p := range e.passes {
		n += p.data.Tasks
	}
	q := e.room
	if e.room = nil; q == nil {
		q = make([]float64, n*len(m.Prior))
	}
	e.contribute(m, 1, q)
	return q
}

// contribute adds so much of the posteriors of all tasks to sum.
func (e *engine) contribute(m *Model, weight float64, sum []float64) {
	k := len(m.Prior)
	e.each(func(p *Pass) {
		p.contribute(m, weight, sum[p.first*k:(p.first+p.data.Tasks)*k])
	})
	e.fail(e.work.Err())
}
