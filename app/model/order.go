package model

import (
	"fmt"
	"slices"
	"strings"

	"concord/app/format"
	"concord/app/model/setup"
	"concord/core/api"
)

// The user may say that the classes are steps of a scale, and put them in order.

type (
	// SetOrdered says whether the classes are steps of a scale.
	SetOrdered struct{ On bool }
	// MoveClass moves one of them to another place of their order.
	MoveClass struct{ From, To int }
	// AddStep adds a step above the highest, one that no label names.
	AddStep struct{ Name string }
)

// Order is every class from the lowest to the highest; empty: they have none.
func (s State) Order() []string {
	if s.Ordering != nil {
		return s.Ordering
	}
	return s.Amend.Order
}

// CanMove reports whether the order can be changed now: also while an earlier change of it is under way.
func (s State) CanMove() bool { return !s.Busy() || s.Run != nil && s.Run.Ordering }

// apply begins with the order that the names of the classes suggest, or else the one they are listed in.
func (m SetOrdered) apply(s *State) []Cmd {
	if !s.CanOrder() || !s.CanMove() {
		return nil
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
func (m MoveClass) apply(s *State) []Cmd {
	order := slices.Clone(s.Order())
	if m.From < 0 || m.To < 0 || m.From >= len(order) || m.To >= len(order) || m.From == m.To || !s.CanMove() {
		return nil
	}
	class := order[m.From]
	s.Ordering = slices.Insert(slices.Delete(order, m.From, m.From+1), m.To, class)
	cmds := s.sendOrder()
	button := "earlier"
	if m.To == 0 || m.To > m.From && m.To < len(order)-1 {
		button = "later"
	}
	return append(cmds, Focus{ID: fmt.Sprintf("%s-%d", button, m.To)})
}

// apply adds a step unless the order has it.
func (m AddStep) apply(s *State) []Cmd {
	name, order := strings.TrimSpace(m.Name), s.Order()
	if len(order) == 0 || name == "" || slices.Contains(order, name) || !s.CanMove() {
		return nil
	}
	s.Ordering = append(slices.Clone(order), name)
	return append(s.sendOrder(), Focus{ID: fmt.Sprintf("earlier-%d", len(order))})
}

// sendOrder asks for the order as it is now. If an earlier one is under way, ordered does so later.
func (s *State) sendOrder() []Cmd {
	if s.Run != nil {
		return nil
	}
	a := s.Amend
	a.Order = s.Ordering
	cmds := s.amend(a, false)
	if s.Run == nil {
		s.Ordering = nil
		return nil
	}
	s.Run.Title, s.Run.Ordering = "the order of the classes", true
	return cmds
}

// ordered takes note that an order is in effect, and asks for the next one if the user has moved on.
func (s *State) ordered(a *api.Amended) []Cmd {
	if s.Ordering == nil {
		return nil
	}
	if !slices.Equal(s.Ordering, a.Order) {
		return s.sendOrder()
	}
	s.Ordering = nil
	s.Note = "Classes are no longer ordered."
	if n := len(a.Order); n > 0 {
		s.Note = fmt.Sprintf("Classes are ordered, from %s to %s.", format.Quoted(a.Order[0]), format.Quoted(a.Order[n-1]))
	}
	return nil
}

// OrderClasses says that the classes are steps of a scale, and leads to where they are put in order.
type OrderClasses struct{}

func (OrderClasses) apply(s *State) []Cmd {
	var cmds []Cmd
	if len(s.Order()) == 0 {
		cmds = SetOrdered{On: true}.apply(s)
	}
	return append(cmds, Focus{ID: "later-0", Or: "classes-ordered"})
}

// Ranking tells the order that the chosen method takes.
func (s State) Ranking() setup.Ranking {
	m, _ := s.Method()
	return setup.Rank(m, s.Counts(), s.Order(), s.CanOrder())
}
