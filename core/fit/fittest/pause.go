package fittest

import (
	"errors"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// Pauses checks that a method calls Settings.Pause within a step over data large enough for it,
// that pausing changes no answer, and that an error from Pause ends the fit at once.
func Pauses(t *testing.T, method func() fit.Method, d *crowd.Dataset) {
	t.Helper()
	calls, last := 0, 0 // all, and that which is the last: it fails
	stop := errors.New("stop")
	s := fit.Settings{MaxSteps: 3, Seed: 7, Parts: 1, Pause: func() error { // several goroutines don't pause within a step
		if calls++; calls == last {
			return stop
		}
		return nil
	}}
	paused, err := fit.Run(d, method(), s)
	if err != nil {
		t.Fatal(err)
	}
	if all := calls; all < len(paused.Trace) {
		t.Fatalf("got %d pauses in %d steps over %d labels, want one a step or more", all, len(paused.Trace), d.Len())
	}
	for last = 1; last <= 3; last++ {
		calls = 0
		_, err := fit.Run(d, method(), s)
		if !errors.Is(err, stop) || calls != last {
			t.Errorf("pause %d said stop: got %v after %d pauses", last, err, calls)
		}
	}
	s.Pause = nil
	straight, err := fit.Run(d, method(), s)
	if err != nil {
		t.Fatal(err)
	}
	if what := same(straight, paused); what != "" {
		t.Errorf("pausing changes the answer: %s", what)
	}
}
