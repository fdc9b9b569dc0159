package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// withColumns is a file of two judges on n tasks, with columns beside their labels.
func withColumns(n int) sessiontest.File {
	var b strings.Builder
	b.WriteString("task,worker,label,model,tokens,mood,day\n")
	for i := range n {
		for j, worker := range []string{"a", "b"} {
			day := "Monday"
			if i%2 > 0 {
				day = "Tuesday"
			}
			if j > 0 && i == 1 {
				day = "" // the other row says it
			}
			fmt.Fprintf(&b, "t%d,%s,%d,m%d,%d,%d,%s\n", i, worker, i*j%2, i%3, 100+i, j, day)
		}
	}
	return sessiontest.File{Called: "judges.csv", Text: b.String()}
}

func TestGroupings(t *testing.T) {
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, withColumns(60))
	got, err := v.Labels.Groupings(sessiontest.Job(t))
	if want := []string{"model", "day"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v; want %q: tokens have too many values, mood differs within a task", got, err, want)
	}
	v.Open(api.RoleLabels, withColumns(8))
	if got, err := v.Labels.Groupings(sessiontest.Job(t)); err != nil || len(got) > 0 {
		t.Errorf("of eight tasks: got %q, %v; want none: groups would be too small", got, err)
	}
}

func TestColumnOfEachTask(t *testing.T) {
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, withColumns(12))
	for name, want := range map[string]string{"tokens": "100 101 102", "day": "Monday Tuesday Monday", "mood": "  "} {
		got, err := v.Labels.Column(sessiontest.Job(t), name)
		if err != nil || len(got) != 12 || strings.Join(got[:3], " ") != want {
			t.Errorf("%s: got %q, %v; want %q …", name, got, err, want)
		}
	}
	const want = `judges.csv: there is no column "colour"; there are task, worker, label, model, tokens, mood, day.`
	if _, err := v.Labels.Column(sessiontest.Job(t), "colour"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
