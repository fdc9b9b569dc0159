package model

import (
	"concord/core/result"
	"concord/core/wire"
)

// alone reports whether nothing is known of any task but a single label.
func (s State) alone() bool {
	c := s.Labels.Opened.Counts
	return c != nil && !c.Sets && c.Tasks > 0 && c.Single == c.Tasks && s.Features.Opened == nil && s.Texts.Opened == nil
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

// apply runs the method that came first in the comparison, or the one that is named.
func (m RunAdvised) apply(s *State) []Cmd {
	if c := s.Compare.Compared; m.Method == "" && c != nil {
		m.Method = c.Best
	}
	if s.Busy() || m.Method == "" {
		return nil
	}
	s.Setup.Method, s.Chosen = m.Method, true
	return s.startRun(false)
}
