package model

import (
	"cmp"
	"slices"

	"concord/core/api"
)

// A View is one way to look at a result. What it shows is drawn by app/ui/views.
type View struct {
	Name, Title string
	Row         string           // what a row of its table is, such as "task"; empty: it has no table
	Opens       string           // what the names of the rows open, ViewTasks or ViewWorkers; empty: nothing
	when        func(State) bool // the result has something to show there; nil: it always has
	// When the rows of its table are asked for: along with the result, or apart, as the view itself
	// decides; neither: when the view is first looked at.
	along, apart bool
}

// The views of a result.
const (
	ViewRanking   = "ranking"
	ViewTasks     = "tasks"
	ViewWorkers   = "workers"
	ViewAgreement = "agreement"
	ViewMethods   = "methods"
	ViewPlan      = "plan"
	ViewJudges    = "judges"
	ViewTopics    = "topics"
	ViewCompare   = "compared"
	ViewData      = "data"
)

// Views are all of them, in the order of their tabs.
var Views = []View{
	{Name: ViewRanking, Title: "Ranking", Row: "item", when: State.Ranks},
	{Name: ViewTasks, Title: "Labels", Row: "task", Opens: ViewTasks, along: true},
	{Name: ViewWorkers, Title: "Workers", Row: "worker", Opens: ViewWorkers, when: workersKnown},
	{Name: ViewJudges, Title: "Judges", when: panelKnown},
	{Name: ViewTopics, Title: "Topics", when: func(s State) bool { return s.Result.Topics }},
	{Name: ViewAgreement, Title: "Agreement"},
	{Name: ViewMethods, Title: "Methods"},
	{Name: ViewCompare, Row: "task", Opens: ViewTasks, apart: true, when: func(State) bool { return false }}, // a part of Methods
	{Name: ViewPlan, Title: "Next labels", when: State.CanPlan},
	{Name: ViewData, Title: "Data"},
}

func workersKnown(s State) bool { return !s.Anonymous() }

func panelKnown(s State) bool { return s.Counts() != nil && s.Counts().IsPanel() }

// TitleFor is the title of the view where answers are of a kind.
func (v View) TitleFor(k api.Kind) string { return cmp.Or(k.Titles[v.Name], v.Title) }

// Noun is what a row of its table is called.
func (v View) Noun(n api.Nouns) string {
	switch v.Row {
	case "task":
		return n.Task
	case "worker":
		return n.Worker
	}
	return v.Row
}

// There reports whether a result has the view.
func (v View) There(s State) bool {
	if s.Result == nil {
		return v.Name == ViewData && s.Labels.Shown() != nil && !s.Coming()
	}
	return v.when == nil || v.when(s)
}

// Showing is the view that is shown: the chosen one, or the data until there is a result, and the labels where a
// result has nothing to show there.
func (s State) Showing() string {
	switch {
	case s.Coming():
		return s.View
	case s.Result == nil, s.Labels.Fault != nil && s.Labels.Fault.Opened != nil: // which can be mended there
		return ViewData
	case !ViewOf(s.View).There(s):
		return ViewTasks
	}
	return s.View
}

// late reports whether the rows of its table are asked for when it is first looked at.
func (v View) late() bool { return v.Row != "" && !v.along && !v.apart }

// ViewOf returns the view of that name.
func ViewOf(name string) View {
	return Views[slices.IndexFunc(Views, func(v View) bool { return v.Name == name })]
}

// A study is asked for when a view that shows it is first looked at.
type study struct {
	views   []string // that show it; none: it is asked for in another way
	missing func(State) bool
	request func(State) api.Request
	asked   func(*State) *int // the request whose answer is awaited; 0: none
	take    func(*State, api.Reply)
	about   string // what failed, if it does; empty: take says why
}

// studies are all of them.
func studies() []study {
	return slices.Concat(rollEarly(), panelStudies(), []study{rankStudy()}, []study{{
		views: []string{ViewAgreement, ViewData}, about: "The agreement", request: agreeing,
		missing: func(s State) bool { return s.Agreement.Agreed == nil },
		asked:   func(s *State) *int { return &s.Agreement.asked },
		take: func(s *State, r api.Reply) {
			a := &s.Agreement
			if r.Agreed == nil { // the weights may be wrong
				a.Weights = a.weighed
				return
			}
			a.Agreed, a.weighed = r.Agreed, a.Weights
		},
	}, {
		about: "The agreement",
		asked: func(s *State) *int { return &s.Agreement.askedPaired },
		take: func(s *State, r api.Reply) {
			if r.Paired != nil {
				if s.Agreement.Paired == nil {
					s.Agreement.Confuse = Confuse{-1, -1}
				}
				s.Agreement.Paired, s.Agreement.TurnPairs = r.Paired, s.Agreement.turned
			}
		},
	}, {
		about: "The confusion",
		asked: func(s *State) *int { return &s.Agreement.askedConfused },
		take:  func(s *State, r api.Reply) { s.Agreement.Confused = r.Confused },
	}, roll(), {
		asked: func(s *State) *int { return &s.Quick.asked },
		take: func(s *State, r api.Reply) { // what can't be told is not shown
			s.Quick.Advised, s.Quick.never = r.Advised, r.Fault != nil && !r.Fault.Cancelled
		},
	}, {
		views: []string{ViewTopics}, about: "The view", request: func(State) api.Request { return api.Request{Topics: &api.Topics{}} },
		missing: func(s State) bool { return s.Look.Topical == nil },
		asked:   func(s *State) *int { return &s.Look.asked },
		take:    func(s *State, r api.Reply) { s.Look.Topical = r.Topical },
	}, {
		about: "The list of tasks",
		asked: func(s *State) *int { return &s.blanks },
		take:  func(s *State, r api.Reply) { s.Labelling = s.Labelling.With(r.Unseen) },
	}, {
		asked: func(s *State) *int { return &s.Autosave.asked },
		take: func(s *State, r api.Reply) {
			if r.Fault != nil { // the client tells when it is kept
				s.Autosave.Saving, s.Autosave.again, s.Autosave.Why = false, false, "Not saved: "+r.Fault.Message
			}
		},
	}, {
		asked: func(s *State) *int { return &s.Effort.asked },
		take:  func(s *State, r api.Reply) { s.Effort.Known = r.Effort }, // what can't be told is not shown
	}})
}

