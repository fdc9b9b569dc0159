package lineup

import (
	"testing"

	"concord/core/api"
)

func TestSorting(t *testing.T) {
	var got Sorting
	for _, want := range []Sorting{{"accuracy", true}, {"accuracy", false}, {}, {"accuracy", true}} {
		if got = got.By("accuracy"); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if got = got.By("method"); got != (Sorting{Column: "method"}) {
		t.Errorf("got %+v by name", got)
	}
}

// Hiding labels takes many fits, so that fewer methods are compared unasked.
func TestSlow(t *testing.T) {
	quick, slow := api.Method{Seconds: api.SlowSeconds - 1}, api.Method{Seconds: api.SlowSeconds + 1}
	if Slow(quick, false) || !Slow(slow, false) || !Slow(quick, true) || Seconds(quick, true) <= Seconds(quick, false) {
		t.Error("what is slow is not")
	}
}
