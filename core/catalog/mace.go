package catalog

import (
	"concord/core/fit"
	"concord/core/method/mace"
)

// maces lists MACE.
func maces() []Entry {
	return []Entry{{Info{
		Name: "mace", Title: "MACE", Family: skill,
		Advice:    "Finds the workers who click without looking, and what they click. For open crowds, and for few labels a worker.",
		Citation:  "Hovy, Berg-Kirkpatrick, Vaswani, Hovy. Learning Whom to Trust with MACE. NAACL-HLT 2013.",
		Objective: "evidence lower bound (log posterior by EM)", Rises: true, Product: true,
		Params: []Param{
			choice("inference", "Inference",
				"vb: variational Bayes, with the paper's priors, cautious where labels are few. em: the most probable parameters.", "vb", "em"),
			number("restarts", "Starts", "How many different starts to try; the best after twenty steps goes on.",
				mace.MACE{}.WithDefaults().Restarts, 1, 1000),
		},
	}, func(v Values) fit.Method { return &mace.MACE{EM: v["inference"] == "em", Restarts: v.Int("restarts")} }}}
}
