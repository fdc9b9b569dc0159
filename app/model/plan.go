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
	Need     Need
}

// Need is how many labels are needed.
type Need struct {
	Price, Mistake string            // what a label and a wrong one cost, as the user typed it; empty: it doesn't matter
	Without        string            // the name of a worker to do without, too; empty: nobody
	Found          *result.Simulated // nil: not there yet
}

// amount reads what something costs; nothing is 0.
func amount(text string) (x float64, ok bool) {
	if text == "" {
		return 0, true
	}
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return x, err == nil && x > 0 && x < 1e12
}

// WrongAmount says what is wrong with a price that the user typed, or "".
func WrongAmount(text string) string {
	if _, ok := amount(text); !ok {
		return "A number above 0, or nothing."
	}
	return ""
}

// Prices are what labels and mistakes cost, none unless both are known.
func (n Need) Prices() (p result.Prices) {
	label, ok := amount(n.Price)
	mistake, right := amount(n.Mistake)
	if ok && right && label > 0 && mistake > 0 {
		p = result.Prices{Label: label, Mistake: mistake}
	}
	return p
}

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
	return s.begin(Run{Setup: s.Setup, Title: "the simulation", From: "need"}, wire.Request{Needed: ask})
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
