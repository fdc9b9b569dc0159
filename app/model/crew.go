package model

import (
	"slices"

	"concord/core/api"
)

// Crew is how the workers stand, and those of them who are ticked.
type Crew struct {
	Roster *api.Roster // nil: not there yet
	Why    string      // why nobody can be judged, or ""
	Ticked []int       // workers to exclude, by index
	Tiers  bool        // show tiers, and name them in downloads
	Early  bool        // Roster has what is known before workers are compared with each other
	stale  bool        // Roster is of another result
	asked  int

	askedEarly, askedCounted int
}

// lateComparison is from how many labels on workers are first shown as they are before they are compared with each other.
const lateComparison = 1_000_000

// early reports whether workers are to be shown before they are compared with each other.
func (s State) early() bool {
	return s.CanJudge() && s.Crew.Roster == nil && s.Crew.Why == "" && s.Labels.Opened.Counts.Labels >= lateComparison
}

// rollEarly are the studies of that: what sums it up, and the table.
func rollEarly() []study {
	return []study{{
		views:   []string{ViewWorkers},
		request: func(State) api.Request { return api.Request{Roster: &api.Rank{Counted: true}} },
		missing: State.early,
		asked:   func(s *State) *int { return &s.Crew.askedEarly },
		take: func(s *State, r api.Reply) {
			if r.Roster != nil && s.early() {
				s.Crew.Roster, s.Crew.Early = r.Roster, true
			}
		},
	}, {
		views: []string{ViewWorkers},
		request: func(s State) api.Request {
			q := s.newTable(ViewWorkers).Query
			q.Table = api.TableCounted
			return api.Request{Rows: &q}
		},
		missing: State.early,
		asked:   func(s *State) *int { return &s.Crew.askedCounted },
		take: func(s *State, r api.Reply) {
			if t, there := s.Tables[ViewWorkers]; there && t.Page == nil && r.Page != nil {
				t.Page = r.Page
				s.setTable(ViewWorkers, t)
			}
		},
	}}
}

// CrewShown is how many workers the overview names at most.
const CrewShown = 8

// roll is the study of it.
func roll() study {
	return study{
		views:   []string{ViewWorkers, ViewData},
		request: func(State) api.Request { return api.Request{Roster: &api.Rank{}} },
		missing: func(s State) bool {
			return s.Result != nil && !s.Anonymous() && (s.Crew.Roster == nil && s.Crew.Why == "" || s.Crew.Early || s.Crew.stale)
		},
		asked: func(s *State) *int { return &s.Crew.asked },
		take: func(s *State, r api.Reply) {
			if s.Crew.stale, s.Crew.Early, s.Crew.Roster, s.Crew.Why = false, false, r.Roster, ""; r.Fault != nil {
				s.Crew.Why = r.Fault.Message // who can't be judged is not named
			}
		},
	}
}

// rollAgain has the roster, the panel and the ranking asked for again: other ones may be on their way. What is shown stays until then.
func (s *State) rollAgain() {
	s.Crew.stale, s.Crew.asked, s.Crew.Ticked = true, 0, nil
	s.Panel.again()
	s.Items.again()
}

// apply ticks a worker, or takes the tick away.
func (m TickWorker) apply(s *State) []Cmd {
	s.Crew.Ticked = slices.DeleteFunc(slices.Clone(s.Crew.Ticked), func(j int) bool { return j == m.Worker })
	if m.On {
		s.Crew.Ticked = append(s.Crew.Ticked, m.Worker)
	}
	return nil
}

// apply excludes all who are ticked.
func (ExcludeTicked) apply(s *State) []Cmd {
	if len(s.Crew.Ticked) == 0 {
		return nil
	}
	a := s.Amend
	a.Exclude = slices.Compact(slices.Sorted(slices.Values(slices.Concat(a.Exclude, s.Crew.Ticked))))
	return s.amendFrom("undo-workers", a)
}

// amendFrom amends with the focus on a button afterwards.
func (s *State) amendFrom(button string, a api.Amend) []Cmd {
	cmds := s.amend(a, false)
	if cmds != nil {
		s.Run.From = button
	}
	return cmds
}
