package model

import (
	"concord/app/model/budget"
	"concord/app/model/job"
	"concord/core/api"
)

// CanPlan reports whether labels can be planned: classes, one to a task, from known workers.
func (s State) CanPlan() bool { return s.CanReview() && !s.Anonymous() }

// PlanSilent is why nothing can be foretold of the labels, or "": nothing shows how right they are. A method that asks for labels by
// itself can do without.
func (s State) PlanSilent() string {
	if x := s.Result; x == nil || x.Expected == nil || x.Expected.Known() || x.Method == api.Active {
		return ""
	}
	return s.Result.Expected.Why + " " + s.Result.Expected.Give
}

// PlanBlocked says why nothing can be planned now, or "".
func (s State) PlanBlocked() string {
	switch {
	case !s.CanPlan():
		return "Run a method on classes first."
	case s.PlanSilent() != "":
		return s.PlanSilent()
	case s.Busy():
		return s.busyWith()
	case s.Plan.Wrong(budget.Budget) != "" || s.Plan.Wrong(budget.Share) != "":
		return "Fix the fields marked in red first."
	}
	return ""
}

// lesserRuns is how many times as long as the result the forecast takes: the method is run again on a quarter, a half and three
// quarters of the labels, and on one label a task.
const lesserRuns = 2

// PlanSeconds is about how long a forecast takes; 0: hardly any time.
func (s State) PlanSeconds() float64 {
	if s.Result == nil || s.Plan.Planned != nil { // what fewer labels would have left is known by then
		return 0
	}
	return lesserRuns * s.Result.Seconds
}

// apply asks for a forecast, and which labels to get next.
func (StartPlan) apply(s *State) []Cmd {
	if s.PlanBlocked() != "" {
		return nil
	}
	return s.begin(job.Run{Setup: s.Setup, Title: "the forecast", From: "plan"}, api.Request{Plan: s.Plan.Request()})
}

// planned shows what more labels bring, and which to get next.
func (s *State) planned(p *api.Planned) []Cmd {
	s.Plan.Planned, s.View = p, ViewPlan
	s.Note = p.Sentence
	if p.Forecast == nil {
		return []Cmd{Focus{ID: "plan-title"}}
	}
	s.Note = p.Forecast.Sentence()
	return []Cmd{Focus{ID: "need-title"}}
}
