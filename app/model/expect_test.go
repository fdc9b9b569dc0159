package model

import (
	"testing"

	"concord/core/api"
)

// A list of tasks to check is downloaded, which does not save the result. Their truth changes what is expected, and once it is
// removed, the reply says what is expected without.
func TestTasksToCheck(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Download{What: api.FileSample, Many: 50})
	draw := w.only()
	if x := draw.Export; x == nil || x.What != api.FileSample || x.Tasks != 50 {
		t.Fatalf("got %+v, want a list of 50 tasks", draw)
	}
	w.reply(draw.ID, api.Reply{Exported: &api.File{Name: "truth-sample.csv"}})
	if !w.Unsaved() || len(w.Saves) != 1 || w.Saves[0].Name != "truth-sample.csv" {
		t.Errorf("got %+v, unsaved %v; want the list, and the result unsaved", w.Saves, w.Unsaved())
	}

	checked, before := &api.Expected{Value: .9, Checked: 50}, &api.Expected{Value: .8}
	w.do(Open{Kind: ViewTasks, Index: 1})
	w.beside(api.RoleTruth, api.Opened{
		Known: 50, Expected: checked, Accuracy: &api.Accuracy{Evaluated: 50}, Priced: &api.Priced{Said: 3},
	})
	if w.Result.Expected.Value != .9 || w.Result.Priced.Said != 3 {
		t.Errorf("checked: got %+v, costs %+v", w.Result.Expected, w.Result.Priced)
	}
	if sent := w.sent(); len(sent) != 2 || sent[1].Task == nil || sent[1].Task.Index != 1 {
		t.Errorf("got %+v, want the tasks and the open one asked for again: probabilities learn from the truth", sent)
	}
	w.do(Forget{api.RoleTruth})
	for _, r := range w.sent() {
		if r.Drop != nil {
			w.reply(r.ID, api.Reply{Dropped: &api.Drop{Role: api.RoleTruth, Expected: before, Priced: &api.Priced{Said: 2}}})
		}
	}
	if w.Result.Expected != before || w.Result.Accuracy != nil || w.Result.Priced.Said != 2 {
		t.Errorf("removed: got %+v, %+v and %+v", w.Result.Expected, w.Result.Accuracy, w.Result.Priced)
	}
}
