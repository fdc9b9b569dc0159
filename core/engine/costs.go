package engine

import (
	"io"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
)

// costs are what wrong labels cost.
type costs struct {
	file
	*crowd.Costs // nil: the labels have changed since
}

func (e *Engine) loadCosts(c *job.Job, f *file) (*wire.Opened, error) {
	l := e.labels
	if l.pairs != nil {
		return nil, wire.Refuse("Costs are of tasks with one label each, and these tasks may have several. Take each task to have one label, or leave the costs out.")
	}
	x := &costs{file: *f}
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		x.Costs, bad, err = intake.Costs(name, r, g, l.set, o)
		return bad, err
	})
	if err != nil {
		return nil, e.note(err, f, wire.RoleCosts)
	}
	if e.result != nil {
		if err := e.result.answers.Price(x.Costs, c.Turn); err != nil {
			return nil, err
		}
		e.result.tables = e.result.makeTables()
		e.result.beside[wire.RoleCosts] = f.source.Name()
	}
	e.costs, e.kept = x, nil // the results before are without these costs
	e.skip(listed{bad, f, wire.RoleCosts})
	o := f.opened(wire.RoleCosts)
	o.Known = l.set.Classes.Len()
	o.Problems, o.Count = problems(bad)
	o.Costs = x.matrix(l)
	if e.result != nil {
		o.Priced = e.result.priced()
	}
	return o, nil
}

// matrix is what the page shows of costs, the classes in the order in which it
// lists them.
func (x *costs) matrix(l *labels) *wire.CostMatrix {
	k := x.Classes
	if k > wire.MostPriced {
		return nil
	}
	m := &wire.CostMatrix{}
	for at := range k {
		truth := l.scale.classAt(at)
		m.Classes = append(m.Classes, l.set.Classes.At(truth))
		row := make([]float64, k)
		for to := range row {
			row[to] = x.Of[truth*k+l.scale.classAt(to)]
		}
		m.Of = append(m.Of, row)
	}
	return m
}

// priced sums up what the labels of a result cost, nil where they have no costs.
func (r *result) priced() *wire.Priced {
	p := r.answers.Priced
	if p == nil || len(p.Cost) == 0 {
		return nil
	}
	sum := &wire.Priced{}
	for i, least := range p.Cost {
		sum.Least += least
		sum.Said += p.Said[i]
		if p.Least[i] != r.answers.Label[i] {
			sum.Differ++
		}
	}
	n := float64(len(p.Cost))
	sum.Least, sum.Said = sum.Least/n, sum.Said/n
	return sum
}

// price computes what the labels of a result cost.
func (e *Engine) price(c *job.Job, r *result) error {
	if e.costs == nil {
		return r.answers.Price(nil, c.Turn)
	}
	if e.costs.Costs == nil || e.costs.Classes != r.of.asked().Data.Classes || r.of.pairs != nil {
		return wire.Refuse("The labels have changed since the costs were read. Read those again, or drop them.")
	}
	r.beside[wire.RoleCosts] = e.costs.source.Name()
	return r.answers.Price(e.costs.Costs, c.Turn)
}

// unprice takes the costs away.
func (e *Engine) unprice() {
	e.costs, e.kept = nil, nil
	if e.result != nil {
		e.result.answers.Priced = nil
		delete(e.result.beside, wire.RoleCosts)
		e.result.tables = e.result.makeTables()
	}
}
