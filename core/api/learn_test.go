package api

import "testing"

// The sentence of a replay names the labels that would have been enough, by the way to choose them.
func TestReplaySentence(t *testing.T) {
	few, more := 120, 300
	const enough = " would have been enough for 6.0 % errors or fewer"
	for _, of := range []struct {
		chosen, random *int
		want           string
	}{
		{&few, &more, "120 of 1,000 labels" + enough + ", with task and worker chosen by the method; at random, 300."},
		{&few, nil, "120 of 1,000 labels" + enough + ", with task and worker chosen by the method; at random, all were needed."},
		{nil, &more, "300 of 1,000 labels, taken at random, would have been enough for 6.0 % errors or fewer."},
		{nil, nil, "All 1,000 labels were needed for 6.0 % errors or fewer."},
	} {
		ways := []Way{{Name: WayBoth, Enough: of.chosen}, {Name: WayRandom, Enough: of.random}}
		r := &Replayed{Labels: 1000, Error: .05, Slack: .01, Ways: ways}
		if got := r.Sentence(); got != of.want {
			t.Errorf("got %q, want %q", got, of.want)
		}
	}
}
