package engine

import (
	"context"
	"testing"

	"concord/core/api"
)

// A fit that is good enough stops after its step and keeps what it has; another
// request is not touched by it.
func TestEnough(t *testing.T) {
	v := loaded(t)
	fit := func(enough int) *api.Fitted {
		var found *api.Fitted
		v.Do(context.Background(), api.Request{ID: 7, Fit: &api.Fit{Method: "slow", Settings: api.Settings{Seed: 1}}}, nil, func(r api.Reply) {
			if r.Progress != nil && r.Progress.Step != nil && r.Progress.Step.N >= 5 && enough != 0 {
				v.Enough(enough)
			}
			if r.Fault != nil {
				t.Fatal(r.Fault.Message)
			}
			if r.Fitted != nil {
				found = r.Fitted
			}
		})
		return found
	}
	if f := fit(6); f.Steps != 100 || f.Status != "converged" {
		t.Errorf("another request: got %d steps, %s", f.Steps, f.Status)
	}
	if f := fit(7); f.Steps >= 100 || f.Steps < 5 || f.Status != "stopped" || len(f.Files) == 0 {
		t.Errorf("got %d steps, %s, files %v", f.Steps, f.Status, f.Files)
	}
}
