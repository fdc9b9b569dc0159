package model

import (
	"concord/app/model/job"
	"concord/app/model/setup"
	"concord/core/method"
	"concord/core/result"
	"concord/core/wire"
)

// NeedBlocked says why how many labels are needed can't be found now, or "".
func (s State) NeedBlocked() string {
	switch {
	case !s.CanPlan():
		return "Run a method on classes first."
	case s.Busy():
		return s.busyWith()
	}
	return ""
}

// apply asks how many labels are needed.
func (StartNeed) apply(s *State) []Cmd {
	if s.NeedBlocked() != "" {
		return nil
	}
	ask := &wire.Needed{Without: s.Plan.Need.Without, Seed: s.Setup.Fit().Seed}
	return s.begin(job.Run{Setup: s.Setup, Title: "the simulation", From: "need"}, wire.Request{Needed: ask})
}

// needed shows how many labels are needed.
func (s *State) needed(x *result.Simulated) []Cmd {
	s.Plan.Need.Found, s.View = x, ViewPlan
	s.Note = x.Sentence(s.Plan.Need.Prices())
	return []Cmd{Focus{ID: "need-title"}}
}

// apply downloads what was found, with what it costs if that is known.
func (DownloadNeed) apply(s *State) []Cmd {
	if s.Plan.Need.Found == nil {
		return nil
	}
	x := wire.Export{What: wire.FileNeeded}
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
	case s.Result.Side.Features == nil:
		return "This needs features of the tasks, which tell what to label next. Add them, and run " + s.replays() + "."
	case s.Result.Method != method.Replay:
		return "This needs a method that suggests what to label next. Run " + s.replays() + " first."
	case s.Busy():
		return s.busyWith()
	}
	return ""
}

// replays names the method that a replay needs.
func (s State) replays() string {
	m, _ := s.MethodNamed(method.Replay)
	return m.Title
}

// apply asks how many of the labels would have been enough.
func (StartReplay) apply(s *State) []Cmd {
	if s.ReplayBlocked() != "" {
		return nil
	}
	ask := &wire.Replay{Seed: s.Setup.Fit().Seed}
	return s.begin(job.Run{Setup: s.Setup, Title: "the replay", From: "replay"}, wire.Request{Replay: ask})
}

// replayed shows how many of the labels would have been enough.
func (s *State) replayed(r *result.Replayed) []Cmd {
	s.Plan.Replayed, s.View, s.Note = r, ViewPlan, r.Sentence()
	return []Cmd{Focus{ID: "replay-title"}}
}

// CanPlan reports whether labels can be planned: classes, one to a task, from known workers.
func (s State) CanPlan() bool { return s.CanReview() && !s.Anonymous() }

// PlanBlocked says why nothing can be planned now, or "".
func (s State) PlanBlocked() string {
	switch {
	case !s.CanPlan():
		return "Run a method on classes first."
	case s.Busy():
		return s.busyWith()
	case s.Plan.Wrong() != "" || s.Plan.WrongShare() != "" || s.Setup.Wrong(wire.Method{}, setup.SettingSeed) != "":
		return "Fix the fields marked in red first."
	}
	return ""
}

// apply asks which labels to get next.
func (StartPlan) apply(s *State) []Cmd {
	if s.PlanBlocked() != "" {
		return nil
	}
	ask := s.Plan.Request(s.Setup.Fit().Seed)
	return s.begin(job.Run{Setup: s.Setup, Title: "the plan", From: "plan"}, wire.Request{Plan: ask})
}

// planned shows which labels to get next.
func (s *State) planned(p *result.Planned) []Cmd {
	s.Plan.Planned, s.View = p, ViewPlan
	s.Note = p.Sentence
	return []Cmd{Focus{ID: "plan-title"}}
}
