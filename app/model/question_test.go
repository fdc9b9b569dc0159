package model

import (
	"reflect"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// What was shown is handed back with what was chosen: if another column holds the labels now, what goes with them is the engine's
// business.
func TestAnotherQuestion(t *testing.T) {
	w := newWorld(t)
	w.Open()
	o := *w.Labels.Opened
	o.Read.Roles = []string{"task", "worker", "label", "", "truth"}
	w.Labels.Opened, w.Labels.Draft = &o, o.Read
	w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel})
	r := w.only()
	if string(r.Reread.Form) != `"shown"` || !reflect.DeepEqual(r.Reread.Roles, []string{"task", "worker", "", "label", "truth"}) {
		t.Fatalf("got %+v", r.Reread)
	}
	next := o
	next.Read.Roles, next.Read.Form = []string{"task", "worker", "", "label", ""}, []byte(`"next"`)
	w.reply(r.ID, api.Reply{Opened: &next})
	for _, m := range []Msg{SetKind{Name: api.KindNumbers, On: true}, Undo{api.RoleLabels}} {
		w.do(m)
		r := w.only()
		if got := string(r.Reread.Form); got != `"next"` {
			t.Errorf("%+v: got what was found as %s", m, got)
		}
		w.reply(r.ID, api.Reply{Opened: &next})
	}
	// One that could not be read and is chosen once more asks again.
	w.do(SetRole{api.RoleLabels, 2, files.ColumnLabel})
	r = w.only()
	w.reply(r.ID, api.Reply{Fault: &api.Fault{Message: "too many classes", Many: true}})
	w.do(SetOption{api.RoleLabels, "many-labels", "yes"})
	if r := w.only(); string(r.Reread.Form) != `"next"` {
		t.Errorf("got %+v", r.Reread)
	}
}
