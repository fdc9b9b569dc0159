package metric

import (
	"math"
	"testing"
)

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
