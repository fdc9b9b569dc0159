package session_test

import (
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// Numbers have their truth in several files too.
func TestSeveralFilesHoldTrueNumbers(t *testing.T) {
	a := sessiontest.File{Called: "a.csv", Text: "task,worker,rating,truth\nt1,ann,1.5,2\nt2,ann,2.5,\nt1,bob,3.5,2\n"}
	b := sessiontest.File{Called: "b.csv", Text: "task,worker,rating,truth\nt2,bob,4.25,3.5\n"}
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(a, b)
	read := v.Open(api.RoleLabels, whole, files...).Read
	read.Roles[3] = "truth" // numbers are taken for it when they are said to be
	o := v.Reread(api.RoleLabels, read)
	if !o.Counts.Kind.Numbers || len(o.Embedded) != 1 {
		t.Fatalf("got %+v, it holds %+v", o.Counts, o.Embedded)
	}
	got, f := v.Try(api.RoleTruth, whole, nil, &o.Embedded[0].Read)
	if f != nil || got.Known != 2 || got.Count != 0 {
		t.Errorf("got %+v, %v", got, f)
	}
}
