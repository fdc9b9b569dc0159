package verdict

import (
	"testing"

	"concord/core/api"
)

// After an exclusion the note says what became of the labels.
func TestWhatBecameOfTheLabels(t *testing.T) {
	right := func(x float64) *api.Fitted {
		return &api.Fitted{Accuracy: &api.Accuracy{Evaluated: 100, Accuracy: x}, Expected: &api.Expected{
			Value: x, Low: x - .1, High: x + .05, Labelled: 600, Unknown: 600}}
	}
	guess := &api.Fitted{Expected: &api.Expected{Value: .84, Low: .7, High: .9, Labelled: 600, Unknown: 600}}
	for _, test := range []struct {
		before, now *api.Fitted
		changed     int
		want        string
	}{
		{nil, guess, 0, "No other label changed."},
		{right(.91), right(.92), 12, "12 labels changed. Accuracy: 92.0 % (was 91.0 %)."},
		{right(.91), guess, 1, "1 label changed. We expect about 500 of 600 labels to be right (420 to 540). It was about 545."},
	} {
		if got := Became(test.before, test.now, test.changed); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
