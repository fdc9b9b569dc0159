package session

import (
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/problem"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/core/wire"
)

// Truth is a file of what is known to be true: to compare results with, or to be given to methods.
type Truth struct {
	Input
	Class []int32   // of each task that methods see, or crowd.Unknown; nil if labels are numbers
	Value []float64 // of each task, or NaN; nil if labels are classes

	Unseen sidefile.Unseen // classes that no worker ever chose

	// Decided is what the file says of two methods, if its tasks are those on which they differ. Then it has neither Class nor Value:
	// it measures nothing.
	Decided *wire.Decided
}

// Measures reports whether results can be compared with it.
func (t *Truth) Measures() bool { return t != nil && t.Decided == nil }

// Confusion is a file of prior beliefs about the workers.
type Confusion struct {
	Input
	*crowd.Confusion
}

// loadTruth loads the truth, or the gold tasks.
func (l *loader) loadTruth() (*wire.Opened, error) {
	t, of, gold := &Truth{}, l.s.Labels, l.role.name == wire.RoleGold
	var all problem.Problems
	err := eachSection(l.Job, l.file, func(one *File) error {
		bad, err := readAll(l.Job, one, func(name string, r io.Reader, g *layout.Layout, how scan.Options) (bad problem.Problems, err error) {
			o := sidefile.TruthOptions{Options: how, Classes: t.Class, Values: t.Value, Unseen: &t.Unseen}
			switch {
			case of.Pairs != nil:
				t.Class, bad, err = sidefile.PairTruth(name, r, g, of.Pairs, o)
			case gold:
				t.Class, bad, err = sidefile.Gold(name, r, g, of.Set, o)
			case of.Set.Data.Numeric():
				t.Value, bad, err = sidefile.TrueValues(name, r, g, of.Set, o)
			default:
				t.Class, bad, err = sidefile.Truth(name, r, g, of.Set, o)
			}
			return bad, err
		})
		all.First, all.Count = append(all.First, bad.First...), all.Count+bad.Count
		return err
	})
	if err != nil {
		return nil, err
	}
	t.Input = l.input(all)
	o := l.opened(t.known(), all)
	if gold {
		l.s.Gold = t
		return o, nil
	}
	l.s.Truth = t
	if t.Decided, err = l.decide(t); err != nil {
		return nil, err
	}
	if o.Decided = t.Decided; o.Decided != nil {
		t.Class = nil
		return o, nil
	}
	if w := t.Unseen.Warning(); w != nil {
		o.Warnings = []problem.Problem{*w}
	}
	return o, nil
}

// known counts the tasks whose truth is known.
func (t *Truth) known() int {
	n := 0
	for _, k := range t.Class {
		if k != crowd.Unknown {
			n++
		}
	}
	for _, x := range t.Value {
		if !math.IsNaN(x) {
			n++
		}
	}
	return n
}

// modeNames returns the ways in which initial confusion matrices enter a fit.
func modeNames() []string {
	return []string{crowd.Assign: "assign", crowd.Addition: "addition", crowd.Prior: "prior"}
}

func ModeName(m crowd.ConfusionMode) string { return modeNames()[m] }

func (l *loader) loadConfusion() (*wire.Opened, error) {
	f, of := l.file, l.s.Labels
	mode := slices.Index(modeNames(), f.Found.Mode)
	switch {
	case of.Anonymous():
		return nil, NeedsWorkers("Confusion matrices are of workers")
	case f.Found.Mode == "":
		mode = int(crowd.Assign)
	case mode < 0:
		return nil, wire.Refuse("Confusion matrices can't enter a fit by “%s”. Choose one of %s.", f.Found.Mode, strings.Join(modeNames(), ", "))
	}
	x := &Confusion{}
	set := of.MethodSet()
	bad, err := readAll(l.Job, f, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (bad problem.Problems, err error) {
		x.Confusion, bad, err = sidefile.Confusion(name, r, g, set, crowd.ConfusionMode(mode), o)
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	x.Input = l.input(bad)
	l.s.Confusion = x
	known, size := 0, set.Data.Classes*set.Data.Classes
	for j := range set.Data.Workers {
		if slices.ContainsFunc(x.Counts[j*size:(j+1)*size], func(x float64) bool { return x != 0 }) {
			known++
		}
	}
	return l.opened(known, bad), nil
}

// Costs are what wrong labels cost.
type Costs struct {
	Input
	*crowd.Costs
}

func (l *loader) loadCosts() (*wire.Opened, error) {
	of := l.s.Labels
	if of.Pairs != nil {
		return nil, wire.Refuse("Costs are of tasks with one label each, and these tasks may have several. Allow one label per task, " +
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
