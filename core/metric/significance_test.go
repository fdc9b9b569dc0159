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

// The example of R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"): 0.03, 0.06, 0.06, 0.02.
func TestHolm(t *testing.T) {
	want := []float64{0.03, 0.06, 0.06, 0.02}
	for n, got := range Holm([]float64{0.01, 0.04, 0.03, 0.005}) {
		if math.Abs(got-want[n]) > 1e-12 {
			t.Errorf("test %d: got %g, want %g", n, got, want[n])
		}
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("got %v, want ones", got)
	}
	if got := Normal(-1.959963985); math.Abs(got-0.05) > 1e-9 {
		t.Errorf("1.96 standard errors: got %g, want 0.05", got)
	}
}

// The example of R's p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.9), "BH"): 0.025, 0.05, 0.05, 0.025, 0.9.
func TestFalseDiscovery(t *testing.T) {
	want := []float64{0.025, 0.05, 0.05, 0.025, 0.9}
	for n, got := range FalseDiscovery([]float64{0.01, 0.04, 0.03, 0.005, 0.9}) {
		if math.Abs(got-want[n]) > 1e-12 {
			t.Errorf("test %d: got %g, want %g", n, got, want[n])
		}
	}
	if got := Below(1.644853627); math.Abs(got-0.05) > 1e-9 {
		t.Errorf("1.64 standard errors below: got %g, want 0.05", got)
	}
	if got := FalseDiscovery(nil); len(got) != 0 {
		t.Errorf("no tests: got %v", got)
	}
}

// Of 100 tests one finding needs a Bayes factor of 100/.05 = 2000; two of them need 1000 each.
func TestLeastEvidence(t *testing.T) {
	for _, c := range []struct {
		found []float64
		want  float64
	}{
		{[]float64{math.Log(1999)}, math.Inf(1)},
		{[]float64{math.Log(2001)}, math.Log(2000)},
		{[]float64{math.Log(1001), 1, math.Log(1500)}, math.Log(1000)},
		{nil, math.Inf(1)},
	} {
		if got := LeastEvidence(c.found, 100, .05); !(math.Abs(got-c.want) < 1e-12 || got == c.want) {
			t.Errorf("%v: got %g, want %g", c.found, got, c.want)
		}
	}
}
