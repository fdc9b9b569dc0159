package engine

import (
	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
)

// fit runs a method on the labels.
func (e *Engine) fit(c *call, f *api.Fit) (*api.Fitted, error) {
	asked := *f
	if asked.Method == "" {
		begin, err := e.methods.Begin(e.session)
		if err != nil {
			return nil, err
		}
		asked.Method = begin.Method
	}
	r, err := e.methods.Run(c.Job, e.session, &asked, nil)
	return e.shown(c.Job, r, err)
}

// fold adds the labels that came since to the earlier fit.
func (e *Engine) fold(c *call, f *api.Fold) (*api.Fitted, error) {
	r, err := e.methods.Fold(c.Job, e.session, f)
	return e.shown(c.Job, r, err)
}

// shown replaces the result by r, unless making it failed.
func (e *Engine) shown(c *job.Job, r *analysis.Result, err error) (*api.Fitted, error) {
	if err == nil {
		err = e.accept(c, e.session, r)
	}
	if err != nil {
		return nil, err
	}
	return e.fitted(), nil
}

// comparison, answers, plan, need and nextPairs are the queries under which the last of each is cached.
type (
	comparison struct{}
	answers    struct{}
	plan       struct{}
	need       struct{}
	nextPairs  struct{}
)

// compare runs several methods and sets them side by side.
func (e *Engine) compare(c *call, q *api.Compare) (*api.Compared, error) {
	x, out, err := e.methods.Compare(c.Job, e.session, q)
	if err == nil {
		e.cache.Of(e.session.Labels).Put(comparison{}, x)
	}
	return out, err
}

// compared returns the last comparison, if any of its methods could run.
func (e *Engine) compared() (*analysis.Comparison, error) {
	x, ok := cache.Get[*analysis.Comparison](e.cache.Of(e.session.Labels), comparison{})
	if !ok || x.Table == nil {
		return nil, api.Refuse("Compare methods first.")
	}
	return x, nil
}

// questions fits each question of the file.
func (e *Engine) questions(c *call, f *api.Fit) (*api.Questions, error) {
	x, err := e.methods.Questions(c.Job, e.session.Labels, f)
	if err != nil {
		return nil, err
	}
	e.cache.Of(e.session.Labels.Original).Put(answers{}, x)
	return x.Found, nil
}

// answered returns the last answers to all questions of the file; nil: there are none.
func (e *Engine) answered() *analysis.Questions {
	if e.session.Labels == nil {
		return nil
	}
	x, _ := cache.Get[*analysis.Questions](e.cache.Of(e.session.Labels.Original), answers{})
	return x
}

// plan plans further labels.
func (e *Engine) plan(c *call, q *api.Plan) (*api.Planned, error) {
	x, out, err := e.result.NextLabels(c.Job, q)
	if err == nil {
		e.cache.Of(e.result.Answers.Result).Put(plan{}, x)
		if out.Forecast != nil {
			e.cache.Of(e.result.Answers.Result).Put(need{}, out.Forecast)
		}
	}
	return out, err
}

// ranking says how the items stand.
func (e *Engine) ranking(c *call, q *api.RankItems) (*api.Ranking, error) {
	out, err := e.methods.Ranking(c.Job, e.result, q)
	if err == nil && q.Pairs > 0 {
		e.cache.Of(e.result.Answers.Result).Put(nextPairs{}, out.Next)
	}
	return out, err
}

// needed says how right more labels would make the answers.
func (e *Engine) needed(c *call, _ *api.Needed) (*api.Forecast, error) {
	out, err := analysis.Needed(e.methods, c.Job, e.result)
	if err == nil {
		e.cache.Of(e.result.Answers.Result).Put(need{}, out)
	}
	return out, err
}

func errNoResult() error { return api.Refuse("Run a method first.") }

// rows serves a piece of a table.
func (e *Engine) rows(c *call, q *api.Rows) (*api.Page, error) {
	if q.Table == api.FileCompared {
		x, err := e.compared()
		if err != nil {
			return nil, err
		}
		return x.Table.Page(c.Job, e.cache.Of(e.session.Labels), q)
	}
	if e.result == nil {
		return nil, errNoResult()
	}
	t, err := e.result.Table(c.Job, q.Table)
	if err != nil {
		return nil, err
	}
	return t.Page(c.Job, e.cache.Of(e.result), q)
}

// task serves a task, with what workers saw of it.
func (e *Engine) task(c *call, of *api.Subject) (*api.Task, error) {
	t, err := e.result.Task(c.Job, of)
	if err != nil {
		return nil, err
	}
	t.Content, err = e.session.Content(c.Job, t.Name)
	return t, err
}
