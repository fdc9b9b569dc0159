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

// apply shows another piece of the matrix of workers.
func (m TurnPairs) apply(s State) (State, []Cmd) {
	row, column := m.Row, m.Column
	a := s.Agreement.Agreed
	if a == nil || row < 0 || column < 0 || row >= a.Workers || column >= a.Workers {
		return s, nil
	}
	s.Agreement.askedPaired, s.Agreement.turned = s.id(), [2]int{row, column}
	return s, []Cmd{Send{Request: wire.Request{
		ID: s.Agreement.askedPaired, Pairs: &wire.Pairs{Row: row, Column: column, Count: PairsSize},
	}}}
}
