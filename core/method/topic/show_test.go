package topic

import (
	"math"
	"testing"

	"concord/core/fit"
)

// Words of a class's own topic speak for it; shares and words are distributions.
func TestTopicsAreShown(t *testing.T) {
	w := simulate(200, 40, 8)
	w.classes([]float64{0.9, 0.8}, 2, 8)
	f := start(t, w.data, &Classifier{Prior: Prior{Topics: worldTopics}})
	for range 6 {
		step(t, f)
	}
	shown := f.(fit.Topical).Topics()
	if shown.K != worldTopics || shown.Terms != worldTerms || len(shown.Weight) != worldTopics*worldTopics {
		t.Fatalf("got %d topics, %d terms, %d weights", shown.K, shown.Terms, len(shown.Weight))
	}
	for i := range w.data.Tasks {
		var sum float64
		for _, s := range shown.Share[i*worldTopics : (i+1)*worldTopics] {
			sum += s
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the topic shares of document %d sum to %v", i, sum)
		}
	}
	for k := range worldTopics {
		var sum float64
		for v := range worldTerms {
			sum += shown.Word[v*worldTopics+k]
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("the words of topic %d sum to %v", k, sum)
		}
	}
	for i := range 20 {
		k := int(w.class[i])
		from := w.data.Words.Start[i]
		var own, other, n, m float64
		for at, s := range f.(fit.Topical).Spoke(i, k) {
			if int(w.data.Words.Term[int(from)+at])%worldTopics == k {
				own, n = own+s, n+1
			} else {
				other, m = other+s, m+1
			}
		}
		if m > 0 && n > 0 && own/n <= other/m {
			t.Errorf("document %d: its class's words speak by %.3f, the others by %.3f", i, own/n, other/m)
		}
	}
}
