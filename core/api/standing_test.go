package api_test

import (
	"math"
	"testing"

	"concord/core/api"
)

// The funnel by hand: of 98 labels of a worker who is right eight times in ten, 78.4 ± 3.96 are right; beside that estimates are off
// by .08.
func TestFunnel(t *testing.T) {
	low, high := api.Funnel(.8, 98)
	if half := 1.96 * math.Sqrt(.0396*.0396+.08*.08); math.Abs(low-(.8-half)) > 1e-4 || math.Abs(high-(.8+half)) > 1e-4 {
		t.Errorf("got %g to %g, want .8 ± %g", low, high, half)
	}
	few, _ := api.Funnel(.8, 5)
	if many, _ := api.Funnel(.8, 500); !(few < low && low < many) {
		t.Errorf("with 5, 98 and 500 labels the funnel begins at %g, %g and %g", few, low, many)
	}
}
