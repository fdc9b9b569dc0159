package model

import (
	"concord/core/wire"
	"slices"
)

// There is one Undo for the keyboard: it goes back through all that was changed,
// whatever it was. The buttons go back through their own.

// doneAmend is an amendment among what was done; the rest are roles of files.
const doneAmend = "amend"

// did notes a change that can be undone.
func (s State) did(what string) State {
	s.Done = append(slices.Clip(s.Done), what)
	return s
}

// undid drops the latest change of that kind.
func (s State) undid(what string) State {
	for n := len(s.Done) - 1; n >= 0; n-- {
		if s.Done[n] == what {
			s.Done = slices.Delete(slices.Clone(s.Done), n, n+1)
			break
		}
	}
	return s
}

// undoLast undoes the latest change that there still is something to go back from:
// other labels, for one, end what was changed about those before.
func (s State) undoLast() (State, []Cmd) {
	for _, what := range slices.Backward(s.Done) {
		switch {
		case what == doneAmend && len(s.Before) > 0:
			return s.undoAmend("")
		case what != doneAmend && len(s.source(what).Past) > 0:
			return s.undo(what)
		}
	}
	return s.undo(wire.RoleLabels)
}
