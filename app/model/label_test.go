package model

import (
	"strings"
	"testing"

	"concord/app/model/verdict"
	"concord/core/api"
)

// Images and texts that came without labels are labelled one after the other, and the labels are opened like any file of them.
func TestLabelFilesWithoutLabels(t *testing.T) {
	w := newWorld(t)
	w.do(LabelFiles{"cat,dog"})
	if w.Labelling.Open {
		t.Fatal("there is nothing to label")
	}
	w.do(DropImages{[]verdict.Exhibit{
		{Name: "a.png", Address: "blob:1"}, {Name: "b.txt", Text: "What a day"}, {Name: "c.png", Address: "blob:2"},
	}})
	if !strings.HasPrefix(w.Note, "2 images and 1 text added") {
		t.Errorf("got the note %q", w.Note)
	}
	w.do(LabelFiles{" cat, cat,"})
	if w.Labelling.Open || w.focused() != "own-classes" {
		t.Errorf("one label only: got %+v, the focus on %q", w.Labelling, w.focused())
	}
	w.do(LabelFiles{"cat, dog"}, Key{Key: "2", Modal: true}, Key{Key: "s", Modal: true}, Close{})
	if !w.Unsaved() {
		t.Error("the page can be left unasked with a label given")
	}
	w.do(LabelFiles{"cat, dog"}) // goes on where it was left
	if task := w.Labelling.Task(); task == nil || task.Name != "c" {
		t.Fatalf("got %+v, want c", w.Labelling)
	}
	w.do(Key{Key: "1", Modal: true}, UseLabels{})
	open := w.only().Open
	if open == nil || open.Role != api.RoleLabels {
		t.Fatalf("got %+v, want labels to be opened", w.sent())
	}
	for _, c := range w.cmds {
		if s, ok := c.(Send); ok && s.Request.Open != nil {
			if got, want := string(s.File.Handle.([]byte)), "task,worker,label\na,you,dog\nc,you,cat\n"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	}
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	if len(w.Labelling.Own()) != 0 || !w.CanLabel() {
		t.Errorf("got %+v; want the labels taken in, and more to label", w.Labelling)
	}
}
