package catalog

import (
	"testing"

	"concord/core/fit"
	"concord/core/fit/fittest"
)

// exceptions are the laws that do not bind a method, and why.
var exceptions = map[string]map[string]string{
	"optds": {
		"permuting workers changes nothing else": "workers are grouped by their number, as in the paper's program",
	},
	"kos-svd":    ordered,
	"ghosh-svd":  ordered,
	"eigenratio": ordered,
	"gpc-mv":     opinion,
	"logreg":     opinion,
}

var opinion = map[string]string{
	"unanimous labels give certainty": "it answers with the classifier's probability, which is sure only where like tasks agree as well",
}

var ordered = map[string]string{
	"renaming classes renames the answer": "it asks whether a label lies above each threshold, so classes have an order",
}

// Every method of the catalog obeys the laws, with its default settings.
func TestLaws(t *testing.T) {
	for _, e := range All() {
		t.Run(e.Name, func(t *testing.T) {
			fittest.Run(t, fittest.Subject{
				Name: e.Name, Rises: e.Rises, Except: exceptions[e.Name],
				New: func() fit.Method {
					m, _, err := e.Method(nil)
					if err != nil {
						t.Fatal(err)
					}
					return m
				},
			})
		})
	}
}
