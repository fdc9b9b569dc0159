package model

import (
	"slices"

	"concord/app/model/files"
	"concord/app/model/setup"
	"concord/core/wire"
)

// reopened takes in all that a workspace held, in the place of all that was
// there. Files that were asked for since stay awaited.
func (s State) reopened(w *wire.Reopened) (State, []Cmd) {
	reading, failure := *s.Work.Reading, s.Failure
	for _, role := range files.All() {
		src := files.Source{Role: role}
		if r := s.source(role).Reading; r != nil && r.ID > reading.ID {
			src.Reading = r
		}
		*s.source(role) = src
	}
	s = s.forgetResult()
	s = s.forgetStudies()
	s.Amend, s.Before, s.loose = wire.Amend{}, nil, false
	s.safe = safe{kept: reading.Origin.File.Slot != "", packed: reading.Origin.File.Slot == ""}
	for i := range w.Opened {
		o := &w.Opened[i]
		if !slices.Contains(files.All(), o.Role) {
			continue // the page has no place for it; fits are given it all the same
		}
		src := s.source(o.Role)
		read := o.Read
		src.Opened, src.Draft = o, o.Read
		src.Origin = files.Origin{Serial: reading.Origin.Serial, Name: o.File.Name, File: reading.Origin.File, Read: &read, Packed: true}
	}
	if a := w.Amended; a != nil && s.Labels.Opened != nil {
		s.Amend = a.Amend
		labels := *s.Labels.Opened
		labels.Counts, labels.Methods = a.Counts, a.Methods
		s.Labels.Opened = &labels
	}
	chosen := s.Setup
	if w.Fit != nil && w.Fit.Method != "" {
		chosen = setup.Of(w.Fit)
		s.Chosen = true
	}
	if reading.Why != files.Restore { // then what the user has set since stays
		s.Setup = chosen
		s.Setup.Method = s.usableMethod()
		chosen = s.Setup
	}
	s.Note = reading.Origin.Name + " is open as it was saved."
	if reading.Why == files.Restore {
		s.Failure = failure
	}
	cmds := []Cmd{Fragment{Text: s.Setup.Fragment()}}
	f := w.Fitted
	if f == nil {
		return s, append(cmds, Focus{ID: "data-title"})
	}
	s.Result = &Result{Fitted: f, Setup: chosen, Side: s.side()}
	s.Tasks, s.Workers = newTable(ViewTasks), newTable(ViewWorkers)
	s, rows := s.askAgain()
	return s, append(append(cmds, rows...), Clear{IDs: []string{ViewTasks + "-filter", ViewWorkers + "-filter"}},
		Focus{ID: "results-title", Late: true})
}

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
			s, more = s.open(role, files.Origin{Serial: packed.Serial, Name: packed.File.Name, File: packed.File}, files.Restore)
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
