package session_test

import (
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// A worker with several rows on a task may have repeated himself, or have ticked
// several labels: where they differ, the counts say so, and reading on makes one of
// either.
func TestOtherLabelsByTheSameWorker(t *testing.T) {
	v := sessiontest.New(t)
	o := v.Text(api.RoleLabels, "task,worker,label\nt1,ann,cat\nt1,ann,dog\nt1,ann,cat\nt1,bob,cat\n"+
		"t2,ann,dog\nt2,ann,dog\nt2,bob,bird\nt2,bob,cat\n")
	if c := o.Counts; c.Repeats != 4 || c.Differ != 2 {
		t.Errorf("got %d repeats, %d others, want 4, 2", c.Repeats, c.Differ)
	}
	for _, change := range []func(*api.Choices){func(r *api.Choices) { r.Sets = true }, func(r *api.Choices) { r.Again = "first" }} {
		read := o.Read
		change(&read)
		c := v.Reread(api.RoleLabels, read).Counts
		if !c.Kind.Several && (c.Repeats != 0 || c.Differ != 0 || c.Labels != 4) {
			t.Errorf("%+v: got %+v", read, c)
		}
	}
	if c := v.Text(api.RoleLabels, "task,worker,label\nt1,ann,1.5\nt1,ann,2.5\nt1,bob,1.5\n").Counts; c.Repeats != 1 || c.Differ != 0 {
		t.Errorf("of numbers: got %+v", c)
	}
}
