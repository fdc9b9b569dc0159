package model

import "concord/core/wire"

// Shelf is the workspace that is kept in the browser, where the user wants it.
type Shelf struct {
	On     bool    // after each result all that is open is kept
	Kept   Shelved // what is kept; its Name is empty where nothing is
	Saving bool    // it is being written
	again  bool    // something has changed since that began
	asked  int
}

type (
	// SetShelf switches keeping on and off. Off takes away what is kept.
	SetShelf struct{ On bool }
	// OpenShelf opens what is kept.
	OpenShelf struct{}
	// ClearWork takes away what is kept.
	ClearWork struct{}
)

func (SetShelf) msg()  {}
func (OpenShelf) msg() {}
func (ClearWork) msg() {}

// MostShelved is up to how many bytes of a file work is kept by itself: a large
// one would keep the worker from what the user asks of it.
const MostShelved = 50_000_000

// TooLarge reports whether what is open is too much to be kept by itself.
func (s State) TooLarge() bool {
	return s.Labels.Opened != nil && s.Labels.Opened.File.Size > MostShelved
}

// setShelf switches keeping on, beginning with what there is now, or off.
func (s State) setShelf(m SetShelf) (State, []Cmd) {
	s.Shelf.On = m.On
	if !m.On {
		s, cmds := s.clearWork()
		return s, append(cmds, Keep{KeepWork, ""})
	}
	s, cmds := s.shelve()
	return s, append(cmds, Keep{KeepWork, workOn})
}

// shelve asks for all that is open to be kept, if the user wants it and there is
// a result.
func (s State) shelve() (State, []Cmd) {
	if !s.Shelf.On || s.Result == nil || s.TooLarge() {
		return s, nil
	}
	if s.Shelf.Saving {
		s.Shelf.again = true
		return s, nil
	}
	s.Shelf.Saving, s.Shelf.asked = true, s.id()
	return s, []Cmd{Shelve{Request: wire.Request{ID: s.Shelf.asked, Export: &wire.Export{What: "workspace"}}}}
}

// shelveReplied takes in how the writing went, and reports whether a reply was
// about that. The desk tells when it is kept.
func (s *State) shelveReplied(r wire.Reply) bool {
	if r.ID == 0 || r.ID != s.Shelf.asked {
		return false
	}
	if r.Fault != nil {
		s.Shelf.Saving, s.Shelf.again = false, false
		s.Shelf.Kept.Why = r.Fault.Message
	}
	return true
}

// shelved takes in what is kept.
func (s State) shelved(m Shelved) (State, []Cmd) {
	if m.Why != "" { // what was kept before may still be
		m.Name, m.Size, m.When = s.Shelf.Kept.Name, s.Shelf.Kept.Size, s.Shelf.Kept.When
	}
	again := s.Shelf.again && m.Why == ""
	s.Shelf.Kept, s.Shelf.Saving, s.Shelf.again = m, false, false
	if !s.Shelf.On && m.Name != "" && s.Shelf.asked != 0 { // switched off while it was written
		s.Shelf.asked = 0
		return s, []Cmd{ClearShelf{}}
	}
	if again {
		return s.shelve()
	}
	if s.Shelf.asked != 0 && m.Name != "" && m.Why == "" { // it is what there is now, not what there was on an earlier visit
		s.loose = false
	}
	return s, nil
}

// openShelf opens what is kept.
func (s State) openShelf() (State, []Cmd) {
	if s.Busy() || s.Shelf.Kept.Name == "" {
		return s, nil
	}
	return s, []Cmd{Unshelve{}}
}

// clearWork takes away what is kept.
func (s State) clearWork() (State, []Cmd) {
	s.Note = "Nothing is kept in this browser."
	return s, []Cmd{ClearShelf{}}
}
