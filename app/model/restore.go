package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/wire"
)

// restore opens again what was loaded in a role, in a worker that has nothing.
func (s State) restore(role string) (State, []Cmd) {
	src := s.source(role)
	if src.Origin.Packed {
		*src = files.Source{Role: role}
		return s, nil
	}
	id := s.id()
	src.Reading = &files.Reading{ID: id, Origin: src.Origin, Why: files.Restore}
	return s, []Cmd{Send{Request: wire.Request{ID: id, Open: src.Origin.Open(role)}, File: src.Origin.File}}
}

// lost reads again what a worker that was ended, or that died, had loaded. Its
// results are gone. A file whose reading again is what it died of is given up.
func (s State) lost(why string) (State, []Cmd) {
	var cmds []Cmd
	hadResult := s.Result != nil
	s.Run, s.Ordering = nil, nil
	s = s.forgetResult()
	s = s.forgetStudies()
	restoring := slices.ContainsFunc(files.All(), func(role string) bool {
		r := s.source(role).Reading
		return r != nil && r.Why == files.Restore
	})
	packed := s.Labels.Origin
	for _, role := range files.All() {
		if why != "" && restoring {
			*s.source(role) = files.Source{Role: role}
		}
		src := s.source(role)
		src.Reading = nil
		var more []Cmd
		if role == wire.RoleWorkspace && packed.Packed && !(why != "" && restoring) {
			s, more = s.Open(role, files.Origin{Serial: packed.Serial, Name: packed.File.Name, File: packed.File}, files.Restore)
			cmds = append(cmds, more...)
		}
		if src.Opened == nil {
			continue
		}
		s, more = s.restore(role)
		cmds = append(cmds, more...)
	}
	switch {
	case s.Labels.Opened == nil:
		s.Amend, s.Before = wire.Amend{}, nil
	case s.Amendments() > 0: // once all that is there again
		var more []Cmd
		s, more = s.amendAgain(s.Amend)
		cmds = append(cmds, more...)
	}
	if why != "" {
		s.Note = ""
		s.Failure = &Failure{About: "The last request", Fault: &wire.Fault{Message: why}}
		return s, cmds
	}
	s.Note = "Cancelled."
	if hadResult {
		s.Note = "Cancelled. The earlier result is gone; run the method again to see it."
	}
	return s, cmds
}

// amendAgain asks for what the user had changed about labels that are there again.
// The worker comes to it once it has read all that belongs to them.
func (s State) amendAgain(a wire.Amend) (State, []Cmd) {
	s.Run = &Run{ID: s.id(), Setup: s.Setup, Side: s.side(), Title: "what you changed", Amend: &a}
	return s, []Cmd{Send{Request: wire.Request{ID: s.Run.ID, Amend: &a}}}
}

func (m Lost) apply(s State) (State, []Cmd) { return s.lost(m.Why) }
