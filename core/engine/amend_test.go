package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

func (v *visit) amend1(a api.Amend) *api.Amended {
	v.t.Helper()
	return v.must(api.Request{Amend: &a}, nil).Amended
}

// TestExcludingAWorkerIsFittingWithoutTheRows leaves a worker out and compares
// with a file that never had the worker.
func TestExcludingAWorkerIsFittingWithoutTheRows(t *testing.T) {
	_, _, all, truth := halves(t, "adversaries")
	var rest strings.Builder
	gone := ""
	for n, row := range strings.SplitAfter(all, "\n") {
		cells := strings.Split(row, ",")
		if n == 1 {
			gone = cells[1]
		}
		if n == 0 || len(cells) < 2 || cells[1] != gone {
			rest.WriteString(row)
		}
	}
	other := newVisit(t)
	other.open("labels", rest.String())
	for _, method := range []string{"majority", "ds", "glad", "mace"} {
		other.fit(method)
		want := labelsOf(other.File("labels"))
		v := newVisit(t)
		v.open("labels", all)
		v.open("truth", truth)
		v.fit(method)
		before, full := v.state(), *v.session.Labels.Counts
		a := v.amend1(api.Amend{Exclude: []int{0}})
		if a.Fitted == nil || a.Counts.Workers != full.Workers-1 || a.Counts.Labels != strings.Count(rest.String(), "\n")-1 ||
			a.Counts.Tasks != full.Tasks {
			t.Fatalf("%s: got %+v, %+v", method, a, a.Counts)
		}
		if a.Warm != (method == "ds") {
			t.Errorf("%s: warm is %v", method, a.Warm)
		}
		got := labelsOf(v.File("labels"))
		for task, label := range want {
			if got[task] != label {
				t.Errorf("%s: task %s has the label %s, without the rows it has %s", method, task, got[task], label)
			}
		}
		if run := v.File("run"); !strings.Contains(run, `"excluded": [`) || !strings.Contains(run, gone) {
			t.Errorf("%s: the run record says nothing of the worker", method)
		}
		p := v.rows1(api.Rows{Table: "workers", Count: 1})
		if p.Cells[0][0] != gone || p.Cells[0][3] == "0" || p.Cells[0][2] == "" {
			t.Errorf("%s: the worker's row is %q, want what the others say of the labels left out", method, p.Cells[0])
		}
		if p := v.rows1(api.Rows{Table: "judged", Count: 1}); p.Cells[0][0] != gone || p.Cells[0][2] != "0" {
			t.Errorf("%s: among all figures the worker's row is %q, want no label that counts", method, p.Cells[0])
		}
		// Undo is exact, whatever lay between.
		v.amend1(api.Amend{Exclude: []int{0, 1}, Review: []api.Reviewed{{Task: 3, Label: v.session.Labels.Set.Classes.At(0)}}})
		if a = v.amend1(api.Amend{}); a.Fitted == nil || v.state() != before {
			t.Errorf("%s: undoing does not bring back what was", method)
		}
	}
}

// However many amendments lie between, undoing all of them is exact.
func TestUndoingManyAmendments(t *testing.T) {
	_, _, all, _ := halves(t, "adversaries")
	v := newVisit(t)
	v.open("labels", all)
	v.fit("ds")
	before := v.state()
	for j := range 6 {
		v.amend1(api.Amend{Exclude: []int{j}})
	}
	if a := v.amend1(api.Amend{}); a.Warm || v.state() != before {
		t.Errorf("undoing does not bring back what was (warm: %v)", a.Warm)
	}
}

func TestReviewedTasksAreGold(t *testing.T) {
	for _, method := range []string{"majority", "ds", "kos"} {
		v := newVisit(t)
		v.open("labels", tiny)
		v.open("truth", tinyTruth)
		v.fit(method)
		a := v.amend1(api.Amend{Review: []api.Reviewed{{Task: 1, Label: "no"}, {Task: 1, Label: "yes"}}})
		if len(a.Review) != 1 || a.Review[0].Task != 1 || a.Review[0].Label != "yes" || a.Fitted.Accuracy.Evaluated != 1 {
			t.Errorf("%s: got %+v, accuracy %+v", method, a.Review, a.Fitted.Accuracy)
		}
		if got := labelsOf(v.File("labels"))["t2"]; got != "yes" {
			t.Errorf("%s: the label of the overruled task is %s", method, got)
		}
		if run := v.File("run"); !strings.Contains(run, `"reviewed": [`) {
			t.Errorf("%s: the run record says nothing of the review", method)
		}
		v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "no"}, {Task: 1, Label: "yes"}, {Task: 2, Label: "no"}}})
		if got := labelsOf(v.File("labels")); got["t1"] != "no" || got["t2"] != "yes" || got["t10"] != "no" {
			t.Errorf("%s: of three overruled tasks the labels are %v", method, got)
		}
	}
}

func TestAmendingBeforeAnyFit(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tiny)
	a := v.amend1(api.Amend{Exclude: []int{2, 2}})
	if a.Fitted != nil || a.Counts.Labels != 6 || fmt.Sprint(a.Exclude) != "[2]" || a.Counts.PerWorker.Min != 3 {
		t.Errorf("got %+v, %+v", a, a.Counts)
	}
	v.fit("ds")
	if a = v.amend1(api.Amend{}); a.Counts.Labels != 8 || a.Fitted == nil {
		t.Errorf("restored: got %+v", a)
	}
}

func TestAmendmentsOfSetsAndNumbers(t *testing.T) {
	v := newVisit(t)
	read := v.open("labels", manyTicks).Read
	read.Sets, read.Separator = true, "|"
	v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil)
	v.fit("majority")
	v.amend1(api.Amend{Exclude: []int{2}, Review: []api.Reviewed{{Task: 1, Label: "x|y"}}})
	if got := labelsOf(v.File("labels"))["b"]; got != "x|y" {
		t.Errorf("sets: got %q", got)
	}
	v = newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "estimates"}}, nil)
	v.fit("mean")
	if a := v.amend1(api.Amend{Exclude: []int{1}}); a.Fitted == nil || a.Counts.Workers != 7 {
		t.Errorf("numbers: got %+v", a)
	}
	if f := v.fault(api.Request{Amend: &api.Amend{Review: []api.Reviewed{{Label: "3"}}}}, nil); !strings.Contains(f.Message,
		"numbers can't be overruled") {
		t.Errorf("got %q", f.Message)
	}
}

func TestBadAmendmentsChangeNothing(t *testing.T) {
	v := loaded(t)
	before := v.state()
	for want, a := range map[string]api.Amend{
		"There is no worker number 3":  {Exclude: []int{3}},
		"There is no worker number -1": {Exclude: []int{-1}},
		"No label would be left":       {Exclude: []int{0, 1, 2}},
		"There is no task number 3":    {Review: []api.Reviewed{{Task: 3, Label: "yes"}}},
		"There is no label “maybe”":    {Review: []api.Reviewed{{Task: 0, Label: "maybe"}}},
	} {
		if f := v.fault(api.Request{Amend: &a}, nil); !strings.Contains(f.Message, want) {
			t.Errorf("got %q, want %q", f.Message, want)
		}
	}
	if v.state() != before {
		t.Error("a bad amendment changed something")
	}
	if f := newVisit(t).fault(api.Request{Amend: &api.Amend{}}, nil); f.Message != "Open a file of labels first." {
		t.Errorf("got %q", f.Message)
	}
}
