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
	s.Result = &Result{Fitted: f, Setup: chosen, Side: s.side(), Accuracy: f.Accuracy, Numbers: f.Numbers, Priced: f.Priced, Test: f.Test}
	s.Tasks, s.Workers = newTable(ViewTasks), newTable(ViewWorkers)
	s, rows := s.askAgain()
	return s, append(append(cmds, rows...), Clear{IDs: []string{ViewTasks + "-filter", ViewWorkers + "-filter"}}, Focus{ID: "results-title", Late: true})
}
