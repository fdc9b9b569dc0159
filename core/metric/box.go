package metric

import (
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
)

// Box sums figures up as a boxplot does (Tukey 1977), with quartiles of Hyndman & Fan's type 7. Figures that are NaN don't count.
func Box(name, kind string, figures []float64) api.Box {
	x := slices.DeleteFunc(slices.Clone(figures), math.IsNaN)
	if len(x) == 0 {
		return api.Box{Name: name, Kind: kind}
	}
	slices.Sort(x)
	return api.Box{
		Name: name, Kind: kind, N: len(x),
		Min: x[0], Low: quantile(x, .25), Median: quantile(x, .5), High: quantile(x, .75), Max: x[len(x)-1],
	}
}

// OffsetsOf returns how far numeric labels are from what right gives of each task (NaN: unknown), by worker.
func OffsetsOf(d *crowd.Labels, right func(i int) float64) []api.Offsets {
	out := make([]api.Offsets, d.Workers)
	for i := range d.Tasks {
		x := right(i)
		if math.IsNaN(x) {
			continue
		}
		from, to := d.Of(i)
		for at := from; at < to; at++ { // Welford's updates
			o, y := &out[d.Worker[at]], d.Value[at]-x
			o.N++
			step := y - o.Bias
			o.Bias += step / float64(o.N)
			o.Variance += step * (y - o.Bias)
		}
	}
	for j := range out {
		if out[j].N > 0 {
			out[j].Variance /= float64(out[j].N)
		}
	}
	return out
}
