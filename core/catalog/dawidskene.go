package catalog

import (
	"maps"
	"slices"

	"concord/core/fit"
	"concord/core/method/dawidskene"
)

// classPrior is a parameter of them all.
var classPrior = choice("prior", "Class prior", "How common each class is: estimated from the data, or held equal for all.",
	"estimated", "uniform")

// smoothing are parameters of all that are soft. The second one tells files from before there was
// a choice, see Entry.Older.
var smoothing = []Param{
	number("smoothing", "Smoothing", "Pseudo-labels added to each row of a worker's matrix, half of them right and half spread over all "+
		"classes; the classes share as many pseudo-tasks. 0 is the paper's method; 1 rules no label out, which helps where workers gave few "+
		"labels of many classes. More draws the answer towards the plain vote.", 0.0, 0, 1e6),
	choice("spread", "Smoothing counts", "rows: as many pseudo-labels a row, however many classes there are. cells: as many in every "+
		"cell of the matrix and for every class, as in other programs; from five classes on, 1 drowns what the workers say.",
		"rows", "cells"),
}

// smooth reads smoothing into m.
func smooth(v Values, m *dawidskene.DS) *dawidskene.DS {
	if s := v.Number("smoothing"); v["spread"] == "cells" {
		m.Cell = s
	} else {
		m.Smoothing = s
	}
	return m
}

// Older returns settings from a saved file as they are meant today. Files without spread are from
// before there was one: smoothing was a count of cells, and the prior of one-coin was estimated
// unless they say otherwise.
func (e Entry) Older(set Values) Values {
	if set["spread"] != "" || !slices.ContainsFunc(e.Params, func(p Param) bool { return p.Name == "spread" }) {
		return set
	}
	older := Values{"prior": "estimated", "spread": "rows"}
	maps.Copy(older, set)
	if set.Number("smoothing") > 0 {
		older["spread"] = "cells"
	}
	return older
}

// uniform reads classPrior.
func uniform(v Values) bool { return v["prior"] == "uniform" }

// acceleration is a parameter of those that EM fits with soft steps.
var acceleration = choice("acceleration", "Acceleration",
	"SQUAREM speeds up slow fits (Varadhan & Roland 2008): half to a quarter of the steps, and the likelihood still never "+
		"falls. auto uses it unless the fit stops by the paper's rule, or at a tolerance.", "auto", "squarem", "off")

// accelerate reads acceleration.
func accelerate(v Values) dawidskene.Acceleration {
	return map[string]dawidskene.Acceleration{"squarem": dawidskene.Always, "off": dawidskene.Never}[v["acceleration"]]
}

// dawidSkenes lists the Dawid–Skene family.
func dawidSkenes() []Entry {
	own := dawidskene.DS{}.WithDefaults()
	return []Entry{{Info{
		Name: "ds", Title: "Dawid–Skene", Family: "Dawid–Skene",
		Advice: "The standard: learns each worker's confusion matrix. Good from 20 labels per worker.",
		Cite:   []string{"dawid1979", "varadhan2008"}, Objective: "log-likelihood", Rises: true, Product: true,
		Params: append(slices.Clone(smoothing), classPrior, acceleration),
	}, func(v Values) fit.Method {
		return smooth(v, &dawidskene.DS{UniformPrior: uniform(v), Accelerate: accelerate(v)})
	}}, {Info{
		Name: "fds", Title: "Fast Dawid–Skene", Family: "Dawid–Skene",
		Advice: "Like Dawid–Skene, but each task counts for one class only: done in a few steps.",
		Cite:   []string{"sinha2018", "dawid1979"}, Objective: "classification log-likelihood", Rises: true, Product: true,
		Params: []Param{classPrior},
	}, func(v Values) fit.Method { return &dawidskene.DS{Assign: dawidskene.Hard, UniformPrior: uniform(v)} }}, {Info{
		Name: "hybrid", Title: "Hybrid Dawid–Skene", Family: "Dawid–Skene",
		Advice: "Dawid–Skene until it has nearly settled, then the fast version: its likelihood, in fewer steps.",
		Cite:   []string{"sinha2018", "dawid1979"}, Objective: "log-likelihood", Product: true,
		Params: append(append([]Param{
			number("gamma", "Switch at", "Turns to the fast version when the class shares move by less than this in a step.",
				own.Gamma, 1e-12, 2),
		}, smoothing...), classPrior),
	}, func(v Values) fit.Method {
		return smooth(v, &dawidskene.DS{Assign: dawidskene.SoftThenHard, Gamma: v.Number("gamma"), UniformPrior: uniform(v)})
	}}}
}
