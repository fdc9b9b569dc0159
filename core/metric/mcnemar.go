package metric

import (
	"gonum.org/v1/gonum/mathext"

	"concord/core/api"
	"concord/core/crowd"
)

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
