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
		Cite:      []string{"mccullagh1980", "johnson1996", "lakshminarayanan2013"},
		Objective: "log posterior", Rises: true, Product: true,
	}, func(Values) fit.Method { return ordinal.Ordinal{} }}}
}
