package engine

import (
	"concord/core/analysis"
	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
)

// call is a request under way, with the file that was handed over beside it.
type call struct {
	*job.Job
	file session.Source
}

// operation serves a request if that asks for it.
type operation func(e *Engine, c *call, r *api.Request, to *api.Reply) (asked bool, err error)

// operations is the table of all that can be asked for: the field of the request, the field of the reply, and the function
// between them.
func operations() []operation {
	type (
		ask    = api.Request
		answer = api.Reply
		found  = analysis.Result
	)
	return []operation{
		on(openOf(api.RoleProject), func(r *answer) **api.Reopened { return &r.Reopened }, (*Engine).reopen),
		on(openOf(api.RoleRecipe), func(r *answer) **api.Reopened { return &r.Reopened }, (*Engine).follow),
		on(func(r *ask) *api.Open { return r.Open }, func(r *answer) **api.Opened { return &r.Opened }, (*Engine).open),
		on(func(r *ask) *api.Reread { return r.Reread }, func(r *answer) **api.Opened { return &r.Opened }, (*Engine).reread),
		on(func(r *ask) *api.Drop { return r.Drop }, func(r *answer) **api.Drop { return &r.Dropped }, (*Engine).drop),
		on(func(r *ask) *api.Amend { return r.Amend }, func(r *answer) **api.Amended { return &r.Amended }, ofLabels((*Engine).amend)),
		on(func(r *ask) *api.Decisions { return r.Decide }, func(r *answer) **api.Amended { return &r.Amended }, ofLabels((*Engine).decide)),
		on(func(r *ask) *api.Fit { return r.Fit }, func(r *answer) **api.Fitted { return &r.Fitted }, ofLabels((*Engine).fit)),
		on(func(r *ask) *api.Fit { return r.Effort }, func(r *answer) **api.Effort { return &r.Effort }, ofMethods(analysis.Methods.Forecast)),
		on(func(r *ask) *api.Fit { return r.Each }, func(r *answer) **api.Questions { return &r.Each }, ofLabels((*Engine).questions)),
		on(func(r *ask) *api.Fold { return r.Fold }, func(r *answer) **api.Fitted { return &r.Fitted }, (*Engine).fold),
		on(func(r *ask) *api.Compare { return r.Compare }, func(r *answer) **api.Compared { return &r.Compared },
			ofLabels((*Engine).compare)),
		on(func(r *ask) *api.Advise { return r.Advise }, func(r *answer) **api.Advised { return &r.Advised },
			ofMethods(analysis.Methods.Advise)),
		on(func(r *ask) *api.Agree { return r.Agree }, func(r *answer) **api.Agreement { return &r.Agreed }, ofSession(analysis.Agree)),
		on(func(r *ask) *api.Pairs { return r.Pairs }, func(r *answer) **api.Paired { return &r.Paired }, ofSession(analysis.Pairs)),
		on(func(r *ask) *api.Confused { return r.Confuse }, func(r *answer) **api.Confusion { return &r.Confused }, ofSession(analysis.Confuse)),
		on(func(r *ask) *api.Rows { return r.Rows }, func(r *answer) **api.Page { return &r.Page }, (*Engine).rows),
		on(func(r *ask) *api.Draw { return r.Draw }, func(r *answer) **api.Drawn { return &r.Drawn }, ofResult((*found).Draw)),
		on(func(r *ask) *api.Subject { return r.Worker }, func(r *answer) **api.Worker { return &r.Worker }, ofResult((*found).Worker)),
		on(func(r *ask) *api.Subject { return r.Task }, func(r *answer) **api.Task { return &r.Task }, ofFitted((*Engine).task)),
		on(func(r *ask) *api.Subject { return r.Judge }, func(r *answer) **api.Judged { return &r.Judged }, ofResult((*found).JudgeWorker)),
		on(func(r *ask) *api.Rank { return r.Roster }, func(r *answer) **api.Roster { return &r.Roster }, ofResult((*found).Roster)),
		on(func(r *ask) *api.Topics { return r.Topics }, func(r *answer) **api.Topical { return &r.Topical }, ofResult((*found).Topics)),
		on(func(r *ask) *api.Unseen { return r.Unseen }, func(r *answer) **api.Unlabelled { return &r.Unseen },
			ofLabels(func(e *Engine, c *call, q *api.Unseen) (*api.Unlabelled, error) { return e.session.Unseen(c.Job, q) })),
		on(func(r *ask) *api.Plan { return r.Plan }, func(r *answer) **api.Planned { return &r.Planned }, ofFitted((*Engine).plan)),
		on(func(r *ask) *api.Needed { return r.Needed }, func(r *answer) **api.Forecast { return &r.Needed }, ofFitted((*Engine).needed)),
		on(func(r *ask) *api.Panel { return r.Panel }, func(r *answer) **api.Judges { return &r.Judges }, ofResult((*found).Judges)),
		on(func(r *ask) *api.RankItems { return r.Ranking }, func(r *answer) **api.Ranking { return &r.Ranking }, ofFitted((*Engine).ranking)),
		on(func(r *ask) *api.Rate { return r.Rate }, func(r *answer) **api.PassRate { return &r.PassRate }, ofResult((*found).PassRate)),
		on(func(r *ask) *api.Publish { return r.Publish }, func(r *answer) **api.Paper { return &r.Paper }, ofFitted((*Engine).publish)),
		on(func(r *ask) *api.Export { return r.Export }, func(r *answer) **api.File { return &r.Exported }, (*Engine).export),
		func(_ *Engine, _ *call, r *ask, _ *answer) (bool, error) {
			if r.Cancel == nil {
				return false, nil
			}
			return true, api.Refuse("There is nothing to cancel: request %d is not under way.", r.Cancel.ID)
		},
	}
}

