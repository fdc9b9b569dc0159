package model

import "concord/core/wire"

// Agreement is how far the workers agree with each other. It is of the labels,
// whatever method runs on them.
type Agreement struct {
	Agreed      *wire.Agreed // nil: not there yet
	Paired      *wire.Paired // a piece of the matrix of workers
	Row, Column int          // where it begins
	turned      [2]int       // where the piece begins that is awaited
	asked       int
	askedPaired int
}

// PairsSize is how many rows and columns of the matrix of workers are shown at a
// time.
const PairsSize = 10

// turnPairs shows another piece of the matrix of workers.
func (s State) turnPairs(row, column int) (State, []Cmd) {
	a := s.Agreement.Agreed
	if a == nil || row < 0 || column < 0 || row >= a.Workers || column >= a.Workers {
		return s, nil
	}
	s.Agreement.askedPaired, s.Agreement.turned = s.id(), [2]int{row, column}
	return s, []Cmd{Send{Request: wire.Request{
		ID: s.Agreement.askedPaired, Pairs: &wire.Pairs{Row: row, Column: column, Count: PairsSize},
	}}}
}

// agreementReplied takes in a reply about agreement, and reports whether it was
// one.
func (s *State) agreementReplied(r wire.Reply) bool {
	switch r.ID {
	case 0:
		return false
	case s.Agreement.asked:
		s.Agreement.asked = 0 // so that it is asked for again where it failed
		s.Agreement.Agreed = r.Agreed
	case s.Agreement.askedPaired:
		s.Agreement.askedPaired = 0
		if r.Paired != nil {
			s.Agreement.Paired = r.Paired
			s.Agreement.Row, s.Agreement.Column = s.Agreement.turned[0], s.Agreement.turned[1]
		}
	default:
		return false
	}
	return true
}

func (m TurnPairs) apply(s State) (State, []Cmd) { return s.turnPairs(m.Row, m.Column) }
