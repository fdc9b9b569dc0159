package model

import (
	"testing"

	"concord/core/api"
)

// One click runs the method that came first in the comparison, another one any other.
func TestRunAdvised(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(RunAdvised{})
	if len(w.sent()) != 0 {
		t.Error("ran what nobody has recommended yet")
	}
	w.reply(w.compare().ID, api.Reply{Compared: &api.Compared{}})
	w.do(RunAdvised{}) // none is best
	if len(w.sent()) != 0 {
		t.Errorf("got %+v", w.sent())
	}
	w.do(StartCompare{})
	w.reply(w.only().ID, api.Reply{Compared: &api.Compared{Best: "majority", Finding: "It is."}})
	if w.Note != "It is." {
		t.Errorf("got the note %q", w.Note)
	}
	w.do(RunAdvised{})
	if f := w.only().Fit; f == nil || f.Method != "majority" || w.Setup.Method != "majority" {
		t.Errorf("got %+v, want a fit of the best method", w.sent())
	}
}

// Where no task has two labels nothing tells the methods apart, unless something
// describes the tasks.
func TestNoHiddenLabelsWhereTasksHaveOne(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	if !w.HidesLabels() {
		t.Error("without a truth labels have to be hidden")
	}
	o := *w.Labels.Opened
	counts := *o.Counts
	counts.Single = counts.Tasks
	o.Counts, w.Labels.Opened = &counts, &o
	if w.CanHideLabels() || w.HidesLabels() {
		t.Error("methods are compared on single labels")
	}
	w.Features.Opened = &api.Opened{}
	if !w.CanHideLabels() {
		t.Error("features describe the tasks")
	}
}
