package engine

import (
	"io"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/wire"
)

// costs are what wrong labels cost.
type costs struct {
	input
	*crowd.Costs
}

func (l *loader) loadCosts() (*wire.Opened, error) {
	of := l.s.Labels
	if of.pairs != nil {
		return nil, wire.Refuse("Costs are of tasks with one label each, and these tasks may have several. Take each task to have one label, or leave the costs out.")
	}
	x := &costs{}
	bad, err := readAll(l.Job, l.file, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		x.Costs, bad, err = intake.Costs(name, r, g, of.set, o)
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	x.input = l.input(bad)
	l.s.Costs = x
	o := l.opened(of.set.Classes.Len(), bad)
	o.Costs = x.matrix(of)
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
