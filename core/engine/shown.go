package engine

import (
	"concord/core/analysis"
	"concord/core/job"
	"concord/core/wire"
)

// fit runs a method on the labels.
func (e *Engine) fit(c *call, f *wire.Fit) (*wire.Fitted, error) {
	r, err := e.find.Run(c.Job, e.session, f, nil)
	if err != nil {
		return nil, err
	}
	return e.accept(c.Job, r)
}

// accept shows a result in the place of the one before.
func (e *Engine) accept(c *job.Job, r *analysis.Result) (*wire.Fitted, error) {
	r, err := r.Under(c, e.session)
	if err != nil {
		return nil, err
	}
	e.show(e.session, r)
	return r.Fitted(), nil
}

// fold takes the labels that came since into the saved state.
func (e *Engine) Fold(c *call, f *wire.Fold) (*wire.Fitted, error) {
	r, err := e.find.Fold(c.Job, e.session, f)
	if err != nil {
		return nil, err
	}
	return e.accept(c.Job, r)
}

// compare runs several methods and sets them side by side.
func (e *Engine) Compare(c *call, q *wire.Compare) (*wire.Compared, error) {
	x, out, err := e.find.Compare(c.Job, e.session, q)
	if err == nil {
		e.compared = x
	}
	return out, err
}

// next plans further labels.
func (e *Engine) next(c *call, q *wire.Plan) (*wire.Planned, error) {
	if e.result == nil {
		return nil, wire.Refuse("Run a method first.")
	}
	x, out, err := e.result.NextLabels(c.Job, q)
	if err == nil {
		e.plan = x
	}
	return out, err
}
