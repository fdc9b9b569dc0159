package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// What two reviewers agree on is settled, and what a person decided; the others are listed with what each says.
func TestAdjudicated(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,text,worker,label\nt1,one,ann,a\nt1,one,ben,a\n"+
		"t2,two,ann,a\nt2,two,ben,b\nt3,three,ann,b\nt4,four,ann,a\nt4,four,ben,b\n")
	v.fit("majority")
	v.amend1(api.Amend{Review: []api.Reviewed{{Task: 1, Label: "b", Note: "clear, now"}}})
	for what, want := range map[string]string{
		api.FileGold:          "task,text,label,note\nt2,two,b,\"clear, now\"\n",
		api.FileAdjudicated:   "task,text,label,note\nt1,one,a,\nt2,two,b,\"clear, now\"\n",
		api.FileDisagreements: "task,text,ann,ben,truth,note\nt4,four,a,b,,\n",
	} {
		if got := asCSV(must(v.result.Adjudicated(v.job(), what, false))); got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	v.open("truth", "task,truth\nt4,c\nt1,a\n") // a class that nobody chose
	if got := asCSV(must(v.result.Adjudicated(v.job(), api.FileAdjudicated, true))); !strings.Contains(got, "t4,c,\n") {
		t.Errorf("with a decision: got %q, want it among them", got)
	}
	v.open("labels", "task,worker,value\nt1,x,1.5\nt1,y,2.25\nt2,x,3.125\nt2,y,4.0625\n")
	v.fit("mean")
	if why := refusal(v.result.Adjudicated(v.job(), api.FileGold, false)); why == "" {
		t.Error("numbers are adjudicated")
	}
}

// However many classes there are, all are counted, and a worker's matrix has those that matter.
func TestManyClasses(t *testing.T) {
	for _, n := range []int{200, 1000} {
		var b strings.Builder
		b.WriteString("task,worker,label\n")
		label := func(task, worker, class int) { fmt.Fprintf(&b, "t%d,w%d,c%04d\n", task, worker, class) }
		for task := range 2 * n { // each class is right twice; the last is right ten times more
			for worker := range 3 {
				label(task, worker, task%n)
			}
		}
		for task := 2 * n; task < 2*n+10; task++ {
			label(task, 0, n-1)
			label(task, 1, n-1)
			label(task, 2, n-2) // whom the others outvote
		}
		v := newVisit(t)
		o := v.open("labels", b.String())
		f := v.fit("majority")
		if c := o.Counts; len(c.ClassNames) != n || len(c.ClassLabels) != n || c.ClassLabels[n-1] != 26 {
			t.Errorf("%d classes: got %d names, %d of them counted", n, len(c.ClassNames), len(c.ClassLabels))
		}
		if len(f.Classes) != n || f.Classes[n-1] != (api.Share{Class: fmt.Sprintf("c%04d", n-1), Tasks: 12}) {
			t.Errorf("%d classes: got %d, the last %+v", n, len(f.Classes), f.Classes[len(f.Classes)-1])
		}
		w := must(v.result.Worker(v.job(), &api.Subject{Index: 2}))
		if w.Of != n || len(w.Classes) >= n || len(w.Mixed) == 0 ||
			w.Mixed[0].Truth != fmt.Sprintf("c%04d", n-1) || w.Mixed[0].Label != fmt.Sprintf("c%04d", n-2) {
			t.Errorf("%d classes: got %d of %d in the matrix, mixed up %+v", n, len(w.Classes), w.Of, w.Mixed)
		}
	}
}
