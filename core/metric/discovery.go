package metric

import (
	"cmp"
	"math"
	"slices"
)

// FalseDiscovery returns the p-values of several tests, adjusted so that of the tests that are called findings at some level
// no more than that share is chance, on average (Benjamini & Hochberg 1995): the largest stays as it is, the one before is
// multiplied by n/(n−1), and so on to the smallest, times n, none above the one after.
//
// That holds for independent tests and for those that err in the same direction together, as tests of workers on the same
// tasks do (Benjamini & Yekutieli 2001).
func FalseDiscovery(p []float64) []float64 {
	order := make([]int, len(p))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	least := 1.0
	for rank := len(order) - 1; rank >= 0; rank-- {
		n := order[rank]
		least = min(least, p[n]*float64(len(p))/float64(rank+1))
		out[n] = least
	}
	return out
}

// LeastEvidence returns how large the logarithm of a Bayes factor must be, of those found in so many tests, for no more than a share
// of the findings to be chance, on average: that of rank r from the top at least log(tests/(r·share)). This is the rule of Benjamini
// and Hochberg for e-values (Wang & Ramdas 2022), which holds however the tests depend on each other. +∞: none is large enough.
func LeastEvidence(found []float64, tests int, share float64) float64 {
	found = slices.SortedFunc(slices.Values(found), func(a, b float64) int { return cmp.Compare(b, a) })
	for r := len(found); r > 0; r-- {
		if least := math.Log(float64(tests) / (float64(r) * share)); found[r-1] >= least {
			return least
		}
	}
	return math.Inf(1)
}

// Below is the one-sided p-value of what lies z standard errors below what is expected.
func Below(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
