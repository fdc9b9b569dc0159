package model

import (
	"fmt"
	"slices"

	"concord/app/format"
	"concord/core/wire"
)

// The user may say that the classes are steps of a scale, and put them in order.

type (
	// SetOrdered says whether the classes are steps of a scale.
	SetOrdered struct{ On bool }
	// MoveClass moves one of them to another place of their order.
	MoveClass struct{ From, To int }
)

// MostOrdered is how many classes can be put in order by hand.
const MostOrdered = 40

// CanOrder reports whether the classes can be put in order: of two there is
// nothing to gain by it.
func (s State) CanOrder() bool {
	c := s.Labels.Opened
	return c != nil && c.Counts != nil && !c.Counts.Numeric && !c.Counts.Sets &&
		c.Counts.Classes >= 3 && c.Counts.Classes <= MostOrdered && len(c.Counts.ClassNames) == c.Counts.Classes
}

// Order is every class from the lowest to the highest; empty: they have none.
func (s State) Order() []string {
	if s.Ordering != nil {
		return s.Ordering
	}
	return s.Amend.Order
}

// CanMove reports whether the order can be changed now: also while a change of
// it is under way, so that a class can be moved on and on.
func (s State) CanMove() bool { return !s.Busy() || s.Run != nil && s.Run.Ordering }

// apply begins with the order that the names of the classes tell, or else that in
// which they are listed.
func (m SetOrdered) apply(s State) (State, []Cmd) {
	if !s.CanOrder() || !s.CanMove() {
		return s, nil
	}
	s.Ordering = []string{}
	if m.On {
		c := s.Labels.Opened.Counts
		if s.Ordering = slices.Clone(c.ClassNames); len(c.Natural) == len(c.ClassNames) {
			s.Ordering = slices.Clone(c.Natural)
		}
	}
	return s.sendOrder()
}

// apply moves a class.
func (m MoveClass) apply(s State) (State, []Cmd) {
	order := slices.Clone(s.Order())
	if m.From < 0 || m.To < 0 || m.From >= len(order) || m.To >= len(order) || m.From == m.To || !s.CanMove() {
		return s, nil
	}
	class := order[m.From]
	s.Ordering = slices.Insert(slices.Delete(order, m.From, m.From+1), m.To, class)
	s, cmds := s.sendOrder()
	button := "earlier"
	if m.To == 0 || m.To > m.From && m.To < len(order)-1 {
		button = "later"
	}
	return s, append(cmds, Focus{ID: fmt.Sprintf("%s-%d", button, m.To)})
}

// sendOrder asks for the order at hand, unless an earlier one is under way: then
// it follows.
func (s State) sendOrder() (State, []Cmd) {
	if s.Run != nil {
		return s, nil
	}
	a := s.Amend
	a.Order = s.Ordering
	s, cmds := s.amend(a, false)
	if s.Run == nil {
		s.Ordering = nil
		return s, nil
	}
	s.Run.Title, s.Run.Ordering = "the order of the classes", true
	return s, cmds
}

// ordered goes on when an order has been taken in: with the next one, where the
// user has moved on.
func (s State) ordered(a *wire.Amended) (State, []Cmd) {
	if s.Ordering == nil {
		return s, nil
	}
	if !slices.Equal(s.Ordering, a.Order) {
		return s.sendOrder()
	}
	s.Ordering = nil
	s.Note = "The classes are no steps of a scale any more."
	if n := len(a.Order); n > 0 {
		s.Note = fmt.Sprintf("The classes are steps of a scale, from %s to %s.", format.Quoted(a.Order[0]), format.Quoted(a.Order[n-1]))
	}
	return s, nil
}
