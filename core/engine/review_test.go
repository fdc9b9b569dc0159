package engine

import (
	"strings"
	"testing"

	"concord/core/api"
)

// The labels say which tasks were reviewed, what the method said before, however often the verdict changes, and the notes, which
// change nothing else. Without any review the file is as it was. (File guards its cells against spreadsheets.)
func TestReviewIsWrittenDown(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\na,x,no\na,y,no\nb,x,yes\nb,y,yes\nc,x,no\nc,y,no\n")
	v.fit("majority")
	plain := v.File("labels")
	rows := func() map[string]string {
		all := map[string]string{}
		for row := range strings.Lines(v.File("labels")) {
			cells := strings.SplitN(strings.TrimSpace(row), ",", 7)
			rest := strings.Split(cells[len(cells)-1], ",")
			all[cells[0]] = cells[1] + " " + strings.Join(rest[:len(rest)-2], ",") // tie and posterior come last
		}
		return all
	}
	want := func(step string, want map[string]string) {
		t.Helper()
		got := rows()
		for task, w := range want {
			if got[task] != w {
				t.Errorf("%s: task %s has %q, want %q", step, task, got[task], w)
			}
		}
	}
	v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "yes", Note: "=sure, really"}}})
	want("reviewed", map[string]string{"task": "label reviewed,method_label,note", "a": `yes true,no,"'=sure, really"`, "b": "yes false,,"})
	fits := v.session.Labels
	a := v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "yes", Note: "surer"}, {Task: 2, Label: "no"}}})
	want("another", map[string]string{"a": "yes true,no,surer", "c": "no true,no,"})
	if v.session.Labels == fits || a.Review[0].Said != "no" {
		t.Errorf("got %+v", a.Review)
	}
	before := v.result.Answers.Result
	v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "yes", Note: "surest"}, {Task: 2, Label: "no"}}})
	want("only a note", map[string]string{"a": "yes true,no,surest", "c": "no true,no,"})
	if v.result.Answers.Result != before {
		t.Error("a note made another fit")
	}
	v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "no"}}})
	want("changed", map[string]string{"a": "no true,no,", "c": "no false,,"})
	if run := v.File("run"); !strings.Contains(run, `"methodLabel": "no"`) {
		t.Errorf("the run record does not say what the method had said: %s", run)
	}
	v.amend1(api.Amend{})
	if got := v.File("labels"); got != plain {
		t.Errorf("after all was taken back: got %q, want %q", got, plain)
	}
}
