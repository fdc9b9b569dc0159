package model

import (
	"concord/app/model/files"
	"concord/core/wire"
)

// Update returns what becomes of s when m happens, and what the world has to do
// about it.
func Update(s State, m Msg) (State, []Cmd) {
	s, cmds := m.apply(s)
	s, more := s.askEffort()
	return s, append(cmds, more...)
}

// theme returns one of the themes there are.
func theme(name string) string {
	if name == "light" || name == "dark" {
		return name
	}
	return ""
}

// openSample opens a sample of that name.
func (s State) openSample(name string) (State, []Cmd) {
	for _, x := range wire.Samples() {
		if x.Name == name {
			return s.open(wire.RoleLabels, files.Origin{Name: x.Title, Sample: name}, files.Change)
		}
	}
	return s, nil
}

// apply takes away whatever lies on top.
func (Close) apply(s State) (State, []Cmd) {
	switch {
	case s.Sheet:
		return Update(s, Sheet{})
	case s.Detail() != nil:
		return s.closeDetail()
	case s.Pasting:
		return Update(s, Paste{})
	case s.Phase() == Error:
		return Update(s, Dismiss{})
	}
	return s, nil
}

// replied takes in a reply. One that nobody waits for any more is dropped.
func (s State) replied(r wire.Reply) (State, []Cmd) {
	for _, role := range files.All() {
		src := s.source(role)
		if src.Reading == nil || src.Reading.ID != r.ID {
			continue
		}
		if r.Progress != nil {
			reading := *src.Reading
			reading.Progress = r.Progress
			src.Reading = &reading
			return s, nil
		}
		var cmds []Cmd
		switch {
		case r.Fault != nil:
			s, cmds = s.stopped(role, r.Fault)
		case r.Opened != nil:
			s, cmds = s.opened(role, r.Opened)
		case r.Reopened != nil:
			s, cmds = s.reopened(r.Reopened)
		}
		s, more := s.nextOfBatch()
		return s, append(cmds, more...)
	}
	if s.recognised(r) {
		return s, nil
	}
	if r.Dropped != nil && r.Dropped.Role == wire.RoleLabels && s.Saved.Opened != nil && s.Saved.Reading == nil {
		return s.restore(wire.RoleState) // the client ends the worker to give the memory of the labels back
	}
	if s.Run != nil && s.Run.ID == r.ID {
		return s.fitReplied(r)
	}
	return s.resultReplied(r)
}

func (m Replied) apply(s State) (State, []Cmd) { return s.replied(m.Reply) }

func (m PickSample) apply(s State) (State, []Cmd) { return s.openSample(m.Name) }
