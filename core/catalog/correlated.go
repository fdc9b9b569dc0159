package catalog

import (
	"concord/core/fit"
	"concord/core/method/cbcc"
	"concord/core/method/ebcc"
)

// correlated lists the relatives of Dawid–Skene whose workers have something in common.
func correlated() []Entry {
	const family = "Dawid–Skene"
	kinds, communities := ebcc.EBCC{}.WithDefaults(), cbcc.CBCC{}.WithDefaults()
	return []Entry{{Info{
		Name: "ebcc", Title: "Correlated workers (EBCC)", Family: family,
		Objective: "evidence lower bound", Rises: true,
		Advice: "Finds kinds of tasks that workers get wrong together, where other methods mistake shared errors for proof. For " +
			"five labels per task or more.",
		Decides: "Each class has several subtypes, and each vote is weighed by what its worker usually says of each, averaged over all that " +
			"the worker's matrices may be; the answer is the class whose subtypes have most probability in all.",
		Cite: []string{"li2019ebcc"},
		Params: []Param{
			number("subtypes", "Subtypes",
				"How many kinds of task each class may consist of; those that the labels don't show stay empty. The paper has 10.",
				kinds.Subtypes, 1, 100),
			number("starts", "Starts",
				"How many random starts to try; that with the highest bound is the answer. The paper has 40.", kinds.Starts, 1, 1000),
			number("right", "Right pseudo-labels",
				"Right answers each worker is credited with beforehand, for each subtype.", kinds.Right, 0.01, 1e6),
			number("wrong", "Wrong pseudo-labels",
				"Wrong answers each worker is charged with beforehand, for each subtype, spread over the wrong labels.", kinds.Wrong, 0.01, 1e6),
			number("concentration", "Pseudo-tasks",
				"Tasks of each class taken as seen beforehand, spread over its subtypes: the fewer, the fewer subtypes are found.",
				kinds.Concentration, 0.01, 1e6),
		},
	}, func(v Values) fit.Method {
		return &ebcc.EBCC{
			Subtypes: v.Int("subtypes"), Starts: v.Int("starts"), Right: v.Number("right"), Wrong: v.Number("wrong"),
			Concentration: v.Number("concentration"),
		}
	}}, {Info{
		Name: "cbcc", Title: "Communities of workers (CBCC)", Family: family,
		Objective: "evidence lower bound", Rises: true,
		Advice: "Finds a few kinds of worker, and what each kind usually says. For many workers with few labels each, where single matrices " +
			"are guesswork.",
		Decides: "Each vote is weighed by what the communities to which its worker may belong usually say of each class, averaged over all " +
			"that their matrices may be.",
		Cite: []string{"venanzi2014", "moreno2015"},
		Params: []Param{
			number("communities", "Communities",
				"How many kinds of worker there are at most; those that the labels don't show stay empty.", communities.Communities, 1, 1000),
			number("starts", "Starts",
				"How many random starts to try; that with the highest bound is the answer.", communities.Starts, 1, 1000),
			number("right", "Right pseudo-labels",
				"Right answers each community is credited with beforehand, for each class.", communities.Right, 0.01, 1e6),
			number("wrong", "Wrong pseudo-labels",
				"Wrong answers each community is charged with beforehand, for each class, spread over the wrong labels.", communities.Wrong, 0.01, 1e6),
		},
	}, func(v Values) fit.Method {
		return &cbcc.CBCC{Communities: v.Int("communities"), Starts: v.Int("starts"), Right: v.Number("right"), Wrong: v.Number("wrong")}
	}}}
}
