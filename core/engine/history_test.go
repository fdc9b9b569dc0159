package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/export"
)

// Twelve workers label forty tasks; w0 was right before, and is always wrong here.
const many = 12

func historyLabels() string {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range 40 {
		for j := range many {
			label := i % 2
			if j == 0 {
				label = 1 - label
			}
			fmt.Fprintf(&b, "t%d,w%d,%d\n", i, j, label)
		}
	}
	return b.String()
}

// A history is a prior unless a mode says otherwise; those who gave no label are counted; what gold contradicts is said, whichever of the
// two comes first.
func TestHistory(t *testing.T) {
	const history = "worker,right,of\nw0,95,100\nw1,98,100\nzoe,5,100\n"
	gold := "task,label\n"
	for i := range 20 {
		gold += fmt.Sprintf("t%d,%d\n", i, i%2)
	}
	for _, order := range [][]string{{"gold", "confusion"}, {"confusion", "gold"}} {
		v := loaded(t)
		v.open("labels", historyLabels())
		files := map[string]string{"gold": gold, "confusion": history}
		v.open(order[0], files[order[0]])
		o := v.open(order[1], files[order[1]])
		if len(o.Warnings) != 1 || !strings.Contains(o.Warnings[0].Error(), "the gold tasks contradict the history of 1 of 2 workers (one was "+
			"right in 95 % of 100 labels before, and is in 0 % of 20 here): “w0”") {
			t.Errorf("%v: got %v", order, o.Warnings)
		}
	}
	v := loaded(t)
	v.open("labels", historyLabels())
	if o := v.open("confusion", history); o.Known != 2 || o.HistoryRows != 3 || o.Strangers != 1 || o.Read.Mode != "prior" ||
		len(o.Warnings) > 0 {
		t.Errorf("got %+v", o)
	}
	v.fit("ds")
	f := v.fault(api.Request{Reread: &api.Reread{Role: "confusion", Choices: api.Choices{
		Delimiter: ",", Header: true, Roles: []string{"worker", "right", "of"}, Mode: "assign"}}}, nil)
	if !f.Prior || !strings.Contains(f.Message, "10 of 12 workers have no history here") {
		t.Errorf("assigned: got %+v, want a remedy", f)
	}
	v.open("labels", historyLabels())
	if o := v.open("confusion", "worker,right,of\nw0,48,100\nw1,53,100\n"); len(o.Warnings) != 1 ||
		!strings.Contains(o.Warnings[0].Error(), "no more than chance (50 %)") {
		t.Errorf("at chance: got %v", o.Warnings)
	}
}

// A project says how its history enters a fit. One that does not is from when the default was assign, and still means that.
func TestHistoryInAProject(t *testing.T) {
	const matrices = "worker,truth,label,probability\nw1,no,no,.6\nw1,no,yes,.4\nw1,yes,no,.3\nw1,yes,yes,.7\nw2,no,no,.9\nw2,yes,yes,1\n" +
		"w2,no,yes,.1\n"
	v := newVisit(t)
	v.open("labels", "task,worker,label\nt1,w1,yes\nt1,w2,no\nt2,w1,no\nt2,w2,no\nt3,w1,yes\nt3,w2,yes\nt4,w1,no\nt4,w2,yes\n")
	v.open("confusion", matrices)
	saved := v.changed(func(w *export.Project) {
		var read api.Choices
		if err := json.Unmarshal(w.Files[1].Choices, &read); err != nil || read.Mode != "prior" {
			t.Errorf("got %s, %v, want that a project says prior", w.Files[1].Choices, err)
		}
		read.Mode = ""
		w.Files[1].Choices = must(json.Marshal(read))
	})
	if got := newVisit(t).must(openProject(saved), saved).Reopened.Opened[1].Read.Mode; got != "assign" {
		t.Errorf("a project without a mode: got %q, want assign", got)
	}
}

// However right workers were before, what the labels show of how right they are is what those who share tasks agree on.
func TestHistoryIsNoEvidence(t *testing.T) {
	const history = "worker,right,of\nw1,99,100\nw2,99,100\nw3,99,100\nw4,99,100\nw5,99,100\n"
	shown := func(history string) api.Shown {
		v := newVisit(t)
		v.open("labels", historyLabels())
		if history != "" {
			v.open("confusion", history)
		}
		return v.fit("consensus").Expected.Shown
	}
	if got, want := shown(history), shown(""); got != want {
		t.Errorf("with a history: got %+v, want %+v", got, want)
	}
}
