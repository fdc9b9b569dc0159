package model

import (
	"reflect"
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// autosaving returns the request to keep the work that the last message caused, nil
// if there was none.
func (w *world) autosaving() *SaveSlot {
	for _, c := range w.cmds {
		if c, ok := c.(SaveSlot); ok {
			return &c
		}
	}
	return nil
}

// wrote tells that the work is kept, beside that in other slots.
func (w *world) wrote(key string, others ...files.Slot) {
	own := files.Slot{Key: key, Name: key + ".concord", Size: 9, When: "2026-01-31 14:03", Own: true}
	w.do(SlotsTold{Listed: true, Slots: append(files.Slots{own}, others...), Kept: key})
}

// Nothing is kept unless the user wants it; then it is, after every result.
func TestAutosave(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	if w.autosaving() != nil {
		t.Fatal("kept without being asked")
	}
	w.do(SetAutosave{true})
	c := w.autosaving()
	if c == nil || c.In != (files.Slot{}) || !w.Autosave.Saving {
		t.Fatalf("got %+v, want a slot of its own", w.cmds)
	}
	w.reply(c.Request.ID, api.Reply{Exported: &api.File{Name: "a.concord", Size: 9}})
	if !w.Unsaved() || w.Slot().Key != "" {
		t.Error("it is not kept before the browser says so")
	}
	w.wrote("a")
	if w.Autosave.Saving || w.Slot().Name != "a.concord" || w.Unsaved() || len(w.Saves) != 0 {
		t.Errorf("got %+v, %+v: what is kept is no download", w.Autosave, w.Saves)
	}
	w.fit()
	if c := w.autosaving(); c == nil || c.In.Key != "a" {
		t.Errorf("got %+v, want a new result in the same slot", c)
	}
	w.fit() // while that is written
	if w.autosaving() != nil {
		t.Error("kept twice at a time")
	}
	w.wrote("a")
	if w.autosaving() == nil || !w.Unsaved() {
		t.Error("the last result was not kept")
	}
	w.wrote("a")
	w.do(SetAutosave{false})
	if w.Autosave.On || !reflect.DeepEqual(w.cmds, []Cmd{Keep{KeepWork, ""}}) || w.Slot().Key != "a" {
		t.Errorf("got %+v; what is kept stays", w.cmds)
	}
	if w.fit(); w.autosaving() != nil || !w.Unsaved() {
		t.Error("kept though it is switched off")
	}
}

// A piece of work has one slot, in which nothing else is put.
func TestSlots(t *testing.T) {
	other := func(w *world) {
		w.do(Pick{api.RoleLabels, files.File{Name: "other.csv"}})
		w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	}
	sample := func(w *world) {
		w.do(PickSample{api.Samples()[0].Name})
		w.reply(w.sent()[0].ID, api.Reply{Opened: openedLabels()})
		for _, r := range w.sent() { // its truth
			w.reply(r.ID, api.Reply{Opened: openedTruth()})
		}
	}
	for name, c := range map[string]struct {
		do   func(w *world) // after the work has been kept in slot a
		want *SaveSlot      // Request is not looked at
	}{
		"another result": {(*world).fit, &SaveSlot{In: files.Slot{Key: "a"}}},
		"other columns": {func(w *world) {
			w.do(SetOption{api.RoleLabels, "header", "no"})
			w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
			w.fit()
		}, &SaveSlot{In: files.Slot{Key: "a"}}},
		"a task judged": {func(w *world) {
			w.do(Review{Task: 1, Label: "yes"})
			w.amended(0)
		}, &SaveSlot{In: files.Slot{Key: "a"}}},
		"other labels": {func(w *world) { other(w); w.fit() }, &SaveSlot{}},
		"other labels, undone": {func(w *world) {
			other(w)
			w.fit()
			w.wrote("b", files.Slot{Key: "a"})
			w.do(Undo{api.RoleLabels})
			w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
			w.fit()
		}, &SaveSlot{In: files.Slot{Key: "a"}}},
		"other labels while it is written": {func(w *world) {
			w.fit()
			other(w)
			w.fit()
			w.wrote("a")
		}, &SaveSlot{}},
		"a slot that is opened": {func(w *world) {
			w.do(Pick{api.RoleLabels, files.File{Name: "b.concord", Slot: "b"}})
			w.reply(w.only().ID, api.Reply{Reopened: &api.Reopened{Opened: []api.Opened{*openedLabels()}, Fitted: &api.Fitted{}}})
			w.fit()
		}, &SaveSlot{In: files.Slot{Key: "b"}}},
		"another tab wrote there": {func(w *world) {
			w.fit()
			w.wrote("c", files.Slot{Key: "a"})
			w.fit()
		}, &SaveSlot{In: files.Slot{Key: "c"}}},
		"a sample": {func(w *world) { sample(w); w.fit() }, nil},
		"a sample with a task judged": {func(w *world) {
			sample(w)
			w.fit()
			w.do(Review{Task: 1, Label: "yes"})
			w.amended(0)
		}, &SaveSlot{In: files.Slot{Sample: true}}},
		"a sample with a truth of the user's own": {func(w *world) {
			sample(w)
			w.do(Pick{api.RoleTruth, files.File{Name: "truth.csv"}})
			w.reply(w.only().ID, api.Reply{Opened: openedTruth()})
			w.fit()
		}, &SaveSlot{In: files.Slot{Sample: true}}},
		"a large file": {func(w *world) {
			big := *w.Labels.Opened
			big.File.Size = files.MostKept + 1
			w.Labels.Opened = &big
			w.fit()
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			w.fit()
			w.do(SetAutosave{true})
			w.wrote("a")
			c.do(w)
			got := w.autosaving()
			if (got == nil) != (c.want == nil) || got != nil && got.In != c.want.In {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

// What was kept is offered, never opened by itself; opening it must not cost what
// is open, and deleting it is asked back about.
func TestAutosaveOffers(t *testing.T) {
	w := newWorld(t)
	slots := files.Slots{{Key: "2", Name: "b.concord"}, {Key: "1", Name: "a.concord"}}
	w.do(Started{Work: "on"}, SlotsTold{Listed: true, Slots: slots})
	if len(w.sent()) != 0 || len(w.cmds) != 0 || w.Labels.Opened != nil || !w.Autosave.On || !reflect.DeepEqual(w.Autosave.Slots, slots) {
		t.Fatalf("got %+v, %+v", w.cmds, w.Autosave)
	}
	w.do(RemoveSlot{"1"})
	if len(w.cmds) != 0 || w.Autosave.Sure != "1" {
		t.Errorf("got %+v, want to be asked back", w.cmds)
	}
	w.do(RemoveSlot{"2"})
	if len(w.cmds) != 0 || w.Autosave.Sure != "2" {
		t.Errorf("got %+v, want to be asked back about the other", w.cmds)
	}
	w.do(RemoveSlot{"2"})
	if len(w.cmds) == 0 || w.cmds[0] != (ClearSlot{"2"}) {
		t.Errorf("got %+v", w.cmds)
	}
	w.do(SlotsTold{Listed: true, Slots: slots[1:]})
	w.do(OpenSlot{"1"})
	if len(w.cmds) != 1 || w.cmds[0] != (LoadSlot{"1"}) {
		t.Errorf("got %+v", w.cmds)
	}
	mine := SlotsTold{Listed: true, Slots: files.Slots{{Key: "1", Name: "a.concord", Own: true}}}
	w.do(mine)
	w.do(Pick{api.RoleProject, files.File{Name: "a.concord", Slot: "1"}})
	w.reply(w.only().ID, api.Reply{Reopened: &api.Reopened{Opened: []api.Opened{*openedLabels()}, Fitted: &api.Fitted{}}})
	if w.Unsaved() || w.Slot().Key != "1" {
		t.Errorf("got %+v: what was just opened is kept", w.Slot())
	}
	w.do(SlotsTold{Listed: true, Slots: files.Slots{{Key: "1", Name: "a.concord"}}})
	if w.autosaving() != nil || !w.Unsaved() {
		t.Errorf("got %+v; another tab went on with what this one only opened", w.cmds)
	}
	w.do(OpenSlot{"1"})
	if len(w.cmds) != 0 {
		t.Errorf("got %+v; what is open would be lost", w.cmds)
	}
	w.do(Forget{Role: api.RoleLabels})
	w.do(OpenSlot{"1"}, Pick{api.RoleProject, files.File{Name: "a.concord", Slot: "1"}}, mine)
	w.reply(w.Work.Reading.ID, api.Reply{Reopened: &api.Reopened{Opened: []api.Opened{*openedLabels()}, Fitted: &api.Fitted{}}})
	if w.Unsaved() || w.Slot().Key != "1" {
		t.Errorf("got %+v: what was opened again is kept", w.Slot())
	}
	w.do(SetAutosave{false})
	w.fit()
	if w.do(OpenSlot{"1"}); len(w.cmds) != 0 {
		t.Errorf("got %+v; what is open would be lost", w.cmds)
	}
	w.do(RemoveSlot{"1"})
	if len(w.cmds) == 0 || w.cmds[0] != (ClearSlot{"1"}) {
		t.Errorf("got %+v; it is open, so nothing is lost", w.cmds)
	}
}

// If another tab writes where this one kept its work, this one says so no longer, and keeps it anew.
func TestAutosaveWhereAnotherTabWrote(t *testing.T) {
	for name, on := range map[string]bool{"kept anew": true, "switched off since": false} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			w.fit()
			w.do(SetAutosave{true})
			w.wrote("a")
			if !on {
				w.do(SetAutosave{false})
			}
			w.do(SlotsTold{Listed: true, Slots: files.Slots{{Key: "a", Name: "of another tab.concord"}}})
			if w.Slot().Key != "" || w.Kept() || !w.Unsaved() {
				t.Errorf("got %+v, kept %v, unsaved %v: nothing here is kept any more", w.Slot(), w.Kept(), w.Unsaved())
			}
			if c := w.autosaving(); (c != nil) != on || c != nil && c.In.Key != "" {
				t.Errorf("kept anew: got %+v, want %v, in a slot of its own", c, on)
			}
			if w.do(RemoveSlot{"a"}); len(w.cmds) != 0 {
				t.Errorf("got %+v, want to be asked back: it is the work of another tab", w.cmds)
			}
			if !on {
				return
			}
			w.wrote("b", files.Slot{Key: "a", Name: "of another tab.concord"})
			if w.Slot().Key != "b" || !w.Kept() || w.Unsaved() {
				t.Errorf("got %+v, kept %v, want it kept beside the other", w.Slot(), w.Kept())
			}
		})
	}
}

// Where there is no room, what was kept before stays, and the page says why. As soon
// as there is room, it is tried again.
func TestAutosaveWithoutRoom(t *testing.T) {
	for name, fail := range map[string]func(w *world){
		"the browser": func(w *world) { w.do(SlotsTold{Why: "Not saved: the browser has no room for it"}) },
		"the worker": func(w *world) {
			w.reply(w.autosaving().Request.ID, api.Reply{Fault: &api.Fault{Message: "no memory"}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.do(Started{Work: "on"}, SlotsTold{Listed: true, Slots: files.Slots{{Key: "1"}, {Key: "2"}}})
			w.Open()
			w.fit()
			fail(w)
			if len(w.Autosave.Slots) != 2 || !strings.HasPrefix(w.Autosave.Why, "Not saved: ") || w.Autosave.Saving || w.Phase() != Done ||
				!w.Unsaved() {
				t.Errorf("got %+v, %s", w.Autosave, w.Phase())
			}
			if w.do(SlotsTold{Listed: true, Slots: files.Slots{{Key: "1"}, {Key: "2"}}}); w.autosaving() != nil {
				t.Error("tried again though nothing went")
			}
			if w.do(SlotsTold{Listed: true, Slots: files.Slots{{Key: "2"}}}); w.autosaving() == nil || w.Autosave.Why != "" {
				t.Errorf("got %+v, want it tried again", w.Autosave)
			}
		})
	}
}

// What is written when the user switches it off was not wanted any more; but what
// was kept before, and is only written again, stays.
func TestAutosaveSwitchedOffWhileWriting(t *testing.T) {
	for name, c := range map[string]struct {
		before files.Slots
		gone   bool
	}{"anew": {nil, true}, "again": {files.Slots{{Key: "a"}}, false}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.do(SlotsTold{Listed: true, Slots: c.before})
			w.Open()
			w.fit()
			w.do(SetAutosave{true}, SetAutosave{false})
			w.wrote("a")
			if got := len(w.cmds) == 1 && w.cmds[0] == (ClearSlot{"a"}); got != c.gone {
				t.Errorf("got %+v, deleted %v, want %v", w.cmds, got, c.gone)
			}
		})
	}
}
