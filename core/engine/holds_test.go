package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/wire"
)

// A file of labels that says what is right is its own file of truth: it comes out
// as if it had been in a file by itself.
func TestFileHoldsItsTruth(t *testing.T) {
	const appen = "_unit_id,_golden,_tainted,_trust,_worker_id,animal,animal_gold,animal_gold_reason\n" +
		"1,true,false,.9,ann,cat,cat,fur\n1,true,false,.9,bob,dog,cat,fur\n1,true,false,.9,eve,cat,cat,fur\n" +
		"2,false,false,.9,ann,dog,,\n2,false,false,.9,bob,dog,,\n3,true,false,.9,ann,cat,\"dog\ncat\",\n3,true,false,.9,eve,dog,\"dog\ncat\",\n" +
		"4,true,false,.9,bob,cat,dog,\n4,true,false,.9,eve,cat,dog,\n"
	v, apart := newVisit(t), newVisit(t)
	o := v.open(roleLabels, appen)
	if len(o.Holds) != 1 || o.Holds[0].Role != roleTruth || o.Holds[0].Column != "animal_gold" {
		t.Fatalf("it holds %+v", o.Holds)
	}
	again := func(role string) *wire.Opened {
		read := o.Holds[0].Read
		return v.must(wire.Request{Open: &wire.Open{Role: role, File: &wire.File{Name: "labels.csv"}, Read: &read}}, text2(roleLabels, appen)).Opened
	}
	if got := again(roleTruth); got.Known != 2 || got.Count != 2 || !strings.Contains(got.Problems[0].What, "several answers that were right") {
		t.Errorf("got %d known, problems %+v", got.Known, got.Problems)
	}
	apart.open(roleLabels, appen)
	apart.open(roleTruth, "task,truth\n1,cat\n4,dog\n")
	for _, method := range []string{"majority", "ds"} {
		if got, want := v.fit(method).Accuracy, apart.fit(method).Accuracy; fmt.Sprint(*got) != fmt.Sprint(*want) || got.Evaluated != 2 {
			t.Errorf("%s: got %+v, want %+v", method, got, want)
		}
	}
	// The user may have it told to the methods in place of that.
	read := o.Read
	for n, role := range read.Roles {
		if role == "truth" {
			read.Roles[n] = "gold"
		}
	}
	o = v.must(wire.Request{Reread: &wire.Reread{Role: roleLabels, Read: read}}, nil).Opened
	if len(o.Holds) != 1 || o.Holds[0].Role != roleGold {
		t.Fatalf("it holds %+v", o.Holds)
	}
	if got := again(roleGold); got.Known != 2 {
		t.Errorf("got %d gold tasks", got.Known)
	}
	v.fit("majority")
	if got := v.file("posteriors"); !strings.Contains(got, "\n4,0,1\n") {
		t.Errorf("the truth of task 4 is known to be a dog: %s", got)
	}
}
