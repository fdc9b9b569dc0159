package model

import (
	"concord/app/model/files"
	"concord/core/api"
)

// Autosave keeps work in the browser, if the user wants it: each piece in a slot of its own.
type Autosave struct {
	On     bool        // after each result all that is open is kept
	Slots  files.Slots // what is kept, whichever tab did so
	Why    string      // why the last thing to do with it failed; empty: it did not
	Sure   string      // the key of the slot that the user is asked back about before it is deleted
	Saving bool        // it is being written
	again  bool        // something has changed since that began
	asked  int
	of     int // the serial number of the labels whose work is written
	never  int // … of those of which a worker died when it wrote them
	keys   files.Keys
}

type (
	// SetAutosave switches keeping on and off. What is kept stays.
	SetAutosave struct{ On bool }
	// OpenSlot opens what is kept in a slot.
	OpenSlot struct{ Key string }
	// RemoveSlot deletes it, if it is of what is open, or else once it is said again.
	RemoveSlot struct{ Key string }
)

// JustSample reports whether a sample is open about which nothing was changed: there is nothing to lose or keep.
func (s State) JustSample() bool { return s.Amendments() == 0 && s.AllSamples() }

// Slot is where what is open is kept; its Key is empty where it is not.
func (s State) Slot() files.Slot {
	slot, _ := s.Autosave.Slots.With(s.slotKey(s.Labels.Origin.Serial))
	if s.Labels.Opened == nil || !slot.Own {
		return files.Slot{}
	}
	return slot
}

// slotKey is the key of the slot for the labels with a serial number, "" if they have none yet.
func (s State) slotKey(serial int) string {
	if key, ok := s.Autosave.keys[serial]; ok {
		return key
	}
	return s.Labels.Origin.File.Slot
}

// apply switches keeping on, beginning with what there is now, or off.
func (m SetAutosave) apply(s *State) []Cmd {
	s.Autosave.On = m.On
	if !m.On {
		s.Note = "Projects are no longer kept in this browser. Those that are there stay until you delete them."
		return []Cmd{Keep{KeepWork, ""}}
	}
	return append(s.autosave(), Keep{KeepWork, workOn})
}

// autosave asks for all that is open to be kept, if the user wants it and there is a result.
func (s *State) autosave() []Cmd {
	if !s.Autosave.On || s.Result == nil || s.TooLarge() || s.JustSample() || s.Autosave.never == s.Labels.Origin.Serial {
		return nil
	}
	if s.Autosave.Saving {
		s.Autosave.again = true
		return nil
	}
	from := s.Labels.Origin
	s.Autosave.Saving, s.Autosave.asked, s.Autosave.of, s.Autosave.Why = true, s.id(), from.Serial, ""
	return []Cmd{SaveSlot{
		Request: api.Request{ID: s.Autosave.asked, Export: &api.Export{What: api.RoleProject, Page: s.keptPage()}},
		In:      files.Slot{Key: s.slotKey(from.Serial), Sample: from.Sample != ""},
	}}
}

// apply takes in what is kept.
func (m SlotsTold) apply(s *State) []Cmd {
	before := s.Autosave.Slots
	if m.Listed {
		had := s.Slot().Key != ""
		s.Autosave.Slots = m.Slots
		if m.Kept == "" && had && s.Slot().Key == "" {
			s.safe.kept = false
			s.loose = s.Amendments() > 0
			if s.taken() && m.Why == "" {
				return s.autosave()
			}
		}
	}
	switch {
	case m.Why != "":
		s.Autosave.Saving, s.Autosave.again, s.Autosave.Why = false, false, m.Why
	case m.Kept != "":
		return s.written(m, before)
	case s.Autosave.Why != "" && len(m.Slots) < len(before): // there may be room now
		s.Autosave.Why = ""
		return s.autosave()
	}
	return nil
}

// taken reports whether what this tab has written to its slot has to be kept anew, since another tab has written there: what is there
// now is that tab's.
func (s *State) taken() bool {
	serial := s.Labels.Origin.Serial
	if _, there := s.Autosave.Slots.With(s.slotKey(serial)); !there {
		return false // it was deleted, here or in another tab
	}
	_, wrote := s.Autosave.keys[serial]
	s.Autosave.keys = s.Autosave.keys.With(serial, "")
	return wrote
}

// written takes in that what was open when it was asked for is kept.
func (s *State) written(m SlotsTold, before files.Slots) []Cmd {
	again := s.Autosave.again
	s.Autosave.Saving, s.Autosave.again, s.Autosave.Why = false, false, ""
	s.Autosave.keys = s.Autosave.keys.With(s.Autosave.of, m.Kept)
	if _, was := before.With(m.Kept); !s.Autosave.On && !was { // switched off while it was written
		return []Cmd{ClearSlot{Key: m.Kept}}
	}
	if again {
		return s.autosave()
	}
	if s.Autosave.of == s.Labels.Origin.Serial {
		s.loose, s.safe.kept = false, true
	}
	return nil
}

// apply opens what is kept in a slot, unless that would cost what is open.
func (m OpenSlot) apply(s *State) []Cmd {
	if s.Busy() || s.Unsaved() {
		return nil
	}
	s.Autosave.Sure, s.Autosave.Why = "", ""
	return []Cmd{LoadSlot(m)}
}

// apply deletes what is kept in a slot. For work that is not open, which would be gone for good, it asks back.
func (m RemoveSlot) apply(s *State) []Cmd {
	if m.Key != s.Slot().Key && m.Key != s.Autosave.Sure {
		s.Autosave.Sure = m.Key
		return nil
	}
	s.Autosave.Sure, s.Note = "", "Deleted."
	return []Cmd{ClearSlot(m), Focus{ID: "slots-title", Or: "data-title"}}
}

// safe tells where a result outlives the page.
type safe struct {
	kept   bool // in the browser, with all that is open
	packed bool // in a project on disk
	file   bool // in another file: what the user has decided is not in it
}

// Unsaved reports whether leaving the page would lose a result, or decisions of the user.
func (s State) Unsaved() bool {
	if len(s.Labelling.Own()) > 0 {
		return true
	}
	if s.safe.kept || s.safe.packed {
		return false
	}
	if s.loose && len(s.Amend.Exclude)+len(s.Amend.Review)+len(s.Amend.Checked) > 0 {
		return true
	}
	return s.Result != nil && !s.safe.file && !s.JustSample()
}

// Kept reports whether what is open is kept in the browser as it is now.
func (s State) Kept() bool { return s.safe.kept }
