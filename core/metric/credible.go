package metric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Credible returns the central 95 % interval of the distribution Beta(a, b) of a share. With no count on one side it reaches to that end.
func Credible(a, b float64) (low, high float64) {
	switch {
	case !(a > 0) && !(b > 0):
		return 0, 1
	case !(a > 0):
		return 0, 0
	case !(b > 0):
		return 1, 1
	}
	// Special functions differ in their last digits from platform to platform.
	const digits = 1e9
	low = math.Round(mathext.InvRegIncBeta(a, b, 0.025)*digits) / digits
	high = math.Round(mathext.InvRegIncBeta(a, b, 0.975)*digits) / digits
	return low, high
}

// Jeffreys returns the 95 % interval of a share by Jeffreys' prior, half a count of
// either kind (Brown, Cai & DasGupta 2001). It starts at 0 if count is below a half, and
// ends at 1 if others is. Counts may be fractions, as expected counts are.
func Jeffreys(count, others float64) (low, high float64) {
	if count+others <= 0 {
		return 0, 1
	}
	low, high = Credible(count+.5, others+.5)
	p := count / (count + others)
	if count < .5 {
		low = 0
	}
	if others < .5 {
		high = 1
	}
	return min(low, p), max(high, p)
}
