package session

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/humanize"
)

// Truth is a file of what is known to be true: to compare results with, or to be given to methods.
type Truth struct {
	Input
	kind.Settled // of each question that methods are asked

	Unseen sidefile.Unseen // classes that no worker ever chose

	// Decided is what the file says of two methods, if its tasks are those on which they differ. Then it has neither Class nor Value:
	// it measures nothing.
	Decided *api.Decided
}

// Measures reports whether results can be compared with it.
func (t *Truth) Measures() bool { return t != nil && t.Decided == nil }

// Confusion is a file of prior beliefs about the workers.
type Confusion struct {
	Input
	*crowd.Confusion
	Right, Of []float64 // M, how many labels of each were right before, of how many
}

// loadTruth loads the truth, or the gold tasks.
func (l *loader) loadTruth() (*api.Opened, error) {
	t, of, gold := &Truth{}, l.s.Labels, l.role == api.RoleGold
	var all api.Problems
	err := eachSection(l.Job, l.file, func(one *File) error {
		bad, err := readAll(l.Job, one, func(name string, r io.Reader, g *layout.Layout, how scan.Options) (bad api.Problems, err error) {
			o := sidefile.TruthOptions{Options: how, Classes: t.Class, Values: t.Value, Unseen: &t.Unseen}
			t.Settled, bad, err = of.Kind().Truth(name, r, g, of.Set, gold, o)
			return bad, err
		})
		all.First, all.Count = append(all.First, bad.First...), all.Count+bad.Count
		return err
	})
	if err != nil {
		return nil, err
	}
	t.Input = l.input(all)
	o := l.opened(t.Known(), all)
	if gold {
		l.s.Gold = t
		if p := l.contradicted(l.s.Confusion, t, l.file.Source.Name()); p != nil {
			o.Warnings = append(o.Warnings, *p)
		}
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
		o.Warnings = []api.Problem{*w}
	}
	return o, nil
}

// modeNames returns the ways in which a history of the workers enters a fit.
func modeNames() []string {
	return []string{crowd.Assign: "assign", crowd.Addition: "addition", crowd.Prior: "prior"}
}

func ModeName(m crowd.ConfusionMode) string { return modeNames()[m] }

func (l *loader) loadConfusion() (*api.Opened, error) {
	f, of := l.file, l.s.Labels
	mode := slices.Index(modeNames(), f.Found.Mode)
	switch {
	case of.Anonymous():
		return nil, NeedsWorkers("A history is of workers")
	case f.Found.Mode == "":
		mode, f.Found.Mode = int(crowd.Prior), ModeName(crowd.Prior)
	case mode < 0:
		return nil, api.Refuse("A history of the workers can't enter a fit by “%s”. Choose one of %s.", f.Found.Mode,
			strings.Join(modeNames(), ", "))
	}
	var h *sidefile.History
	set := of.MethodSet()
	bad, err := readAll(l.Job, f, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (bad api.Problems, err error) {
		h, bad, err = sidefile.Confusion(name, r, g, set, crowd.ConfusionMode(mode), o)
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	var odd []api.Problem
	if p := h.Chance(f.Source.Name(), set.Data.Classes); p != nil {
		odd = append(odd, *p)
	}
	x := &Confusion{Input: l.input(bad), Confusion: h.Confusion}
	x.Right, x.Of = h.Accuracies(set.Data.Classes)
	if p := l.contradicted(x, l.s.Gold, f.Source.Name()); p != nil {
		odd = append(odd, *p)
	}
	if err := h.Grow(set.Data.Classes, l.Turn); err != nil {
		return nil, err
	}
	l.s.Confusion = x
	o := l.opened(h.Known, bad, odd...)
	o.HistoryRows, o.Strangers = h.Rows, h.Strangers
	return o, nil
}

// contradicted warns of workers who do otherwise on gold tasks than their history says, nil where nobody does: whose shares of right
// labels differ by more than chance would have it once in 700 workers (three standard errors).
func (l *loader) contradicted(x *Confusion, gold *Truth, file string) *api.Problem {
	if x == nil || x.Stale || gold == nil || gold.Class == nil {
		return nil
	}
	const least, errors = 5, 3 // labels of a worker here and there; standard errors
	d := l.s.Labels.MethodSet().Data
	right, of := make([]float64, d.Workers), make([]float64, d.Workers)
	for i, z := range gold.Class {
		if z == crowd.Unknown {
			continue
		}
		for n, to := d.Of(i); n < to; n++ {
			of[d.Worker[n]]++
			if int32(d.Class[n]) == z {
				right[d.Worker[n]]++
			}
		}
	}
	n, compared, worst, most := 0, 0, 0, 0.0
	for j := range of {
		a, b := of[j], x.Of[j]
		if a < least || b < least {
			continue
		}
		compared++
		p := (right[j] + x.Right[j] + .5) / (a + b + 1)
		if z := math.Abs(right[j]/a-x.Right[j]/b) / math.Sqrt(p*(1-p)*(1/a+1/b)); z > errors {
			if n++; z > most {
				worst, most = j, z
			}
		}
	}
	if n == 0 {
		return nil
	}
	return &api.Problem{
		File: file, Text: l.s.Labels.Set.Workers.At(worst),
		What: fmt.Sprintf("the gold tasks contradict the history of %s of %s (one was right in %.0f %% of %.0f labels before, and is in %.0f %% "+
			"of %.0f here)", humanize.Number(n), humanize.Count(compared, "worker"), 100*x.Right[worst]/x.Of[worst], x.Of[worst],
			100*right[worst]/of[worst], of[worst]),
		Do: "Check that both are of these tasks and classes, or leave one of the two out",
	}
}

// Costs are what wrong labels cost.
type Costs struct {
	Input
	*crowd.Costs
}

func (l *loader) loadCosts() (*api.Opened, error) {
	of := l.s.Labels
	if err := of.Refuse(api.RoleCosts); err != nil {
		return nil, err
	}
	x := &Costs{}
	bad, err := readAll(l.Job, l.file, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (bad api.Problems, err error) {
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
func (x *Costs) matrix(l *Labels) *api.CostMatrix {
	k := x.Classes
	if k > api.MostPriced {
		return nil
	}
	m := &api.CostMatrix{}
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
