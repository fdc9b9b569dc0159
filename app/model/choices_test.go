package model

import (
	"slices"
	"testing"

	"concord/core/layout/choice"
	"concord/core/wire"
)

// Every choice reads the file again with it, and can be undone.
func TestChoicesReadTheFileAgain(t *testing.T) {
	for _, c := range []struct {
		do   Msg
		want func(wire.Read) bool
	}{
		{SetDrop{Drop: true}, func(r wire.Read) bool { return r.Drop }},
		{SetAgain{Again: "last"}, func(r wire.Read) bool { return r.Again == "last" }},
		{SetMissing{Of: wire.RoleLabels, Text: " NA, ,-1,  no answer ,NA"}, func(r wire.Read) bool {
			return slices.Equal(r.Missing, []string{"NA", "-1", "no answer"})
		}},
		{SetMissing{Of: wire.RoleLabels}, func(r wire.Read) bool { return r.Missing != nil && len(r.Missing) == 0 }},
		{SetNone{Cell: "0", None: true}, func(r wire.Read) bool { return slices.Contains(r.Missing, "0") }},
	} {
		w := newWorld(t)
		w.Open()
		w.do(c.do)
		r := w.only()
		if r.Reread == nil || r.Reread.Role != wire.RoleLabels || !c.want(r.Reread.Read) {
			t.Errorf("%+v: got %+v", c.do, r)
			continue
		}
		o := *w.Labels.Opened
		o.Read = r.Reread.Read
		w.reply(r.ID, wire.Reply{Opened: &o})
		if !w.Labels.CanUndo() {
			t.Errorf("%+v can't be undone", c.do)
		}
		w.do(Undo{wire.RoleLabels})
		if back := w.only(); back.Reread == nil || c.want(back.Reread.Read) {
			t.Errorf("%+v undone: got %+v", c.do, back)
		}
	}
}

// What looks alike is made one on demand, and taken apart again.
func TestNamesThatLookAlike(t *testing.T) {
	w := newWorld(t)
	w.Open()
	o := *w.Labels.Opened
	o.Alike = []choice.Alike{{Of: "label", Names: []string{"Yes", "yes"}, To: "Yes"},
		{Of: "worker", Names: []string{"1", "1.0", "01"}, To: "1.0"}}
	w.Labels.Opened = &o
	w.do(MergeAlike{At: 1})
	r := w.only()
	if got := r.Reread.Read.Merge; len(got) != 1 || got[0].Of != "worker" || got[0].To != "1.0" ||
		!slices.Equal(got[0].From, []string{"1", "01"}) {
		t.Fatalf("got %+v", got)
	}
	o.Read, o.Alike = r.Reread.Read, []choice.Alike{{Of: "worker", Names: []string{"1.0", "1.00"}, To: "1.00"}}
	w.reply(r.ID, wire.Reply{Opened: &o})
	w.do(MergeAlike{At: -1})
	r = w.only()
	if got := r.Reread.Read.Merge; len(got) != 1 || got[0].To != "1.00" || !slices.Equal(got[0].From, []string{"1.0", "1", "01"}) {
		t.Fatalf("what stood for 1.0 does not stand for 1.00: %+v", got)
	}
	next := o
	next.Read, next.Alike = r.Reread.Read, nil
	w.reply(r.ID, wire.Reply{Opened: &next})
	w.do(TakeApart{})
	if r = w.only(); r.Reread.Read.Merge != nil {
		t.Errorf("got %+v, want them apart", r.Reread.Read.Merge)
	}
	w.do(MergeAlike{At: 5})
	if len(w.sent()) != 0 {
		t.Error("there is no such group")
	}
}

func TestTakeSets(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(TakeSets{Separator: "|"})
	if r := w.only().Reread; r == nil || !r.Sets || r.Separator != "|" || r.Numeric {
		t.Errorf("got %+v, want the cells taken apart", r)
	}
}
