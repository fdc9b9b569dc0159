package catalog

import (
	"concord/core/api"
	"concord/core/fit"
	"concord/core/method/comparison"
)

// comparisons lists the methods that rank items by what voters say of pairs of them.
func comparisons() []Entry {
	const (
		family    = "Comparisons"
		posterior = "log posterior"
	)
	alpha := number("alpha", "Precision of scores",
		"Scores are drawn towards zero by so much. 0: not at all, so that an item that always wins has no finite score.", 1.0, 0, 1e6)
	ties := choice("ties", "Ties", "half counts a tie as half a win for each; drop leaves it out.", "half", "drop")
	side := choice("side", "Left side", "ignore; or estimate what standing on the left adds to a score.", "ignore", "estimate")
	prior := func(v Values) comparison.Alpha {
		if a := v.Number("alpha"); a > 0 {
			return comparison.Alpha(a)
		}
		return -1
	}
	all := []Entry{{Info{
		Name: api.MethodComparisons, Title: "Bradley–Terry with voter skill", Family: family, Objective: posterior,
		Advice: "Ranks items, and learns how closely each voter follows the ranking, and how far they lean to the left side and to ties. " +
			"The best for most comparisons.",
		Decides: "An item wins by σ of the difference of the scores times the voter's skill, with the pull of the side; a tie is as likely as " +
			"the voter's taste for ties.",
		Cite: []string{"davidson1970", "bradley1952"},
	}, func(Values) fit.Method { return comparison.Skill{} }}, {Info{
		Name: "bradleyterry", Title: "Bradley–Terry", Family: family, Plain: true, Objective: posterior, Rises: true,
		Advice:  "The usual ranking by comparisons: every vote counts the same.",
		Decides: "An item wins with the probability σ(difference of the scores).",
		Cite:    []string{"bradley1952", "newman2023"},
		Params:  []Param{alpha, ties, side},
	}, func(v Values) fit.Method {
		return comparison.BradleyTerry{Alpha: prior(v), Drop: v["ties"] == "drop", Side: v["side"] == "estimate"}
	}}, {Info{
		Name: "davidson", Title: "Bradley–Terry with ties (Davidson)", Family: family, Plain: true, Objective: posterior, Rises: true,
		Advice:  "Bradley–Terry where ties are an answer of their own: for voters who are not known.",
		Decides: "Either item wins, or neither, with probabilities as e^(d/2), e^(−d/2) and ν, where d is the difference of the scores.",
		Cite:    []string{"davidson1970"},
		Params:  []Param{side},
	}, func(v Values) fit.Method { return comparison.Davidson{Side: v["side"] == "estimate"} }}, {Info{
		Name: "raokupper", Title: "Bradley–Terry with ties (Rao–Kupper)", Family: family, Plain: true, Objective: posterior, Rises: true,
		Advice:  "Ties are differences that are too small to be seen.",
		Decides: "An item wins if it leads by more than a threshold, which is learnt; else it is a tie.",
		Cite:    []string{"raokupper1967"},
		Params:  []Param{alpha, side},
	}, func(v Values) fit.Method { return comparison.RaoKupper{Alpha: prior(v), Side: v["side"] == "estimate"} }}, {Info{
		Name: "thurstone", Title: "Thurstone (case V)", Family: family, Plain: true, Objective: posterior, Rises: true,
		Advice:  "Bradley–Terry with the normal curve, as is common in psychology and in tests of picture quality.",
		Decides: "An item wins with the probability Φ(difference of the scores).",
		Cite:    []string{"thurstone1927"},
		Params:  []Param{alpha, ties, side},
	}, func(v Values) fit.Method {
		return comparison.Thurstone{Alpha: prior(v), Drop: v["ties"] == "drop", Side: v["side"] == "estimate"}
	}}, {Info{
		Name: "crowdbt", Title: "Crowd-BT", Family: family, Objective: posterior,
		Advice:  "Each voter says the opposite of what they see in some share of the votes.",
		Decides: "A vote is what Bradley–Terry says with the voter's reliability η, and the opposite otherwise.",
		Cite:    []string{"chen2013"},
	}, func(Values) fit.Method { return comparison.CrowdBT{} }}, {Info{
		Name: "noisybt", Title: "Noisy Bradley–Terry", Family: family, Objective: posterior, Rises: true,
		Advice:  "Each voter clicks without looking in some share of the votes, then by the side.",
		Decides: "A vote is what Bradley–Terry says with the voter's reliability, and otherwise a click on the left with the voter's own rate.",
		Cite:    []string{"ustalov2024"},
		Params:  []Param{alpha},
	}, func(v Values) fit.Method { return comparison.NoisyBT{Alpha: prior(v)} }}, {Info{
		Name: "plackettluce", Title: "Plackett–Luce", Family: family, Plain: true, Objective: posterior, Rises: true,
		Advice:  "For whole rankings: the best of those left is chosen again and again.",
		Decides: "Of the items that are left, each is next with a probability as e^score.",
		Cite:    []string{"plackett1975"},
		Params:  []Param{alpha},
	}, func(v Values) fit.Method { return comparison.PlackettLuce{Alpha: prior(v)} }}, {Info{
		Name: "borda", Title: "Borda count", Family: family, Plain: true,
		Advice:  "For whole rankings: the mean place of an item. With voters weighted, for rankings by people who know unequally much.",
		Decides: "The score of an item is the mean share of the other items of a ranking that it stands before.",
		Cite:    []string{"borda1781"},
		Params: []Param{choice("voters", "Voters", "equal: all rankings count the same; or weighted: by how often the voter orders two items "+
			"as the others do.", "equal", "weighted")},
	}, func(v Values) fit.Method { return comparison.Borda{Weighted: v["voters"] == "weighted"} }}, {Info{
		Name: "kemeny", Title: "Kemeny", Family: family, Plain: true,
		Advice:  "The order with which the fewest votes disagree: where only the order counts.",
		Decides: "Items are in the order with which the fewest votes disagree. Up to 15 items it is exact.",
		Cite:    []string{"kemeny1959"},
	}, func(Values) fit.Method { return comparison.Kemeny{} }}, {Info{
		Name: "winrate", Title: "Win rate", Family: family, Plain: true,
		Advice:  "The baseline: the share of an item's comparisons that it wins, a tie as half.",
		Decides: "The score of an item is the share of its comparisons that it won, a tie as half.",
	}, func(Values) fit.Method { return comparison.WinRate{} }}, {Info{
		Name: "elo", Title: "Elo", Family: family, Plain: true,
		Advice:  "Scores that move vote by vote, in the order of the file: for comparison with leaderboards that use them.",
		Decides: "Each vote moves both scores towards what it says, by K times the surprise.",
		Cite:    []string{"elo1978"},
		Params:  []Param{number("k", "K", "How far a vote moves a score at most.", comparison.Elo{}.WithDefaults().K, .01, 1000)},
	}, func(v Values) fit.Method { return comparison.Elo{K: v.Number("k")} }}}
	for n := range all {
		all[n].Ranks = true
	}
	return all
}
