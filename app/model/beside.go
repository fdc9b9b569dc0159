package model

import (
	"concord/app/model/files"
	"concord/core/wire"
)

// besideOpened takes in what was read beside the labels.
func (s State) besideOpened(role string, o *wire.Opened, why files.Why) (State, []Cmd) {
	s = s.forgetCompared()
	switch role {
	case wire.RoleCosts:
		s.Pricing = Pricing{}
		s = s.measured(func(f *wire.Fitted) { f.Priced = o.Priced })
	case wire.RoleGold, wire.RoleConfusion:
		s.Setup.Method = s.usableMethod()
	}
	if why == files.Change || why == files.Goback {
		s.Note = files.Note(role, o)
	}
	if s.Result != nil && role == wire.RoleCosts {
		return s.askAgain() // they are columns of the tables
	}
	if s.Result != nil && role == wire.RoleTruth {
		s = s.measured(func(f *wire.Fitted) { f.Accuracy, f.Numbers = o.Accuracy, o.Numbers })
		return s.askAgain()
	}
	return s, nil
}

// apply opens such a file as the truth.
func (TakeAsTruth) apply(s State) (State, []Cmd) {
	if !s.Labels.MayBeTruth() || s.Busy() {
		return s, nil
	}
	from := files.Origin{Name: s.Labels.Tried.Name, File: s.Labels.Tried.File}
	s, cmds := s.dismiss().open(wire.RoleTruth, from, files.Change)
	s.Truth.Reading.From = files.TitleID(wire.RoleTruth)
	return s, cmds
}

// stateOpened takes in a saved state. Labels that are loaded are joined to it.
func (s State) stateOpened(o *wire.Opened, why files.Why) (State, []Cmd) {
	if why == files.Restore {
		return s, nil
	}
	s.Note = "The saved state is open. Now open the labels that came since."
	if o.Counts == nil || s.Labels.Opened == nil {
		return s, []Cmd{Focus{ID: wire.RoleState + "-title"}}
	}
	joined := *s.Labels.Opened
	joined.Counts, joined.Methods = o.Counts, o.Methods
	s.Labels.Opened = &joined
	s = s.forgetResult()
	s = s.forgetStudies()
	s.Amend, s.Before = wire.Amend{}, nil
	s.Note = "The saved state is open. Fold the labels in, or fit again."
	cmds := []Cmd{Focus{ID: wire.RoleState + "-title"}}
	for _, role := range files.Side() {
		if s.source(role).Opened != nil { // its tasks and workers have other numbers now
			var more []Cmd
			s, more = s.reread(role, files.Refresh)
			cmds = append(cmds, more...)
		}
	}
	s, more := s.describeAgain(false)
	return s, append(cmds, more...)
}

// forget drops what is loaded in a role.
func (s State) forget(role string) (State, []Cmd) {
	if s.Run != nil {
		return s, nil
	}
	*s.source(role) = files.Source{Role: role}
	cmds := []Cmd{Send{Request: wire.Request{ID: s.id(), Drop: &wire.Drop{Role: role}}}}
	switch {
	case role == wire.RoleLabels:
		for _, beside := range append(files.Side(), files.Describing()...) {
			*s.source(beside) = files.Source{Role: beside}
		}
		s = s.forgetResult()
		s = s.forgetStudies()
		s.Amend, s.Before = wire.Amend{}, nil
		return s, append(cmds, Focus{ID: "data-title"})
	case role == wire.RoleState && s.Labels.Opened != nil: // they stand alone again
		s, more := s.reread(wire.RoleLabels, files.Refresh)
		return s, append(cmds, more...)
	}
	s = s.forgetCompared()
	s = s.undescribed(role)
	if role == wire.RoleGold || role == wire.RoleConfusion {
		s.Setup.Method = s.usableMethod()
	}
	if role == wire.RoleCosts {
		s.Pricing = Pricing{}
		s = s.measured(func(f *wire.Fitted) { f.Priced = nil })
	}
	if s.Result != nil && role == wire.RoleCosts {
		s, more := s.askAgain()
		return s, append(cmds, more...)
	}
	if s.Result != nil && role == wire.RoleTruth {
		s = s.measured(func(f *wire.Fitted) { f.Accuracy, f.Numbers = nil, nil })
		var more []Cmd
		s, more = s.askAgain() // the truth is a column of the tables
		cmds = append(cmds, more...)
	}
	return s, cmds
}

// dismiss takes every error off the page.
func (s State) dismiss() State {
	if len(s.Labels.Among) > 0 {
		s.Batch, s.Labels.Among = &files.Batch{Items: s.Labels.Among}, nil
	}
	s.Failure = nil
	return s.settleAll()
}

// settleAll forgets why files could not be read.
func (s State) settleAll() State {
	for _, role := range files.All() {
		s.source(role).Settle()
	}
	return s
}

func (Dismiss) apply(s State) (State, []Cmd) {
	if s = s.dismiss(); s.Batch != nil {
		return s, []Cmd{Focus{ID: "batch-title"}}
	}
	return s, []Cmd{Focus{ID: "data-title"}}
}
