package metric

import (
	"math"

	"concord/core/api"
)

// CompareNumbers compares estimates (N) with the truth (N, NaN where unknown). Tasks whose estimate is NaN are left out.
func CompareNumbers(estimate, truth []float64, seed uint64) *api.Numbers {
	var known []int
	for i, x := range truth {
		if !math.IsNaN(x) && !math.IsNaN(estimate[i]) {
			known = append(known, i)
		}
	}
	if len(known) == 0 {
		none := api.Undefined("no task has a known true number")
		return &api.Numbers{R2: none, MAE: none, RMSE: none, Correlation: none}
	}
	// Moments are taken about the first truth, so that numbers far from zero lose no digits.
	origin := truth[known[0]]
	const tasks, absolute, square, sumX, sumXX, sumY, sumYY, sumXY, dim = 0, 1, 2, 3, 4, 5, 6, 7, 8
	s := newSums(len(known), dim, seed)
	for n, i := range known {
		x, y := truth[i]-origin, estimate[i]-origin
		at := s.of(n)
		at[tasks]++
		at[absolute] += math.Abs(x - y)
		at[square] += (x - y) * (x - y)
		at[sumX] += x
		at[sumXX] += x * x
		at[sumY] += y
		at[sumYY] += y * y
		at[sumXY] += x * y
	}
	r2 := func(t []float64) (float64, bool) {
		spread := t[sumXX] - t[sumX]*t[sumX]/t[tasks]
		return 1 - t[square]/spread, spread > 1e-12*t[sumXX]
	}
	rmse := func(t []float64) (float64, bool) { return math.Sqrt(t[square] / t[tasks]), t[tasks] > 0 }
	r := func(t []float64) (float64, bool) {
		xx, yy := t[sumXX]-t[sumX]*t[sumX]/t[tasks], t[sumYY]-t[sumY]*t[sumY]/t[tasks]
		value := (t[sumXY] - t[sumX]*t[sumY]/t[tasks]) / math.Sqrt(xx*yy)
		return max(-1, min(1, value)), xx > 1e-12*t[sumXX] && yy > 1e-12*t[sumYY]
	}
	f := s.figures(len(known), nil, measure{r2, "the true numbers are all the same"}, measure{of: ratio(absolute, tasks)}, measure{of: rmse},
		measure{r, "the true numbers, or the estimates, are all the same"})
	return &api.Numbers{Evaluated: len(known), R2: f[0], MAE: f[1], RMSE: f[2], Correlation: f[3]}
}
