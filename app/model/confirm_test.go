package model

import (
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// doubtfulLabels are labels whose roles are a guess.
func doubtfulLabels() *api.Opened {
	o := openedLabels()
	o.Read.Confirm = "the file has no header, so the roles of its columns are a guess"
	return o
}

// Nothing is computed of roles that are a guess before a person has confirmed them.
func TestRolesAreConfirmedBeforeARun(t *testing.T) {
	open := func() *world {
		w := newWorld(t)
		w.do(Pick{api.RoleLabels, file})
		w.reply(w.only().ID, api.Reply{Opened: doubtfulLabels()})
		w.phase(Ready)
		return w
	}
	w := open()
	w.do(StartRun{})
	if len(w.sent()) != 0 || w.State.Run != nil || w.focused() != "confirm-roles" || w.Note == "" {
		t.Fatalf("run: got %+v, focus %q, note %q, want to be asked", w.sent(), w.focused(), w.Note)
	}
	w.do(ConfirmRoles{})
	if fit := w.only().Fit; fit == nil || w.Labels.Asks() != "" || !w.Labels.Draft.Confirmed || !w.Labels.Origin.Read.Confirmed {
		t.Errorf("confirmed: got %+v, %+v, want the fit that was asked for", fit, w.Labels.Draft)
	}

	// Confirmed before anything is asked for, it computes nothing by itself.
	w = open()
	w.do(ConfirmRoles{})
	if len(w.sent()) != 0 || w.focused() != "run" || w.Labels.Asks() != "" {
		t.Errorf("got %+v, focus %q, want the button that runs", w.sent(), w.focused())
	}
	w.do(ConfirmRoles{}) // of what is confirmed
	if w.do(StartRun{}); w.only().Fit == nil {
		t.Error("a run after that: it does not")
	}

	// Who chooses one column leaves those that follow from it to be looked at; who chose
	// all three has looked. Other columns are to be looked at again.
	w = open()
	if w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel}); w.only().Reread.Confirmed {
		t.Error("one role was chosen: the others, which are a guess, count as confirmed")
	}
	w = open()
	w.Labels.Draft.Chosen = []bool{true, true, false, false}
	if w.do(SetRole{api.RoleLabels, 3, files.ColumnLabel}); !w.only().Reread.Confirmed {
		t.Error("all three roles were chosen: they are not confirmed")
	}
	w = open()
	w.do(ConfirmRoles{})
	if w.do(SetOption{api.RoleLabels, "delimiter", ";"}); w.only().Reread.Confirmed {
		t.Error("with another delimiter: the roles are still confirmed")
	}

	// Nor is anything folded into an earlier fit.
	w = open()
	w.do(Pick{api.RoleState, file})
	w.reply(w.only().ID, api.Reply{Opened: openedState()})
	if w.do(FoldIn{}); len(w.sent()) != 0 || w.focused() != "confirm-roles" {
		t.Errorf("fold: got %+v, focus %q, want to be asked", w.sent(), w.focused())
	}
}
