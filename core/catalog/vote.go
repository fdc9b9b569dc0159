package catalog

import (
	"concord/core/fit"
	"concord/core/method/vote"
)

// votes lists the methods that count votes.
func votes() []Entry {
	return []Entry{{
		Name: "majority", Title: "Majority vote", Family: "Voting",
		Advice: "The baseline: every label counts the same. Start here to see what the others change.",
		New:    func(Values) fit.Method { return vote.Majority{} },
	}}
}
