package engine

import (
	"slices"

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
	r, err := e.find.run(c.Job, s, was.asked, was)
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

// butForOrder returns the result at hand, or one that is kept, with the amendment a but
// for the order of its classes; nil if there is none, or if its method takes the
// classes as ordered, so that only another fit can tell.
func (e *Engine) butForOrder(a *wire.Amend) *result {
	for _, r := range append([]*result{e.result}, e.kept...) {
		if r == nil || !r.session.TeachesAs(e.session) || r.entry.Ranked && r.data.Classes > 2 {
			continue
		}
		if was := r.of.Amend; slices.Equal(was.Exclude, a.Exclude) && slices.Equal(was.Review, a.Review) {
			return r
		}
	}
	return nil
}
