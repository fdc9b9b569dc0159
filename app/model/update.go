package model

import (
	"strings"

	"concord/app/model/files"
	"concord/core/api"
)

// Update returns what becomes of s when m happens, and what the world has to do about it.
func Update(s State, m Msg) (State, []Cmd) {
	before := s
	cmds := append(m.apply(&s), s.autorun()...)
	cmds = append(cmds, s.navigated(before)...)
	cmds = append(cmds, s.askEffort()...)
	return s, append(cmds, s.askQuick()...)
}

// alter has p point to a changed copy: what a State points to is never modified.
func alter[T any](p **T, change func(*T)) {
	v := **p
	change(&v)
	*p = &v
}

// theme returns name if there is such a theme.
func theme(name string) string {
	if name == "light" || name == "dark" {
		return name
	}
	return ""
}

// apply opens the sample of that name.
func (m PickSample) apply(s *State) []Cmd {
	for _, x := range api.Samples() {
		if x.Name == m.Name {
			return s.open(api.RoleLabels, files.Origin{Name: x.Title, Sample: x.Name}, files.Change)
		}
	}
	return nil
}

// apply opens a crowd that is simulated, unless there can't be one.
func (m Simulate) apply(s *State) []Cmd {
	if why := m.Crowd.Wrong(); why != "" {
		s.Failure = &Failure{About: "The simulation", Fault: &api.Fault{Message: why}}
		return []Cmd{Focus{ID: "failure"}}
	}
	return s.open(api.RoleLabels, files.Origin{Name: "A simulated crowd", Sample: m.Crowd.Name()}, files.Change)
}

// apply closes whatever lies on top.
func (Close) apply(s *State) []Cmd {
	switch {
	case s.Sheet:
		return Sheet{}.apply(s)
	case s.About:
		return About{}.apply(s)
	case s.Labelling.Open:
		s.Labelling.Open = false
		return []Cmd{Focus{ID: "label-more", Or: "own-classes"}}
	case s.Detail() != nil:
		return s.closeDetail()
	case s.Pasting:
		return Paste{}.apply(s)
	case s.Phase() == Error:
		return Dismiss{}.apply(s)
	}
	return nil
}

// apply hands a reply to whoever waits for it. One that nobody waits for is dropped.
func (m Replied) apply(s *State) []Cmd {
	r := m.Reply
	for _, src := range s.Each() {
		if src.Reading != nil && src.Reading.ID == r.ID {
			return s.readingReplied(src.Role, r)
		}
	}
	if yes, cmds := s.recognised(r); yes {
		return cmds
	}
	switch {
	case r.Dropped != nil && r.Dropped.Role == api.RoleLabels && s.Saved.Opened != nil && s.Saved.Reading == nil:
		return s.restore(api.RoleState) // the client has ended the worker to give the memory of the labels back
	case s.Run != nil && s.Run.ID == r.ID:
		return s.fitReplied(r)
	}
	if r.Dropped != nil && r.Dropped.Role == api.RoleTruth {
		s.measured(func(f *api.Fitted) {
			f.Expected, f.Look, f.Priced = r.Dropped.Expected, r.Dropped.Look, r.Dropped.Priced
		})
		s.Plan = s.Plan.Forget()
	}
	return s.resultReplied(r)
}

// readingReplied takes in a reply about the file that is being read in a role.
func (s *State) readingReplied(role string, r api.Reply) []Cmd {
	if r.Progress != nil {
		alter(&s.Source(role).Reading, func(reading *files.Reading) { reading.Progress = r.Progress })
		return nil
	}
	var cmds []Cmd
	switch {
	case r.Fault != nil:
		cmds = s.stopped(role, r.Fault)
	case r.Opened != nil:
		cmds = s.opened(role, r.Opened)
	case r.Reopened != nil:
		cmds = s.reopened(role, r.Reopened)
	}
	return append(cmds, s.nextOfBatch()...)
}

// What is kept from one visit to the next.
const (
	KeepTheme = "theme"
	KeepKeys  = "keys"
	KeepWork  = "autosave"
	KeepAuto  = "auto"
	keysOff   = "off"
	workOn    = "on"
	autoOff   = "off"
)

// apply does what a key is for. Single keys do nothing in a field, in a dialog, or if the user has turned them off.
func (k Key) apply(s *State) []Cmd {
	switch {
	case k.Key == "Escape":
		if k.Modal {
			if d := s.Detail(); d != nil && d.Asks != "" { // it stays open
				s.askBack("")
			}
			return nil // or else the browser closes it and tells us so
		}
		if s.Busy() {
			return Cancel{}.apply(s)
		}
		return Close{}.apply(s)
	case k.Modal && s.Labelling.Open:
		if !k.Ctrl && !k.Editing && !s.NoKeys {
			s.Labelling = s.Labelling.Key(k.Key)
		}
		return nil
	case k.Modal:
		if k.Ctrl && k.Key == "z" && !k.Editing {
			return UndoReview{}.apply(s)
		}
		if k.Editing && k.Key == "Enter" && s.Detail() != nil { // of the note: the keys mean verdicts again
			return []Cmd{Focus{ID: "detail-title"}} // no button: the key would press it
		}
		if !k.Ctrl && !k.Editing {
			return s.reviewKey(k.Key)
		}
		return nil
	case k.Ctrl && k.Key == "Enter":
		return s.startRun(false)
	case k.Ctrl && k.Key == "z" && !k.Editing:
		return s.undoLast()
	case k.Ctrl || k.Editing || s.NoKeys:
		return nil
	}
	switch key := strings.ToLower(k.Key); key {
	case "u":
		return s.undoLast()
	case "d":
		return Download{What: s.MainFile()}.apply(s)
	case "n":
		return s.turn(+1)
	case "p":
		return s.turn(-1)
	default:
		if m, is := keys()[key]; is {
			return m.apply(s)
		}
	}
	return nil
}

// keys are what single keys say.
func keys() map[string]Msg {
	return map[string]Msg{
		"?": Sheet{Open: true}, "/": Search{}, "t": Show{View: ViewTasks}, "w": Show{View: ViewWorkers}, "a": Show{View: ViewAgreement},
		"r": StartReview{},
	}
}

// turn turns pages of the table shown, if there are more.
func (s *State) turn(pages int) []Cmd {
	t := s.Tables[s.shownTable()]
	if !s.hasTable() || t.Page == nil {
		return nil
	}
	from := t.Query.From + pages*PageSize
	if from < 0 || from >= t.Page.Matching {
		return nil
	}
	return Turn{Table: s.shownTable(), From: from}.apply(s)
}
