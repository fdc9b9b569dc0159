package engine

import (
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"slices"
)

// overrule sets the posteriors of reviewed tasks, where the method makes no use
// of gold tasks.
func (r *result) overrule(found *fit.Result) {
	if len(r.of.Amend.Review) == 0 || r.gold != nil {
		return
	}
	k := r.of.Asked().Data.Classes
	for i, class := range r.of.Reviewed(nil) {
		if class != crowd.Unknown {
			q := found.Posterior[i*k : (i+1)*k]
			clear(q)
			q[class] = 1
		}
	}
}

// believed is what an amended fit may start from: what is believed of the
// workers, but nothing of those who had no labels.
func (r *result) believed() *crowd.Estimate {
	from := *r.answers.Result.Estimate
	k := r.data.Classes
	from.Confusion = slices.Clone(from.Confusion)
	for j, n := range r.answers.Given {
		if n == 0 {
			clear(from.Confusion[j*k*k : (j+1)*k*k])
		}
	}
	return &from
}

// amendment tells the run record what the user has changed.
func (r *result) amendment(rec *export.Record) {
	rec.Order = r.of.Amend.Order
	for _, j := range r.of.Amend.Exclude {
		rec.Excluded = append(rec.Excluded, r.of.Set.Workers.At(j))
	}
	for _, v := range r.of.Amend.Review {
		rec.Reviewed = append(rec.Reviewed, export.Reviewed{Task: r.of.Set.Tasks.At(v.Task), Label: v.Label})
	}
}
