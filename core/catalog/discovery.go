package catalog

import (
	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/discovery"
)

// discoveries lists the methods of truth discovery, which come from the field of databases.
func discoveries() []Entry {
	const family = "Truth discovery"
	catd := discovery.CATD{}.WithDefaults()
	return []Entry{{Info{
		Name: "crh", Title: "Conflict resolution (CRH, PM)", Family: family, Curve: calibrate.Vote,
		Advice: "Weighs votes by how rarely each worker differs from the outcome, for classes and numbers. Quick; for workers " +
			"with many labels each.",
		Decides: "Each vote counts by minus the logarithm of its worker's mean loss, divided by the largest; the answer has the most " +
			"weight, or is the weighted median.",
		Cite: []string{"li2014crh", "zheng2017"},
		Params: []Param{{
			Name: "losses", Title: "Losses of a worker",
			Help: "mean: the mean loss of a label. sum: the sum of the losses, so that who labels much weighs little, as in a program that " +
				"surveys use.",
			Default: "mean", Choices: []string{"mean", "sum"},
		}},
	}, func(v Values) fit.Method { return discovery.CRH{Sum: v["losses"] == "sum"} }}, {Info{
		Name: "catd", Title: "Confidence-aware truth discovery (CATD)", Family: family,
		Advice: "Like CRH, but cautious: a worker with few labels counts little, whether right or not. For crowds in which few workers do most " +
			"of the work.",
		Decides: "Each vote counts by a cautious bound of its worker's precision, given loss and number of labels; the answer has the most " +
			"weight, or is the weighted mean.",
		Cite: []string{"li2014catd", "zheng2017"},
		Params: []Param{
			number("alpha", "Significance",
				"One minus the confidence of the bound: the smaller, the less do workers with few labels count.", catd.Alpha, 1e-6, 1),
			number("least", "Least loss",
				"What the losses of a worker are at least, in mean losses of a label: else who never differs decides alone.", catd.Least, 1e-9, 1e6),
		},
	}, func(v Values) fit.Method { return discovery.CATD{Alpha: v.Number("alpha"), Least: v.Number("least")} }}}
}
