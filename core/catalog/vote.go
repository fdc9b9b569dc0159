package catalog

import (
	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/vote"
)

// votes lists the methods that count votes.
func votes() []Entry {
	const family = "Voting"
	zbs := vote.ZeroBasedSkill{}.WithDefaults()
	return []Entry{{Info{
		Name: "majority", Title: "Majority vote", Family: family, Plain: true, Curve: calibrate.Vote,
		Advice:  "The baseline: every label counts the same. Start here to see what the others change.",
		Decides: "Every vote counts the same: the probability of a class is its share of the votes.",
	}, func(Values) fit.Method { return vote.Majority{} }}, {Info{
		Name: "wawa", Title: "Wawa", Family: family, Curve: calibrate.Vote,
		Advice:  "A second vote that weighs each worker by agreement with the first: quick, and a little harder to fool.",
		Decides: "A vote counts as much as its worker agrees with the majority: the probability of a class is its share of these weights.",
		Cite:    []string{"ustalov2024"},
	}, func(Values) fit.Method { return vote.Wawa{} }}, {Info{
		Name: "zbs", Title: "Zero-based skill", Family: family, Curve: calibrate.Vote,
		Advice: "Wawa repeated until the skills settle: a weighted vote where workers differ in care, not in kind.",
		Decides: "A vote counts as much as its worker's skill, learned from agreement with the answers: the probability of a class is " +
			"its share of these weights.",
		Cite: []string{"ustalov2024"},
		Params: []Param{
			number("rate", "Learning rate", "How far skills move towards the agreement in a step.", zbs.Rate, 0.01, 1),
			number("halve", "Halve the rate every", "Steps after which the learning rate is halved.", zbs.Halve, 1, 1000),
		},
	}, func(v Values) fit.Method { return vote.ZeroBasedSkill{Rate: v.Number("rate"), Halve: v.Int("halve")} }}, {Info{
		Name: "iwmv", Title: "Iterative weighted majority vote", Family: family,
		Advice: "Flips the labels of workers worse than chance, in a few quick steps. For many workers with few labels each.",
		Decides: "A vote counts by how far its worker is better than guessing, and against its class where the worker is worse: the " +
			"class with the largest sum of these weights wins, and the further it leads, the more probable it is.",
		Cite: []string{"li2014iwmv"},
	}, func(Values) fit.Method { return vote.IWMV{} }}, {Info{
		Name: "mmsr", Title: "M-MSR", Family: family, Product: true,
		Advice: "For crowds with adversaries who may act together. Needs workers who share many tasks.",
		Cite:   []string{"ma2020"},
		Params: []Param{number("adversaries", "Adversaries",
			"How many adversaries among those a worker shares tasks with to withstand; 0: half the fewest such workers, less one.", 0, 0, 1e6)},
	}, func(v Values) fit.Method { return vote.MMSR{F: v.Int("adversaries")} }}}
}
