package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// A file of labels that says what is right is its own file of truth: it comes out
// as if it had been in a file by itself.
func TestFileHoldsItsTruth(t *testing.T) {
	const appen = "_unit_id,_golden,_tainted,_trust,_worker_id,animal,animal_gold,animal_gold_reason\n" +
		"1,true,false,.9,ann,cat,cat,fur\n1,true,false,.9,bob,dog,cat,fur\n1,true,false,.9,eve,cat,cat,fur\n" +
		"2,false,false,.9,ann,dog,,\n2,false,false,.9,bob,dog,,\n3,true,false,.9,ann,cat,\"dog\ncat\",\n3,true,false,.9,eve,dog,\"dog\ncat\",\n" +
		"4,true,false,.9,bob,cat,dog,\n4,true,false,.9,eve,cat,dog,\n"
	v, apart := newVisit(t), newVisit(t)
	o := v.open(api.RoleLabels, appen)
	if len(o.Embedded) != 1 || o.Embedded[0].Role != api.RoleTruth || o.Embedded[0].Column != "animal_gold" {
		t.Fatalf("it holds %+v", o.Embedded)
	}
	again := func(role string) *api.Opened {
		read := o.Embedded[0].Read
		return v.must(api.Request{Open: &api.Open{Role: role, File: &api.File{Name: "labels.csv"}, Read: &read}},
			text2(api.RoleLabels, appen)).Opened
	}
	if got := again(api.RoleTruth); got.Known != 2 || got.Count != 2 ||
		!strings.Contains(got.Problems[0].What, "several answers that were right") {
		t.Errorf("got %d known, problems %+v", got.Known, got.Problems)
	}
	apart.open(api.RoleLabels, appen)
	apart.open(api.RoleTruth, "task,truth\n1,cat\n4,dog\n")
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
	o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil).Opened
	if len(o.Embedded) != 1 || o.Embedded[0].Role != api.RoleGold {
		t.Fatalf("it holds %+v", o.Embedded)
	}
	if got := again(api.RoleGold); got.Known != 2 {
		t.Errorf("got %d gold tasks", got.Known)
	}
	v.fit("majority")
	if got := v.File("posteriors"); !strings.Contains(got, "\n4,0,1\n") {
		t.Errorf("the truth of task 4 is known to be a dog: %s", got)
	}
}

// Several files may each say what is right, of the same tasks and of others.
func TestSeveralFilesHoldTheirTruth(t *testing.T) {
	first := memory{"monday.csv", []byte("task,worker,label,gold\nt1,ann,yes,yes\nt1,bob,no,yes\nt2,ann,no,no\nt3,ann,yes,\n")}
	second := memory{"tuesday.csv", []byte("worker,task,gold,label\neve,t1,yes,no\neve,t3,,yes\neve,t2,yes,no\neve,t4,no,no\nbob,t4,no,yes\n")}
	third := memory{"wednesday.csv", []byte("task,worker,label,gold\nt3,bob,no,\n")} // none is known
	for _, role := range []string{api.RoleTruth, api.RoleGold} {
		v := newVisit(t)
		r, from := joined(first, second, third)
		o := v.must(r, from).Opened
		if o.Counts.Labels != 10 || len(o.Embedded) != 1 || o.Embedded[0].Role != api.RoleTruth {
			t.Fatalf("got %+v, it holds %+v", o.Counts, o.Embedded)
		}
		if role == api.RoleGold {
			read := o.Read
			for n := range read.Roles {
				if read.Roles[n] == "truth" {
					read.Roles[n] = "gold"
				}
			}
			o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil).Opened
		}
		read := o.Embedded[0].Read
		got := v.must(api.Request{Open: &api.Open{Role: role, File: r.Open.File, Read: &read}}, from).Opened
		if got.Known != 3 || got.Count != 1 || len(got.Read.Files) != 3 {
			t.Fatalf("%s: got %d known, %d problems, %+v", role, got.Known, got.Count, got.Read)
		}
		if p := got.Problems[0]; p.File != "tuesday.csv" || p.Line != 4 || !strings.Contains(p.What, "was said to be “no” before") {
			t.Errorf("%s: got %+v", role, p)
		}
		if list := v.File("problems"); strings.Count(list, "\n") != 2 || !strings.Contains(list, "tuesday.csv,4,gold,yes,") {
			t.Errorf("%s: the list of problems is\n%s", role, list)
		}
		f := v.fit("majority")
		if role == api.RoleTruth && f.Accuracy.Evaluated != 3 {
			t.Errorf("got %+v", f.Accuracy)
		}
		if got := labelsOf(v.File("labels")); role == api.RoleGold && (got["t1"] != "yes" || got["t2"] != "no" || got["t4"] != "no") {
			t.Errorf("with gold: got %v", got)
		}
		// A project brings it back.
		saved := memory{"w.concord", []byte(v.File("project"))}
		again := newVisit(t)
		reopened := again.must(api.Request{Open: &api.Open{Role: api.RoleProject, File: &api.File{Name: saved.name}}}, saved).Reopened
		if len(reopened.Opened) != 2 || reopened.Opened[1].Known != 3 {
			t.Errorf("%s, opened again: got %+v", role, reopened.Opened)
		}
	}
}
