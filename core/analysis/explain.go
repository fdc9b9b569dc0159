package analysis

import (
	"math"

	"concord/core/advise"
	"concord/core/wire"
)

// nearly is how close the sum of the weights must be to the log-odds, relative
// to their size, to be shown as the same.
const nearly = 1e-9

// explain adds to a task why it has its label: the weight of each vote, or in
// words how the method decides.
func (r *Result) explain(i int, t *wire.Task) {
	if !r.Entry.Product || r.Answers.Label == nil || r.Of.Pairs != nil {
		t.Decides = r.Entry.Decides
		return
	}
	w := advise.Why(r.Data, r.Answers.Result.Estimate, i, r.settings.Seed)
	if w == nil {
		return
	}
	classes := r.Of.Set.Classes
	t.Why = &wire.Why{
		Answer: classes.At(w.Answer), Rival: classes.At(w.Rival), Known: w.Known, Prior: w.Prior,
		Sum: w.Sum, LogOdds: number(w.LogOdds), Decisive: w.Decisive,
		Exact: w.Decisive == 0 && math.Abs(w.Sum-w.LogOdds) <= nearly*max(1, math.Abs(w.LogOdds)),
	}
	if w.Known {
		return
	}
	for n := range t.Votes {
		v := w.Votes[n]
		t.Votes[n].Weight, t.Votes[n].Decisive = &v.Weight, v.Decisive
	}
}
