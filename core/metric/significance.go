package metric

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/prob"
)

// Normal is the two-sided p-value of a difference of z standard errors.
func Normal(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// Below is the one-sided p-value of what lies z standard errors below what is expected.
func Below(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// Trend tests whether x rises or falls along its order: with r the covariance of x
// and its places,
//
//	z = Σ_n (n − n̄)(x_n − x̄) / √(Σ_n (n − n̄)² Σ_n (x_n − x̄)² / (N − 1))
//
// whose variance under all orders of x is one (a permutation test of linear trend;
// of zeros and ones it is that of Cochran 1954 and Armitage 1955). It returns the
// sign of the trend and the two-sided probability of one as strong by chance, by the
// normal distribution; 1 where x does not vary.
func Trend(x []float64) (sign int, p float64) {
	n := float64(len(x))
	if n < 2 {
		return 0, 1
	}
	mean := prob.Total(x) / n
	covariance, square := 0.0, 0.0
	for at, v := range x {
		covariance += (float64(at) - (n-1)/2) * (v - mean)
		square += (v - mean) * (v - mean)
	}
	if square < 1e-12 {
		return 0, 1
	}
	places := n * (n*n - 1) / 12 // Σ (n − n̄)²
	z := covariance / math.Sqrt(places*square/(n-1))
	return cmp.Compare(z, 0), Normal(z)
}

// McNemar compares answers a and b with the truth. P is the exact two-sided binomial
// test of McNemar 1947: if both are equally good, OnlyA is binomial with OnlyA + OnlyB
// trials of probability one half.
func McNemar(a, b, truth []int32) api.McNemar {
	var p api.McNemar
	for i, t := range truth {
		if t == crowd.Unknown {
			continue
		}
		switch rightA, rightB := a[i] == t, b[i] == t; {
		case rightA && rightB:
			p.Both++
		case rightA:
			p.OnlyA++
		case rightB:
			p.OnlyB++
		default:
			p.Neither++
		}
	}
	p.P = 1
	few, n := min(p.OnlyA, p.OnlyB), p.OnlyA+p.OnlyB
	if 2*few < n { // P(X ≤ few) = I_{1/2}(n − few, few + 1), Abramowitz & Stegun 26.5.24
		p.P = min(1, 2*mathext.RegIncBeta(float64(n-few), float64(few+1), 0.5))
	}
	return p
}

// Holm returns the p-values of several tests, adjusted so that the probability of taking any chance
// for a finding is bounded by the level at which they are read (Holm 1979): the smallest times the
// number of tests, the next times one less, and so on, none below the one before.
func Holm(p []float64) []float64 {
	out := make([]float64, len(p))
	least := 0.0
	for rank, n := range ascending(p) {
		least = max(least, min(1, p[n]*float64(len(p)-rank)))
		out[n] = least
	}
	return out
}

// FalseDiscovery returns the p-values of several tests, adjusted so that of the tests that are called findings at some level
// no more than that share is chance, on average (Benjamini & Hochberg 1995): the largest stays as it is, the one before is
// multiplied by n/(n−1), and so on to the smallest, times n, none above the one after.
//
// That holds for independent tests and for those that err in the same direction together, as tests of workers on the same
// tasks do (Benjamini & Yekutieli 2001).
func FalseDiscovery(p []float64) []float64 {
	order := ascending(p)
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

// ascending lists the indices of x by its numbers, the smallest first.
func ascending(x []float64) []int {
	order := make([]int, len(x))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	return order
}
