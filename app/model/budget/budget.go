// Package budget is what the user says about getting more labels: how many, from whom, and what they and mistakes cost,
// as it was typed.
package budget

import (
	"strconv"
	"strings"

	"concord/app/format"
	"concord/core/api"
)

// Plan is which labels to get next.
type Plan struct {
	Budget   string       // how many, as the user typed it
	Share    string       // how many percent of them one worker gets at most, too; empty: left to the engine
	Suspects bool         // ask workers who are suspect, too
	Planned  *api.Planned // nil: not there yet
	Need     Need
}

// Need is what labels and mistakes cost.
type Need struct {
	Price, Mistake string // what a label and a wrong one cost, as the user typed it; empty: it doesn't matter
}

// New is what the page begins with. Nothing costs anything until the user says what.
func New() Plan { return Plan{Budget: "100"} }

// Forget returns the plan without what depended on a result.
func (p Plan) Forget() Plan {
	p.Planned = nil
	return p
}

// Request is the question which labels to get next, once Wrong and WrongShare say nothing.
func (p Plan) Request() *api.Plan {
	ask := &api.Plan{Suspects: p.Suspects, Fewer: true}
	ask.Budget, _ = strconv.Atoi(p.Budget)
	ask.Share, _ = p.share()
	return ask
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
		return "Enter a number above 0, or leave it empty."
	}
	return ""
}

// Prices are what labels and mistakes cost, none unless both are known.
func (n Need) Prices() (p api.Prices) {
	label, ok := amount(n.Price)
	mistake, right := amount(n.Mistake)
	if ok && right && label > 0 && mistake > 0 {
		p = api.Prices{Label: label, Mistake: mistake}
	}
	return p
}

// mostBudget is how many labels can be planned at a time.
const mostBudget = 100_000

// Wrong says what is wrong with the budget, or "".
func (p Plan) Wrong() string {
	if n, err := strconv.Atoi(p.Budget); err != nil || n < 1 || n > mostBudget {
		return "Enter a whole number from 1 to " + format.Count(mostBudget) + "."
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
		return "Enter a number above 0, up to 100, or leave it empty."
	}
	return ""
}
