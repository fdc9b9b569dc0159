package catalog_test

import (
	"slices"
	"testing"

	"concord/core/catalog"
	"concord/core/crowd"
)

// Those that are kept are always there, the others if they are quick, and all in their order. What is kept takes nothing from the others.
func TestWithin(t *testing.T) {
	has := crowd.Parts{Tasks: 2000, Workers: 20, Classes: 4, Labels: 10_000}
	var list catalog.List
	seconds := map[string]float64{}
	for _, name := range []string{"ebcc", "majority", "consensus", "ds"} {
		e, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		list, seconds[name] = append(list, e), e.Seconds(has)
	}
	others := seconds["ebcc"] + seconds["majority"] + seconds["ds"]
	for _, c := range []struct {
		seconds float64
		want    []string
	}{
		{0, []string{"consensus"}},
		{seconds["majority"] * 1.5, []string{"majority", "consensus"}},
		{others - seconds["ebcc"]/2, []string{"majority", "consensus", "ds"}},
		{others * 1.01, []string{"ebcc", "majority", "consensus", "ds"}},
	} {
		var got []string
		for _, e := range list.Within(has, c.seconds, "consensus") {
			got = append(got, e.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("within %g s: got %v, want %v", c.seconds, got, c.want)
		}
	}
}

// From a hundred classes on the default goes through few cells of its confusion matrices, and takes no longer than just below that.
func TestSecondsOfManyClasses(t *testing.T) {
	for _, name := range []string{"consensus", "ds", "hds"} {
		e, err := catalog.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		has := crowd.Parts{Tasks: 20_000, Workers: 1000, Classes: 99, Labels: 100_000}
		few := e.Seconds(has)
		if has.Classes = 1000; e.Seconds(has) > few {
			t.Errorf("%s: got %g s of 1,000 classes, want at most the %g of 99", name, e.Seconds(has), few)
		}
		dense := has
		dense.Confusion = true
		if e.Seconds(dense) < 100*e.Seconds(has) {
			t.Errorf("%s: got %g s with a history of the workers, which fills all cells, and %g without", name, e.Seconds(dense), e.Seconds(has))
		}
	}
}
