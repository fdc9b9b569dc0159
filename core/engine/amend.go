package engine

import (
	"slices"

	"concord/core/analysis"
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
		l, err := r.Of.InOrder(a.Order)
		if err != nil {
			return nil, err
		}
		return e.become(c.Job, r.Reordered(l), false)
	}
	s, err := e.session.Amended(c.Job, a)
	if err != nil {
		return nil, err
	}
	was := e.result
	if was == nil {
		e.show(s, nil)
		return &wire.Amended{Amend: *a, Counts: s.Labels.Counts, Methods: analysis.Methods(s.Labels.Parts)}, nil
	}
	r, err := e.find.Run(c.Job, s, was.Asked, was)
	if err != nil {
		return nil, err
	}
	return e.become(c.Job, r, r.Warm)
}

// become shows a result in the place of the one at hand, which is remembered.
func (e *Engine) become(c *job.Job, r *analysis.Result, warm bool) (*wire.Amended, error) {
	was, s := e.result, e.session.As(r.Of)
	next, err := r.Under(c, s)
	if err != nil {
		return nil, err
	}
	if r != was {
		e.kept = append(slices.DeleteFunc(e.kept, func(k *analysis.Result) bool { return k == r }), was)
	}
	if len(e.kept) > keptResults {
		e.kept = slices.Delete(e.kept, 1, 2) // the first is the one without amendments, mostly
	}
	e.show(s, next)
	out := &wire.Amended{Amend: r.Of.Amend, Counts: r.Of.Counts, Methods: analysis.Methods(r.Of.Parts), Fitted: next.Fitted(), Warm: warm}
	for i, k := range r.Answers.Label {
		if was.Answers.Label[i] != k {
			out.Changed++
		}
	}
	return out, nil
}

// remembered returns the result with that amendment that is kept and rests on
// what is loaded now, nil if there is none.
func (e *Engine) remembered(a *wire.Amend) *analysis.Result {
	for _, r := range append([]*analysis.Result{e.result}, e.kept...) {
		if r != nil && equal(&r.Of.Amend, a) && r.Session.TeachesAs(e.session) {
			return r
		}
	}
	return nil
}

func equal(a, b *wire.Amend) bool {
	return slices.Equal(a.Exclude, b.Exclude) && slices.Equal(a.Review, b.Review) && slices.Equal(a.Order, b.Order)
}

// butForOrder returns the result at hand, or one that is kept, with the amendment a but
// for the order of its classes; nil if there is none, or if its method takes the
// classes as ordered, so that only another fit can tell.
func (e *Engine) butForOrder(a *wire.Amend) *analysis.Result {
	for _, r := range append([]*analysis.Result{e.result}, e.kept...) {
		if r == nil || !r.Session.TeachesAs(e.session) || r.Entry.Ranked && r.Data.Classes > 2 {
			continue
		}
		if was := r.Of.Amend; slices.Equal(was.Exclude, a.Exclude) && slices.Equal(was.Review, a.Review) {
			return r
		}
	}
	return nil
}
