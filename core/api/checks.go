package api

import (
	"fmt"

	"concord/internal/humanize"
)

// Checks are tasks of known truth on which the default and the majority vote differ: how often each was right. They choose between the
// two and tell nothing else: such tasks are harder than others, so they are no sample of all.
type Checks struct {
	Tasks   int `json:"tasks"`
	Default int `json:"default"` // on which the default was right
	Vote    int `json:"vote"`    // on which the majority vote was
	Of      int `json:"of"`      // all tasks on which they differ
}

const (
	// MostChecks tasks are checked to choose a method: five tell little, and twenty hardly more (docs/calibration.md).
	MostChecks = 10
	// VotesLead is how many tasks more the vote must be right on to be kept. Of 54 real crowds, whose default was wrong on 22.99 % of the
	// tasks, ten checks and a lead of two left 22.44 %: the few on which the vote is far better gain more than luck loses on the others.
	VotesLead = 2
)

// Count counts a task.
func (c *Checks) Count(byDefault, byVote bool) {
	c.Tasks++
	if byDefault {
		c.Default++
	}
	if byVote {
		c.Vote++
	}
}

// toGo is how many tasks there are still to check.
func (c Checks) toGo() int { return max(0, min(c.Of, MostChecks)-c.Tasks) }

// lead is how many tasks more the vote must be right on: any, once nothing is left to luck.
func (c Checks) lead() int {
	if c.Of <= MostChecks {
		return 1
	}
	return VotesLead
}

// Decided reports whether no further check can change the choice.
func (c Checks) Decided() bool {
	ahead := c.Vote - c.Default
	return c.Tasks > 0 && (ahead+c.toGo() < c.lead() || ahead-c.toGo() >= c.lead())
}

// Votes reports whether the majority vote is to be kept.
func (c Checks) Votes() bool { return c.Vote-c.Default >= c.lead() }

// Sentence says what the checks found, and what follows. The default is called by its name.
func (c Checks) Sentence(byDefault string) string {
	text := fmt.Sprintf("Of %s on which the methods disagree, the majority vote got %d right and %s %d: ",
		humanize.Count(c.Tasks, "checked task"), c.Vote, byDefault, c.Default)
	if c.Votes() {
		return text + "use the majority vote."
	}
	return text + "keep " + byDefault + "."
}
