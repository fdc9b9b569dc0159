package model

import (
	"slices"

	"concord/app/model/budget"
	"concord/app/model/job"
	"concord/core/api"
)

// Items are how those stand that were compared, and how that is shown.
type Items struct {
	finding[api.Ranking]
	Held     []api.HeldOut  // methods by how well they predict votes; nil: not asked
	Next     []api.NextPair // to ask about; nil: not asked
	All      bool           // the items are a table of all, not the first alone
	Expected bool           // the matrix of who beats whom shows what the ranking expects
}

type (
	// ListItems lists all items, or the first alone.
	ListItems struct{ All bool }
	// ShowExpected has the matrix of who beats whom show what the ranking expects.
	ShowExpected struct{ On bool }
	// HoldVotes compares methods by how well they predict votes that are held out.
	HoldVotes struct{}
	// AskPairs asks which pairs to compare next, for as many votes as the user has typed.
	AskPairs struct{}
)

// Ranks reports whether the result ranks items.
func (s State) Ranks() bool { return s.Result != nil && slices.Contains(s.Result.Files, api.FileItems) }

// rankFirst turns to the ranking, if there is one and no other view was asked for.
func (s *State) rankFirst() {
	if s.View == ViewTasks && s.Ranks() {
		s.View = ViewRanking
	}
}

// landed reports whether the state has a first result, at whose ranking the user is now.
func (s *State) landed(before State) bool {
	return before.Result == nil && s.Result != nil && s.View == ViewRanking
}

func rankStudy() study {
	return study{
		views:   []string{ViewRanking, ViewTasks, ViewWorkers, ViewAgreement, ViewMethods, ViewData}, // beside the answer
		request: func(State) api.Request { return api.Request{Ranking: &api.RankItems{}} },
		missing: func(s State) bool { return s.Ranks() && s.Items.missing() },
		asked:   func(s *State) *int { return &s.Items.asked },
		take:    func(s *State, r api.Reply) { s.Items.take(r.Ranking, r.Fault) },
	}
}

func (m ListItems) apply(s *State) []Cmd    { return put(&s.Items.All, m.All) }
func (m ShowExpected) apply(s *State) []Cmd { return put(&s.Items.Expected, m.On) }

func (HoldVotes) apply(s *State) []Cmd {
	return s.askRanking("the comparison of methods", "hold-votes", &api.RankItems{Held: true})
}

func (AskPairs) apply(s *State) []Cmd {
	if s.Plan.Wrong(budget.Budget) != "" {
		return nil
	}
	return s.askRanking("the choice of pairs", "ask-pairs", &api.RankItems{Pairs: s.Plan.Request().Budget})
}

// askRanking asks for more of the ranking. The focus comes back to the button.
func (s *State) askRanking(title, button string, q *api.RankItems) []Cmd {
	if !s.Ranks() || s.Busy() {
		return nil
	}
	return s.begin(job.Run{Setup: s.Setup, Title: title, From: button}, api.Request{Ranking: q})
}

// ranked takes in what was asked for besides.
func (s *State) ranked(run job.Run, r *api.Ranking) []Cmd {
	if r.Held != nil {
		s.Items.Held = r.Held
	}
	if r.Next != nil {
		s.Items.Next = r.Next
	}
	s.Note = "Done."
	return []Cmd{Focus{ID: run.From}}
}

// again has the ranking asked for again: there is another result. How well methods predict doesn't depend on it.
func (i *Items) again() {
	i.finding.again()
	i.Next = nil
}
