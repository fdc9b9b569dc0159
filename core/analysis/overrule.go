package analysis

import (
	"slices"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
)

// overrule sets the posteriors of reviewed tasks if the method makes no use of gold tasks.
func (r *Result) overrule(found *fit.Result) {
	if len(r.Of.Amend.Review) == 0 || r.Data.Gold != nil {
		return
	}
	k := r.Of.MethodSet().Data.Classes
	for i, class := range r.Of.Reviewed(nil) {
		if class != crowd.Unknown {
			q := found.Posterior[i*k : (i+1)*k]
			clear(q)
			q[class] = 1
		}
	}
}

// believed returns what an amended fit may start from: the estimate, but nothing of workers who had no labels.
func (r *Result) believed() *crowd.Estimate {
	from := *r.Answers.Result.Estimate
	k := r.Data.Classes
	from.Confusion = slices.Clone(from.Confusion)
	for j, n := range r.Answers.Given {
		if n == 0 {
			clear(from.Confusion[j*k*k : (j+1)*k*k])
		}
	}
	return &from
}

// amendment adds what the user has changed to the run record.
func (r *Result) amendment(rec *export.Record) {
	rec.Order = r.Of.Amend.Order
	for _, j := range r.Of.Amend.Exclude {
		rec.Excluded = append(rec.Excluded, r.Of.Set.Workers.At(j))
	}
	for _, v := range r.Of.Amend.Review {
		rec.Reviewed = append(rec.Reviewed, export.Reviewed{Task: r.Of.Set.Tasks.At(v.Task), Label: v.Label})
	}
}
