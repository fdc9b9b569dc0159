package session

import (
	"io"

	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/problem"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/core/wire"
)

// Costs are what wrong labels cost.
type Costs struct {
	Input
	*crowd.Costs
}

func (l *loader) loadCosts() (*wire.Opened, error) {
	of := l.s.Labels
	if of.Pairs != nil {
		return nil, wire.Refuse("Costs are of tasks with one label each, and these tasks may have several. Take each task to have one label, " +
			"or leave the costs out.")
	}
	x := &Costs{}
	bad, err := readAll(l.Job, l.file, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (bad problem.Problems, err error) {
		x.Costs, bad, err = sidefile.Costs(name, r, g, of.Set, o)
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	x.Input = l.input(bad)
	l.s.Costs = x
	o := l.opened(of.Set.Classes.Len(), bad)
	o.Costs = x.matrix(of)
	return o, nil
}

// matrix returns the costs as the page shows them, with the classes in the order in which it lists them.
func (x *Costs) matrix(l *Labels) *wire.CostMatrix {
	k := x.Classes
	if k > wire.MostPriced {
		return nil
	}
	m := &wire.CostMatrix{}
	for at := range k {
		truth := l.Scale.ClassAt(at)
		m.Classes = append(m.Classes, l.Set.Classes.At(truth))
		row := make([]float64, k)
		for to := range row {
			row[to] = x.Of[truth*k+l.Scale.ClassAt(to)]
		}
		m.Of = append(m.Of, row)
	}
	return m
}
