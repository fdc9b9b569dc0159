package ranking

import (
	"gonum.org/v1/gonum/stat/distuv"

	"concord/core/crowd"
)

// Alike reports whether, as far as the votes show, all items of a group are equally good: the sum of squares of their scores, in standard
// errors, is no larger than it is by chance in 95 % of cases. That sum of n centred scores is about n/(n − 1) χ² with n − 1 degrees of
// freedom. False if there are no standard errors.
func Alike(r *crowd.Ranking, group int32) bool {
	errors := r.Errors()
	if errors == nil {
		return false
	}
	n, sum := 0.0, 0.0
	for i, g := range r.Group {
		if z := r.Score[i] / errors[i]; g == group && z == z {
			n++
			sum += z * z
		}
	}
	return n < 2 || distuv.ChiSquared{K: n - 1}.Survival(sum*(n-1)/n) > .05
}
