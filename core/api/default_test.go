package api_test

import (
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/kind/number"
	"concord/core/kind/set"
)

// What each kind of data begins with, and why.
func TestBegin(t *testing.T) {
	told, features, texts := api.Beside{Told: true}, api.Beside{Features: true}, api.Beside{Texts: true}
	const pool, both = "methods that err in different ways", "nothing shows who is right"
	for _, c := range []struct {
		about  string
		counts api.Counts
		beside api.Beside
		name   string
		why    string // part of the reason
	}{
		{"classes", api.Counts{Workers: 5}, api.Beside{}, "consensus", pool},
		{"steps of a scale", api.Counts{Workers: 5, Ordered: true}, api.Beside{}, "consensus", pool},
		{"one label a task", api.Counts{Workers: 5, Thin: "No task has labels of two workers"}, api.Beside{}, "majority", "No task has"},
		{"one label a task, and known classes", api.Counts{Workers: 5, Thin: "No task"}, told, "consensus", pool},
		{"two workers", api.Counts{Workers: 2}, api.Beside{}, "majority", both},
		{"two workers, and known classes", api.Counts{Workers: 2}, told, "consensus", pool},
		{"nobody knows whose labels", api.Counts{Anonymous: true}, api.Beside{}, "majority", "Workers are unknown"},
		{"nobody knows whose labels, and features", api.Counts{Anonymous: true}, features, "majority", "Workers are unknown"},
		{"several labels a task", api.Counts{Workers: 5, Kind: set.Kind{}.Info()}, api.Beside{}, "consensus", pool},
		{"numbers", api.Counts{Workers: 5, Kind: number.Kind{}.Info()}, api.Beside{}, "biasprecision", "too high or too low"},
		{"two workers' numbers", api.Counts{Workers: 2, Kind: number.Kind{}.Info()}, api.Beside{}, "mean", both},
		{"features", api.Counts{Workers: 5}, features, "raykar", "from the features of the tasks"},
		{"features, gold", api.Counts{Workers: 5}, api.Beside{Told: true, Features: true}, "raykar", "from the features of the tasks"},
		{"features, an earlier fit", api.Counts{Workers: 5}, api.Beside{Saved: true, Features: true}, "consensus", pool},
		{"features and numbers", api.Counts{Workers: 5, Kind: number.Kind{}.Info()}, features, "ridge", "from the features of the tasks"},
		{"texts", api.Counts{Workers: 5}, texts, "lda-raykar", "from the texts of the tasks"},
		{"texts, one label a task", api.Counts{Workers: 5, Thin: "No task"}, texts, "lda-raykar", "from the texts of the tasks"},
		{"texts and numbers", api.Counts{Workers: 5, Kind: number.Kind{}.Info()}, texts, "ridge", "from the texts of the tasks"},
		{"features and texts", api.Counts{Workers: 5}, api.Beside{Features: true, Texts: true}, "lda-raykar", "from the texts of the tasks"},
		{"features, texts and numbers", api.Counts{Workers: 5, Kind: number.Kind{}.Info()}, api.Beside{Features: true, Texts: true}, "ridge",
			"from the features of the tasks"},
	} {
		has := crowd.Parts{Tasks: 9, Workers: c.counts.Workers, Classes: 2, Labels: 40, Anonymous: c.counts.Anonymous,
			Several: c.counts.Kind.Several}
		if has.Numeric = c.counts.Kind.Numbers; has.Numeric {
			has.Classes = 0
		}
		all := analysis.Methods{List: catalog.All()}
		labels := &api.Opened{Role: api.RoleLabels, Counts: &c.counts, Methods: all.For(has)}
		var beside []*api.Opened
		if c.beside.Told {
			beside = append(beside, &api.Opened{Role: api.RoleGold, Known: 1})
		}
		if c.beside.Saved {
			beside = append(beside, &api.Opened{Role: api.RoleState})
		}
		if c.beside.Features {
			described := has
			described.Features, described.Dimensions = true, 3
			beside = append(beside, &api.Opened{Role: api.RoleFeatures, Methods: all.For(described)})
		}
		if c.beside.Texts {
			described := has
			described.Words, described.Entries = true, 90
			beside = append(beside, nil, &api.Opened{Role: api.RoleText, Methods: all.For(described)})
		}
		for _, pace := range []float64{1, 1e6} { // how fast the machine is has no say
			for n := range labels.Methods {
				labels.Methods[n].Seconds *= pace
			}
			for _, o := range beside {
				if o != nil {
					for n := range o.Methods {
						o.Methods[n].Seconds *= pace
					}
				}
			}
			got := api.Begin(labels, beside...)
			if got.Method != c.name || !strings.Contains(got.Why, c.why) || !strings.HasSuffix(got.Why, ".") {
				t.Errorf("%s: got %s, since %q; want %s, since … %q …", c.about, got.Method, got.Why, c.name, c.why)
			}
			if from := got.From != ""; from != strings.Contains(got.Why, "from the "+got.From+" of the tasks") {
				t.Errorf("%s: got from %q, since %q", c.about, got.From, got.Why)
			}
			slices.Reverse(beside) // nor has the order in which files were opened
		}
	}
	if got := (*api.Counts)(nil).Begin(api.Beside{}, nil); got != (api.Beginning{}) {
		t.Errorf("no methods: got %+v", got)
	}
}