// apply turns to a view.
func (m Show) apply(s *State) []Cmd {
	m.View = viewNamed(m.View)
	if !ViewOf(m.View).There(*s) {
		return nil
	}
	s.View = m.View
	return append([]Cmd{Focus{ID: "tab-" + m.View}}, s.askStudies()...)
}

// askStudies asks for what the view shows and is neither there nor on its way.
func (s *State) askStudies() []Cmd {
	var cmds []Cmd
	for _, x := range studies() {
		if asked := x.asked(s); slices.Contains(x.views, s.View) && *asked == 0 && x.missing(*s) {
			r := x.request(*s)
			r.ID = s.id()
			*asked = r.ID
			cmds = append(cmds, Send{Request: r})
		}
	}
	if _, there := s.Tables[s.View]; !there && ViewOf(s.View).late() {
		cmds = append(cmds, s.ask(s.View)...)
	}
	return cmds
}

// studied takes in the answer to a study, and reports whether r was one. A study that failed is asked for again
// the next time its view is shown.
func (s *State) studied(r api.Reply) bool {
	for _, x := range studies() {
		if asked := x.asked(s); *asked == r.ID {
			*asked = 0
			x.take(s, r)
			if x.about != "" {
				s.failed(x.about, r)
			}
			return true
		}
	}
	return false
}

// Look holds what the texts are about; nil: not there yet.
type Look struct {
	Topical *api.Topical
	asked   int
}

// Agreement is how far the workers agree with each other. It depends on the labels alone, not on a method.
type Agreement struct {
	Weights                    string         // of AC2 and weighted κ; empty: the default
	weighed                    string         // those of Agreed
	Agreed                     *api.Agreement // nil: not there yet
	Paired                     *api.Paired    // a piece of the matrix of workers
	TurnPairs                                 // where it begins
	turned                     TurnPairs      // where the awaited piece begins
	Confuse                    Confuse        // the workers chosen
	Confused                   *api.Confusion // of these; nil: not there yet
	asked                      int
	askedPaired, askedConfused int
}

// PairsSize is how many rows and columns of the matrix of workers are shown at once.
const PairsSize = 10

// apply shows another piece of the matrix of workers.
func (m TurnPairs) apply(s *State) []Cmd {
	a := s.Agreement.Agreed
	if a == nil || min(m.Row, m.Column) < 0 || max(m.Row, m.Column) >= a.Workers {
		return nil
	}
	id := s.id()
	s.Agreement.askedPaired, s.Agreement.turned = id, m
	return []Cmd{Send{Request: api.Request{ID: id, Pairs: &api.Pairs{
		Row: m.Row, Column: m.Column, Count: PairsSize, Weights: s.Agreement.Weights,
	}}}}
}

// apply chooses two workers and asks which labels they confuse.
func (m Confuse) apply(s *State) []Cmd {
	a := &s.Agreement
	a.Confuse, a.Confused = m, nil
	if min(m.Worker, m.Other) < 0 {
		return nil
	}
	a.askedConfused = s.id()
	return []Cmd{Send{Request: api.Request{ID: a.askedConfused, Confuse: new(api.Confused(m))}}}
}

func (a *Agreement) ask() api.Agree { return api.Agree{Seed: 1, Weights: a.Weights} }

// agreeing asks how far the workers agree.
func agreeing(s State) api.Request {
	return api.Request{Agree: new(s.Agreement.ask())}
}

// apply measures agreement with other weights. What is shown stays until that is there.
func (m SetWeights) apply(s *State) []Cmd {
	a := &s.Agreement
	if a.Agreed == nil {
		return nil
	}
	a.Weights = m.Weights
	r := agreeing(*s)
	r.ID = s.id()
	a.asked = r.ID
	cmds := []Cmd{Send{Request: r}}
	if a.Paired != nil {
		cmds = append(cmds, a.TurnPairs.apply(s)...)
	}
	return cmds
}
