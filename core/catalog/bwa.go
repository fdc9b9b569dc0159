package catalog

import (
	"concord/core/fit"
	"concord/core/method/bwa"
)

// bwas lists BWA.
func bwas() []Entry {
	own := bwa.BWA{}.WithDefaults()
	return []Entry{{Info{
		Name: "bwa", Title: "Bayesian weighted averaging (BWA)", Family: skill,
		Advice:    "Weighs votes by each worker's precision, cautiously. As quick as voting; for data of any size with many labels per task.",
		Objective: "log posterior", Rises: true,
		Decides: "For each class, each vote counts by its worker's precision there, and the mean of all tasks counts a little; the answer is " +
			"the class with the highest weighted mean.",
		Cite: []string{"li2019bwa"},
		Params: []Param{
			number("pseudo", "Pseudo-labels",
				"Labels of the crowd's precision that each worker is credited with beforehand.", own.Pseudo, 0.01, 1e6),
			number("pull", "Pull of the mean",
				"How strongly the answer to each task is drawn towards how common the class is.", own.Pull, 0.001, 1e6),
		},
	}, func(v Values) fit.Method { return bwa.BWA{Pseudo: v.Number("pseudo"), Pull: v.Number("pull")} }}}
}
