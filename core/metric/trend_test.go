package metric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// By hand: 0 0 1 1 has covariance 2, Σ(n−n̄)² = 5 and Σ(x−x̄)² = 1, so that
// z = 2/√(5/3).
func TestTrend(t *testing.T) {
	z := 2 / math.Sqrt(5.0/3)
	sign, p := Trend([]float64{0, 0, 1, 1})
	if near(t, "p", p, math.Erfc(z/math.Sqrt2), 1e-12); sign != 1 {
		t.Errorf("got the sign %d", sign)
	}
	if sign, q := Trend([]float64{1, 1, 0, 0}); sign != -1 || q != p {
		t.Errorf("turned round: got %d, %g", sign, q)
	}
	for _, x := range [][]float64{nil, {1}, {1, 1, 1}, {0, 0, 0, 0}} {
		if sign, p := Trend(x); sign != 0 || p != 1 {
			t.Errorf("%v: got %d, %g", x, sign, p)
		}
	}
	// Without a trend p is below 5 % some 5 % of the time.
	random, low := rand.New(rand.NewPCG(1, 1)), 0
	for range 2000 {
		x := make([]float64, 40)
		for n := range x {
			x[n] = float64(random.IntN(5) / 4)
		}
		if _, p := Trend(x); p < .05 {
			low++
		}
	}
	if low < 60 || low > 140 {
		t.Errorf("%d of 2000 series without a trend have p < 5 %%", low)
	}
}
