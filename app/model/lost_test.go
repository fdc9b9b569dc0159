package model

import (
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// died has the worker die of the only request that was sent last.
func (w *world) died() {
	w.Helper()
	w.do(Lost{Why: "No memory.", Of: w.only().ID})
}

// says checks what the page says of a failure.
func (w *world) says(about, message string) {
	w.Helper()
	if f := w.Failure; f == nil || f.About != about || f.Fault.Message != message {
		w.Errorf("got %+v, want %s: %s", f, about, message)
	}
	if got := w.focused(); got != "failure" {
		w.Errorf("%s: the focus goes to %q, want the message", about, got)
	}
}

// The page says what the worker died of, and what is left.
func TestWhatTheWorkerDiedOf(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{api.RoleLabels, file})
	w.died()
	w.says("Opening labels.csv", "No memory.")
	w.do(Dismiss{})
	w.phase(Empty)

	w.Open()
	w.fit()
	w.do(Pick{api.RoleLabels, files.File{Name: "large.csv"}})
	w.died()
	w.says("Opening large.csv", "No memory. Your files are open again. The result is gone: run a method again.")
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})

	w.fit()
	w.do(Download{What: api.FileReport})
	w.died()
	w.says("The download", "No memory. Your files are open again. The result is gone: run a method again.")
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})

	w.do(StartRun{})
	w.died()
	w.says("Consensus", "No memory. Your files are open again.")
	w.died()
	w.says("Opening labels.csv", "No memory. To open your files again failed, too, so they are closed.")
	w.do(Dismiss{})
	w.phase(Empty)

	w.openProject()
	w.do(StartRun{})
	w.died()
	w.says("DS", "No memory. Your work is open again.")
}

// What nobody asked for is not computed on labels on which the worker died: a result that it took away would be taken away again
// each time. Of other labels it is.
func TestNothingUnaskedWhereTheWorkerDied(t *testing.T) {
	quick := func(w *world) int {
		for _, r := range w.requests(true) {
			if r.Advise != nil {
				return r.ID
			}
		}
		return 0
	}
	w := newWorld(t)
	w.Open()
	w.fit()
	if quick(w) == 0 {
		t.Fatal("no look for a better method: this tests nothing")
	}
	w.do(Show{ViewAgreement}, Lost{Why: "No memory.", Of: quick(w)})
	w.says("Work in the background", "No memory. Your files are open again. The result is gone: run a method again.")
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.fit()
	if quick(w) != 0 || len(w.sent()) != 1 || w.sent()[0].Rows == nil {
		t.Errorf("got %+v %+v, want the rows of the tasks only", w.requests(true), w.sent())
	}
	w.Open()
	w.fit()
	if quick(w) == 0 {
		t.Error("other labels: got no look for a better method")
	}
	w.do(Pick{api.RoleLabels, files.File{Name: "large.csv"}})
	w.died()
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.fit()
	if quick(w) == 0 {
		t.Error("another file was too large: got no look for a better method than on these labels")
	}
}

// A project that brings its result along is not opened for ever.
func TestProjectOnWhichTheWorkerDies(t *testing.T) {
	w := newWorld(t)
	w.openProject()
	for range 2 {
		w.do(Lost{Why: "No memory."})
		w.reply(w.only().ID, api.Reply{Reopened: aProject()})
		if last := w.cmds[len(w.cmds)-1]; last != (Focus{ID: "failure", Late: true}) {
			t.Errorf("got %+v at last, want the focus on the message", last)
		}
		if all := w.requests(true); len(all) != 0 {
			t.Errorf("got %+v, want nothing unasked", all)
		}
	}
}

// Work of which the worker dies when it writes it is not written again; what was kept before stays.
func TestAutosaveOfWhichTheWorkerDies(t *testing.T) {
	w := newWorld(t)
	w.do(Started{Work: "on"}, SlotsTold{Listed: true, Slots: files.Slots{{Key: "1"}}})
	w.Open()
	w.fit()
	saving := w.autosaving().Request.ID
	w.do(Lost{Why: "No memory.", Of: saving})
	w.says("Work in the background", "No memory. Your files are open again. The result is gone: run a method again.")
	again := w.only().ID
	w.reply(saving, api.Reply{Fault: &api.Fault{Message: "No memory."}})
	w.reply(again, api.Reply{Opened: openedLabels()})
	w.fit()
	if w.autosaving() != nil || !strings.HasPrefix(w.Autosave.Why, "Not saved: ") || len(w.Autosave.Slots) != 1 {
		t.Errorf("got %+v, want the same work not written again", w.Autosave)
	}
	w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.fit()
	if w.autosaving() == nil {
		t.Error("other work is not kept")
	}
}

// What the user changed is given up if the worker dies of it; the labels are not.
func TestAmendmentsOfWhichTheWorkerDies(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	w.do(Exclude{Worker: 1, Out: true})
	w.amended(0)
	w.do(Lost{Why: "No memory."})
	sent := w.sent()
	if len(sent) != 2 || sent[1].Amend == nil {
		t.Fatalf("got %+v, want the labels opened and amended again", sent)
	}
	w.reply(sent[0].ID, api.Reply{Opened: openedLabels()})
	w.do(Lost{Why: "No memory.", Of: sent[1].ID})
	w.says("your changes", "No memory. Your files are open again.")
	if r := w.only(); r.Open == nil || w.Amendments() != 0 {
		t.Fatalf("got %+v with %+v, want the labels opened again, and nothing changed", r, w.Amend)
	}
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	w.fit()
}
