package model

import (
	"slices"

	"concord/app/model/job"
	"concord/core/api"
)

// apply downloads the forecast, with what it costs if that is known.
func (DownloadNeed) apply(s *State) []Cmd {
	if s.Plan.Planned == nil || s.Plan.Planned.Forecast == nil {
		return nil
	}
	x := api.Export{What: api.FileNeeded}
	if p := s.Plan.Need.Prices(); p.Known() {
		x.Prices = &p
	}
	return s.download(x)
}

// ReplayBlocked says why a replay can't begin now, or "".
func (s State) ReplayBlocked() string {
	switch {
	case !s.CanPlan():
		return "Run a method on classes first."
	case !slices.ContainsFunc(s.Result.Side, func(o *api.Opened) bool { return o.Role == api.RoleFeatures }):
		return "This needs features of the tasks, which tell what to label next. Add them, and run " + s.replays() + "."
	case s.Result.Method != api.MethodReplay:
		return "This needs a method that suggests what to label next. Run " + s.replays() + " first."
	case s.Busy():
		return s.busyWith()
	}
	return ""
}

// replays names the method that a replay needs.
func (s State) replays() string {
	m, _ := s.MethodNamed(api.MethodReplay)
	return m.Title
}

// apply asks how many of the labels would have been enough.
func (StartReplay) apply(s *State) []Cmd {
	if s.ReplayBlocked() != "" {
		return nil
	}
	ask := &api.Replay{Seed: s.Setup.Fit().Seed}
	return s.begin(job.Run{Setup: s.Setup, Title: "the replay", From: "replay"}, api.Request{Replay: ask})
}

// replayed shows how many of the labels would have been enough.
func (s *State) replayed(r *api.Replayed) []Cmd {
	s.Plan.Replayed, s.View, s.Note = r, ViewPlan, r.Sentence()
	return []Cmd{Focus{ID: "replay-title"}}
}

// CanPlan reports whether labels can be planned: classes, one to a task, from known workers.
func (s State) CanPlan() bool { return s.CanReview() && !s.Anonymous() }

// PlanSilent is why nothing can be foretold of the labels, or "": nothing shows how right they are. A method that asks for labels by
// itself can do without.
func (s State) PlanSilent() string {
	if x := s.Result; x == nil || x.Expected == nil || x.Expected.Known() || x.Method == api.MethodReplay {
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
	case s.Plan.Wrong() != "" || s.Plan.WrongShare() != "":
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
