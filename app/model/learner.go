package model

import (
	"slices"

	"concord/app/format"
	"concord/app/model/files"
	"concord/core/api"
)

// Features and texts can be added to labels that have a result. If the user has chosen no method, the one to begin with
// is then another, which learns from them: it runs by itself where it is quick. Where it is not, and where the user has
// chosen a method, the result stays, and the other method is offered.

// prefer makes the method of the next fit the user's, or else the one to begin with on what is open.
func (s *State) prefer() {
	if name := s.Usable(s.Stated); name != "" {
		s.Setup.Method = name
	}
}

// offer offers the method that learns from what describes the tasks, or that ranks items; nil: the result is by it, or by another that
// the user chose and that does so too.
func (s State) offer() *api.Issue {
	if s.Result == nil || s.Labels.Opened == nil {
		return nil
	}
	begin := s.Begin()
	m, _ := s.MethodNamed(begin.Method)
	used, _ := s.MethodNamed(s.Result.Method)
	var text string
	switch {
	case s.Counts().Kind.Items && !s.Ranks():
		text = s.Result.Title + " answers each pair by itself and ranks no items. " + m.Title + " ranks them"
	case begin.From == "" || m.Name == used.Name || used.Described && s.Stated == used.Name:
		return nil
	default:
		text = "This result is by " + s.Result.Title + ". " + m.Title + " learns from the " + begin.From + ", too"
	}
	return &api.Issue{
		Kind: api.IssueLearner, Of: m.Name, Text: text + ": " + format.About(m.Seconds) + ".",
		Remedies: []api.Remedy{{Do: api.DoRun, With: m.Name, Title: "Run it"}, {Do: api.DoKeep, Title: "Keep this result"}},
	}
}

// Offered reports whether the offer stands beside the result, and so says why that is not by the method of the next fit.
func (s State) Offered() bool {
	return slices.ContainsFunc(s.Issues(), func(i api.Issue) bool { return i.Kind == api.IssueLearner && i.Of == s.Setup.Method })
}

// learning puts the offer in place of what a fit remarked: that it made no use of features or texts.
func (s State) learning(found []api.Issue) []api.Issue {
	o := s.offer()
	if o == nil {
		return found
	}
	found = slices.DeleteFunc(slices.Clone(found), func(i api.Issue) bool {
		return i.Kind == api.IssueUnused && api.RoleOf(i.Of).Describes
	})
	m, _ := s.Method()
	runs := s.Run != nil && s.Run.Setup.Method == o.Of
	if soon := s.due && !s.Manual && m.Name == o.Of && files.Quick(m); runs || soon {
		return found
	}
	return append(found, *o)
}

// settleOffer runs the method that is offered, or keeps the result.
func (s *State) settleOffer(m Settle) []Cmd {
	if m.Do == api.DoRun {
		s.Stated = ""
		s.prefer()
		return s.startRun(false)
	}
	s.Labels = s.Labels.Keeping(m.Issue)
	if s.Stated == "" {
		s.Setup, s.Stated = s.Result.Setup, s.Result.Method
	}
	return []Cmd{Focus{ID: "settle-title", Or: "results-title"}}
}
