package session

import (
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/kind/set"
	"concord/core/labels"
)

// Cells that hold several labels are told from names with the same characters in them.
func TestSplits(t *testing.T) {
	by := func(o *api.Opened) string { by, _ := splits(o); return by }
	for _, c := range []struct{ classes, want string }{
		{"a|b,b,a|c|d,c", "|"},
		{"a;b,b;a,a", ";"},
		{"yes,no", ""},
		{"and/or,neither", ""}, // one of them, whose parts are no classes
		{"1/2,3/4,5/6", ""},    // nor are these
		{"a/b,a/c,b/c,none", "/"},
		{"|a,|b", ""},
	} {
		o := &api.Opened{Counts: &api.Counts{ClassNames: strings.Split(c.classes, ",")}}
		if got := by(o); got != c.want {
			t.Errorf("%s: got %q, want %q", c.classes, got, c.want)
		}
		o.Counts.Kind = set.Kind{}.Info()
		if got := by(o); got != "" {
			t.Errorf("%s, taken apart: got %q", c.classes, got)
		}
	}
}

// What there is to settle says what it would change, and what the classes are comes first.
func TestIssues(t *testing.T) {
	o := &api.Opened{
		Role: api.RoleLabels, AlikeOf: 2,
		Counts: &api.Counts{Classes: 6, Workers: 4, Tasks: 9, Differ: 2, ClassNames: []string{"OK", "ok", "n.a.", "toxci", "toxic", "Toxic"}},
		Alike: []api.Alike{
			{Of: "label", Names: []string{"OK", "ok"}, Shown: []string{"OK", "ok"}, Labels: []int{3, 40}, To: "ok"},
			{Of: "label", Names: []string{"toxic", "Toxic"}, Shown: []string{"toxic", "Toxic"}, Labels: []int{30, 4}, To: "toxic"},
			{Of: "worker", Names: []string{"ann", "Ann"}, Shown: []string{"ann", "Ann"}, Labels: []int{9, 1}, To: "ann"},
			{Of: "label", Names: []string{"toxci", "toxic"}, Shown: []string{"toxci", "toxic"}, Labels: []int{1, 30}, To: "toxic", Misspelt: true},
		},
		NoAnswer: []api.NoAnswer{{Name: "n.a.", Labels: 5}, {Name: "x"}},
		Warnings: []api.Problem{
			{What: "2 labels are " + labels.Before + "; the first is by “ann” on “t1”", Do: "Every label counts, if each is an answer of its own"},
			{What: "every label is by one worker", Do: "Check the worker column"}},
		Count: 1, Problems: []api.Problem{{Line: 7, What: "1 cell where 3 are expected"}},
	}
	all := Issues(o)
	var got []string
	for _, i := range all {
		got = append(got, i.Key()+": "+i.Text+" ["+i.Effect+"] "+i.Flag)
	}
	want := []string{
		"alike-label: The classes “OK” (3 labels) and “ok” (40 labels) look alike, and so do those of 1 more group. “toxci” may be “toxic” " +
			"misspelt. [6 → 3 classes] --merge-alike makes one of each group. --merge toxci=toxic mends that.",
		"alike-worker: The workers “ann” (9 labels) and “Ann” (1 label) look alike. [4 → 3 workers] --merge-alike makes one of each group.",
		"none: “n.a.” (5 labels) may mean that there is no answer. [6 → 5 classes, without 5 labels] --missing says which cells do.",
		"left-out: 1 row left out; line 7: 1 cell where 3 are expected. [] ",
		"again: 2 labels are by a worker who had labelled the task before; the first is by “ann” on “t1”. 2 of them differ from what " +
			"the worker said before. Every label counts. [] --again first, last or majority counts one of each worker; " +
			"--multilabel rows lets a task have several labels.",
		"file-1f7t03e: Every label is by one worker. Check the worker column. [] ",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	one, other := api.Issue{Kind: api.IssueFile, Text: "one"}, api.Issue{Kind: api.IssueFile, Text: "other"}
	if one.Key() == other.Key() {
		t.Errorf("two warnings of a file have one key, %q", one.Key())
	}
	use, reason := api.UseOf(&api.Expected{Verdict: api.Usable, Reason: "They agree."}, all)
	if use != api.CheckFirst || reason != "They agree. To settle: 3 look-alike classes; 5 labels that may be no answer; 2 "+
		"repeated labels that contradict earlier ones." {
		t.Errorf("got %s, %q", use, reason)
	}
	use, reason = api.UseOf(&api.Expected{Verdict: api.Usable, Reason: "They agree."},
		api.OpenIssues(all, []string{"alike-label", "none", "again"}))
	if use != api.Usable || reason != "They agree." {
		t.Errorf("settled: got %s, %q", use, reason)
	}

	o.Read.Again = api.AgainLast
	o.Warnings[0].Do = "Of each worker the last one on a task counts"
	if i := Issues(o)[4]; !i.Settled || i.Text != "2 labels are by a worker who had labelled the task before; the first is by “ann” on "+
		"“t1”. Of each worker the last one on a task counts." {
		t.Errorf("the last count: got %+v", i)
	}
}

// Numbers and steps of a scale that are read as names are suspected, two classes never.
func TestScalesAreSuspected(t *testing.T) {
	for _, test := range []struct {
		natural []string
		want    string
	}{
		{[]string{"1", "2", "3.5"}, "numbers"}, {[]string{"bad", "fair", "good"}, "order"}, {[]string{"0", "1"}, ""}, {nil, ""},
	} {
		i, ok := scaleIssue(&api.Counts{Classes: max(2, len(test.natural)), Natural: test.natural})
		if ok != (test.want != "") || ok && i.Remedies[0].Do != test.want {
			t.Errorf("%q: got %+v, want %q", test.natural, i, test.want)
		}
	}
}
