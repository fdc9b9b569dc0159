package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

// graded opens labels whose classes are words of a scale.
func (w *world) graded(names ...string) {
	w.Open()
	o := *w.Labels.Opened
	c := *o.Counts
	c.ClassNames, c.Classes = names, len(names)
	o.Counts = &c
	w.Labels.Opened = &o
}

// follows answers the one amendment that was sent.
func (w *world) follows() api.Amend {
	w.Helper()
	r := w.only()
	if r.Amend == nil {
		w.Fatalf("got %+v, want an amendment", r)
	}
	w.reply(r.ID, api.Reply{Amended: &api.Amended{Amend: *r.Amend, Counts: w.Labels.Opened.Counts}})
	return *r.Amend
}

func TestOrder(t *testing.T) {
	w := newWorld(t)
	w.graded("good", "bad", "fair")
	if !w.CanOrder() || len(w.Order()) != 0 {
		t.Fatalf("got %v, %v", w.CanOrder(), w.Order())
	}
	w.do(SetOrdered{true})
	if a := w.follows(); !slices.Equal(a.Order, []string{"good", "bad", "fair"}) {
		t.Errorf("got %q, want the order in which they are listed", a.Order)
	}
	w.do(MoveClass{0, 2})
	if w.focused() != "earlier-2" {
		t.Errorf("got the focus on %q: the last can go back only", w.focused())
	}
	if a := w.follows(); !slices.Equal(a.Order, []string{"bad", "fair", "good"}) || w.Ordering != nil {
		t.Errorf("got %q", a.Order)
	}
	w.do(MoveClass{1, 1}, MoveClass{0, 3}, MoveClass{-1, 0})
	if len(w.sent()) != 0 {
		t.Errorf("got %+v, want nothing to move", w.sent())
	}
	w.do(AddStep{" superb "})
	if a := w.follows(); !slices.Equal(a.Order, []string{"bad", "fair", "good", "superb"}) {
		t.Errorf("got %q, want the step above the others", a.Order)
	}
	if w.do(AddStep{"fair"}, AddStep{" "}); len(w.sent()) != 0 {
		t.Errorf("got %+v, want no step twice and none without a name", w.sent())
	}
	w.do(UndoAmend{})
	w.follows()
	w.do(UndoAmend{})
	w.follows()
	if !slices.Equal(w.Order(), []string{"good", "bad", "fair"}) {
		t.Errorf("undone: got %q", w.Order())
	}
	w.do(SetOrdered{false})
	if a := w.follows(); len(a.Order) != 0 || len(w.Order()) != 0 {
		t.Errorf("got %q", a.Order)
	}
}

// A class can be moved on while the order before is under way; what follows is
// the last order.
func TestOrderOnAndOn(t *testing.T) {
	w := newWorld(t)
	w.graded("a", "b", "c", "d")
	w.do(SetOrdered{true})
	w.follows()
	w.do(MoveClass{3, 2})
	first := w.only()
	w.do(MoveClass{2, 1})
	if len(w.sent()) != 0 || !slices.Equal(w.Order(), []string{"a", "d", "b", "c"}) || w.focused() != "earlier-1" {
		t.Fatalf("got %+v, %q, %q", w.sent(), w.Order(), w.focused())
	}
	w.reply(first.ID, api.Reply{Amended: &api.Amended{Amend: *first.Amend, Counts: w.Labels.Opened.Counts}})
	if a := w.follows(); !slices.Equal(a.Order, []string{"a", "d", "b", "c"}) || w.Ordering != nil || w.Busy() {
		t.Errorf("got %q", a.Order)
	}
}

// What fails leaves the order as it was.
func TestOrderRefused(t *testing.T) {
	w := newWorld(t)
	w.graded("a", "b", "c")
	w.do(SetOrdered{true})
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no"}})
	if w.Ordering != nil || len(w.Order()) != 0 || w.Failure == nil {
		t.Errorf("got %q, %+v", w.Order(), w.Failure)
	}
	w.graded("a", "b")
	w.do(SetOrdered{true})
	if w.CanOrder() || len(w.sent()) != 0 {
		t.Errorf("two classes have no order to give")
	}
}

// Where the names tell an order, as numbers do, it is that to begin with.
func TestOrderOfNumbers(t *testing.T) {
	w := newWorld(t)
	w.graded("10", "-1", "2.5")
	w.Labels.Opened.Counts.Natural = []string{"-1", "2.5", "10"}
	w.do(SetOrdered{true})
	if a := w.follows(); !slices.Equal(a.Order, []string{"-1", "2.5", "10"}) {
		t.Errorf("got %q", a.Order)
	}
}

// The order is of the classes, whatever workers are left out and tasks judged.
func TestOrderStays(t *testing.T) {
	w := newWorld(t)
	w.graded("a", "b", "c")
	w.do(SetOrdered{true})
	w.follows()
	w.do(Exclude{Worker: 1, Out: true})
	if a := w.follows(); len(a.Order) != 3 || len(a.Exclude) != 1 || w.Amendments() != 2 {
		t.Errorf("got %+v, %d amendments", a, w.Amendments())
	}
}
