package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/api"
)

// Done by the user, of labels.
type (
	MergeAlike struct{ At int }           // take names that look alike for the same: the group at that place; -1: all of them
	TakeSets   struct{ Separator string } // a task may have several labels, in one cell or in a list
	TakeApart  struct{}                   // take no names for the same

	SetNone struct {
		Cell string
		None bool
	} // whether this cell means "no answer"
)

// apply merges names that look alike.
func (m MergeAlike) apply(s *State) []Cmd {
	o := s.Labels.Opened
	if o == nil || m.At >= len(o.Alike) {
		return nil
	}
	return s.redraft(api.RoleLabels, "take-apart", func(r *api.Choices) { r.Merge = files.MergedAlike(r.Merge, o.Alike, m.At, "") })
}

// apply lets a task have several labels, in one cell with the separator between them.
func (m TakeSets) apply(s *State) []Cmd {
	return s.redraft(api.RoleLabels, "labels-sets", func(r *api.Choices) {
		r.As(api.KindSets)
		r.Separator = m.Separator
	})
}

// Settle applies a remedy to the issue of that key (api.Issue.Key).
type Settle struct {
	Issue string
	api.Remedy
}

// Issues are what is to be settled yet.
func (s State) Issues() []api.Issue {
	var found []api.Issue
	if s.Result != nil {
		found = s.learning(s.Result.Issues)
	}
	return s.Sources.Issues(found, len(s.Order()) > 0)
}

// Unsettled reports whether it is open which classes there are, and no result was asked for all the same.
func (s State) Unsettled() bool {
	return s.Result == nil && slices.ContainsFunc(s.Issues(), func(i api.Issue) bool { return i.Classes })
}

func (m Settle) apply(s *State) []Cmd {
	if s.Labels.Opened == nil || s.Busy() {
		return nil
	}
	if change := files.Remedied(m.Remedy, s.Labels.Opened); change != nil {
		return s.redraft(api.RoleLabels, "settle-title", change)
	}
	other := map[string]Msg{
		api.DoConfirm: ConfirmRoles{}, api.DoOrder: SetOrdered{On: true}, api.DoData: Show{ViewData}, api.DoWorkers: Show{ViewWorkers},
		api.DoList: Download{What: "problems", Of: api.RoleLabels},
	}
	if m, is := other[m.Do]; is {
		return m.apply(s)
	}
	if m.Do == api.DoEach {
		return append(SetValue{"copies", "keep"}.apply(s), StartRun{}.apply(s)...)
	}
	if o := s.offer(); o != nil && o.Key() == m.Issue {
		return s.settleOffer(m)
	}
	s.Labels, s.due = s.Labels.Keeping(m.Issue), s.due || s.Result == nil
	return []Cmd{Focus{ID: "settle-title", Or: "results-title"}}
}
