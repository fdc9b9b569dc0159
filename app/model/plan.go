package model

import (
	"strconv"
	"strings"

	"concord/app/format"
	"concord/app/model/setup"
	"concord/core/result"
	"concord/core/wire"
)

// Plan is which labels to get next.
type Plan struct {
	Budget   string          // how many, as the user typed it
	Share    string          // how many percent of them one worker gets at most, too; empty: left to the engine
	Suspects bool            // ask workers who are suspect, too
	Planned  *result.Planned // nil: not there yet
}

// mostBudget is how many labels can be planned at a time.
const mostBudget = 100_000

// Wrong says what is wrong with the budget, or "".
func (p Plan) Wrong() string {
	if n, err := strconv.Atoi(p.Budget); err != nil || n < 1 || n > mostBudget {
		return "A whole number from 1 to " + format.Count(mostBudget) + "."
	}
	return ""
}

// share is the most of a plan for one worker, from 0 to 1; 0: left to the engine.
func (p Plan) share() (share float64, ok bool) {
	if p.Share == "" {
		return 0, true
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(p.Share, "%")), 64)
	return x / 100, err == nil && x > 0 && x <= 100
}

// WrongShare says what is wrong with the share, or "".
func (p Plan) WrongShare() string {
	if _, ok := p.share(); !ok {
		return "A number above 0, up to 100, or nothing."
	}
	return ""
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
		return "Mend what is marked in red first."
	}
	return ""
}

// apply asks which labels to get next.
func (StartPlan) apply(s *State) []Cmd {
	if s.PlanBlocked() != "" {
		return nil
	}
	p := &wire.Plan{Suspects: s.Plan.Suspects, Seed: s.Setup.Fit().Seed}
	p.Budget, _ = strconv.Atoi(s.Plan.Budget) // PlanBlocked has seen to these
	p.Share, _ = s.Plan.share()
	return s.begin(Run{Setup: s.Setup, Title: "the plan", From: "plan"}, wire.Request{Plan: p})
}

// planned shows which labels to get next.
func (s *State) planned(p *result.Planned) []Cmd {
	s.Plan.Planned, s.View = p, ViewPlan
	s.Note = p.Sentence
	return []Cmd{Focus{ID: "plan-title"}}
}
