package engine

import (
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// Names that look alike are pointed out; made one, they stay so through another
// reading, a truth that uses the other spelling, and the run record.
func TestNamesThatLookAlike(t *testing.T) {
	v := newVisit(t)
	o := v.open("labels", "task,worker,label\nt1,ann,Yes\nt1,bob,yes\nt2,ann,no\nt2,bob,Yes\nt3,bob,no\nt3,eve,yes\nt3,ann,Yes\n")
	if o.AlikeOf != 1 || !slices.Equal(o.Alike[0].Names, []string{"Yes", "yes"}) || o.Alike[0].To != "Yes" || o.Counts.Classes != 3 {
		t.Fatalf("got %+v, %+v", o.Alike, o.Counts)
	}
	read := o.Read
	read.Merge = []api.Merge{{Of: "label", From: []string{"yes"}, To: "Yes"}}
	o = v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened
	if o.AlikeOf != 0 || o.Counts.Classes != 2 || len(o.Read.Merge) != 1 {
		t.Fatalf("merged: got %+v, %+v", o.Alike, o.Counts)
	}
	v.fit("majority")
	if truth := v.open("truth", "task,label\nt1,yes\nt3,Yes\n"); truth.Known != 2 || truth.Accuracy.Wrong != 0 {
		t.Errorf("the truth: got %+v, %+v", truth, truth.Accuracy)
	}
	if text := v.File("run"); !strings.Contains(text, `"merge"`) || !strings.Contains(text, `"to": "Yes"`) {
		t.Errorf("run.json does not say so:\n%s", text)
	}
	read.Merge = nil
	if o = v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened; o.AlikeOf != 1 || o.Counts.Classes != 3 {
		t.Errorf("taken apart: got %+v", o.Counts)
	}
}
