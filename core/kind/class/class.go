// Package class is the kind of answers that are one class for each task.
package class

import (
	"io"
	"math"
	"strconv"

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

// Agree takes classes in the order of places, or those that are numbers as numbers.
func (Kind) Agree(questions *labels.Set, places []int32, seed uint64, pause func() error) (*api.Agreement, error) {
	scale := metric.Scale{Values: values(questions.Classes), Place: places, Seed: seed}
	return metric.Agree(&questions.Data.Labels, scale, pause)
}

func (Kind) Flags(*api.Choices) map[string]string { return nil }

// values returns the numbers that classes stand for, nil if one is no number.
func values(classes labels.Names) []float64 {
	out := make([]float64, classes.Len())
	for k := range out {
		x, err := strconv.ParseFloat(classes.At(k), 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		out[k] = x
	}
	return out
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
