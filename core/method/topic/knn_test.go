package topic

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// By hand: tasks on a line at 0 1 2 3 with the classes 0 0 1 1, and one at 1.1 without a label.
// Its two nearest are at 1 and 2; those of 0 are 1 and 2; 1 has 0 and 2 at the same distance; of 2,
// 1 and 3; of 3, 2 and 1. With one neighbour, 1 and 2 each have two nearest, which share the place.
func TestNearestNeighbours(t *testing.T) {
	d := &crowd.Dataset{
		Labels:   crowd.NewLabels(5, 1, 2, []int32{0, 1, 2, 3}, make([]int32, 4), []int32{0, 0, 1, 1}),
		Features: &crowd.Features{Names: []string{"x"}, X: []float64{0, 1, 2, 3, 1.1}},
	}
	for k, want := range map[int][]float64{2: {.5, .5, .5, .5, .5}, 1: {0, .5, .5, 1, 0}} {
		f, err := (&KNN{K: k}).Start(d, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		e := f.Estimate()
		for i, w := range want {
			if got := e.Posterior[2*i+1]; math.Abs(got-w) > 1e-12 {
				t.Errorf("%d neighbours: P(class 1) of task %d: got %g want %g", k, i, got, w)
			}
		}
	}
	f, _ := (&KNN{K: 9}).Start(d, fit.Settings{Seed: 1})
	e, err := f.(fit.Predictor).Predict(&crowd.Dataset{
		Labels: crowd.Labels{Tasks: 1, Start: []int32{0, 0}}, Features: &crowd.Features{Names: []string{"x"}, X: []float64{9}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if e.Posterior[0] != .5 || e.Posterior[1] != .5 {
		t.Errorf("more neighbours than labelled tasks: got %v want their shares, .5 and .5", e.Posterior)
	}
}
