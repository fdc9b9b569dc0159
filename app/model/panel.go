package model

import "concord/core/api"

// Panel is how the workers stand as judges who share mistakes, and how many tasks would pass if a person judged them all.
type Panel struct {
	Judges finding[api.Judges]
	Passed finding[api.PassRate]
	Rate   api.Rate // what Passed is asked
}

// finding is the answer to a study, or why there is none. What is shown stays until another is there.
type finding[T any] struct {
	Found *T     // nil: not there yet
	Why   string // why it can't be told, or ""
	stale bool   // it is of another result, or was asked for in another way
	asked int
}

func (f *finding[T]) missing() bool { return f.Found == nil && f.Why == "" || f.stale }

func (f *finding[T]) again() { f.stale, f.asked = true, 0 }

func (f *finding[T]) take(found *T, fault *api.Fault) {
	f.stale = false
	switch {
	case fault == nil:
		f.Found, f.Why = found, ""
	case !fault.Cancelled:
		f.Why = fault.Message
	}
}

// panelStudies are those of the view of the judges.
func panelStudies() []study {
	return []study{{
		views:   []string{ViewJudges},
		request: func(s State) api.Request { return api.Request{Panel: &api.Panel{Pass: s.Panel.Rate.Pass}} },
		missing: func(s State) bool { return s.Panel.Judges.missing() },
		asked:   func(s *State) *int { return &s.Panel.Judges.asked },
		take:    func(s *State, r api.Reply) { s.Panel.Judges.take(r.Judges, r.Fault) },
	}, {
		views:   []string{ViewJudges},
		request: func(s State) api.Request { return api.Request{Rate: new(s.Panel.Rate)} },
		missing: func(s State) bool { return s.Panel.Passed.missing() },
		asked:   func(s *State) *int { return &s.Panel.Passed.asked },
		take:    func(s *State, r api.Reply) { s.Panel.Passed.take(r.PassRate, r.Fault) },
	}}
}

// again has both asked for again: a truth was opened or closed, or there is another result.
func (p *Panel) again() {
	p.Judges.again()
	p.Passed.again()
}

// apply asks for the pass rate in another way.
func (m SetRate) apply(s *State) []Cmd {
	if s.Result == nil {
		return nil
	}
	if m.Rate.Pass != s.Panel.Rate.Pass {
		s.Panel.Judges.again()
	}
	s.Panel.Rate = m.Rate
	s.Panel.Passed.again()
	return s.askStudies()
}
