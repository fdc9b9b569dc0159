package workers

import (
	"fmt"
	"math"

	"concord/core/api"
	"concord/core/export"
	"concord/core/metric"
	"concord/internal/humanize"
)

// Boxes sum up how the workers of a result differ, as boxplots do: labels, accuracies or, where labels are numbers, biases and
// variances, both as estimated and by the truth, where that is known. s is nil where labels are numbers.
func Boxes(s *Standings, a *export.Answers) []api.Box {
	var boxes []api.Box
	add := func(name, kind string, n int, of func(j int) float64) {
		figures := make([]float64, n)
		for j := range figures {
			figures[j] = of(j)
		}
		if box := metric.Box(name, kind, figures); box.N > 0 {
			boxes = append(boxes, box)
		}
	}
	add("Labels", api.BoxCounts, len(a.Given), func(j int) float64 { return unless(a.Given[j] == 0, float64(a.Given[j])) })
	if s != nil {
		accuracy := func(name string, of func(*api.Standing) api.Figure) {
			add(name, api.BoxShares, len(s.All), func(j int) float64 {
				f := of(&s.All[j])
				return unless(s.All[j].Excluded, defined(f, f.Value))
			})
		}
		accuracy("Accuracy", func(x *api.Standing) api.Figure { return x.Accuracy })
		accuracy("True accuracy", func(x *api.Standing) api.Figure { return x.True })
		return boxes
	}
	for _, from := range []struct {
		bias, variance string
		all            []api.Offsets
	}{{"Bias", "Variance", a.Offsets}, {"True bias", "True variance", a.TrueOffsets}} {
		add(from.bias, api.BoxBiases, len(from.all), func(j int) float64 { return unless(from.all[j].N == 0, from.all[j].Bias) })
		add(from.variance, api.BoxVariances, len(from.all), func(j int) float64 { return unless(from.all[j].N == 0, from.all[j].Variance) })
	}
	return boxes
}

// Against compares the accuracies expected of the workers with the true ones; nil where no truth is known, or nothing is expected.
func (s *Standings) Against() *api.Against {
	if s.silent() {
		return nil
	}
	out, labels := &api.Against{}, 0
	for j := range s.All {
		x := &s.All[j]
		if x.Excluded || x.True.N == 0 || !x.Accuracy.Defined() {
			continue
		}
		out.Workers++
		labels += x.True.N
		out.Off += math.Abs(x.Accuracy.Value-x.True.Value) * float64(x.True.N)
		if x.Accuracy.Low <= x.True.Value && x.True.Value <= x.Accuracy.High {
			out.Within++
		}
	}
	if out.Workers == 0 {
		return nil
	}
	out.Off /= float64(labels)
	out.Sentence = fmt.Sprintf("The true accuracy lies in the estimated interval for %s of %s; estimates are %.1f points off on average.",
		humanize.Number(out.Within), humanize.Count(out.Workers, "worker"), 100*out.Off)
	return out
}
