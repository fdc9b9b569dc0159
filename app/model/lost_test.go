package model

import (
	"testing"

	"concord/app/model/files"
	"concord/core/wire"
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
}

// The page says what the worker died of, and what is left.
func TestWhatTheWorkerDiedOf(t *testing.T) {
	w := newWorld(t)
	w.do(Pick{wire.RoleLabels, file})
	w.died()
	w.says("Reading labels.csv", "No memory.")
	w.do(Dismiss{})
	w.phase(Empty)

	w.Open()
	w.fit()
	w.do(Pick{wire.RoleLabels, files.File{Name: "large.csv"}})
	w.died()
	w.says("Reading large.csv", "No memory. Your files are opened again; for the result, run its method again.")
	w.reply(w.only().ID, wire.Reply{Opened: openedLabels()})

	w.fit()
	w.do(Download{What: wire.FileReport})
	w.died()
	w.says("The download", "No memory. Your files are opened again; for the result, run its method again.")
	w.reply(w.only().ID, wire.Reply{Opened: openedLabels()})

	w.do(StartRun{})
	w.died()
	w.says("Consensus", "No memory. Your files are opened again.")
	w.died()
	w.says("Reading labels.csv", "No memory. To open your files again failed, too, so they are closed.")
	w.do(Dismiss{})
	w.phase(Empty)

	w.openWorkspace()
	w.do(StartRun{})
	w.died()
	w.says("DS", "No memory. Your work is opened again.")
}
