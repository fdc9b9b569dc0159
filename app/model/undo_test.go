package model

import (
	"reflect"
	"slices"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// follow answers the last amendment; the classes stay what they are.
func (w *world) follow() {
	w.Helper()
	r := w.only()
	if r.Amend == nil {
		w.Fatalf("got %+v, want an amendment", r)
	}
	o := w.Labels.Opened
	w.reply(r.ID, api.Reply{Amended: &api.Amended{Amend: *r.Amend, Counts: o.Counts, Methods: o.Methods, Fitted: w.Result.Fitted,
		Changed: 2}})
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
	if want := []string{doneAmend, api.RoleCosts, doneAmend}; !slices.Equal(w.Done, want) {
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
	w.do(Undo{Of: api.RoleCosts})
	w.do(Key{Key: "z", Ctrl: true})
	if r := w.only(); r.Amend == nil {
		t.Errorf("got %+v, want the worker taken in again", r)
	}
	w.follow()
	w.do(SetCost{1, 0, "10"})
	w.takeCosts(tenCosts)
	w.do(Forget{Role: api.RoleCosts})
	w.do(Key{Key: "z", Ctrl: true})
	w.takeCosts(tenCosts)
	if w.Costs.Opened == nil || len(w.Done) != 1 {
		t.Errorf("got %+v, done %v; want the costs back", w.Costs.Opened, w.Done)
	}
}

// What the user changed about labels comes back with them, when another file took
// their place, when they were read in another way, or when they were cleared.
func TestUndoBringsChangesBack(t *testing.T) {
	for name, leave := range map[string]func(w *world){
		"another file": func(w *world) {
			w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
			w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
		},
		"another way": func(w *world) {
			w.do(SetOption{api.RoleLabels, "header", "no"})
			w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
		},
		"cleared": func(w *world) {
			w.do(Forget{api.RoleLabels})
			if want := "labels.csv is closed."; w.Status() != want {
				w.Errorf("the status is %q, want %q", w.Status(), want)
			}
			w.reply(w.only().ID, api.Reply{Dropped: w.only().Drop})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			w.fit()
			w.do(Exclude{Worker: 1, Out: true})
			w.amended(0)
			w.do(Review{Task: 2, Label: "yes"})
			w.amended(0)
			was := w.Amend

			leave(w)
			if w.Amendments() != 0 {
				t.Fatalf("got %+v of labels that are gone", w.Amend)
			}
			w.do(Key{Key: "z", Ctrl: true})
			w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
			w.amended(0)
			if !reflect.DeepEqual(w.Amend, was) || w.Labels.CanUndo() {
				t.Fatalf("got %+v, want %+v; more to undo: %v", w.Amend, was, w.Labels.CanUndo())
			}
			// They are one change now, and can be undone.
			w.do(Key{Key: "z", Ctrl: true})
			w.amended(0)
			if w.do(Key{Key: "z", Ctrl: true}); w.Amendments() != 0 || len(w.sent()) != 0 {
				t.Errorf("got %+v and %+v, want no changes and nothing more to undo", w.Amend, w.sent())
			}
		})
	}
}
