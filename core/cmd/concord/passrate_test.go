package main

import (
	"testing"

	"concord/core/api"
)

func TestPassRateText(t *testing.T) {
	interval := func(value, low, high float64) api.Figure {
		return api.Figure{Value: value, Low: low, High: high, Interval: true}
	}
	x := &api.PassRate{
		Sentence: "About half would pass.", Pass: "yes", Judge: "gpt", Group: "model", Within: .02, More: 1200,
		All: api.Passed{
			Tasks: 2000, Human: 100, Alone: api.Exactly(.625, 2000), Corrected: api.Undefined("TNR is unknown"),
			Powered: interval(.5, .45, .55), Sampled: interval(.51, .41, .61), TPR: interval(.9, .8, .95), TNR: api.Undefined("no failures"),
		},
		Groups: []api.Passed{
			{Group: "a", Tasks: 1000, Human: 95, Alone: api.Exactly(.75, 1000), Powered: interval(.6, .55, .65), Sampled: interval(.61, .5, .7)},
			{Group: "bigger", Tasks: 1000, Human: 5, Alone: api.Exactly(.5, 1000), Powered: api.Undefined("few"), Sampled: interval(.4, .1, .8)},
		},
		Limits: []string{"Taken as a random sample."},
	}
	const want = `About half would pass.

“yes” passes              share   95 % interval
prediction-powered        50.0 %  45.0 % to 55.0 %
corrected by TPR and TNR  not defined
labels by hand alone      51.0 %  41.0 % to 61.0 %
gpt alone                 62.5 %
TPR                       90.0 %  80.0 % to 95.0 %
TNR                       not defined

model   tasks  by hand  prediction-powered     labels by hand alone   gpt alone
a       1,000  95       60.0 % (55.0 to 65.0)  61.0 % (50.0 to 70.0)  75.0 %
bigger  1,000  5        –                      40.0 % (10.0 to 80.0)  50.0 %

For ± 2 points, label 1,200 more tasks by hand, drawn at random.
Taken as a random sample.
`
	if got := passRateText(x); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	x.More, x.Groups, x.Judge = -1, nil, ""
	const end = "\nThese tasks are too few to know the rate of tasks like them within ± 2 points, even if a person labels all.\n" +
		"Taken as a random sample.\n"
	if got := passRateText(x); got[len(got)-len(end):] != end {
		t.Errorf("got\n%s\nwant its end\n%s", got, end)
	}
}
