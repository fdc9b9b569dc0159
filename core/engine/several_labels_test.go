package engine

import (
	"os"
	"strings"
	"testing"

	"concord/core/api"
)

// Where rows have several labels and the user expects one, the refusal says that
// taking them all is a way out; and it is one.
func TestSeveralLabelsInARow(t *testing.T) {
	for name, labels := range map[string]int{"doccano-m1.jsonl": 3, "prodigy-choice.jsonl": 4} {
		text, err := os.ReadFile("../layout/testdata/formats/" + name)
		if err != nil {
			t.Fatal(err)
		}
		v := newVisit(t)
		from := memory{name, text}
		read := v.must(api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: name, Size: from.Size()}}}, from).Opened.Read
		if !read.Sets {
			t.Fatalf("%s: got %+v, want tasks that may have several labels", name, read)
		}
		read.Sets = false
		f := v.fault(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil)
		if !f.Several || !f.CanSkip || f.Opened == nil {
			t.Fatalf("%s: got %+v", name, f)
		}
		read = f.Opened.Read
		read.Sets = true
		o := v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: true, Choices: read}}, nil).Opened
		if o.Counts.Labels != labels || o.Count != 0 {
			t.Errorf("%s: got %d labels and %d bad rows, want %d labels", name, o.Counts.Labels, o.Count, labels)
		}
	}
}

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
