package metric

import (
	"math"
	"testing"
)

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
