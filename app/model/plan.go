package model

import (
	"fmt"
	"strconv"

	"concord/core/wire"
)

// Plan is which labels to get next.
type Plan struct {
	Budget  string        // how many, as the user typed it
	Planned *wire.Planned // nil: not there yet
}

// mostBudget is how many labels can be planned at a time.
const mostBudget = 100_000

// Wrong says what is wrong with the budget, or "".
func (p Plan) Wrong() string {
	if n, err := strconv.Atoi(p.Budget); err != nil || n < 1 || n > mostBudget {
		return "A whole number from 1 to " + Count(mostBudget) + "."
	}
	return ""
}

// CanPlan reports whether it can be said which labels to get next: of classes,
// where a task has one.
func (s State) CanPlan() bool { return s.CanReview() && !s.Anonymous() }

// PlanBlocked says why nothing can be planned now, or "".
func (s State) PlanBlocked() string {
	switch {
	case !s.CanPlan():
		return "Run a method on classes first."
	case s.Run != nil:
		return "A fit is running."
	case s.Reading() != nil:
		return "A file is being read."
	case s.Plan.Wrong() != "" || s.Setup.Wrong(wire.Method{}, SettingSeed) != "":
		return "Mend what is marked in red first."
	}
	return ""
}

// startPlan asks which labels to get next.
func (s State) startPlan() (State, []Cmd) {
	if s.PlanBlocked() != "" {
		return s, nil
	}
	p := &wire.Plan{}
	p.Budget, _ = strconv.Atoi(s.Plan.Budget) // PlanBlocked has seen to these
	p.Seed, _ = strconv.ParseUint(s.Setup.Seed, 10, 64)
	s.Run = &Run{ID: s.id(), Setup: s.Setup, Title: "the plan", From: "plan"}
	s.Failure, s.Note = nil, ""
	return s, []Cmd{Send{Request: wire.Request{ID: s.Run.ID, Plan: p}}}
}

// planned shows which labels to get next.
func (s State) planned(p *wire.Planned) (State, []Cmd) {
	s.Plan.Planned, s.View = p, ViewPlan
	if p.ByDoubt {
		s.Note = fmt.Sprintf("%s to ask for: those that the method is least sure of.", Plural(p.Count, "label"))
		return s, []Cmd{Focus{ID: "plan-title"}}
	}
	if p.Useful == 0 {
		s.Note = "No further label is expected to change an answer."
		return s, []Cmd{Focus{ID: "plan-title"}}
	}
	s.Note = fmt.Sprintf("%s: expected error %s → %s.", Plural(p.Useful, "more label"), Percent2(p.Error), Percent2(p.Expected))
	return s, []Cmd{Focus{ID: "plan-title"}}
}
