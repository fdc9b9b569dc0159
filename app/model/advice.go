package model

import (
	"concord/core/result"
	"concord/core/wire"
)

// AdviseBlocked says why no method can be recommended now, or "".
func (s State) AdviseBlocked() string {
	switch {
	case s.Result == nil:
		return "Run a method first."
	case s.Anonymous():
		return "Methods differ in how they weigh workers, and nobody knows who gave which of these labels."
	case s.alone():
		return "No task has two labels: nothing tells the methods apart."
	case s.Busy():
		return s.busyWith()
	}
	return s.wrongSettings()
}

// alone reports whether nothing is known of any task but a single label.
func (s State) alone() bool {
	c := s.Labels.Opened.Counts
	return c != nil && !c.Sets && c.Tasks > 0 && c.Single == c.Tasks && s.Features.Opened == nil && s.Texts.Opened == nil
}

// apply asks which method suits the labels.
func (StartAdvise) apply(s *State) []Cmd {
	if s.AdviseBlocked() != "" {
		return nil
	}
	fit := s.Setup.Fit()
	a := &wire.Advise{Seed: fit.Seed, MaxSteps: fit.MaxSteps, Stop: fit.Stop, Tolerance: fit.Tolerance}
	return s.begin(Run{Setup: s.Setup, Title: "every method on hidden labels", From: "advise"}, wire.Request{Advise: a})
}

// advised shows which method suits the labels.
func (s *State) advised(a *result.Advised) []Cmd {
	s.Advised, s.View = a, ViewAdvice
	s.Note = a.Sentence
	return []Cmd{Focus{ID: "advice-title"}}
}

// Quick is what is found in the background of why the default suits the labels.
type Quick struct {
	Advised *result.Advised // nil: not there yet
	never   bool            // it can't be told
	asked   int
}

// askQuick asks for it once there is a result and nothing under way that keeps the user waiting. The worker drops it for whatever
// is asked next; then it is asked for again, after that.
func (s *State) askQuick() []Cmd {
	q := &s.Quick
	if s.Result == nil || s.Labels.Opened == nil || s.Busy() || s.Anonymous() || s.alone() || q.asked != 0 || q.Advised != nil || q.never {
		return nil
	}
	q.asked = s.id()
	return []Cmd{Send{Request: wire.Request{ID: q.asked, Advise: &wire.Advise{Seed: 1, Quick: true}}}}
}

// Rival is the method that may be better than the default, as far as is known, "" if there is none, or if it is the one whose
// result is shown.
func (s State) Rival() string {
	if a := s.Quick.Advised; a != nil && s.Result != nil && s.Result.Method != a.Rival {
		return a.Rival
	}
	return ""
}

// apply runs the recommended method, or the one that is named.
func (m RunAdvised) apply(s *State) []Cmd {
	if m.Method == "" && s.Advised != nil {
		m.Method = s.Advised.Best
	}
	if s.Busy() || m.Method == "" {
		return nil
	}
	s.Setup.Method, s.Chosen = m.Method, true
	return append([]Cmd{Fragment{Text: s.Setup.Fragment()}}, s.startRun(false)...)
}
