package catalog

import (
	"testing"

	"concord/core/fit"
	"concord/core/fit/fittest"
	"concord/internal/race"
)

// exceptions are the laws that do not bind a method, and why.
var exceptions = map[string]map[string]string{
	"online-fds": {
		"permuting tasks permutes the answer": streamed,
		"permuting rows permutes the answer":  streamed,
	},
	"kos-svd":    ordered,
	"ghosh-svd":  ordered,
	"eigenratio": ordered,
	"ordinal":    ordered,
	"ma-sldac":   dealt, "slda": dealt,
	"lda-logreg": opinion, "lda-linreg": opinion, "lda-svm": visits, "lda-knn": opinion, "lda-rodrigues": flat,
	"gpc-mv":   opinion,
	"gpc-conc": opinion,
	"logreg":   opinion,
	"skill":    near, "bradleyterry": near, "davidson": near, "raokupper": near, "thurstone": near, "crowdbt": near, "noisybt": near,
	"winrate": near,
	"kemeny": {
		"unanimous labels give certainty":     "an order says nothing of how far items are apart",
		"renaming classes renames the answer": "of orders with which as few votes disagree it takes one",
	},
	"elo": {
		"unanimous labels give certainty":           nearWhy,
		"permuting tasks permutes the answer":       eloWhy,
		"permuting rows permutes the answer":        eloWhy,
		"permuting a task's labels changes nothing": eloWhy,
	},
	"crowdlab": {"unanimous labels give certainty": "the classifier has its say, and its weight does not grow with the labels"},
}

// exceptions of the methods that learn from texts.
var (
	dealt = map[string]string{
		"renaming classes renames the answer": "a topic is dealt to a class by its number and starts from random words of its own",
	}
	flat = map[string]string{
		"permuting tasks permutes the answer":       flatWhy,
		"permuting rows permutes the answer":        flatWhy,
		"permuting a task's labels changes nothing": flatWhy,
		"renaming classes renames the answer":       flatWhy,
	}
	visits = map[string]string{
		"permuting tasks permutes the answer": lot,
		"permuting rows permutes the answer":  lot,
		"unanimous labels give certainty":     "it answers with the classifier's margins",
	}
)

const (
	streamed = "its tasks come in a stream, in the order of the rows, and what came before decides"
	lot      = "it visits tasks in an order drawn by lot, and stops when little moves"
)

const (
	nearWhy = "items of nearly equal scores are no certain choice, however often they were compared"
	eloWhy  = "its scores depend on the order of votes"
)

// near is the exception of the methods that rank items.
var near = map[string]string{"unanimous labels give certainty": nearWhy}

const flatWhy = "so few texts leave the likelihood nearly flat, and the search for its top ends some 1e-6 apart"

var opinion = map[string]string{
	"unanimous labels give certainty": "it answers with the classifier's probability, which is sure only where like tasks agree as well",
}

var ordered = map[string]string{
	"renaming classes renames the answer": "it asks whether a label lies above each threshold, so classes have an order",
}

// Every method of the catalog obeys the laws, with its default settings.
func TestLaws(t *testing.T) {
	for _, e := range All() {
		if e.Name == "plackettluce" || e.Name == "borda" {
			continue // they need rankings, which no data of these laws have: core/method/comparison has its tests
		}
		t.Run(e.Name, func(t *testing.T) { lawful(t, e, nil) })
	}
}

// What data choose is chosen alike whatever the order of the rows.
func TestLawsOfChoices(t *testing.T) {
	race.SkipMany(t)
	e, err := Find("optds")
	if err != nil {
		t.Fatal(err)
	}
	lawful(t, e, Values{"delta": "0"})
	lawful(t, e, Values{"start": "spectral"})
}

func lawful(t *testing.T, e Entry, values Values) {
	fittest.Run(t, fittest.Subject{
		Name: e.Name, Rises: e.Rises, Product: e.Product, Except: exceptions[e.Name],
		New: func() fit.Method {
			m, _, err := e.Method(values)
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
	})
}