// openOf returns the request to open a file in a role that has a reply of its own.
func openOf(role string) func(r *api.Request) *api.Open {
	return func(r *api.Request) *api.Open {
		if r.Open == nil || r.Open.Role != role {
			return nil
		}
		return r.Open
	}
}

// on returns the operation of one field of requests and one of replies.
func on[Q, A any](query func(*api.Request) *Q, answer func(*api.Reply) **A, do func(*Engine, *call, *Q) (*A, error)) operation {
	return func(e *Engine, c *call, r *api.Request, to *api.Reply) (bool, error) {
		q := query(r)
		if q == nil {
			return false, nil
		}
		a, err := do(e, c, q)
		if err == nil {
			*answer(to) = a
		}
		return true, err
	}
}

// ofLabels makes do require that labels are loaded.
func ofLabels[Q, A any](do func(*Engine, *call, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return func(e *Engine, c *call, q *Q) (*A, error) {
		if e.session.Labels == nil {
			return nil, api.Refuse("Open a file of labels first.")
		}
		return do(e, c, q)
	}
}

// ofFitted makes do require that there is a result.
func ofFitted[Q, A any](do func(*Engine, *call, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return func(e *Engine, c *call, q *Q) (*A, error) {
		if e.result == nil {
			return nil, errNoResult()
		}
		return do(e, c, q)
	}
}

// ofResult makes do get the result, and require that there is one.
func ofResult[Q, A any](do func(*analysis.Result, *job.Job, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return ofFitted(func(e *Engine, c *call, q *Q) (*A, error) { return do(e.result, c.Job, q) })
}

// ofSession makes do get the session, and require that labels are loaded.
func ofSession[Q, A any](do func(*job.Job, *session.Session, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return ofLabels(func(e *Engine, c *call, q *Q) (*A, error) { return do(c.Job, e.session, q) })
}

// ofMethods makes do get the methods and the session, and require that labels are loaded.
func ofMethods[Q, A any](do func(analysis.Methods, *job.Job, *session.Session, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return ofLabels(func(e *Engine, c *call, q *Q) (*A, error) { return do(e.methods, c.Job, e.session, q) })
}
