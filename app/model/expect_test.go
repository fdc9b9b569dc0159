package model

import (
	"testing"

	"concord/core/result"
	"concord/core/wire"
)

// A list of tasks to check is downloaded, which does not save the result. Their truth changes what is expected, and once it is
// removed, the reply says what is expected without.
func TestTasksToCheck(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(DrawTasks{50})
	draw := w.only()
	if x := draw.Export; x == nil || x.What != wire.FileSample || x.Tasks != 50 {
		t.Fatalf("got %+v, want a list of 50 tasks", draw)
	}
	w.reply(draw.ID, wire.Reply{Exported: &wire.File{Name: "truth-sample.csv"}})
	if !w.Unsaved() || len(w.Saves) != 1 || w.Saves[0].Name != "truth-sample.csv" {
		t.Errorf("got %+v, unsaved %v; want the list, and the result unsaved", w.Saves, w.Unsaved())
	}

	checked, before := &result.Expected{Value: .9, Checked: 50}, &result.Expected{Value: .8}
	w.beside(wire.RoleTruth, wire.Opened{Known: 50, Expected: checked, Accuracy: &result.Accuracy{Evaluated: 50}})
	if w.Result.Expected.Value != .9 {
		t.Errorf("checked: got %+v", w.Result.Expected)
	}
	w.do(Forget{wire.RoleTruth})
	for _, r := range w.sent() {
		if r.Drop != nil {
			w.reply(r.ID, wire.Reply{Dropped: &wire.Drop{Role: wire.RoleTruth, Expected: before}})
		}
	}
	if w.Result.Expected != before || w.Result.Accuracy != nil {
		t.Errorf("removed: got %+v and %+v", w.Result.Expected, w.Result.Accuracy)
	}
}
