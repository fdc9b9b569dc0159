package model

import (
	"fmt"
	"slices"

	"concord/app/format"
	"concord/core/wire"
)

// What is said of a file that was read, and of which no row says anything.
const (
	NoTruth = "None of these true labels can be used."
	NoGold  = "None of these gold tasks can be used."
)

// besideOpened takes in what was read beside the labels.
func (s State) besideOpened(role string, o *wire.Opened, why Why) (State, []Cmd) {
	s = s.forgetCompared()
	switch role {
	case RoleCosts:
		s.Pricing = Pricing{}
		s = s.pricedOf(o.Priced)
	case RoleGold, RoleConfusion:
		s.Setup.Method = s.usableMethod()
	}
	if why == Change || why == Goback {
		switch role {
		case RoleCosts:
			s.Note = "The costs are known. The cheapest label of each task stands beside the most probable one."
		case RoleConfusion:
			s.Note = fmt.Sprintf("The matrices of %s are known.", format.Plural(o.Known, "worker"))
		case RoleGold:
			if s.Note = NoGold; o.Known > 0 {
				s.Note = fmt.Sprintf("The next fit is given the class of %s.", format.Plural(o.Known, "gold task"))
			}
		default:
			if s.Note = NoTruth; o.Known > 0 {
				s.Note = fmt.Sprintf("The true label of %s is known.", format.Plural(o.Known, "task"))
			}
		}
	}
	if s.Result != nil && role == RoleCosts {
		return s.askAgain() // they are columns of the tables
	}
	if s.Result != nil && role == RoleTruth {
		result := *s.Result
		result.Accuracy, result.Numbers = o.Accuracy, o.Numbers
		s.Result = &result
		return s.askAgain()
	}
	return s, nil
}

// MayBeTruth reports whether a file that could not be read as labels looks like the
// truth of those that are loaded: it says what tasks are, and not who says so.
func (s Source) MayBeTruth() bool {
	return s.Role == RoleLabels && s.Opened != nil && s.Fault != nil && s.Tried.Files == nil && s.Tried.Sample == "" &&
		slices.Equal(s.Missing(), []string{ColumnWorker})
}

// apply opens such a file as the truth.
func (TakeAsTruth) apply(s State) (State, []Cmd) {
	if !s.Labels.MayBeTruth() || s.Busy() {
		return s, nil
	}
	from := Origin{Name: s.Labels.Tried.Name, File: s.Labels.Tried.File}
	s, cmds := s.dismiss().open(RoleTruth, from, Change)
	s.Truth.Reading.From = title(RoleTruth)
	return s, cmds
}

// stateOpened takes in a saved state. Labels that are loaded are joined to it.
func (s State) stateOpened(o *wire.Opened, why Why) (State, []Cmd) {
	if why == Restore {
		return s, nil
	}
	s.Note = "The saved state is open. Now open the labels that came since."
	if o.Counts == nil || s.Labels.Opened == nil {
		return s, []Cmd{Focus{ID: RoleState + "-title"}}
	}
	joined := *s.Labels.Opened
	joined.Counts, joined.Methods = o.Counts, o.Methods
	s.Labels.Opened = &joined
	s = s.forgetResult()
	s = s.forgetStudies()
	s.Amend, s.Before = wire.Amend{}, nil
	s.Note = "The saved state is open. Fold the labels in, or fit again."
	cmds := []Cmd{Focus{ID: RoleState + "-title"}}
	for _, role := range Side() {
		if s.source(role).Opened != nil { // its tasks and workers have other numbers now
			var more []Cmd
			s, more = s.reread(role, Refresh)
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
	*s.source(role) = Source{Role: role}
	cmds := []Cmd{Send{Request: wire.Request{ID: s.id(), Drop: &wire.Drop{Role: role}}}}
	switch {
	case role == RoleLabels:
		for _, beside := range append(Side(), Describing()...) {
			*s.source(beside) = Source{Role: beside}
		}
		s = s.forgetResult()
		s = s.forgetStudies()
		s.Amend, s.Before = wire.Amend{}, nil
		return s, append(cmds, Focus{ID: "data-title"})
	case role == RoleState && s.Labels.Opened != nil: // they stand alone again
		s, more := s.reread(RoleLabels, Refresh)
		return s, append(cmds, more...)
	}
	s = s.forgetCompared()
	s = s.undescribed(role)
	if role == RoleGold || role == RoleConfusion {
		s.Setup.Method = s.usableMethod()
	}
	if role == RoleCosts {
		s.Pricing = Pricing{}
		s = s.pricedOf(nil)
	}
	if s.Result != nil && role == RoleCosts {
		s, more := s.askAgain()
		return s, append(cmds, more...)
	}
	if s.Result != nil && role == RoleTruth {
		result := *s.Result
		result.Accuracy, result.Numbers = nil, nil
		s.Result = &result
		var more []Cmd
		s, more = s.askAgain() // the truth is a column of the tables
		cmds = append(cmds, more...)
	}
	return s, cmds
}

// dismiss takes every error off the page.
func (s State) dismiss() State {
	if len(s.Labels.Among) > 0 {
		s.Batch, s.Labels.Among = &Batch{Items: s.Labels.Among}, nil
	}
	s.Failure = nil
	return s.settleAll()
}

// settleAll forgets why files could not be read.
func (s State) settleAll() State {
	for _, role := range All() {
		s.source(role).settle()
	}
	return s
}

func (Dismiss) apply(s State) (State, []Cmd) {
	if s = s.dismiss(); s.Batch != nil {
		return s, []Cmd{Focus{ID: "batch-title"}}
	}
	return s, []Cmd{Focus{ID: "data-title"}}
}
