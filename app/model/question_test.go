package model

import (
	"reflect"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// Whoever chooses a role says which column held the labels: if another one does then,
// what goes with them is the engine's business.
func TestAnotherQuestion(t *testing.T) {
	w := newWorld(t)
	w.Open()
	o := *w.Labels.Opened
	o.Read.Roles = []string{"task", "worker", "label", "", "truth"}
	w.Labels.Opened, w.Labels.Draft = &o, o.Read
	w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel})
	r := w.only()
	if r.Reread.LabelWas == nil || *r.Reread.LabelWas != 2 || !reflect.DeepEqual(r.Reread.Roles,
		[]string{"task", "worker", "", "label", "truth"}) {
		t.Fatalf("got %+v, was %v", r.Reread, r.Reread.LabelWas)
	}
	next := o
	next.Read.Roles = []string{"task", "worker", "", "label", ""}
	w.reply(r.ID, api.Reply{Opened: &next})
	for _, m := range []Msg{SetKind{Name: api.KindNumbers, On: true}, Undo{api.RoleLabels}} {
		w.do(m)
		r := w.only()
		if r.Reread.LabelWas != nil {
			t.Errorf("%+v: got that column %d was the label", m, *r.Reread.LabelWas)
		}
		w.reply(r.ID, api.Reply{Opened: &next})
	}
	// One that could not be read and is chosen once more asks again.
	w.do(SetRole{api.RoleLabels, 2, files.ColumnLabel})
	r = w.only()
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "too many classes", Many: true}})
	w.do(TakeMany{api.RoleLabels})
	if r := w.only(); r.Reread.LabelWas == nil || *r.Reread.LabelWas != 3 {
		t.Errorf("got %+v", r.Reread)
	}
}
