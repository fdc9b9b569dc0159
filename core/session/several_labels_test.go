package session_test

import (
	"os"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// Where rows have several labels and the user expects one, the refusal says that
// taking them all is a way out; and it is one.
func TestSeveralLabelsInARow(t *testing.T) {
	for name, labels := range map[string]int{"doccano-m1.jsonl": 3, "prodigy-choice.jsonl": 4} {
		text, err := os.ReadFile("../layout/testdata/formats/" + name)
		if err != nil {
			t.Fatal(err)
		}
		v := sessiontest.New(t)
		from := sessiontest.File{Called: name, Text: string(text)}
		read := v.Open(api.RoleLabels, from).Read
		if !read.Sets {
			t.Fatalf("%s: got %+v, want tasks that may have several labels", name, read)
		}
		read.Sets = false
		f := v.RefusedAgain(api.RoleLabels, read)
		if !f.Several || !f.CanSkip || f.Opened == nil {
			t.Fatalf("%s: got %+v", name, f)
		}
		read = f.Opened.Read
		read.Sets = true
		o := v.Reread(api.RoleLabels, read)
		if o.Counts.Labels != labels || o.Count != 0 {
			t.Errorf("%s: got %d labels and %d bad rows, want %d labels", name, o.Counts.Labels, o.Count, labels)
		}
	}
}
