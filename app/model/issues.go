package model

import (
	"slices"

	"concord/app/model/files"
	"concord/core/wire"
)

// What there is to settle stands above the views, each with its remedies. What decides which classes there are is settled before the
// first fit starts by itself: a result of classes that are about to change is of no use.

// Settle applies a remedy to the issue of that key (wire.Issue.Key).
type Settle struct {
	Issue string
	wire.Remedy
}

// Issues are what is to be settled yet. While roles are a guess, so is all else: they come alone.
func (s State) Issues() []wire.Issue {
	o := s.Labels.Opened
	if o == nil || s.Labels.Fault != nil {
		return nil
	}
	all, kept := o.Issues, slices.Clone(o.Read.Kept)
	if s.Result != nil {
		all = slices.Concat(all, s.Result.Issues)
	}
	if len(s.Order()) > 0 { // which Amend has, not the file
		kept = append(kept, wire.IssueScale)
	}
	isRoles := func(i wire.Issue) bool { return i.Kind == wire.IssueRoles }
	open := wire.OpenIssues(all, kept)
	if s.Labels.Asks() == "" {
		return slices.DeleteFunc(open, isRoles)
	}
	return slices.DeleteFunc(open, func(i wire.Issue) bool { return !isRoles(i) })
}

// Unsettled reports whether it is open which classes there are, and no result was asked for all the same.
func (s State) Unsettled() bool {
	return s.Result == nil && slices.ContainsFunc(s.Issues(), func(i wire.Issue) bool { return i.Classes })
}

func (m Settle) apply(s *State) []Cmd {
	o := s.Labels.Opened
	if o == nil || s.Busy() {
		return nil
	}
	switch m.Do {
	case wire.DoConfirm:
		return ConfirmRoles{}.apply(s)
	case wire.DoMerge:
		return MergeAlike{At: -1, Of: m.With}.apply(s)
	case wire.DoNone:
		return s.redraft(wire.RoleLabels, files.TitleID(wire.RoleLabels), func(r *wire.Read) {
			r.Missing = slices.Clone(r.Missing)
			for _, n := range o.NoAnswer {
				if !slices.Contains(r.Missing, n.Name) {
					r.Missing = append(r.Missing, n.Name)
				}
			}
		})
	case wire.DoSets:
		return TakeSets{Separator: m.With}.apply(s)
	case wire.DoAgain:
		return SetAgain{Again: m.With}.apply(s)
	case wire.DoNumbers:
		return SetNumeric{Of: wire.RoleLabels, Numeric: true}.apply(s)
	case wire.DoOrder:
		return SetOrdered{On: true}.apply(s)
	case wire.DoDrop:
		return SetDrop{Drop: true}.apply(s)
	case wire.DoEncoding:
		return SetEncoding{Of: wire.RoleLabels, Encoding: m.With}.apply(s)
	case wire.DoList:
		return Download{What: "problems", Of: wire.RoleLabels}.apply(s)
	case wire.DoData:
		return Show{View: ViewData}.apply(s)
	case wire.DoWorkers:
		return Show{View: ViewWorkers}.apply(s)
	}
	s.Labels = s.Labels.Keeping(m.Issue)
	s.due = s.due || s.Result == nil
	return []Cmd{Focus{ID: "settle-title", Or: "results-title"}}
}
