package engine

import (
	"slices"
	"testing"

	"concord/core/api"
)

// What can be downloaded is described in one place, and made in one other.
func TestEveryDownloadIsMade(t *testing.T) {
	var got, want []string
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
	v.fit("glad") // which says something of the tasks, too
	for _, table := range v.result.Answers.Tables() {
		got = append(got, table.Name)
	}
	for _, m := range makers() {
		if (m.of == nil) == (m.make == nil) {
			t.Errorf("%s: there are two makers, or none", m.what)
		}
		got = append(got, m.what)
	}
	for _, d := range api.Downloads() {
		want = append(want, d.What)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("made are %q, described %q", got, want)
	}
}
