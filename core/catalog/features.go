package catalog

import (
	"concord/core/fit"
	"concord/core/method/gp"
)

// features lists the methods that learn from numbers that describe each task.
func features() []Entry {
	return gaussians()
}

const withFeatures = "With features"

// gaussians lists the Gaussian-process classifiers.
func gaussians() []Entry {
	const paper = "Rodrigues, Pereira, Ribeiro. Gaussian Process Classification and Active Learning with Multiple Annotators. ICML 2014."
	entry := func(name, title, advice string, kind gp.Kind) Entry {
		return Entry{
			Name: name, Title: title, Family: withFeatures, Advice: advice, Citation: paper, Objective: "log marginal likelihood (EP)",
			Params: []Param{
				{Name: "kernel", Title: "Kernel", Help: "isotropic: one length-scale for all features; ard: one for each, which finds out which features matter but needs many labels.",
					Default: "isotropic", Choices: []string{"isotropic", "ard"}},
				{Name: "exact", Title: "Exact up to", Help: "Above so many tasks it works with inducing points, which is much faster and nearly as good.",
					Default: "1000", Integer: true, Min: 1, Max: 5000},
				{Name: "inducing", Title: "Inducing points", Help: "How many, where there are too many tasks for an exact fit.",
					Default: "200", Integer: true, Min: 1, Max: 2000},
			},
			New: func(v Values) fit.Method {
				return &gp.GPC{Kind: kind, ARD: v["kernel"] == "ard", ExactLimit: v.Int("exact"), Inducing: v.Int("inducing")}
			},
		}
	}
	return []Entry{
		entry("gpc-ma", "GP classifier from crowds (GPC-MA)",
			"Learns a classifier and the workers' reliabilities at once: labels tasks nobody has seen, and says what to label next.", gp.Annotators),
		entry("gpc-mv", "GP classifier on majority votes (GPC-MV)",
			"A baseline: takes the majority vote of each task for its truth.", gp.Majority),
		entry("gpc-conc", "GP classifier on all labels (GPC-CONC)",
			"A baseline: takes every label for the truth, so that tasks with disagreement count less.", gp.Concatenated),
	}
}
