package metric

import (
	"cmp"
	"math"

	"concord/core/prob"
)

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
	return cmp.Compare(z, 0), math.Erfc(math.Abs(z) / math.Sqrt2)
}
