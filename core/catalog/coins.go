package catalog

import (
	"slices"

	"concord/core/fit"
	"concord/core/method/dawidskene"
)

// coins lists the relatives of Dawid–Skene that learn less of a worker, learn more carefully, or
// process tasks as they arrive.
func coins() []Entry {
	const family = "Dawid–Skene"
	ibcc, online := dawidskene.IBCC{}.WithDefaults(), dawidskene.OnlineFDS{}.WithDefaults()
	return []Entry{{Info{
		Name: "onecoin", Title: "One-coin Dawid–Skene", Family: family,
		Objective: "log-likelihood", Rises: true, Product: true,
		Advice: "One accuracy per worker. For many classes and few labels per worker, when no class is harder than another.",
		Cite:   []string{"zhang2016"},
		Params: append(slices.Clone(smoothing), choice("prior", "Class prior", "How common each class is: held equal for all, as in the paper, "+
			"or estimated from the data. With one accuracy a worker an estimate may run away until one class takes most tasks.",
			"uniform", "estimated"), acceleration),
	}, func(v Values) fit.Method {
		return smooth(v, &dawidskene.DS{Tie: fit.TieMatrix, UniformPrior: uniform(v), Accelerate: accelerate(v)})
	}}, {Info{
		Name: "classcoin", Title: "Class-wise one-coin", Family: family,
		Objective: "log-likelihood", Rises: true, Product: true,
		Advice: "One accuracy per worker and class: between one-coin and Dawid–Skene.",
		Cite:   []string{"zhang2016"}, Params: append(slices.Clone(smoothing), classPrior, acceleration),
	}, func(v Values) fit.Method {
		return smooth(v, &dawidskene.DS{Tie: fit.TieRow, UniformPrior: uniform(v), Accelerate: accelerate(v)})
	}}, {Info{
		Name: "ibcc", Title: "Bayesian Dawid–Skene (IBCC)", Family: family,
		Objective: "evidence lower bound", Rises: true,
		Advice: "Careful with few labels, and says how sure it is of each worker: accuracy with a 95 % interval.",
		Decides: "Each vote is weighed by what its worker usually says of each class, averaged over all that the worker's matrix may be; " +
			"an average of logarithms is not the logarithm of one matrix.",
		Cite: []string{"kim2012", "simpson2013"},
		Params: []Param{
			number("right", "Right pseudo-labels", "Right answers each worker is credited with beforehand, for each class.",
				ibcc.Right, 0.01, 1e6),
			number("wrong", "Wrong pseudo-labels",
				"Wrong answers each worker is charged with beforehand, for each class, spread over the wrong labels.", ibcc.Wrong, 0.01, 1e6),
			number("class", "Pseudo-tasks", "Tasks of each class taken as seen beforehand.", ibcc.Class, 0.01, 1e6),
		},
	}, func(v Values) fit.Method {
		return &dawidskene.IBCC{Right: v.Number("right"), Wrong: v.Number("wrong"), Class: v.Number("class")}
	}}, {Info{
		Name: "hds", Title: "Hierarchical Dawid–Skene", Family: family,
		Objective: "evidence lower bound",
		Advice: "Learns what workers of this crowd are like and expects the same of newcomers: for many workers with few labels " +
			"each, and classes " +
			"that are often confused.",
		Decides: "Each vote is weighed by what its worker usually says of each class, averaged over all that the worker's matrix may be, given " +
			"those of the whole crowd.",
		Cite: []string{"paun2018", "minka2000"},
	}, func(Values) fit.Method { return &dawidskene.Hierarchical{} }}, {Info{
		Name: "online-fds", Title: "Online Fast Dawid–Skene", Family: family,
		Advice: "For tasks that come in one after another, in the order of the file: each is looked at once.",
		Decides: "A task's votes are weighed by what was known of their workers when the task came in: by all tasks before it in the " +
			"file, and none after it.",
		Cite: []string{"sinha2018"},
		Params: []Param{
			number("first", "Tasks that come first",
				"The share of the tasks, in the order of the file, that is fitted as a whole before the others stream in.",
				online.First, 0.001, 1),
			choice("labels", "Labels", "arrival: what a task was taken for when it came in, as in the paper. again: all tasks are looked at "+
				"once more in the end, by what was learnt till then.", "arrival", "again"),
			classPrior,
		},
	}, func(v Values) fit.Method {
		return &dawidskene.OnlineFDS{First: v.Number("first"), UniformPrior: uniform(v), Again: v["labels"] == "again"}
	}}}
}
