package vote

import (
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// A majority vote on demand is the majority vote.
func TestMajorityOnDemand(t *testing.T) {
	d := &crowd.Dataset{
		Labels: crowd.NewLabels(3, 2, 2, []int32{0, 0, 1}, []int32{0, 1, 0}, []int32{0, 1, 1}), Gold: []int32{crowd.Unknown, 0, crowd.Unknown},
	}
	r, err := fit.Run(d, Majority{}, fit.Settings{OnDemand: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float64{{.5, .5}, {1, 0}, {.5, .5}} {
		if got := r.Row(i, 2); !slices.Equal(got, want) || r.Posterior != nil {
			t.Errorf("task %d: got %v and all posteriors %v, want %v on demand", i, got, r.Posterior, want)
		}
	}
}
