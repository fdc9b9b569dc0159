package simulate

import (
	"slices"
	"testing"
)

// The sample of a panel tells its story: a person labelled 60 answers, each judge is about as good as was said, those of a family are
// wrong about the same ones, and the best judge beats the majority.
func TestPanel(t *testing.T) {
	samples := Samples()
	labels, truth := textOf(t, samples[slices.IndexFunc(samples, func(s Sample) bool { return s.Name == "panel" })])
	if truth != "" {
		t.Errorf("got a truth, %.40q; what is known of it stands in the labels", truth)
	}
	wrong, human, models := map[string]map[string]bool{}, map[string]string{}, map[string]string{}
	for _, row := range rows(t, labels) {
		task, judge, label := row[0], row[1], row[2]
		if was, there := human[task]; there && was != row[3] || models[task] != "" && models[task] != row[4] {
			t.Fatalf("%s: got %q and %q beside its labels, and others before", task, row[3], row[4])
		}
		human[task], models[task] = row[3], row[4]
		if wrong[judge] == nil {
			wrong[judge] = map[string]bool{}
		}
		wrong[judge][task] = label != row[3]
	}
	known := 0
	for task, label := range human {
		if label == "" {
			for _, tasks := range wrong {
				delete(tasks, task)
			}
			continue
		}
		known++
	}
	if len(human) != 300 || known != 60 || len(wrong) != 6 {
		t.Fatalf("got %d tasks, %d of them labelled by the person, and %d judges", len(human), known, len(wrong))
	}
	both := func(a, b string) (n int) {
		for task := range wrong[a] {
			if wrong[a][task] && wrong[b][task] {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		judge       string
		fewest, end int
	}{{"atlas-large", 6, 20}, {"birch-small", 6, 20}, {"cedar", 1, 6}} {
		if n := both(c.judge, c.judge); n < c.fewest || n >= c.end {
			t.Errorf("%s is wrong about %d of 60, want %d to %d", c.judge, n, c.fewest, c.end-1)
		}
	}
	within, across := 0., 0. // mean over the pairs of judges
	for _, a := range []string{"atlas-large", "atlas-medium", "atlas-small"} {
		for _, b := range []string{"atlas-large", "atlas-medium", "atlas-small"} {
			if a < b {
				within += float64(both(a, b)) / 3
			}
		}
		for _, b := range []string{"birch-large", "birch-small"} {
			across += float64(both(a, b)) / 6
		}
	}
	if within < 1.5*across {
		t.Errorf("judges of a family are wrong together about %.1f tasks, those of two about %.1f; the story needs half as many again",
			within, across)
	}
}
