package sidefile

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"concord/core/crowd"
)

// How well a column may predict the classes, beyond the commonest one, before it is
// suspect. Since the majority of a crowd errs, even the truth itself does not predict it
// perfectly. Against a known truth, and for cuts of a scale, which honest measurements
// also allow, the prediction must be nearly perfect.
const (
	suspectCopy  = 0.75 // a column with as many values as there are classes, against the majority
	suspectTruth = 0.99 // any column against the known truth
	suspectCuts  = 0.97 // a scale against the majority
	suspectR     = 0.9  // correlation with the mean of numbers
)

// targetLeakage says how column c of the features gives the labels or the truth away; "": it does not.
func targetLeakage(f *crowd.Features, c int, d *crowd.Dataset, truth []int32) string {
	if d.Classes == 0 { // they are numbers
		if r := meanCorrelation(f, c, d); r > suspectR {
			return fmt.Sprintf("goes with the mean label almost exactly (correlation %.2f)", r)
		}
		return ""
	}
	if share, _ := tells(f, c, d.Classes, func(i int) int {
		if truth == nil || int(truth[i]) >= d.Classes { // which no worker ever chose
			return crowd.Unknown
		}
		return int(truth[i])
	}); share > suspectTruth {
		return fmt.Sprintf("tells the truth of %.0f %% of the tasks that are not of the commonest class", 100*share)
	}
	shares := crowd.Shares(d)
	share, values := tells(f, c, d.Classes, func(i int) int {
		if from, to := d.Of(i); from == to {
			return crowd.Unknown
		}
		k, tie := crowd.Best(shares[i*d.Classes:(i+1)*d.Classes], i, 0)
		if tie {
			return crowd.Unknown
		}
		return k
	})
	if share > suspectCuts || values == d.Classes && share > suspectCopy {
		return fmt.Sprintf("tells the majority's label of %.0f %% of the tasks that are not of the commonest class", 100*share)
	}
	return ""
}

// tells returns how well a column predicts classes: (right − base)/(1 − base), where base
// is the share of the commonest class. Each value predicts a class if there are at most
// K different values, otherwise each of K stretches of the scale does.
func tells(f *crowd.Features, c, classes int, class func(i int) int) (share float64, values int) {
	type pair struct {
		x float64
		k int
	}
	var all []pair
	total := make([]int, classes)
	for i := range len(f.X) / len(f.Names) {
		if k := class(i); k != crowd.Unknown && f.Describes(i) {
			all = append(all, pair{f.Row(i)[c], k})
			total[k]++
		}
	}
	if len(all) < 4*classes {
		return 0, 0 // too few to judge by
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.x, b.x) })
	counts := [][]int{make([]int, classes)} // of each class up to a value
	for n, p := range all {
		if n == 0 || p.x != all[n-1].x {
			counts = append(counts, slices.Clone(counts[len(counts)-1]))
		}
		counts[len(counts)-1][p.k]++
	}
	values = len(counts) - 1
	right := 0
	if values <= classes {
		for v := range values {
			right += commonest(counts[v], counts[v+1])
		}
	} else {
		right = stretches(counts, classes)
	}
	base := slices.Max(total)
	if base == len(all) {
		return 0, values
	}
	return float64(right-base) / float64(len(all)-base), values
}

// stretches returns for how many tasks the scale predicts the class, cut into a piece for
// each class in the order of their medians.
func stretches(counts [][]int, classes int) int {
	type middle struct{ k, v int }
	var order []middle
	last := counts[len(counts)-1]
	for k := range classes {
		if last[k] > 0 {
			order = append(order, middle{k, slices.IndexFunc(counts, func(c []int) bool { return 2*c[k] >= last[k] })})
		}
	}
	slices.SortStableFunc(order, func(a, b middle) int { return a.v - b.v })
	right, from := 0, 0
	for n, m := range order {
		to := len(counts) - 1
		if n+1 < len(order) {
			// the cut that makes the fewest mistakes between the two neighbours
			next, most := order[n+1], -1
			for v := from; v < len(counts); v++ {
				if good := counts[v][m.k] - counts[from][m.k] + last[next.k] - counts[v][next.k]; good > most {
					most, to = good, v
				}
			}
		}
		right += counts[to][m.k] - counts[from][m.k]
		from = to
	}
	return right
}

// commonest returns the size of the commonest class between two cumulated counts.
func commonest(before, after []int) int {
	most := 0
	for k, n := range after {
		most = max(most, n-before[k])
	}
	return most
}

// meanCorrelation returns the size of the correlation of a column with the mean labels
// of the tasks; of fewer than 8 it says nothing.
func meanCorrelation(f *crowd.Features, c int, d *crowd.Dataset) float64 {
	var x, y []float64
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to && f.Describes(i) {
			x, y = append(x, f.Row(i)[c]), append(y, stat.Mean(d.Value[from:to], nil))
		}
	}
	if len(x) < 8 {
		return 0
	}
	// The squares of what is far from 1 would be zero or infinite.
	if most := max(floats.Max(x), -floats.Min(x)); most > 0 {
		floats.Scale(1/most, x)
	}
	return math.Abs(stat.Correlation(x, y, nil))
}
