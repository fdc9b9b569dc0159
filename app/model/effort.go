package model

import (
	"maps"
	"strconv"

	"concord/core/wire"
)

// Effort is about what a fit by the settings would take, where that can be told.
type Effort struct {
	Known *wire.Effort // nil: not there yet, or it can't be told
	of    Setup
	on    *wire.Opened // the features
	over  *wire.Counts // the labels
	asked int
}

// fit is what a run with these settings asks for, once they are sound.
func (p Setup) fit() *wire.Fit {
	f := &wire.Fit{Method: p.Method, Values: p.values()}
	f.Seed, _ = strconv.ParseUint(p.Seed, 10, 64)
	f.MaxSteps, _ = strconv.Atoi(p.MaxSteps)
	f.Tolerance, _ = strconv.ParseFloat(p.Tolerance, 64)
	f.Gain, _ = strconv.ParseFloat(p.Gain, 64)
	return f
}

// askEffort asks what a fit would take, if that can be told and is not known.
func (s State) askEffort() (State, []Cmd) {
	if s.Features.Opened == nil || s.Labels.Opened == nil {
		s.Effort = Effort{}
		return s, nil
	}
	e := s.Effort
	if e.on == s.Features.Opened && e.over == s.Labels.Opened.Counts && e.of.Method == s.Setup.Method && maps.Equal(e.of.values(), s.Setup.values()) {
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
	return s, []Cmd{Send{Request: wire.Request{ID: s.Effort.asked, Effort: s.Setup.fit()}}}
}
