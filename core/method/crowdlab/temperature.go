package crowdlab

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// smallest keeps logarithms finite.
const smallest = 1e-30

// temperature returns the T under which the predictions lose least on the labels: the mean over tasks of −Σ_k s_ik log f_ik, s the shares
// of the labels. It is searched on a coarse grid, then between the neighbours of its best point.
func temperature(d *crowd.Dataset, work *yield.Work) float64 {
	coarse, between := []float64{.1, .2, .5, .8, 1, 2, 3, 5, 8}, 4
	loss := func(t float64) (sum float64) {
		k, row := d.Classes, make([]float64, d.Classes)
		for i := range d.Tasks {
			from, to := d.Of(i)
			if !d.Predictions.Of(i) || from == to {
				continue
			}
			if !work.Continue(k + int(to-from)) {
				return 0
			}
			scale(d.Predictions.Row(i, k), row, t)
			for n := from; n < to; n++ {
				sum -= prob.Log(max(row[d.Class[n]], smallest)) / float64(to-from)
			}
		}
		return sum
	}
	best := func(of []float64) int {
		at, low := 0, math.Inf(1)
		for n, t := range of {
			if x := loss(t); x < low {
				at, low = n, x
			}
		}
		return at
	}
	at := best(coarse)
	fine := []float64{coarse[at]}
	for _, to := range []int{at - 1, at + 1} {
		if to < 0 || to == len(coarse) {
			continue
		}
		for n := 1; n <= between; n++ {
			fine = append(fine, coarse[at]+float64(n)/float64(between)*(coarse[to]-coarse[at]))
		}
	}
	slices.Sort(fine)
	return fine[best(fine)]
}

// scale writes p^(1/t), normalised, to row.
func scale(p, row []float64, t float64) {
	for c, x := range p {
		row[c] = prob.Log(max(x, smallest)) / t
	}
	prob.Softmax(row)
}

// scaled returns predictions N×K at temperature t.
func scaled(p []float64, classes int, t float64) []float64 {
	out := make([]float64, len(p))
	for at := 0; at < len(p); at += classes {
		scale(p[at:at+classes], out[at:at+classes], t)
	}
	return out
}
