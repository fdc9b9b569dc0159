package export

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// What workers saw stands beside the task as it is; where a column is called like one of ours, it is the content that gets another name.
func TestContentStandsBesideTasks(t *testing.T) {
	a := small(false)
	said := map[string][]string{"a": {"two\nlines, \u202eRTL", "=1+1"}, "b,c": {"", "x"}}
	a.Content = &Content{Names: []string{"text", "label", "label"}, Cell: func(task string, column int) string {
		return append(said[task], "", "", "")[column]
	}}
	got := write(t, *CSV("labels", a.LabelTable(), true))
	want := "task,text,label (content),label (content) (content),label,"
	rows := "a,\"two\nlines, \u202eRTL\",'=1+1,,no,"
	if !strings.HasPrefix(got, want) || !strings.Contains(got, rows) || !strings.Contains(got, "\"b,c\",,x,,yes,") {
		t.Errorf("got\n%s\nwant %s … %s", got, want, rows)
	}
	if got := shape(t, a, "ndjson", true); !strings.HasPrefix(got, `{"task":"a","text":"two\u000alines, `) || !strings.Contains(got, `"label (content)":"=1+1"`) {
		t.Errorf("got %s", got)
	}
}

// Of the labels of a task: how many name its label, what the majority says, and which share of the pairs are the same.
func TestVotesOfATask(t *testing.T) {
	a := small(false)
	if got := fmt.Sprint(a.VotesFor(0), a.Votes(0), a.Agreeing(0), a.VotesFor(1), a.Votes(1)); got != "2 2 1 1 1" {
		t.Errorf("got %s", got)
	}
	if got := a.Agreeing(1); !math.IsNaN(got) {
		t.Errorf("one label agrees with itself: got %v, want none", got)
	}
	s := several(t) // a worker's labels count together
	if got := fmt.Sprint(s.VotesFor(0), s.Votes(0), s.VotesFor(1), s.Votes(1)); got != "1 1 0 1" {
		t.Errorf("got %s", got)
	}
}
