package job

import (
	"math"
	"testing"

	"concord/app/model/setup"
	"concord/core/api"
)

func TestProgressNeverGoesBack(t *testing.T) {
	paper := setup.Setup{Stop: "paper"}
	r := Run{Setup: paper}
	last := 0.0
	for i, change := range []float64{0.5, 0.1, 0.2, 0.01, 1e-3, 5e-5} {
		r.Follow(&api.Progress{Step: &api.Step{N: i + 1, Change: change}})
		if r.Fraction < last || r.Fraction > 1 || math.IsNaN(r.Fraction) {
			t.Errorf("step %d: got %v after %v", i+1, r.Fraction, last)
		}
		last = r.Fraction
	}
	if last != 1 {
		t.Errorf("below the tolerance: got %v, want 1", last)
	}
	// Half of the way on a scale of logarithms: 1e-2 lies midway between 1 and 1e-4.
	r = Run{Setup: paper}
	for _, change := range []float64{1, 1e-2} {
		r.Follow(&api.Progress{Step: &api.Step{N: 1, Change: change}})
	}
	if math.Abs(r.Fraction-0.5) > 1e-12 {
		t.Errorf("got %v, want 0.5", r.Fraction)
	}
	// A method without a figure of change: steps out of the limit.
	r = Run{Setup: setup.Setup{MaxSteps: "10"}}
	r.Follow(&api.Progress{Step: &api.Step{N: 5}})
	if r.Fraction != 0.5 {
		t.Errorf("got %v, want 0.5", r.Fraction)
	}
}
