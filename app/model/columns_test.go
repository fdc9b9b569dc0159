package model

import (
	"reflect"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// A role that is chosen is said to be, so that others can follow from it; one that
// was taken from its column is not.
func TestChosenRoles(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel})
	r := w.only().Reread
	if !reflect.DeepEqual(r.Roles, []string{"task", "worker", "", "label"}) ||
		!reflect.DeepEqual(r.Chosen, []bool{false, false, false, true}) || string(r.Form) != `"shown"` {
		t.Fatalf("got roles %q, chosen %v, of what was found %s", r.Roles, r.Chosen, r.Form)
	}
	o := openedLabels()
	o.Read.Roles, o.Read.Chosen = r.Roles, r.Chosen
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.do(SetRole{api.RoleLabels, 3, files.ColumnTask})
	if r = w.only().Reread; !reflect.DeepEqual(r.Roles, []string{"label", "worker", "", "task"}) ||
		!reflect.DeepEqual(r.Chosen, []bool{false, false, false, true}) {
		t.Errorf("got roles %q, chosen %v", r.Roles, r.Chosen)
	}
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.do(SetRole{api.RoleLabels, 1, "time"}) // from which the worker may follow
	if r = w.only().Reread; r == nil || !reflect.DeepEqual(r.Roles, []string{"task", "time", "", "label"}) ||
		!reflect.DeepEqual(r.Chosen, []bool{false, true, false, true}) {
		t.Errorf("got %+v", r)
	}
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.do(SetOption{api.RoleLabels, "delimiter", "::"})
	if r = w.only().Reread; r.Delimiter != "::" || r.Chosen != nil || r.Roles != nil || r.Encoding != "" {
		t.Errorf("another delimiter: got %+v", r)
	}
}

// A column that holds the labels again, after none did, holds them as before.
func TestLabelsAgain(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetRole{api.RoleLabels, 2, files.ColumnIgnore})
	if len(w.sent()) != 0 {
		t.Fatal("read without labels")
	}
	w.do(SetRole{api.RoleLabels, 2, files.ColumnLabel})
	if r := w.only().Reread; string(r.Form) != `"shown"` || r.Roles[2] != files.ColumnLabel {
		t.Errorf("got %+v, want all that was said of the labels kept", r)
	}
}

// The line on which the table begins is offered, taken, and kept by Undo.
func TestHeaderLine(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	failed := &api.Opened{Role: api.RoleLabels, File: api.File{Name: "labels.csv"}}
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "a title", HeaderLine: 4, Opened: failed}})
	w.do(SetOption{api.RoleLabels, "header-line", "4"})
	r := w.only().Reread
	if r == nil || !r.Failed || r.HeaderLine != 4 || !r.Header || r.Roles != nil || r.Encoding != "" {
		t.Fatalf("got %+v, want the file that failed from line 4 on, and all else as detected", r)
	}
	o := openedLabels()
	o.Read.HeaderLine = 4
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.phase(Ready)
	w.do(SetOption{api.RoleLabels, "header-line", "0"})
	if len(w.sent()) != 0 {
		t.Error("no line is no line")
	}
	w.do(SetOption{api.RoleLabels, "header-line", "2"})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.do(Undo{api.RoleLabels})
	if r := w.only().Reread; r.HeaderLine != 4 {
		t.Errorf("undone: got line %d, want 4", r.HeaderLine)
	}
}

// What was mended is taken back at one click: the table begins on its first line again, and all else is detected.
func TestAsItStands(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	o := openedLabels()
	o.Read.HeaderLine, o.Read.Title = 4, "Photos"
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.phase(Ready)
	w.do(Settle{"file-1", api.Remedy{Do: api.DoAsIs}})
	if r := w.only().Reread; r == nil || !r.AsIs || r.HeaderLine != 0 || r.Title != "" || r.Roles != nil || r.Encoding != "" {
		t.Errorf("got %+v", r)
	}
}

// Labels whose workers nobody knows are one click away, and a worker's column is the
// way back.
func TestAnonymous(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	failed := openedLabels()
	failed.Read.Roles = []string{"task", "", "label", ""}
	w.reply(w.only().ID, api.Reply{Fault: &api.Fault{Message: "no worker", NoWorker: true, Opened: failed}})
	w.do(SetOption{api.RoleLabels, "anonymous", "yes"})
	r := w.only().Reread
	if r == nil || !r.Failed || !r.Anonymous || !reflect.DeepEqual(r.Roles, []string{"task", "", "label", ""}) {
		t.Fatalf("got %+v", r)
	}
	o := openedLabels()
	o.Read.Anonymous, o.Read.Roles = true, r.Roles
	o.Counts.Anonymous = true
	w.reply(w.only().ID, api.Reply{Opened: o})
	w.phase(Ready)
	if missing := w.Labels.Missing(); len(missing) > 0 {
		t.Errorf("missing: got %q", missing)
	}
	w.do(SetRole{api.RoleLabels, 1, files.ColumnWorker})
	if r := w.only().Reread; r.Anonymous || r.Roles[1] != files.ColumnWorker {
		t.Errorf("got %+v, want workers who are known", r)
	}

	// And so they are where the column of the workers was one of something else.
	w = newWorld(t)
	w.Open()
	w.do(SetOption{api.RoleLabels, "anonymous", "yes"})
	if r := w.only().Reread; !r.Anonymous || !reflect.DeepEqual(r.Roles, []string{"task", "", "label", ""}) {
		t.Errorf("got %+v", r)
	}
}
