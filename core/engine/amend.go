package engine

import (
	"encoding/json"
	"slices"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/session"
)

// fitted identifies a fit: results of the same one differ only in what was amended.
type fitted struct {
	asked    *api.Fit
	training session.Training
}

// amended is the amendment that a result rests on, as JSON.
type amended string

// amendedBy returns the amendment as far as results of the method of r rest on it: most take no notice of the order of the classes.
func amendedBy(r *analysis.Result, a api.Amend) amended {
	if !r.Entry.Ranked || r.Data.Classes <= 2 {
		a.Order = nil
	}
	a.Checked = nil // no fit knows of them
	a.Review = slices.Clone(a.Review)
	for n := range a.Review {
		a.Review[n].Note, a.Review[n].Said = "", ""
	}
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // it consists of strings and integers
	}
	return amended(text)
}

// amend leaves workers out and applies the user's verdicts. Names keep their indices: a worker who is left out is one
// without labels. Earlier amendments of a fit have their results kept, so that undoing gives the same figures at once.
func (e *Engine) amend(c *call, a *api.Amend) (*api.Amended, error) {
	a, err := e.session.Labels.CheckAmend(a)
	if err != nil {
		return nil, err
	}
	was := e.result
	e.remember(a.Review, e.session.Labels.Amend.Review)
	e.remember(a.Checked, e.session.Labels.Amend.Checked)
	if was == nil {
		s, err := e.session.Amended(c.Job, a)
		if err != nil {
			return nil, err
		}
		return &api.Amended{Amend: *a, Counts: s.Labels.Counts, Methods: e.methods.For(s.Labels.Parts)}, e.accept(c.Job, s, nil)
	}
	r, kept := cache.Get[*analysis.Result](e.cache.Of(fitted{was.Asked, e.session.Training()}), amendedBy(was, *a))
	switch {
	case !kept:
		s, err := e.session.Amended(c.Job, a)
		if err != nil {
			return nil, err
		}
		if r, err = e.methods.Run(c.Job, s, was.Asked, was.Base()); err != nil {
			return nil, err
		}
	case !slices.Equal(r.Of.Amend.Order, a.Order), !slices.Equal(r.Of.Amend.Review, a.Review),
		!slices.Equal(r.Of.Amend.Checked, a.Checked):
		l, err := r.Of.WithOrder(a.Order)
		if err != nil {
			return nil, err
		}
		r = r.Reordered(l.WithVerdicts(a.Review, a.Checked))
	}
	if err := e.accept(c.Job, e.session.WithLabels(r.Of), r); err != nil {
		return nil, err
	}
	out := &api.Amended{Amend: r.Of.Amend, Counts: r.Of.Counts, Methods: e.methods.For(r.Of.Parts), Fitted: e.fitted(),
		Warm: !kept && r.Warm}
	for i, k := range r.Answers.Label {
		if was.Answers.Label[i] != k {
			out.Changed++
		}
	}
	return out, nil
}

// remember fills in what the method said of tasks before the user first judged them. was are the verdicts until now.
func (e *Engine) remember(review, was []api.Reviewed) {
	for n := range review {
		v := &review[n]
		before := slices.IndexFunc(was, func(b api.Reviewed) bool { return b.Task == v.Task })
		switch {
		case v.Said != "":
		case before >= 0:
			v.Said = was[before].Said
		case e.result != nil && e.result.Answers.Label != nil:
			v.Said = e.result.Answers.LabelName(v.Task)
		}
	}
}
