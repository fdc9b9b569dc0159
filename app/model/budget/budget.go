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
	Amounts
	Suspects bool         // ask workers who are suspect, too
	Planned  *api.Planned // nil: not there yet
}

// Amounts are what the user typed; empty: it doesn't matter, or is left to the engine.
type Amounts struct {
	Budget  string // how many labels to get
	Share   string // how many percent of them one worker gets at most
	Price   string // what a label costs
	Mistake string // what a wrong one costs
}

// The amounts, by the ids of their fields.
const (
	Budget  = "budget"
	Share   = "plan-share"
	Price   = "need-price"
	Mistake = "need-mistake"
)

// Of is an amount.
func (a *Amounts) Of(what string) *string {
	return map[string]*string{Budget: &a.Budget, Share: &a.Share, Price: &a.Price, Mistake: &a.Mistake}[what]
}

// New is what the page begins with. Nothing costs anything until the user says what.
func New() Plan { return Plan{Amounts: Amounts{Budget: "100"}} }

// Forget returns the plan without what depended on a result.
func (p Plan) Forget() Plan {
	p.Planned = nil
	return p
}

// Request is the question which labels to get next, once Wrong says nothing.
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

// Prices are what labels and mistakes cost, none unless both are known.
func (a *Amounts) Prices() (p api.Prices) {
	label, ok := amount(a.Price)
	mistake, right := amount(a.Mistake)
	if ok && right && label > 0 && mistake > 0 {
		p = api.Prices{Label: label, Mistake: mistake}
	}
	return p
}

// mostBudget is how many labels can be planned at a time.
const mostBudget = 100_000

// Wrong says what is wrong with an amount, or "".
func (a *Amounts) Wrong(what string) string {
	switch what {
	case Budget:
		if n, err := strconv.Atoi(a.Budget); err != nil || n < 1 || n > mostBudget {
			return "Enter a whole number from 1 to " + format.Count(mostBudget) + "."
		}
	case Share:
		if _, ok := a.share(); !ok {
			return "Enter a number above 0, up to 100, or leave it empty."
		}
	default:
		if _, ok := amount(*a.Of(what)); !ok {
			return "Enter a number above 0, or leave it empty."
		}
	}
	return ""
}

// share is the most of a plan for one worker, from 0 to 1; 0: left to the engine.
func (a *Amounts) share() (share float64, ok bool) {
	if a.Share == "" {
		return 0, true
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(a.Share, "%")), 64)
	return x / 100, err == nil && x > 0 && x <= 100
}
