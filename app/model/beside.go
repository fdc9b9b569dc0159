package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/wire"
)

// besideOpened takes in what was read beside the labels.
func (s *State) besideOpened(role string, o *wire.Opened, why files.Why) []Cmd {
	s.forgetCompared()
	if role == wire.RoleGold || role == wire.RoleConfusion {
		s.Setup.Method = s.usableMethod()
	}
	if why == files.Change || why == files.Goback {
		s.Note = files.Note(role, o)
	}
	return s.remeasured(role, o)
}

// remeasured shows what costs or truth say of the result: it is also in the tables.
func (s *State) remeasured(role string, o *wire.Opened) []Cmd {
	switch role {
	case wire.RoleCosts:
		s.Pricing = Pricing{}
		s.measured(func(f *wire.Fitted) { f.Priced = o.Priced })
	case wire.RoleTruth:
		s.measured(func(f *wire.Fitted) {
			f.Expected, f.Accuracy, f.Numbers, f.Priced = o.Expected, o.Accuracy, o.Numbers, o.Priced
		})
		s.Look.Pictured, s.Look.asked[0] = nil, 0 // it shows probabilities, which learn from the truth
	default:
		return nil
	}
	if s.Result == nil {
		return nil
	}
	return slices.Concat(s.askAgain(), s.askDetails(), s.askStudies())
}

// apply opens the file that could not be read as labels as their truth.
func (TakeAsTruth) apply(s *State) []Cmd {
	if !s.Labels.MayBeTruth() || s.Busy() {
		return nil
	}
	from := files.Origin{Name: s.Labels.Tried.Name, File: s.Labels.Tried.File}
	s.dismiss()
	cmds := s.open(wire.RoleTruth, from, files.Change)
	s.Truth.Reading.From = files.TitleID(wire.RoleTruth)
	return cmds
}

// stateOpened takes in a saved state. Labels that are loaded are joined to it.
func (s *State) stateOpened(o *wire.Opened, why files.Why) []Cmd {
	if why == files.Restore {
		return nil
	}
	s.Note = "The saved state is open. Now open the labels that came since."
	if o.Counts == nil || s.Labels.Opened == nil {
		return []Cmd{Focus{ID: wire.RoleState + "-title"}}
	}
	s.recount(o.Counts, o.Methods)
	s.forgetLabels()
	s.Note = "The saved state is open. Fold the labels in, or fit again."
	cmds := []Cmd{Focus{ID: wire.RoleState + "-title"}}
	for _, role := range files.Side() {
		if s.source(role).Opened != nil { // its tasks and workers have other numbers now
			cmds = append(cmds, s.reread(role, files.Refresh)...)
		}
	}
	return append(cmds, s.describeAgain(false)...)
}

// forget drops what is loaded in a role.
func (s *State) forget(role string) []Cmd {
	if s.Run != nil {
		return nil
	}
	*s.source(role) = files.Source{Role: role}
	cmds := []Cmd{Send{Request: wire.Request{ID: s.id(), Drop: &wire.Drop{Role: role}}}}
	switch {
	case role == wire.RoleLabels:
		for _, beside := range append(files.Side(), files.Describing()...) {
			*s.source(beside) = files.Source{Role: beside}
		}
		s.forgetLabels()
		return append(cmds, Focus{ID: "data-title"})
	case role == wire.RoleState && s.Labels.Opened != nil: // the labels stand alone again
		return append(cmds, s.reread(wire.RoleLabels, files.Refresh)...)
	}
	s.forgetCompared()
	s.undescribed(role)
	if role == wire.RoleGold || role == wire.RoleConfusion {
		s.Setup.Method = s.usableMethod()
	}
	return append(cmds, s.remeasured(role, &wire.Opened{})...)
}

// forgetLabels drops all that followed from the labels: they are gone, or others.
func (s *State) forgetLabels() {
	s.forgetResult()
	s.forgetStudies()
	s.Amend, s.Before = wire.Amend{}, nil
}

// dismiss takes every error off the page.
func (s *State) dismiss() {
	if len(s.Labels.Among) > 0 {
		s.Batch, s.Labels.Among = &files.Batch{Items: s.Labels.Among}, nil
	}
	s.Failure = nil
	s.settleAll()
}

// settleAll forgets why files could not be read.
func (s *State) settleAll() {
	for _, role := range files.All() {
		s.source(role).Settle()
	}
}

func (Dismiss) apply(s *State) []Cmd {
	s.dismiss()
	if s.Batch != nil {
		return []Cmd{Focus{ID: "batch-title"}}
	}
	return []Cmd{Focus{ID: "data-title"}}
}
