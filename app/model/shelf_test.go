package model

import (
	"testing"

	"concord/core/wire"
)

// shelving returns the request to keep the work that the last message caused; 0:
// there was none.
func (w *world) shelving() int {
	for _, c := range w.cmds {
		if c, ok := c.(Shelve); ok {
			return c.Request.ID
		}
	}
	return 0
}

// Nothing is kept unless the user wants it; then it is, after every result.
func TestShelf(t *testing.T) {
	w := newWorld(t)
	w.open()
	w.fit()
	if w.shelving() != 0 {
		t.Fatal("kept without being asked")
	}
	w.do(SetShelf{true})
	id := w.shelving()
	if id == 0 || !w.Shelf.Saving {
		t.Fatalf("got %+v", w.cmds)
	}
	w.reply(id, wire.Reply{Exported: &wire.File{Name: "a.concord", Size: 9}})
	w.do(Shelved{Name: "a.concord", Size: 9, When: "2026-01-31 14:03"})
	if w.Shelf.Saving || w.Shelf.Kept.Name != "a.concord" || len(w.Saves) != 0 {
		t.Errorf("got %+v, %+v: what is kept is no download", w.Shelf, w.Saves)
	}
	w.fit()
	if w.shelving() == 0 {
		t.Error("a new result was not kept")
	}
	w.fit() // while that is written
	if w.shelving() != 0 {
		t.Error("kept twice at a time")
	}
	w.do(Shelved{Name: "a.concord", Size: 10})
	if w.shelving() == 0 {
		t.Error("the last result was not kept")
	}
	w.do(SetShelf{false})
	if w.Shelf.On || w.cmds[0] != (ClearShelf{}) {
		t.Errorf("got %+v", w.cmds)
	}
	w.do(Shelved{Name: "a.concord", Size: 11}) // it was being written
	if len(w.cmds) != 1 || w.cmds[0] != (ClearShelf{}) {
		t.Errorf("got %+v: what came late must go too", w.cmds)
	}
	w.do(Shelved{})
	if w.Shelf.Kept.Name != "" {
		t.Errorf("got %+v", w.Shelf)
	}
}

// What was kept on an earlier visit is offered, never opened by itself.
func TestShelfOffers(t *testing.T) {
	w := newWorld(t)
	w.do(Started{Work: "on"}, Shelved{Name: "a.concord", Size: 9, When: "2026-01-31 14:03"})
	if len(w.sent()) != 0 || len(w.cmds) != 0 || w.Labels.Opened != nil || !w.Shelf.On {
		t.Fatalf("got %+v, %+v", w.cmds, w.Shelf)
	}
	w.do(OpenShelf{})
	if len(w.cmds) != 1 || w.cmds[0] != (Unshelve{}) {
		t.Errorf("got %+v", w.cmds)
	}
}

// Where there is no room, what was kept before stays, and the page says why.
func TestShelfWithoutRoom(t *testing.T) {
	w := newWorld(t)
	w.do(Started{Work: "on"}, Shelved{Name: "a.concord", Size: 9})
	w.open()
	w.fit()
	w.do(Shelved{Why: "the browser has no room for it"})
	if w.Shelf.Kept.Name != "a.concord" || w.Shelf.Kept.Why == "" || w.Shelf.Saving || w.Phase() != Done {
		t.Errorf("got %+v, %s", w.Shelf, w.Phase())
	}
	big := *w.Labels.Opened
	big.File.Size = MostShelved + 1
	w.Labels.Opened = &big
	w.do(SetShelf{true})
	if w.shelving() != 0 || !w.TooLarge() {
		t.Error("kept what is too large")
	}
}
