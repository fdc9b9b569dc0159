package model

import (
	"cmp"
	"maps"

	"concord/app/model/files"
	"concord/app/model/job"
	"concord/app/model/setup"
	"concord/core/api"
)

// busyWith says why something has to wait.
func (s State) busyWith() string {
	if s.Run != nil {
		return "A run is in progress."
	}
	return "A file is being read."
}

// begin asks for something that takes a while, and makes all else wait.
func (s *State) begin(run job.Run, r api.Request) []Cmd {
	run.ID = s.id()
	r.ID = run.ID
	if r.Fit != nil || r.Fold != nil {
		s.due, s.typing = false, false
	}
	s.Run, s.Failure, s.Note = &run, nil, ""
	return []Cmd{Send{Request: r}}
}

// Blocked says why nothing can be run now, or "".
func (s State) Blocked() string {
	if s.Labels.Opened == nil {
		return "Open a file of labels first."
	}
	if s.Busy() {
		return s.busyWith()
	}
	m, ok := s.Method()
	if !ok {
		return "Choose a method."
	}
	if m.Why != "" {
		return m.Title + " can’t run on these data: " + m.Why
	}
	if why := s.Ranking().Why; why != "" {
		return why
	}
	return s.Setup.Mend(m)
}

// Guesswork says that a method that learns how good workers are would guess on these
// labels, or "". It is said of the plain answer too, which is then preselected.
func (s State) Guesswork() string {
	m, ok := s.Method()
	if !ok {
		return ""
	}
	m.Plain = false
	return s.Counts().Guesswork(m, s.KnowsWorkers())
}

// askRoles has the user look at the roles of the columns before anything is computed.
func (s *State) askRoles() []Cmd {
	s.Note = "Check the roles of the columns: confirm them, or change them."
	return []Cmd{Focus{ID: "confirm-roles", Or: files.TitleID(api.RoleLabels)}}
}

// apply takes in that the roles are right, and goes on with what was asked for.
func (ConfirmRoles) apply(s *State) []Cmd {
	if s.Labels.Asks() == "" || s.Run != nil || s.Reading() != nil {
		return nil
	}
	s.Labels = s.Labels.Confirmed()
	asked := s.Asked
	s.Asked, s.Note, s.due = false, "", true
	if asked && s.Blocked() == "" {
		return s.startRun(false)
	}
	if !s.Manual && s.Waits() == "" {
		return nil // it starts by itself
	}
	return []Cmd{Focus{ID: "run", Or: files.TitleID(api.RoleLabels)}}
}

// startRun asks for a fit, anew or from the earlier fit.
func (s *State) startRun(resume bool) []Cmd {
	if s.Blocked() != "" || resume && s.Saved.Opened == nil {
		return nil
	}
	if s.Labels.Asks() != "" {
		s.Asked = !resume
		return s.askRoles()
	}
	m, _ := s.Method()
	fit := s.Setup.Fit()
	fit.Resume, fit.Kept = resume, s.Labels.Opened.Read.Kept
	return s.begin(job.Run{Setup: s.Setup, Side: s.Beside(), Title: m.Title}, api.Request{Fit: fit})
}

// FoldBlocked says why no labels can be folded in now, or "". A fold has the method of the earlier fit.
func (s State) FoldBlocked() string {
	switch {
	case s.Saved.Opened == nil:
		return "Open an earlier fit first."
	case s.Labels.Opened == nil:
		return "Open the new labels."
	case s.Busy():
		return s.busyWith()
	}
	return s.Setup.WrongForAll()
}

// apply asks for the labels to be taken into the earlier fit.
func (FoldIn) apply(s *State) []Cmd {
	if s.FoldBlocked() != "" {
		return nil
	}
	if s.Labels.Asks() != "" {
		return s.askRoles()
	}
	fold := &api.Fold{Settings: s.Setup.Fit().Settings}
	return s.begin(job.Run{Setup: s.Setup, Side: s.Beside(), Title: "the fold"}, api.Request{Fold: fold})
}

// apply ends the fit or the readings under way.
func (Cancel) apply(s *State) []Cmd {
	var cmds []Cmd
	end := func(id int) {
		cmds = append(cmds, Send{Request: api.Request{ID: s.id(), Cancel: &api.Cancel{ID: id}}})
	}
	if s.Run != nil && !s.Run.Ending {
		alter(&s.Run, func(r *job.Run) { r.Ending = true })
		end(s.Run.ID)
	}
	for _, src := range s.Each() {
		if src.Reading != nil && !src.Reading.Ending {
			alter(&src.Reading, func(r *files.Reading) { r.Ending = true })
			end(src.Reading.ID)
		}
	}
	return cmds
}

