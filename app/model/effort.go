package model

import (
	"maps"

	"concord/app/model/setup"
	"concord/core/wire"
)

// Effort is about what a fit by the settings would take, where that can be told.
type Effort struct {
	Known *wire.Effort // nil: not there yet, or it can't be told
	of    setup.Setup
	on    *wire.Opened // the features
	over  *wire.Counts // the labels
	asked int
}

// askEffort asks what a fit would take, if that can be told and is not known.
func (s State) askEffort() (State, []Cmd) {
	if s.Features.Opened == nil || s.Labels.Opened == nil {
		s.Effort = Effort{}
		return s, nil
	}
	e := s.Effort
	if e.on == s.Features.Opened && e.over == s.Labels.Opened.Counts && e.of.Method == s.Setup.Method && maps.Equal(e.of.Own(), s.Setup.Own()) {
		return s, nil
	}
	m, ok := s.Method()
	switch {
	case s.Busy(): // it would have to wait, and things may change
		return s, nil
	case !ok || !m.Effort || s.Blocked() != "":
		s.Effort = Effort{}
		return s, nil
	}
	s.Effort = Effort{of: s.Setup, on: s.Features.Opened, over: s.Labels.Opened.Counts, asked: s.id()}
	return s, []Cmd{Send{Request: wire.Request{ID: s.Effort.asked, Effort: s.Setup.Fit()}}}
}
