package catalog

import (
	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/crowdlab"
)

// predicted lists the methods that learn from a classifier's predictions.
func predicted() []Entry {
	return []Entry{{Info{
		Name: "crowdlab", Title: "CROWDLAB", Family: "With predictions", Curve: calibrate.Described,
		Advice: "Weighs a classifier’s predictions and the workers’ labels by agreement with the consensus: for tasks with few labels each.",
		Decides: "The probability of a class is the weighted mean of what the classifier says and of what each label says. Weights are how " +
			"far each agrees with the consensus beyond what always saying the most common class would.",
		Cite: []string{"goh2022"},
		Params: []Param{choice("calibrate", "Calibrate the predictions", "yes finds the temperature at which the predictions fit the labels "+
			"best; no takes them as they are.", "yes", "no")},
	}, func(v Values) fit.Method { return crowdlab.Crowdlab{AsTheyAre: v["calibrate"] == "no"} }}}
}
