package metric

import (
	"math"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
)

func TestBox(t *testing.T) {
	got := Box("x", "count", []float64{4, math.NaN(), 1, 3, 2, 5})
	if want := (api.Box{Name: "x", Kind: "count", N: 5, Min: 1, Low: 2, Median: 3, High: 4, Max: 5}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := Box("none", "count", nil), (api.Box{Name: "none", Kind: "count"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Offsets are what their definitions say, also far from zero.
func TestOffsets(t *testing.T) {
	const far = 1e9
	l := crowd.NewValues(3, 2, []int32{0, 1, 2, 0}, []int32{0, 0, 0, 1}, []float64{far + 2, far + 6, far, far - 1})
	truth := []float64{far, far + 2, math.NaN()}
	got := OffsetsOf(&l, func(i int) float64 { return truth[i] })
	for j, want := range []api.Offsets{{N: 2, Bias: 3, Variance: 1}, {N: 1, Bias: -1}} {
		if got[j] != want {
			t.Errorf("worker %d: got %+v, want %+v", j, got[j], want)
		}
	}
}
