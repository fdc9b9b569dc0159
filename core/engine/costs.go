package engine

import (
	"io"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/wire"
)

// roleCosts is the role of a file of what wrong labels cost.
const roleCosts = "costs"

// costs are what wrong labels cost.
type costs struct {
	file
	*crowd.Costs // nil: the labels have changed since
}

func (e *Engine) loadCosts(c *call, f *file) (*wire.Opened, error) {
	l := e.labels
	if l.pairs != nil {
		return nil, refuse("Costs are of tasks with one label each, and these tasks may have several.")
	}
	x := &costs{file: *f}
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		x.Costs, bad, err = intake.Costs(name, r, g, l.set, o)
		return bad, err
	})
	if err != nil {
		return nil, e.note(err, f, roleCosts)
	}
	if e.result != nil {
		if err := e.result.answers.Price(x.Costs, c.turn); err != nil {
			return nil, err
		}
		e.result.tables = e.result.makeTables()
	}
	e.costs, e.problems, e.kept = x, listed{bad, f, roleCosts}, nil // the results before are without these costs
	o := f.opened(roleCosts)
	o.Known = l.set.Classes.Len()
	o.Problems, o.Count = problems(bad)
	return o, nil
}

// price computes what the labels of a result cost.
func (e *Engine) price(c *call, r *result) error {
	if e.costs == nil {
		return r.answers.Price(nil, c.turn)
	}
	if e.costs.Costs == nil || e.costs.Classes != r.of.asked().Data.Classes || r.of.pairs != nil {
		return refuse("The labels have changed since the costs were read. Read those again, or drop them.")
	}
	r.beside[roleCosts] = e.costs.source.Name()
	return r.answers.Price(e.costs.Costs, c.turn)
}

// unprice takes the costs away.
func (e *Engine) unprice() {
	e.costs, e.kept = nil, nil
	if e.result != nil {
		e.result.answers.Priced = nil
		delete(e.result.beside, roleCosts)
		e.result.tables = e.result.makeTables()
	}
}
