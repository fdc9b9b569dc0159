package model

import (
	"slices"
	"testing"

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
		{SetMissing{Text: " NA, ,-1,  no answer ,NA"}, func(r wire.Read) bool { return slices.Equal(r.Missing, []string{"NA", "-1", "no answer"}) }},
		{SetMissing{}, func(r wire.Read) bool { return r.Missing != nil && len(r.Missing) == 0 }},
		{SetNone{Cell: "0", None: true}, func(r wire.Read) bool { return slices.Contains(r.Missing, "0") }},
	} {
		w := newWorld(t)
		w.open()
		w.do(c.do)
		r := w.only()
		if r.Reread == nil || r.Reread.Role != RoleLabels || !c.want(r.Reread.Read) {
			t.Errorf("%+v: got %+v", c.do, r)
			continue
		}
		o := *w.Labels.Opened
		o.Read = r.Reread.Read
		w.reply(r.ID, wire.Reply{Opened: &o})
		if !w.Labels.CanUndo() {
			t.Errorf("%+v can't be undone", c.do)
		}
		w.do(Undo{RoleLabels})
		if back := w.only(); back.Reread == nil || c.want(back.Reread.Read) {
			t.Errorf("%+v undone: got %+v", c.do, back)
		}
	}
}

func TestLabelsThatMayMeanNoAnswer(t *testing.T) {
	for _, c := range []struct {
		classes []string
		missing []string
		numeric bool
		want    []string
	}{
		{[]string{"0", "1"}, nil, false, nil},
		{[]string{"-1", "1"}, nil, false, []string{"-1"}},
		{[]string{"-1", "0", "1"}, nil, false, []string{"-1", "0"}},
		{[]string{"1", "2"}, []string{"0"}, false, []string{"0"}},
		{[]string{"-1", "0", "1"}, nil, true, nil},
		{[]string{"yes", "no"}, []string{"NA"}, false, nil},
	} {
		o := &wire.Opened{Counts: &wire.Counts{ClassNames: c.classes, Classes: len(c.classes), Numeric: c.numeric}}
		if got := Doubtful(o, wire.Read{Missing: c.missing}); !slices.Equal(got, c.want) {
			t.Errorf("%v without %v: got %v, want %v", c.classes, c.missing, got, c.want)
		}
	}
}
