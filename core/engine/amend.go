package engine

import (
	"slices"

	"concord/core/crowd"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/wire"
)

// keptResults is how many results of earlier amendments are remembered, so that
// undoing gives the same figures again, at once.
const keptResults = 3

// amend leaves workers out and takes in the user's verdicts. Names keep their
// indices: a worker who is left out is one without labels.
func (e *Engine) amend(c *call, a *wire.Amend) (*wire.Amended, error) {
	a, err := e.session.Labels.Sound(a)
	if err != nil {
		return nil, err
	}
	if r := e.remembered(a); r != nil {
		return e.become(c.Job, r, false)
	}
	if r := e.butForOrder(a); r != nil {
		l, err := r.of.InOrder(a.Order)
		if err != nil {
			return nil, err
		}
		return e.become(c.Job, r.reordered(l), false)
	}
	s, err := e.session.Amended(c.Job, a)
	if err != nil {
		return nil, err
	}
	was := e.result
	if was == nil {
		e.show(s, nil)
		return &wire.Amended{Amend: *a, Counts: s.Labels.Counts, Methods: methods(s.Labels.Parts)}, nil
	}
	r, err := e.run(c.Job, s, was.asked, was)
	if err != nil {
		return nil, err
	}
	return e.become(c.Job, r, r.warm)
}

// become shows a result in the place of the one at hand, which is remembered.
func (e *Engine) become(c *job.Job, r *result, warm bool) (*wire.Amended, error) {
	was, s := e.result, e.session.As(r.of)
	next, err := r.under(c, s)
	if err != nil {
		return nil, err
	}
	if r != was {
		e.kept = append(slices.DeleteFunc(e.kept, func(k *result) bool { return k == r }), was)
	}
	if len(e.kept) > keptResults {
		e.kept = slices.Delete(e.kept, 1, 2) // the first is the one without amendments, mostly
	}
	e.show(s, next)
	out := &wire.Amended{Amend: r.of.Amend, Counts: r.of.Counts, Methods: methods(r.of.Parts), Fitted: next.fitted(), Warm: warm}
	for i, k := range r.answers.Label {
		if was.answers.Label[i] != k {
			out.Changed++
		}
	}
	return out, nil
}

// remembered returns the result with that amendment that is kept and rests on
// what is loaded now, nil if there is none.
func (e *Engine) remembered(a *wire.Amend) *result {
	for _, r := range append([]*result{e.result}, e.kept...) {
		if r != nil && equal(&r.of.Amend, a) && r.session.TeachesAs(e.session) {
			return r
		}
	}
	return nil
}

func equal(a, b *wire.Amend) bool {
	return slices.Equal(a.Exclude, b.Exclude) && slices.Equal(a.Review, b.Review) && slices.Equal(a.Order, b.Order)
}

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
