package catalog

import (
	"concord/core/fit"
	"concord/core/method/glad"
)

// skill heads the methods that give a worker one figure, whatever the class.
const skill = "Skill and spam"

// glads lists GLAD. Its log-odds add up over votes, but not by the confusion matrices it returns,
// which are means over tasks.
func glads() []Entry {
	return []Entry{{Info{
		Name: "glad", Title: "GLAD", Family: skill,
		Advice: "Learns how able each worker is and how hard each task. For tasks of uneven difficulty, with five labels a task or more.",
		Decides: "Each vote is weighed by its worker's ability and the task's easiness together, which the method learns for every " +
			"worker and every task.",
		Citation:  "Whitehill, Ruvolo, Wu, Bergsma, Movellan. Whose Vote Should Count More. NIPS 2009.",
		Objective: "log posterior", Rises: true,
	}, func(Values) fit.Method { return glad.GLAD{} }}}
}
