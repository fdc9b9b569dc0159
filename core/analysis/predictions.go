package analysis

import (
	"fmt"

	"concord/core/api"
	"concord/core/crowd"
	"concord/internal/humanize"
)

// joined follows how a panel decides where a classifier joined it.
const joined = " Predictions join last: they are made less certain until they fit what the members and workers say, and count the less " +
	"the more labels a task has."

// joinPredictions notes what predictions change: a panel decides otherwise, and the posterior of a task knows more than its labels.
func (r *Result) joinPredictions() {
	r.Entry.Curve.Described = true
	if r.Entry.Pooled {
		r.Entry.Decides += joined
	}
}

// trusted says how far the predictions were trusted; empty: there are no labels to say it by.
func (r *Result) trusted() string {
	p := r.Data.Predictions
	k, tasks, same, labels, agree := r.Data.Classes, 0, 0, 0, 0
	for i, answer := range r.Answers.Label {
		if !p.Of(i) {
			continue
		}
		tasks++
		if best, _ := crowd.Best(p.Row(i, k), i, r.settings.Seed); int32(best) == answer {
			same++
		}
		for n, to := r.Data.Of(i); n < to; n++ {
			labels++
			if int32(r.Data.Class[n]) == answer {
				agree++
			}
		}
	}
	if labels == 0 {
		return ""
	}
	return fmt.Sprintf("The result has the predicted class in %s of %s, and agrees with %s of the workers’ labels there.",
		api.Tenths(float64(same)/float64(tasks)), humanize.Count(tasks, "task"), api.Tenths(float64(agree)/float64(labels)))
}
