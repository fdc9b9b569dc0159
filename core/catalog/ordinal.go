package catalog

import (
	"concord/core/fit"
	"concord/core/method/ordinal"
)

// ordinals lists the methods that take classes as steps of a scale by a model of it.
func ordinals() []Entry {
	return []Entry{{Info{
		Name: "ordinal", Title: "Ordinal model", Family: "Scales", Ranked: true,
		Advice: "For ordered classes such as ratings and grades, three or more: workers may be precise or not, strict or " +
			"lenient. More than two classes count as ordered.",
		Citation: "McCullagh. Regression models for ordinal data. JRSS B 42, 1980; Johnson. On Bayesian Analysis of Multirater Ordinal Data. " +
			"JASA 91, 1996; Lakshminarayanan, Teh. Inferring ground truth from multi-annotator ordinal data. arXiv:1305.0015, 2013.",
		Objective: "log posterior", Rises: true, Product: true,
	}, func(Values) fit.Method { return ordinal.Ordinal{} }}}
}
