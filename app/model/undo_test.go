package model

import (
	"slices"
	"testing"

	"concord/core/wire"
)

// follow answers the last amendment; the classes stay what they are.
func (w *world) follow() {
	w.Helper()
	r := w.only()
	if r.Amend == nil {
		w.Fatalf("got %+v, want an amendment", r)
	}
	o := w.Labels.Opened
	w.reply(r.ID, wire.Reply{Amended: &wire.Amended{Amend: *r.Amend, Counts: o.Counts, Methods: o.Methods, Fitted: w.Result.Fitted, Changed: 2}})
}

// Ctrl Z goes back through what was changed, whatever it was, the latest first.
func TestOneUndo(t *testing.T) {
	undo := Key{Key: "z", Ctrl: true}
	w := priced(t)
	w.do(Exclude{Worker: 1, Out: true})
	w.follow()
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Exclude{Worker: 0, Out: true})
	w.follow()
	if want := []string{doneAmend, RoleCosts, doneAmend}; !slices.Equal(w.Done, want) {
		t.Fatalf("done: got %v, want %v", w.Done, want)
	}

	w.do(undo)
	if r := w.only(); r.Amend == nil || !slices.Equal(r.Amend.Exclude, []int{1}) {
		t.Fatalf("first: got %+v, want the second worker taken in again", r)
	}
	w.follow()
	w.do(undo)
	if w.Costs.Opened != nil || w.matrix() != "[[0 1] [1 0]]" {
		t.Fatalf("second: got %s, want no costs", w.matrix())
	}
	w.do(undo)
	if r := w.only(); r.Amend == nil || len(r.Amend.Exclude) != 0 {
		t.Fatalf("third: got %+v, want nobody left out", r)
	}
	w.follow()
	if w.do(undo); len(w.sent()) != 0 || len(w.Done) != 0 {
		t.Errorf("then: got %+v, done %v; there is nothing more to undo", w.sent(), w.Done)
	}
}

// The buttons go back through their own; what they undid is not undone again.
func TestUndoByItsButton(t *testing.T) {
	w := priced(t)
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Exclude{Worker: 1, Out: true})
	w.follow()
	w.do(Undo{Of: RoleCosts})
	w.do(Key{Key: "z", Ctrl: true})
	if r := w.only(); r.Amend == nil {
		t.Errorf("got %+v, want the worker taken in again", r)
	}
	w.follow()
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Forget{Role: RoleCosts})
	w.do(Key{Key: "z", Ctrl: true})
	w.takeCosts(tenCosts)
	if w.Costs.Opened == nil || len(w.Done) != 1 {
		t.Errorf("got %+v, done %v; want the costs back", w.Costs.Opened, w.Done)
	}
}
