package model

import (
	"concord/app/format"
	"concord/app/model/files"
	"concord/app/model/job"
	"concord/core/api"
)

// A result follows what the user does: dropping a file, choosing a method, changing a column. Update calls
// autorun after every message; it starts a fit once there is something new to fit, nothing else is going on,
// nothing is in doubt, and the fit is quick.

// SetAuto lets fits start by themselves, or only when the user asks.
type SetAuto struct{ On bool }

func (m SetAuto) apply(s *State) []Cmd {
	s.Manual = !m.On
	s.due = m.On && (s.Result == nil || s.Stale())
	if s.Manual {
		return []Cmd{Keep{KeepAuto, autoOff}}
	}
	return []Cmd{Keep{KeepAuto, ""}}
}

// Typed tells that the user has finished typing into a field of the settings.
type Typed struct{}

func (Typed) apply(s *State) []Cmd { return put(&s.typing, false) }

// Waits says why the fit that is due does not start by itself, or "" if none is due.
func (s State) Waits() string {
	switch {
	case s.Labels.Opened == nil || s.Result != nil && !s.Stale():
		return ""
	case s.Labels.Asks() != "":
		return "Check the columns first."
	case s.Unsettled():
		return "Settle what is above: it decides which classes there are."
	case s.Saved.Opened != nil:
		return "Choose how to resume from the earlier fit."
	case s.Blocked() != "":
		return s.Blocked()
	case !s.quick():
		m, _ := s.Method()
		return m.Title + " takes " + format.About(m.Seconds) + ", so it does not start by itself."
	}
	return ""
}

// Coming reports whether the first result is under way, by itself and thus in a moment: until then nothing is
// shown in its place.
func (s State) Coming() bool { return s.Result == nil && s.Run != nil && s.Run.Auto }

// quick reports whether the fit is done in a moment.
func (s State) quick() bool {
	m, _ := s.Method()
	return files.Quick(m)
}

// Faster is a quicker method like the chosen one, where that waits for the user since it is slow.
func (s State) Faster() (m api.Method, there bool) {
	if s.quick() || s.Result != nil && !s.Stale() {
		return m, false
	}
	chosen, _ := s.Method()
	return s.MethodNamed(chosen.Fast)
}

// autorun starts the fit that is due, if nothing stands in its way.
func (s *State) autorun() []Cmd {
	if !s.due || s.typing || s.Busy() || s.Labels.Opened == nil || s.Batch != nil {
		return nil
	}
	if s.Result != nil && !s.Stale() {
		s.due = false // the change was taken back
		return nil
	}
	if s.Manual || s.Labels.Fault != nil || s.Waits() != "" {
		return nil
	}
	cmds := s.startRun(false)
	if s.Run != nil {
		alter(&s.Run, func(r *job.Run) { r.Auto = true })
	}
	return cmds
}

// changed notes that the user has opened, closed or read again what is in that role.
func (s *State) changed(role string, why files.Why) {
	if api.RoleOf(role).Learnt && role != api.RoleState && (why == files.Change || why == files.Goback) {
		s.due = true
	}
}
