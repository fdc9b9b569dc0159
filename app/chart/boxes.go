package chart

import "concord/core/api"

// BoxPlot is a boxplot that lies, from 0 to 100.
type BoxPlot struct{ Min, Low, Median, High, Max float64 }

// NewBoxPlots lays boxes out, those of a kind on one axis.
func NewBoxPlots(boxes []api.Box) []BoxPlot {
	out := make([]BoxPlot, len(boxes))
	for n, b := range boxes {
		low, high := api.Scale(boxes, b.Kind)
		along := scale{finite(low), finite(high), 0, 100}
		at := func(x float64) float64 { return along.at(finite(x)) }
		out[n] = BoxPlot{at(b.Min), at(b.Low), at(b.Median), at(b.High), at(b.Max)}
	}
	return out
}
