package chart

import (
	"testing"

	"concord/core/api"
)

// Boxes of a kind share an axis; shares go from 0 to 1, and a box without width lies in the middle.
func TestBoxPlots(t *testing.T) {
	got := NewBoxPlots([]api.Box{
		{Kind: api.BoxShares, Min: .2, Low: .4, Median: .5, High: .6, Max: 1},
		{Kind: api.BoxBiases, Min: -1, Low: 0, Median: 1, High: 2, Max: 3},
		{Kind: api.BoxBiases, Min: 1, Low: 1, Median: 1, High: 1, Max: 1},
		{Kind: api.BoxCounts, Min: 7, Low: 7, Median: 7, High: 7, Max: 7},
	})
	for n, want := range []BoxPlot{{20, 40, 50, 60, 100}, {0, 25, 50, 75, 100}, {50, 50, 50, 50, 50}, {50, 50, 50, 50, 50}} {
		if got[n] != want {
			t.Errorf("box %d: got %v, want %v", n, got[n], want)
		}
	}
}
