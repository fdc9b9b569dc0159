package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/api"
)

// Costs of wrong labels can be typed on the page instead: a matrix with the truth in rows and the answers in
// columns. The page opens the file that such a matrix amounts to, so nothing else needs to know.

type (
	// SetCost says what the answer Label costs where Truth is true, by their places in the matrix.
	SetCost struct {
		Truth, Label int
		Text         string
	}
	// ResetCosts lets every wrong label cost 1 again.
	ResetCosts struct{}
)

// Pricing is the matrix while it is being changed.
type Pricing struct {
	Wanted *api.CostMatrix // under way to the worker; nil: it has what is shown
	Wrong  *WrongCost      // what was typed last and is no cost; nil: it is one
}

// WrongCost is a text that is not a cost, where it was typed.
type WrongCost struct {
	SetCost
	Why string
}

// apply changes one cell of the matrix.
func (m SetCost) apply(s *State) []Cmd {
	shown, _ := s.CostMatrix(s.Pricing.Wanted)
	if shown == nil || s.Run != nil || m.Truth < 0 || m.Label < 0 || m.Truth >= len(shown.Classes) || m.Label >= len(shown.Classes) {
		return nil
	}
	x, why := files.Cost(m.Text)
	if why != "" {
		s.Pricing.Wrong = &WrongCost{m, why}
		return nil
	}
	s.Pricing.Wrong = nil
	if shown.Of[m.Truth][m.Label] == x {
		return nil
	}
	next := &api.CostMatrix{Classes: shown.Classes, Of: slices.Clone(shown.Of)}
	next.Of[m.Truth] = slices.Clone(next.Of[m.Truth])
	next.Of[m.Truth][m.Label] = x
	return s.openCosts(next)
}

// apply lets every wrong label cost 1 again.
func (ResetCosts) apply(s *State) []Cmd {
	shown, _ := s.CostMatrix(s.Pricing.Wanted)
	if shown == nil || s.Run != nil || files.Even(shown) {
		s.Pricing.Wrong = nil
		return nil
	}
	cmds := s.openCosts(files.EvenCosts(shown.Classes))
	s.Costs.Reading.From = "undo-" + api.RoleCosts // for there is nothing to reset any more
	return cmds
}

// openCosts opens a matrix as the file that it stands for.
func (s *State) openCosts(m *api.CostMatrix) []Cmd {
	s.unpackCosts()
	cmds := s.open(api.RoleCosts, files.CostsFile(m), files.Change)
	s.Pricing = Pricing{Wanted: m}
	return cmds
}

// unpackCosts turns costs that came out of a project into a file of their own, so that Undo can open it.
func (s *State) unpackCosts() {
	if o := s.Costs.Opened; s.Costs.Origin.Packed && o != nil && o.Costs != nil {
		from := files.CostsFile(o.Costs)
		from.Serial = s.id()
		s.Costs.Origin = from
	}
}

// apply closes what is open in a role. Labels and costs can be had back.
func (m Forget) apply(s *State) []Cmd {
	role := m.Role
	if s.Run != nil {
		return nil
	}
	s.Note = "" // of what is gone
	if src := s.Source(role); src.Opened != nil && role != api.RoleCosts {
		s.Note = src.Origin.Name + " is closed."
	}
	if role == api.RoleLabels && s.Labels.Opened != nil && !s.Labels.Origin.Packed {
		return s.forgetUndoably(role)
	}
	if role == api.RoleCosts && s.Costs.Opened != nil {
		s.unpackCosts()
		return append(s.forgetUndoably(role), Focus{ID: "undo-" + api.RoleCosts})
	}
	return append(s.forget(role), Focus{ID: files.TitleID(role)}) // the button that was clicked is gone
}

// forgetUndoably drops what is loaded in a role so that Undo can open it again.
func (s *State) forgetUndoably(role string) []Cmd {
	past := append(slices.Clip(s.Source(role).Past), s.leaving(role))
	cmds := s.forget(role)
	s.Source(role).Past = past
	s.did(role)
	return cmds
}
