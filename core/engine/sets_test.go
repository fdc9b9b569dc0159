package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// Tasks a and b, classes x, y, z. Both workers tick x of a, u also z; of b both
// tick y, v also z.
const manyTicks = "task,worker,label\na,u,x|z\na,v,x\na,w,x\nb,u,y\nb,v,y|z\nb,w,y|z\n"

func TestTasksWithSeveralLabels(t *testing.T) {
	v := newVisit(t)
	o := v.open("labels", manyTicks)
	read := o.Read
	read.Sets, read.Separator = true, "|"
	o = v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened
	if c := o.Counts; !c.Kind.Several || c.Tasks != 2 || c.Classes != 3 || c.Labels != 9 || fmt.Sprint(c.ClassNames) != "[x y z]" {
		t.Fatalf("counts: got %+v", o.Counts)
	}
	k := v.open("truth", "task,label,value\na,x,1\na,z,1\na,y,0\nb,z,1\n")
	if k.Known != 4 || fmt.Sprint(k.Read.Roles) != "[task label value]" {
		t.Errorf("truth: %d questions are known, roles %q", k.Known, k.Read.Roles)
	}
	f := v.fit("majority")
	if f.Accuracy == nil || f.Accuracy.Evaluated != 4 || f.Accuracy.Wrong != 1 {
		t.Errorf("got %+v, accuracy %+v", f, f.Accuracy)
	}
	if want := "[{x 1} {y 1} {z 1}]"; fmt.Sprint(f.Classes) != want {
		t.Errorf("classes: got %v, want %s", f.Classes, want)
	}
	p := v.rows1(api.Rows{Table: "tasks", Sort: "label", Count: 9})
	if got := cellsOf(t, p, "label"); !slices.Equal(got, []string{"x", "y|z"}) {
		t.Errorf("labels: got %q", got)
	}
	if got := cellsOf(t, p, "truth"); !slices.Equal(got, []string{"x|z", "z"}) {
		t.Errorf("truth: got %q", got)
	}
	for label, want := range map[string][]string{"x": {"a"}, "y": {"b"}, "z": {"b"}} {
		p := v.rows1(api.Rows{Table: "tasks", Label: label, Count: 9})
		if got := cellsOf(t, p, "task"); !slices.Equal(got, want) {
			t.Errorf("tasks with label %s: got %q, want %q", label, got, want)
		}
	}
	task := v.must(api.Request{Task: &api.Subject{Index: 1}}, nil).Task
	if task.Name != "b" || task.Label != "y|z" || task.Of != 3 || fmt.Sprint(task.Classes) != "[x y z]" || len(task.Votes) != 5 ||
		task.Posterior[1] != 1 {
		t.Errorf("task: got %+v", task)
	}
	w := v.must(api.Request{Worker: &api.Subject{Index: 0}}, nil).Worker
	if w.Name != "u" || fmt.Sprint(w.Classes) != "[no yes]" || len(w.Confusion) != 2 {
		t.Errorf("worker: got %+v", w)
	}
	if f := v.fault(api.Request{Export: &api.Export{What: "state"}}, nil); !strings.HasPrefix(f.Message,
		"The fit alone can't be saved where a task may have several labels.") {
		t.Errorf("saving: got %q", f.Message)
	}
	v.File("all")
}