// apply ends the fit under way and keeps what it has found.
func (Enough) apply(s *State) []Cmd {
	if !s.Run.CanSettle() {
		return nil
	}
	alter(&s.Run, func(r *job.Run) { r.Enough = true })
	return []Cmd{Send{Request: api.Request{ID: s.id(), Cancel: &api.Cancel{ID: s.Run.ID, Keep: true}}}}
}

// fitReplied takes in what the fit has to say.
func (s *State) fitReplied(r api.Reply) []Cmd {
	run := *s.Run
	switch {
	case r.Progress != nil:
		run.Follow(r.Progress)
		s.Run = &run
		return nil
	case r.Fault != nil:
		return s.runFailed(run, r.Fault)
	}
	if r.Amended == nil || r.Amended.Fitted != nil { // else it follows the loss of a worker
		s.Settle() // the user has got a result without the files that could not be read
	}
	s.Run = nil
	switch {
	case r.Amended != nil:
		cmds := append(s.amended(run, r.Amended), s.ordered(r.Amended)...)
		if run.Regret {
			return append(cmds, s.undoAmend("")...)
		}
		return append(cmds, s.autosave()...)
	case r.Planned != nil:
		return s.planned(r.Planned)
	case r.Ranking != nil:
		return s.ranked(run, r.Ranking)
	case r.Compared != nil:
		return s.compared(r.Compared)
	case r.Each != nil:
		return s.answered(r.Each)
	}
	return append(s.fitted(run, r.Fitted), s.autosave()...)
}

// runFailed takes in why the run under way ended without a result.
func (s *State) runFailed(run job.Run, f *api.Fault) []Cmd {
	s.Run, s.Ordering = nil, nil
	if !f.Cancelled {
		s.Failure = &Failure{About: run.Title, Fault: f}
		s.Details = nil // they would lie over it
		return append(s.endReview(), Focus{ID: "failure"})
	}
	s.Note = "Cancelled. Nothing changed."
	if s.Detail() != nil {
		return nil
	}
	return []Cmd{Focus{ID: cmp.Or(run.From, "run")}}
}

// set changes the settings, also in the page's address.
func (s *State) set(p setup.Setup) []Cmd {
	s.Setup, s.due = p, true
	return nil
}

func (m SetMethod) apply(s *State) []Cmd {
	s.Looking.Chose = nil
	s.Setup.Method, s.Stated = m.Name, m.Name
	return s.set(s.Setup)
}

func (m SetValue) apply(s *State) []Cmd {
	chosen, _ := s.Method()
	for _, p := range chosen.Params {
		if p.Name == m.Param && p.Choices == nil {
			s.typing = true
		}
	}
	s.Stated = s.Setup.Method // another would not have this setting
	return s.set(s.Setup.WithValue(m.Param, m.Value))
}

func (m SetSeed) apply(s *State) []Cmd {
	s.typing = true
	return s.set(s.Setup.With(setup.SettingSeed, m.Text))
}

func (m SetStop) apply(s *State) []Cmd {
	s.typing = m.What != setup.StopRule
	return s.set(s.Setup.With(m.What, m.Text))
}

func (Defaults) apply(s *State) []Cmd {
	cmds := s.set(setup.Setup{Method: s.Setup.Method, Seed: "1"})
	return append(cmds, Clear{IDs: []string{setup.StopSteps, setup.StopTolerance, setup.StopGain}})
}

func (m StartRun) apply(s *State) []Cmd { return s.startRun(m.Resume) }

// Effort is about what a fit by the settings would take, where that can be told.
type Effort struct {
	Known *api.Effort // nil: not there yet, or it can't be told
	of    setup.Setup
	on    *api.Opened // the features
	over  *api.Counts // the labels
	asked int
}

// askEffort asks what a fit would take, if that can be told and is not known.
func (s *State) askEffort() []Cmd {
	if s.Features.Opened == nil || s.Labels.Opened == nil {
		s.Effort = Effort{}
		return nil
	}
	e := s.Effort
	if e.on == s.Features.Opened && e.over == s.Labels.Opened.Counts && e.of.Method == s.Setup.Method &&
		maps.Equal(e.of.Own(), s.Setup.Own()) {
		return nil
	}
	m, ok := s.Method()
	switch {
	case s.Busy(): // it would have to wait, and things may change
		return nil
	case s.tight == s.Labels.Origin.Serial, !ok || !m.Effort || s.Blocked() != "":
		s.Effort = Effort{}
		return nil
	}
	s.Effort = Effort{of: s.Setup, on: s.Features.Opened, over: s.Labels.Opened.Counts, asked: s.id()}
	return []Cmd{Send{Request: api.Request{ID: s.Effort.asked, Effort: s.Setup.Fit()}}}
}
