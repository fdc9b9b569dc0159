package model

import (
	"slices"
	"testing"

	"concord/core/api"
)

// Every choice reads the file again with it, and can be undone.
func TestChoicesReadTheFileAgain(t *testing.T) {
	for _, c := range []struct {
		do   Msg
		want func(api.Choices) bool
	}{
		{SetOption{api.RoleLabels, "drop", "yes"}, func(r api.Choices) bool { return r.Drop }},
		{SetOption{api.RoleLabels, "again", "last"}, func(r api.Choices) bool { return r.Again == "last" }},
		{SetOption{api.RoleLabels, "missing", " NA, ,-1,  no answer ,NA"}, func(r api.Choices) bool {
			return slices.Equal(r.Missing, []string{"NA", "-1", "no answer"})
		}},
		{SetOption{api.RoleLabels, "missing", ""}, func(r api.Choices) bool { return r.Missing != nil && len(r.Missing) == 0 }},
		{SetNone{Cell: "0", None: true}, func(r api.Choices) bool { return slices.Contains(r.Missing, "0") }},
	} {
		w := newWorld(t)
		w.Open()
		w.do(c.do)
		r := w.only()
		if r.Reread == nil || r.Reread.Role != api.RoleLabels || !c.want(r.Reread.Choices) {
			t.Errorf("%+v: got %+v", c.do, r)
			continue
		}
		o := *w.Labels.Opened
		o.Read = r.Reread.Choices
		w.reply(r.ID, api.Reply{Opened: &o})
		if !w.Labels.CanUndo() {
			t.Errorf("%+v can't be undone", c.do)
		}
		w.do(Undo{api.RoleLabels})
		if back := w.only(); back.Reread == nil || c.want(back.Reread.Choices) {
			t.Errorf("%+v undone: got %+v", c.do, back)
		}
	}
}

// What looks alike is made one on demand, and taken apart again.
func TestNamesThatLookAlike(t *testing.T) {
	w := newWorld(t)
	w.Open()
	o := *w.Labels.Opened
	o.Alike = []api.Alike{{Of: "label", Names: []string{"Yes", "yes"}, To: "Yes"},
		{Of: "worker", Names: []string{"1", "1.0", "01"}, To: "1.0"}}
	w.Labels.Opened = &o
	w.do(MergeAlike{At: 1})
	r := w.only()
	if got := r.Reread.Choices.Merge; len(got) != 1 || got[0].Of != "worker" || got[0].To != "1.0" ||
		!slices.Equal(got[0].From, []string{"1", "01"}) {
		t.Fatalf("got %+v", got)
	}
	o.Read, o.Alike = r.Reread.Choices, []api.Alike{{Of: "worker", Names: []string{"1.0", "1.00"}, To: "1.00"}}
	w.reply(r.ID, api.Reply{Opened: &o})
	w.do(MergeAlike{At: -1})
	r = w.only()
	if got := r.Reread.Choices.Merge; len(got) != 1 || got[0].To != "1.00" || !slices.Equal(got[0].From, []string{"1.0", "1", "01"}) {
		t.Fatalf("what stood for 1.0 does not stand for 1.00: %+v", got)
	}
	next := o
	next.Read, next.Alike = r.Reread.Choices, nil
	w.reply(r.ID, api.Reply{Opened: &next})
	w.do(TakeApart{})
	if r = w.only(); r.Reread.Choices.Merge != nil {
		t.Errorf("got %+v, want them apart", r.Reread.Choices.Merge)
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
