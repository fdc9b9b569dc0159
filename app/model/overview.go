package model

import "concord/core/wire"

// Overview is what the overview shows beside the figures of the labels and their
// agreement: who looks suspicious to all others.
type Overview struct {
	Suspects *wire.Page // the most suspicious first; nil: not there
	Why      string     // why nobody can be judged; empty: they can
	asked    int
}

// Suspects is how many workers the overview names at most.
const Suspects = 8

// show turns to a view. What there is to say there is asked for when it is first
// looked at.
func (s State) show(view string) (State, []Cmd) {
	if s.Result == nil || view == ViewWorkers && s.Anonymous() {
		return s, nil
	}
	s.View = view
	s, cmds := s.askStudies()
	s, more := s.look(view)
	return s, append(append([]Cmd{Focus{ID: "tab-" + view}}, cmds...), more...)
}

// askStudies asks for what the view shows of the labels and is not there yet.
func (s State) askStudies() (State, []Cmd) {
	var cmds []Cmd
	if s.View != ViewAgreement && s.View != ViewOverview {
		return s, nil
	}
	if s.Agreement.Agreed == nil && s.Agreement.asked == 0 {
		s.Agreement.asked = s.id()
		cmds = append(cmds, Send{Request: wire.Request{ID: s.Agreement.asked, Agree: &wire.Agree{Seed: 1}}})
	}
	o := s.Overview
	if s.View == ViewOverview && s.CanJudge() && o.Suspects == nil && o.asked == 0 {
		s.Overview = Overview{asked: s.id()}
		cmds = append(cmds, Send{Request: wire.Request{
			ID: s.Overview.asked, Rows: &wire.Rows{Table: tableJudged, Sort: "flags", Desc: true, Count: Suspects},
		}})
	}
	return s, cmds
}

// overviewReplied takes in the suspects, and reports whether a reply was that.
func (s *State) overviewReplied(r wire.Reply) bool {
	if r.ID == 0 || r.ID != s.Overview.asked {
		return false
	}
	s.Overview = Overview{Suspects: r.Page}
	if r.Fault != nil {
		s.Overview.Why = r.Fault.Message
	}
	return true
}

func (m Show) apply(s State) (State, []Cmd) { return s.show(m.View) }
