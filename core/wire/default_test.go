package wire_test

import (
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/wire"
)

// What each kind of data begins with, and why.
func TestDefault(t *testing.T) {
	classes, numbers := crowd.Parts{Classes: 2}, crowd.Parts{Numeric: true}
	const pool, both = "methods that err in different ways", "nothing shows who is right"
	for _, c := range []struct {
		about  string
		counts wire.Counts
		told   bool
		has    crowd.Parts // of the labels
		beside crowd.Parts // of a file that describes the tasks
		name   string
		why    string // part of the reason
	}{
		{"classes", wire.Counts{Workers: 5}, false, classes, classes, "consensus", pool},
		{"steps of a scale", wire.Counts{Workers: 5, Ordered: true}, false, classes, classes, "consensus", pool},
		{"one label a task", wire.Counts{Workers: 5, Thin: "No task has labels of two workers"}, false, classes, classes,
			"majority", "No task has"},
		{"one label a task, and known classes", wire.Counts{Workers: 5, Thin: "No task"}, true, classes, classes, "consensus", pool},
		{"two workers", wire.Counts{Workers: 2}, false, classes, classes, "majority", both},
		{"two workers, and known classes", wire.Counts{Workers: 2}, true, classes, classes, "consensus", pool},
		{"nobody knows whose labels", wire.Counts{Anonymous: true}, false, crowd.Parts{Anonymous: true}, classes, "majority",
			"Workers are unknown"},
		{"numbers", wire.Counts{Workers: 5, Numeric: true}, false, numbers, classes, "biasprecision", "too high or too low"},
		{"two workers' numbers", wire.Counts{Workers: 2, Numeric: true}, false, numbers, classes, "mean", both},
		{"features", wire.Counts{Workers: 5}, false, classes, crowd.Parts{Classes: 2, Features: true}, "raykar", "features"},
		{"features and numbers", wire.Counts{Workers: 5, Numeric: true}, false, numbers,
			crowd.Parts{Numeric: true, Features: true}, "ridge", "features"},
		{"texts", wire.Counts{Workers: 5}, false, classes, crowd.Parts{Classes: 2, Words: true}, "lda-raykar", "texts"},
		{"texts and numbers", wire.Counts{Workers: 5, Numeric: true}, false, numbers,
			crowd.Parts{Numeric: true, Words: true}, "ma-sldar", "texts"},
	} {
		all := analysis.Methods{List: catalog.All()}
		lists := [][]wire.Method{all.For(c.has)}
		if c.beside != (crowd.Parts{}) {
			lists = append(lists, all.For(c.beside))
		}
		name, why := c.counts.Default(c.told, lists...)
		if name != c.name || !strings.Contains(why, c.why) || !strings.HasSuffix(why, ".") {
			t.Errorf("%s: got %s, since %q; want %s, since … %q …", c.about, name, why, c.name, c.why)
		}
	}
	if name, why := (*wire.Counts)(nil).Default(false); name != "" || why != "" {
		t.Errorf("no methods: got %q, %q", name, why)
	}
}
