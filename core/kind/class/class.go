// Package class is the kind of answers that are one class for each task.
package class

import (
	"io"
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/kind"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/metric"
	"concord/core/sidefile"
)

// Kind is one class for each task.
type Kind struct{}

func (Kind) Info() api.Kind { return api.Kind{Name: api.KindClasses} }

// Cut leaves labels as they are.
func (Kind) Cut(said *labels.Set, _ *api.Choices) (kind.Cut, error) {
	return cut{kind.Uncut{Said: said}}, nil
}

func (Kind) Truth(name string, r io.Reader, lay *layout.Layout, said *labels.Set, gold bool, o sidefile.TruthOptions) (
	s kind.Settled, bad api.Problems, err error,
) {
	read := sidefile.Truth
	if gold {
		read = sidefile.Gold
	}
	s.Class, bad, err = read(name, r, lay, said, o)
	return s, bad, err
}

// Agree takes classes as steps or, if all names are numbers, as numbers.
func (Kind) Agree(c kind.Cut, steps *kind.Steps, weights *api.Weights, seed uint64, pause func() error) (*api.Agreement, error) {
	l, names := &c.Questions().Data.Labels, kind.ClassNames(c.Questions().Classes)
	if steps != nil {
		l, names = steps.Labels(l), steps.Names
	}
	scale := metric.Scale{Values: kind.Numbers(names), Nominal: steps == nil, Weights: weights.Of(), Seed: seed,
		Anonymous: c.Questions().Data.Anonymous}
	a, err := metric.Agree(l, scale, pause)
	if err != nil {
		return nil, err
	}
	if err := metric.Raters(l, scale, a, pause); err != nil {
		return nil, err
	}
	a.Ordered, a.Numbers = steps != nil, steps != nil && scale.Values != nil
	for k, name := range names {
		if a.Classes[k].Class = name; a.Classes[k].Labels == 0 && steps != nil {
			a.Unused = append(a.Unused, name)
		}
	}
	return a, nil
}

type cut struct{ kind.Uncut }

func (cut) Info() api.Kind { return Kind{}.Info() }

func (cut) Join(to kind.Answer, task int, s kind.Settled) kind.Answer {
	if s.Class == nil || s.Class[task] == crowd.Unknown {
		return nil
	}
	return append(to, float64(s.Class[task]))
}

func (cut) Split(a kind.Answer, task int, s kind.Settled) { s.Class[task] = int32(a[0]) }

// Distance is 1 between different classes.
func (cut) Distance() func(a, b kind.Answer) float64 {
	return func(a, b kind.Answer) float64 {
		if a[0] == b[0] {
			return 0
		}
		return 1
	}
}

func (cut) Text(a kind.Answer, name func(k int) string) string {
	if a == nil {
		return ""
	}
	return name(int(a[0]))
}

func (c cut) Parse(text string) (kind.Answer, error) {
	k, err := kind.FindClass(c.Said.Classes, text)
	return kind.Answer{float64(k)}, err
}

// Rank is the place of the class. Those that no worker ever chose come last.
func (c cut) Rank(a kind.Answer, place func(k int) int) float64 {
	switch {
	case a == nil:
		return math.NaN()
	case int(a[0]) >= c.Said.Classes.Len():
		return a[0]
	}
	return float64(place(int(a[0])))
}
