package catalog

import (
	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/dawidskene"
)

const (
	dawidSkene1979 = "Dawid & Skene (1979), Applied Statistics 28, 20–28"
	sinha2018      = "Sinha, Rao & Balasubramanian (2018), Fast Dawid-Skene, arXiv:1803.02781"
)

// classPrior is a parameter of them all.
var classPrior = choice("prior", "Class prior", "How common each class is: estimated from the data, or held equal for all.",
	"estimated", "uniform")

// uniform reads classPrior.
func uniform(v Values) bool { return v["prior"] == "uniform" }

// acceleration is a parameter of those that EM fits with soft steps.
var acceleration = choice("acceleration", "Acceleration",
	"squarem takes every third step further (Varadhan & Roland 2008): a half to a quarter of the steps where EM is slow. The likelihood "+
		"still never falls. auto does so unless the fit stops by the paper's rule, or at a tolerance.", "auto", "squarem", "off")

// accelerate reads acceleration.
func accelerate(v Values) dawidskene.Acceleration {
	return map[string]dawidskene.Acceleration{"squarem": dawidskene.Always, "off": dawidskene.Never}[v["acceleration"]]
}

// dawidSkenes lists the Dawid–Skene family.
func dawidSkenes() []Entry {
	own := dawidskene.DS{}.WithDefaults()
	smoothing := number("smoothing", "Smoothing", "Added to every count of every confusion matrix, and of every class. 0 is the "+
		"paper's method; 1 helps where workers gave few labels.", 0.0, 0, 1e6)
	return []Entry{{Info{
		Name: "ds", Title: "Dawid–Skene", Family: "Dawid–Skene", Curve: calibrate.Model,
		Advice:   "The standard: learns each worker's confusion matrix. Good with 20 labels a worker or more.",
		Citation: dawidSkene1979, Objective: "log-likelihood", Rises: true, Product: true,
		Params: []Param{smoothing, classPrior, acceleration},
	}, func(v Values) fit.Method {
		return &dawidskene.DS{Smoothing: v.Number("smoothing"), UniformPrior: uniform(v), Accelerate: accelerate(v)}
	}}, {Info{
		Name: "fds", Title: "Fast Dawid–Skene", Family: "Dawid–Skene",
		Advice:   "As Dawid–Skene, but each task counts for one class only: done in a handful of steps.",
		Citation: sinha2018, Objective: "classification log-likelihood", Rises: true, Product: true,
		Params: []Param{classPrior},
	}, func(v Values) fit.Method { return &dawidskene.DS{Assign: dawidskene.Hard, UniformPrior: uniform(v)} }}, {Info{
		Name: "hybrid", Title: "Hybrid Dawid–Skene", Family: "Dawid–Skene",
		Advice:   "Dawid–Skene until it has nearly settled, then the fast version: its likelihood, in fewer steps.",
		Citation: sinha2018, Objective: "log-likelihood", Product: true,
		Params: []Param{number("gamma", "Switch at", "Turns to the fast version when the class shares move by less than this in a step.",
			own.Gamma, 1e-12, 2), smoothing, classPrior},
	}, func(v Values) fit.Method {
		return &dawidskene.DS{
			Assign: dawidskene.SoftThenHard, Gamma: v.Number("gamma"), Smoothing: v.Number("smoothing"), UniformPrior: uniform(v),
		}
	}}}
}
