package api_test

import (
	"strings"
	"testing"

	"concord/core/api"
)

func TestExpectedInWords(t *testing.T) {
	for _, test := range []struct {
		expected api.Expected
		want     string
	}{
		{api.Expected{Value: .9, Low: .835, High: .95, Unknown: 600, Labelled: 600},
			"We expect about 540 of 600 labels to be right (500 to 570)."},
		{api.Expected{Value: .842, Low: .642, High: 1, Unknown: 9, Labelled: 19033},
			"We expect about 16,000 of 19,033 labels to be right (12,000 to 19,000)."},
		{api.Expected{Value: .8, Low: .5, High: .9, Unknown: 5, Labelled: 5}, "We expect about 4 of 5 labels to be right (3 to 5)."},
		{api.Expected{Value: .77428, Low: .77428, High: .77428, Checked: 700, Labelled: 700},
			"542 of 700 labels are right: the truth of every task is known."},
		{api.Expected{Why: "Nobody can tell.", Unknown: 3, Labelled: 3}, "Nobody can tell."},
	} {
		if got := test.expected.Sentence(); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.expected, got, test.want)
		}
	}
}

// The verdict stands on the lower end, on the estimate, or on there being none.
func TestVerdict(t *testing.T) {
	shared := api.Shown{Tasks: 100, Overlap: 100, PerTask: 5, Agreement: .8, Low: .75, High: .85, Chance: .5, Unanimous: .4}
	byChance := shared
	byChance.ByChance = true
	for _, test := range []struct {
		name     string
		expected api.Expected
		verdict  api.Use
		why      string // begins so
	}{
		{"surely right", api.Expected{Value: .9, Low: .7, High: 1, Unknown: 9, Shown: shared}, api.Usable, ""},
		{"probably right", api.Expected{Value: .9, Low: .69, High: 1, Unknown: 9, Shown: shared}, api.CheckFirst, ""},
		{"often wrong", api.Expected{Value: .59, Low: .4, High: .8, Unknown: 9, Shown: shared}, api.Unusable, ""},
		{"nearly all the same", api.Expected{Unknown: 9, Shown: api.Shown{Tasks: 9, Overlap: 9, Chance: .98, ByChance: true}},
			api.CheckFirst,
			"Nearly all labels are the same"},
		{"some agree", api.Expected{Unknown: 9, Shown: api.Shown{Tasks: 9, Overlap: 9, ByChance: true, Partly: true}}, api.CheckFirst,
			"Only some workers agree"},
		{"by chance", api.Expected{Unknown: 9, Shown: byChance}, api.Unusable, "The workers agree no more than chance would"},
		{"contrary", api.Expected{Unknown: 9, Shown: api.Shown{Tasks: 9, Overlap: 9, ByChance: true, Contrary: true}}, api.CheckFirst,
			"Some workers contradict others"},
		{"lone labels", api.Expected{Unknown: 9, Shown: api.Shown{Tasks: 9, PerTask: 1}}, api.CheckFirst,
			"Nothing in the file shows how many labels are right: no task has labels of two workers."},
		{"few shared", api.Expected{Unknown: 9, Shown: api.Shown{Tasks: 9, Overlap: 3, PerTask: 1.3}}, api.CheckFirst,
			"Nothing in the file shows how many labels are right: only 3 tasks have labels of two workers."},
		{"all known", api.Expected{Value: .8, Low: .8, High: .8, Shown: shared}, api.Usable, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := test.expected
			e.Say(2, e.Value, e.Low)
			none := test.why != ""
			if e.Verdict != test.verdict || !strings.HasPrefix(e.Why, test.why) || (e.Why != "") != none || e.Known() == none {
				t.Errorf("got %q, %q; want %q, %q", e.Verdict, e.Why, test.verdict, test.why)
			}
			if e.Reason == "" || (e.Why != "") != (e.Give != "") {
				t.Errorf("got the reason %q, and %q to do about it", e.Reason, e.Give)
			}
		})
	}
}

// A panel counts as fewer, as nearly all, or nobody knows.
func TestPanelInWords(t *testing.T) {
	for _, c := range []struct {
		effective api.Figure
		want      string
	}{
		{api.Figure{Value: 2.06, Low: 1.83, High: 4.21}, "The 6 workers share mistakes: they count as 2.1 independent ones (1.8 to 4.2)."},
		{api.Figure{Value: 5.5, Low: 4.9, High: 6, N: 200},
			"The 6 workers hardly share mistakes: they count as 5.5 independent ones (4.9 to 6.0)."},
		{api.Figure{Value: 5, Low: 2.6, High: 6}, "How far the 6 workers share mistakes is uncertain: they count as 2.6 to 6.0 " +
			"independent ones. Checking 20 tasks by hand would show it."},
		{api.Figure{Value: 3, Low: 2, High: 5, N: 20},
			"How far the 6 workers share mistakes is uncertain: they count as 2.0 to 5.0 independent ones."},
		{api.Figure{}, ""},
	} {
		s := api.Shown{Agrees: true, Effective: c.effective}
		if c.effective.Value > 0 {
			s.Judges = 6
		}
		if got := s.Counts(); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.effective, got, c.want)
		}
	}
}
