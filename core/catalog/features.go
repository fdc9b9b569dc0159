package catalog

import (
	"slices"

	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/method/glad"
	"concord/core/method/gp"
	"concord/core/method/regress"
)

// features lists the methods that learn from numbers that describe each task.
func features() []Entry {
	return slices.Concat(gaussians(), regressions())
}

const (
	withFeatures   = "With features"
	byFeatures     = "The votes are weighed together with what a model learned from the features of all tasks."
	byTheModelOnly = "The answer is what a model says of the task, which it learned from the votes on all tasks: the votes on this " +
		"task are but one example among them."
)

// gaussians lists the Gaussian-process classifiers.
func gaussians() []Entry {
	own := gp.GPC{}.WithDefaults()
	entry := func(name, title, advice string, kind gp.Kind, curve calibrate.Curve) Entry {
		return Entry{Info{
			Name: name, Title: title, Family: withFeatures, Baseline: kind != gp.Annotators, Curve: curve,
			Advice: advice, Decides: byFeatures, Cite: []string{"rodrigues2014"},
			Objective: "log marginal likelihood (EP)",
			Params: []Param{
				choice("kernel", "Kernel", "isotropic: one length-scale for all features; ard: one for each, which finds out which features "+
					"matter but needs many labels.", "isotropic", "ard"),
				number("exact", "Exact up to", "Above so many tasks it works with inducing points, which is much faster and nearly as good.",
					own.ExactLimit, 1, 5000),
				number("inducing", "Inducing points", "How many, where there are too many tasks for an exact fit.", own.Inducing, 1, 2000),
			},
		}, func(v Values) fit.Method {
			return &gp.GPC{Kind: kind, ARD: v["kernel"] == "ard", ExactLimit: v.Int("exact"), Inducing: v.Int("inducing")}
		}}
	}
	return []Entry{
		entry("gpc-ma", "GP classifier from crowds (GPC-MA)",
			"Learns a classifier and the workers' reliabilities at once: labels tasks nobody has seen, and says what to label next.", gp.Annotators,
			calibrate.Described),
		entry("gpc-mv", "GP classifier on majority votes (GPC-MV)",
			"A baseline: takes the majority vote of each task for its truth.", gp.Majority, calibrate.Curve{}),
		entry("gpc-conc", "GP classifier on all labels (GPC-CONC)",
			"A baseline: takes every label for the truth, so that tasks with disagreement count less.", gp.Concatenated, calibrate.Curve{}),
	}
}

// regressions lists the linear models.
func regressions() []Entry {
	penalty := number("penalty", "Penalty", "L2 penalty of the weights; 0: a 25th of the number of features, and 1 at least.", 0.0, 0, 1e6)
	return []Entry{{Info{
		Name: "raykar", Title: "Logistic regression from crowds (Raykar)", Family: withFeatures, Objective: "log posterior", Rises: true,
		Curve: calibrate.Described,
		Advice: "Fast: learns a linear classifier and every worker's confusion matrix at once. Best where features tell the classes " +
			"apart and labels per task are few.",
		Decides: byFeatures,
		Cite:    []string{"raykar2010"},
		Params: []Param{penalty, number("smoothing", "Smoothing", "Pseudo-labels added to each row of a worker's confusion matrix.",
			regress.Raykar{}.WithDefaults().Smoothing, 1e-6, 1000)},
	}, func(v Values) fit.Method {
		return &regress.Raykar{Penalty: v.Number("penalty"), Smoothing: v.Number("smoothing")}
	}}, {Info{
		Name: "rodrigues", Title: "Worker or random (Rodrigues)", Family: withFeatures, Objective: "log posterior", Rises: true,
		Curve:   calibrate.Described,
		Advice:  "Like Raykar's, with one number per worker: how often they label seriously. For many workers with few labels each.",
		Decides: byFeatures,
		Cite:    []string{"rodrigues2013"},
		Params:  []Param{penalty},
	}, func(v Values) fit.Method { return &regress.Random{Penalty: v.Number("penalty")} }}, {Info{
		Name: "logreg", Title: "Logistic regression on labels", Family: withFeatures, Baseline: true, Objective: "log posterior", Rises: true,
		Advice:  "A baseline: a plain linear classifier that takes another method's labels for the truth.",
		Decides: byTheModelOnly,
		Cite:    []string{"cox1958"},
		Params:  []Param{choice("labels", "Labels of", "The method whose labels it learns from.", "majority", "ds", "onecoin", "glad"), penalty},
	}, func(v Values) fit.Method {
		labels := map[string]fit.Method{"ds": &dawidskene.DS{}, "onecoin": &dawidskene.DS{Tie: fit.TieMatrix}, "glad": &glad.GLAD{}}
		return &regress.LogReg{Labels: labels[v["labels"]], Penalty: v.Number("penalty")}
	}}, {Info{
		Name: "ridge", Title: "Ridge regression from crowds", Family: withFeatures, Objective: "log posterior", Rises: true,
		Advice:  "For numbers: learns a linear regression on features or words together with every worker's bias and precision.",
		Decides: byFeatures,
		Cite:    []string{"raykar2010", "rodrigues2017"},
		Params:  []Param{number("penalty", "Penalty", "L2 penalty of the weights; 0: chosen by cross-validation.", 0.0, 0, 1e9)},
	}, func(v Values) fit.Method { return &regress.Ridge{Penalty: v.Number("penalty")} }}}
}
