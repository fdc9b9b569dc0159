package api_test

import (
	"testing"

	"concord/core/api"
	"concord/core/kind/number"
	"concord/core/kind/set"
)

func TestIsPanel(t *testing.T) {
	for _, c := range []struct {
		about  string
		counts api.Counts
		want   bool
	}{
		{"six judges, some verdicts missing", api.Counts{Tasks: 350, Workers: 6, Labels: 2015}, true},
		{"one judge", api.Counts{Tasks: 10, Workers: 1, Labels: 10}, true},
		{"each labels half of the tasks", api.Counts{Tasks: 10, Workers: 4, Labels: 20}, true},
		{"repeats are no further tasks", api.Counts{Tasks: 10, Workers: 4, Labels: 20, Repeats: 1}, false},
		{"a crowd", api.Counts{Tasks: 108, Workers: 39, Labels: 4212}, false},
		{"few workers with few labels each", api.Counts{Tasks: 100, Workers: 5, Labels: 100}, false},
		{"nobody knows whose labels", api.Counts{Tasks: 10, Labels: 20, Anonymous: true}, false},
		{"several labels a task", api.Counts{Tasks: 10, Workers: 2, Labels: 30, Repeats: 10, Kind: set.Kind{}.Info()}, true},
		{"numbers", api.Counts{Tasks: 10, Workers: 2, Labels: 20, Kind: number.Kind{}.Info()}, false},
	} {
		if got := c.counts.IsPanel(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.about, got, c.want)
		}
	}
}
