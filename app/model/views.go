package model

import (
	"slices"

	"concord/core/wire"
)

// A View is one way to look at a result. What it shows is drawn by app/ui/views.
type View struct {
	Name, Title string
	when        func(State) bool    // the result has something to show there; nil: it always has
	table       func(*State) *Table // that it shows; nil: none
}

// The views of a result.
const (
	ViewTasks     = "tasks"
	ViewWorkers   = "workers"
	ViewAgreement = "agreement"
	ViewOverview  = "overview"
	ViewAdvice    = "advice"
	ViewPlan      = "plan"
	ViewPicture   = "picture"
	ViewTopics    = "topics"
	ViewCompare   = "compared"
)

// Views are all of them, in the order of their tabs.
var Views = []View{
	{Name: ViewOverview, Title: "Overview"},
	{Name: ViewTasks, Title: "Tasks", table: func(s *State) *Table { return &s.Tasks }},
	{Name: ViewWorkers, Title: "Workers", when: State.CanShowWorkers, table: func(s *State) *Table { return &s.Workers }},
	{Name: ViewTopics, Title: "Topics", when: func(s State) bool { return s.Result.Topics }},
	{Name: ViewPicture, Title: "Picture", when: func(s State) bool { return s.Result.Picture }},
	{Name: ViewAgreement, Title: "Agreement"},
	{Name: ViewCompare, Title: "Compare", table: func(s *State) *Table { return &s.Compare.Rows }},
	{Name: ViewAdvice, Title: "Which method?"},
	{Name: ViewPlan, Title: "What next?", when: State.CanPlan},
}

// There reports whether a result has the view.
func (v View) There(s State) bool { return s.Result != nil && (v.when == nil || v.when(s)) }

// view returns the one of that name.
func view(name string) View {
	for _, v := range Views {
		if v.Name == name {
			return v
		}
	}
	return Views[0]
}

// A study is what views show beside the result: asked for when it is first looked at.
type study struct {
	views   []string // that show it; none: it is asked for in another way
	missing func(State) bool
	request wire.Request
	asked   func(*State) *int        // the request whose answer is awaited; 0: none
	take    func(*State, wire.Reply) // takes the answer in
	about   string                   // that failed; empty: take says why
}

// studies are all of them.
func studies() []study {
	return []study{{
		views: []string{ViewAgreement, ViewOverview}, about: "The agreement", request: wire.Request{Agree: &wire.Agree{Seed: 1}},
		missing: func(s State) bool { return s.Agreement.Agreed == nil },
		asked:   func(s *State) *int { return &s.Agreement.asked },
		take:    func(s *State, r wire.Reply) { s.Agreement.Agreed = r.Agreed },
	}, {
		about: "The agreement",
		asked: func(s *State) *int { return &s.Agreement.askedPaired },
		take: func(s *State, r wire.Reply) {
			if r.Paired != nil {
				s.Agreement.Paired, s.Agreement.Row, s.Agreement.Column = r.Paired, s.Agreement.turned[0], s.Agreement.turned[1]
			}
		},
	}, {
		views:   []string{ViewOverview},
		request: wire.Request{Rows: &wire.Rows{Table: tableJudged, Sort: "flags", Desc: true, Count: Suspects}},
		missing: func(s State) bool { return s.CanJudge() && s.Overview.Suspects == nil },
		asked:   func(s *State) *int { return &s.Overview.asked },
		take: func(s *State, r wire.Reply) {
			if s.Overview.Suspects, s.Overview.Why = r.Page, ""; r.Fault != nil {
				s.Overview.Why = r.Fault.Message // who can't be judged is not named
			}
		},
	}, {
		views: []string{ViewPicture}, about: "The view", request: wire.Request{Picture: &wire.Picture{Seed: 1}},
		missing: func(s State) bool { return s.Look.Pictured == nil },
		asked:   func(s *State) *int { return &s.Look.asked[0] },
		take:    func(s *State, r wire.Reply) { s.Look.Pictured = r.Pictured },
	}, {
		views: []string{ViewTopics}, about: "The view", request: wire.Request{Topics: &wire.Topics{}},
		missing: func(s State) bool { return s.Look.Topical == nil },
		asked:   func(s *State) *int { return &s.Look.asked[1] },
		take:    func(s *State, r wire.Reply) { s.Look.Topical = r.Topical },
	}, {
		asked: func(s *State) *int { return &s.Shelf.asked },
		take: func(s *State, r wire.Reply) {
			if r.Fault != nil { // the client tells when it is kept
				s.Shelf.Saving, s.Shelf.again, s.Shelf.Why = false, false, "This is not kept: "+r.Fault.Message
			}
		},
	}, {
		asked: func(s *State) *int { return &s.Effort.asked },
		take:  func(s *State, r wire.Reply) { s.Effort.Known = r.Effort }, // what can't be told is not shown
	}}
}

// apply turns to a view.
func (m Show) apply(s State) (State, []Cmd) {
	if s.Result == nil || m.View == ViewWorkers && s.Anonymous() {
		return s, nil
	}
	s.View = m.View
	s, cmds := s.askStudies()
	return s, append([]Cmd{Focus{ID: "tab-" + m.View}}, cmds...)
}

// askStudies asks for what the view shows and is neither there nor on its way.
func (s State) askStudies() (State, []Cmd) {
	var cmds []Cmd
	for _, x := range studies() {
		if asked := x.asked(&s); slices.Contains(x.views, s.View) && *asked == 0 && x.missing(s) {
			x.request.ID = s.id()
			*asked = x.request.ID
			cmds = append(cmds, Send{Request: x.request})
		}
	}
	return s, cmds
}

// studied takes in the answer to a study, and reports whether a reply was one. What
// failed is asked for again when it is looked at again.
func (s *State) studied(r wire.Reply) bool {
	for _, x := range studies() {
		if asked := x.asked(s); r.ID != 0 && *asked == r.ID {
			*asked = 0
			x.take(s, r)
			if x.about != "" {
				*s = s.failed(x.about, r)
			}
			return true
		}
	}
	return false
}

// Look is what is asked of a result for a view of its own.
type Look struct {
	Pictured *wire.Pictured // the tasks laid out on a plane; nil: not there yet
	Topical  *wire.Topical  // what the texts are about
	asked    [2]int         // the requests for these
}

// Overview is what the overview shows beside the figures of the labels and their
// agreement: who looks suspicious to all others.
type Overview struct {
	Suspects *wire.Page // the most suspicious first; nil: not there
	Why      string     // why nobody can be judged; empty: they can
	asked    int
}

// Suspects is how many workers the overview names at most.
const Suspects = 8

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
