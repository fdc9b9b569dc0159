package catalog

import (
	"concord/core/fit"
	"concord/core/method/glad"
	"concord/core/method/mace"
)

// skill heads the methods that give a worker one figure, whatever the class.
const skill = "Skill and spam"

// glads lists GLAD. Its log-odds add up over votes, but not by the confusion matrices it returns,
// which are means over tasks.
func glads() []Entry {
	return []Entry{{Info{
		Name: "glad", Title: "GLAD", Family: skill,
		Advice: "Learns how able each worker is and how hard each task is. For tasks of uneven difficulty with five labels or more.",
		Decides: "Each vote is weighed by its worker's ability and the task's easiness together, which the method learns for every " +
			"worker and every task.",
		Cite:      []string{"whitehill2009", "varadhan2008"},
		Objective: "log posterior", Rises: true,
	}, func(Values) fit.Method { return glad.GLAD{} }}}
}

// maces lists MACE.
func maces() []Entry {
	return []Entry{{Info{
		Name: "mace", Title: "MACE", Family: skill,
		Advice:    "Finds the workers who click without looking, and what they click. For open crowds, and for few labels per worker.",
		Cite:      []string{"hovy2013"},
		Objective: "evidence lower bound (log posterior by EM)", Rises: true, Product: true,
		Params: []Param{
			choice("inference", "Inference",
				"vb: variational Bayes, with the paper's priors, cautious where labels are few. em: the most probable parameters.", "vb", "em"),
			number("restarts", "Starts", "How many different starts to try; the best after twenty steps goes on.",
				mace.MACE{}.WithDefaults().Restarts, 1, 1000),
		},
	}, func(v Values) fit.Method { return &mace.MACE{EM: v["inference"] == "em", Restarts: v.Int("restarts")} }}}
}
