package model

import "concord/core/wire"

// Look is what is asked of a result when it is first looked at.
type Look struct {
	Pictured *wire.Pictured // the tasks laid out on a plane; nil: not there yet
	Topical  *wire.Topical  // what the texts are about
	asked    [2]int         // the requests for these
}

// look asks for what a view shows, unless it is there or on its way.
func (s State) look(view string) (State, []Cmd) {
	var r wire.Request
	l := &s.Look
	switch {
	case view == ViewPicture && l.Pictured == nil && l.asked[0] == 0:
		l.asked[0] = s.id()
		r = wire.Request{ID: l.asked[0], Picture: &wire.Picture{Seed: 1}}
	case view == ViewTopics && l.Topical == nil && l.asked[1] == 0:
		l.asked[1] = s.id()
		r = wire.Request{ID: l.asked[1], Topics: &wire.Topics{}}
	default:
		return s, nil
	}
	return s, []Cmd{Send{Request: r}}
}

// looked takes in a reply to that, and reports whether it was one.
func (s *State) looked(r wire.Reply) bool {
	switch r.ID {
	case 0:
		return false
	case s.Look.asked[0]:
		s.Look.asked[0], s.Look.Pictured = 0, r.Pictured // where it failed it is asked for again
	case s.Look.asked[1]:
		s.Look.asked[1], s.Look.Topical = 0, r.Topical
	default:
		return false
	}
	return true
}
