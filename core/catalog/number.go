package catalog

import (
	"concord/core/fit"
	numeric "concord/core/method/number"
)

// numbers lists the methods for labels that are numbers.
func numbers() []Entry {
	const family = "Numbers"
	return []Entry{{Info{
		Name: "mean", Title: "Mean", Family: family, Plain: true,
		Advice:  "The baseline for numbers: every label counts the same.",
		Decides: "The answer is the mean of the votes.",
	}, func(Values) fit.Method { return numeric.Mean{} }}, {Info{
		Name: "median", Title: "Median", Family: family, Plain: true,
		Advice:  "Like the mean, but a few wild answers do no harm.",
		Decides: "The answer is the number in the middle of the votes.",
	}, func(Values) fit.Method { return numeric.Median{} }}, {Info{
		Name: "biasprecision", Title: "Bias and precision", Family: family, Objective: "log posterior", Rises: true,
		Advice:  "Finds who rates too high or too low and who is precise, and corrects for both. Best for numbers when workers share tasks.",
		Decides: "The answer is the mean of the votes, each less its worker's bias and counted by its worker's precision.",
		Cite:    []string{"rodrigues2017"},
		Params: []Param{number("pseudo", "Pseudo-labels", "Labels of average precision that each worker is credited with beforehand.",
			numeric.BiasPrecision{}.WithDefaults().Pseudo, 0.01, 1000)},
	}, func(v Values) fit.Method { return numeric.BiasPrecision{Pseudo: v.Number("pseudo")} }}}
}
