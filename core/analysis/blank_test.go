package analysis_test

import (
	"slices"
	"testing"

	"concord/core/api"
)

// Tasks on which no label is more likely right than wrong are counted, and who ticked nothing is among those who answered a task.
func TestTasksWithoutALabel(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, "task,worker,label\nt1,A,\"[\"\"safety\"\",\"\"billing\"\"]\"\nt1,B,\"[\"\"safety\"\",\"\"billing\"\"]\"\n"+
		"t1,C,\"[\"\"safety\"\",\"\"policy\"\"]\"\nt2,A,\"[\"\"policy\"\"]\"\nt2,B,\"[\"\"billing\"\"]\"\nt2,C,[]\n")
	const want = "1 task got no label: none is more likely right than wrong"
	if f := v.fit("majority"); !slices.Contains(f.Warnings, want) {
		t.Errorf("got %v, want %s", f.Warnings, want)
	}
	task, err := v.result.Task(v.job(), &api.Subject{Index: 1})
	if err != nil {
		t.Fatal(err)
	}
	last := task.Votes[len(task.Votes)-1]
	if task.VoteCount != 3 || last.Name != "C" || last.Label != "" || task.Label != "" {
		t.Errorf("got %d votes, the last %+v, and the label “%s”, want C's of nothing, and no label", task.VoteCount, last, task.Label)
	}
}
