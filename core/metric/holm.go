package metric

import (
	"cmp"
	"math"
	"slices"
)

// Holm returns the p-values of several tests, adjusted so that the probability of taking any chance
// for a finding is bounded by the level at which they are read (Holm 1979): the smallest times the
// number of tests, the next times one less, and so on, none below the one before.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	least := 0.0
	for rank, n := range order {
		least = max(least, min(1, p[n]*float64(len(p)-rank)))
		out[n] = least
	}
	return out
}

// Normal is the two-sided p-value of a difference of z standard errors.
func Normal(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }
