package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"concord/core/api"
)

// What is true and was never said by any worker is wrong, wherever answers are
// compared with the truth: in the result, side by side, in the report and in files.
func TestTruthThatNoWorkerChose(t *testing.T) {
	const labels = "task,worker,label\nt1,ann,cat\nt1,bob,cat\nt2,ann,dog\nt2,bob,dog\nt3,ann,dog\nt3,bob,dog\n"
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	o := v.open(api.RoleTruth, "task,truth\nt1,cat\nt2,dog\nt3,bird\n")
	if o.Known != 3 || o.Count != 0 || len(o.Warnings) != 1 || o.Warnings[0].Text != "bird" ||
		!strings.Contains(o.Warnings[0].What, "counted as wrong") {
		t.Fatalf("got %d known, %d problems, warnings %+v", o.Known, o.Count, o.Warnings)
	}
	f := v.fit("majority")
	if a := f.Accuracy; a == nil || a.Evaluated != 3 || a.Wrong != 1 {
		t.Errorf("got %+v, want 1 of 3 wrong", f.Accuracy)
	}
	if got := v.File("run"); !strings.Contains(got, `"evaluated": 3`) {
		t.Errorf("run.json: got\n%s", got)
	}
	page := v.must(api.Request{Rows: &api.Rows{Table: "tasks", Count: 10, Sort: "truth"}}, nil).Page
	if last := strings.Join(page.Cells[2], " "); !strings.Contains(last, "bird") {
		t.Errorf("the table of tasks ends with %s", last)
	}
	c := v.must(api.Request{Compare: &api.Compare{Methods: []string{"majority", "ds"}}}, nil).Compared
	for _, m := range c.Methods {
		if m.Accuracy.Evaluated != 3 || m.Accuracy.Wrong != 1 {
			t.Errorf("%s, compared: got %+v", m.Name, m.Accuracy)
		}
		// Class F₁ of cat 1, of dog 2/3, of bird 0. Three tasks show nothing of how right labels are, so probabilities are
		// the method's own: nothing for the two tasks that are right, 1² + 1² for the task that is a bird.
		f1, brier := 5./9, 2./3
		if m.Name == "majority" && (math.Abs(m.MacroF1.Value-f1) > 1e-9 || math.Abs(m.Brier.Value-brier) > 1e-9) {
			t.Errorf("got F₁ %v, Brier score %v, want %v, %v", m.MacroF1.Value, m.Brier.Value, f1, brier)
		}
	}
	if p := c.Pairs[0].McNemar; p == nil || p.Both != 2 || p.Neither != 1 {
		t.Errorf("got %+v", p)
	}
	if got := v.File("report"); !strings.Contains(got, "so that no answer is right: 1 true label.") {
		t.Error("the report does not count it")
	}
	// On a scale it has no place: it is wrong, but nobody can say by how many steps.
	v.must(api.Request{Amend: &api.Amend{Order: []string{"cat", "dog"}}}, nil)
	if a := v.fit("majority").Accuracy; a.Wrong != 1 || a.Apart == nil || a.Apart.Value != 0 {
		t.Errorf("on a scale: got %+v", a)
	}
	v.File("all")
}

// Where a task may have several labels, each that is true and was never given is a
// question more that was answered wrongly, once, however often the file says so.
func TestSeveralTrueLabelsThatNoWorkerGave(t *testing.T) {
	v := newVisit(t)
	o := v.open(api.RoleLabels, "task,worker,label\nt1,ann,cat\nt1,ann,dog\nt2,ann,cat\nt2,bob,cat\n")
	read := o.Read
	read.Sets = true
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil)
	if o = v.open(api.RoleTruth, "task,truth\nt1,\"[\"\"cat\"\",\"\"dog\"\"]\"\nt2,cat\nt2,bird\nt2,bird\n"); o.Count != 0 ||
		len(o.Warnings) != 1 {
		t.Errorf("got %d problems, warnings %+v", o.Count, o.Warnings)
	}
	if a := v.fit("majority").Accuracy; a.Evaluated != 5 || a.Wrong != 1 {
		t.Errorf("got %+v, want 1 of 5 questions wrong", a)
	}
	c := v.must(api.Request{Compare: &api.Compare{Methods: []string{"majority", "wawa"}}}, nil).Compared
	if p := c.Pairs[0].McNemar; p == nil || p.Both != 4 || p.Neither != 1 {
		t.Errorf("got %+v", p)
	}
	v.File("all")
}

// So it is of tasks that were predicted.
func TestTrueClassOfAPredictionThatNoWorkerChose(t *testing.T) {
	labels, features := "task,worker,label\n", "task,x,y\n"
	for i := range 20 {
		for j := range 3 {
			labels += fmt.Sprintf("a%d,w%d,%s\n", i, j, []string{"no", "yes"}[i%2])
		}
		features += fmt.Sprintf("a%d,%g,%d\n", i, float64(i%2*2-1)+float64(i*7%5-2)/10, i*i%7)
	}
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels)
	v.opens("features", "features.csv", features+"b1,1,3\nb2,-1,4\n")
	if o := v.opens("test-truth", "truth.csv", "task,label\nb1,yes\nb2,maybe\n"); o.Known != 2 || o.Count != 0 || len(o.Warnings) != 1 {
		t.Errorf("got %d known, %d problems, warnings %+v", o.Known, o.Count, o.Warnings)
	}
	f := v.fit("gpc-ma")
	if f.Test == nil || f.Test.Evaluated != 2 || f.Test.Accuracy.Value != .5 {
		t.Errorf("got %+v, want half of 2 right", f.Test)
	}
	// A truth that no worker chose is no class of the features either.
	v.opens("truth", "truth.csv", "task,label\na1,yes\na2,maybe\n")
	v.opens("features", "features.csv", features)
	v.File("all")
}
