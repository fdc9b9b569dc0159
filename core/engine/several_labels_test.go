package engine

import (
	"strings"
	"testing"

	"concord/core/api"
)

// What stands between the labels of a task is in none of them, where the user does
// not say what is to.
func TestWhatStandsBetweenLabels(t *testing.T) {
	for file, want := range map[string]string{
		"task,worker,label\nt1,a,x\nt1,a,z\nt1,b,x\nt1,b,z\n":       "t1,x|z,",
		"task,worker,label\nt1,a,x|y\nt1,a,z\nt1,b,x|y\nt1,b,z\n":   "t1,x|y;z,",
		"task,worker,label\nt1,a,x|y\nt1,a,z;\nt1,b,x|y\nt1,b,z;\n": "t1,x|y/z;,",
	} {
		v := newVisit(t)
		read := v.open(api.RoleLabels, file).Read
		read.Sets = true
		v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil)
		v.fit("majority")
		if got := v.File("labels"); !strings.Contains(got, "\n"+want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
