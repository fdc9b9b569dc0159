package catalog

import (
	"concord/core/fit"
	"concord/core/method/minimax"
)

// minimaxes lists minimax conditional entropy.
func minimaxes() []Entry {
	return []Entry{{Info{
		Name: "minimax", Title: "Minimax conditional entropy", Family: "Dawid–Skene",
		Objective: "log-likelihood less regularisation", Rises: true,
		Advice: "Learns how workers and tasks cause mistakes, both at once. For tasks of uneven difficulty with many labels " +
			"each; with many classes and few labels, regularisation pulls it towards guessing.",
		Decides: "Each vote is weighed by how often its worker and the other workers on its task mistake each class for each other, both as " +
			"logarithms that are added.",
		Cite: []string{"zhou2014"},
		Params: []Param{number("gamma", "Regularisation", "How strongly the matrices of workers and tasks are drawn towards guessing. "+
			"Lower it, to 0.01 say, where a warning says that tasks could not be decided: classes are many and labels few.",
			minimax.Minimax{}.WithDefaults().Gamma, 0.001, 1000)},
	}, func(v Values) fit.Method { return minimax.Minimax{Gamma: v.Number("gamma")} }}}
}
