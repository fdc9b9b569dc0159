package engine

import (
	"concord/core/analysis"
	"concord/core/enough"
	"concord/core/job"
	"concord/core/result"
	"concord/core/session"
	"concord/core/wire"
)

// call is a request under way, with the file that was handed over beside it.
type call struct {
	*job.Job
	file session.Source
}

// operation serves a request if that asks for it.
type operation func(e *Engine, c *call, r *wire.Request, to *wire.Reply) (asked bool, err error)

// operations is the table of all that can be asked for: the field of the request, the field of the reply, and the function
// between them.
func operations() []operation {
	type (
		ask    = wire.Request
		answer = wire.Reply
		found  = analysis.Result
	)
	return []operation{
		on(workspaceOf, func(r *answer) **wire.Reopened { return &r.Reopened }, (*Engine).reopen),
		on(func(r *ask) *wire.Open { return r.Open }, func(r *answer) **wire.Opened { return &r.Opened }, (*Engine).open),
		on(func(r *ask) *wire.Reread { return r.Reread }, func(r *answer) **wire.Opened { return &r.Opened }, (*Engine).reread),
		on(func(r *ask) *wire.Drop { return r.Drop }, func(r *answer) **wire.Drop { return &r.Dropped }, (*Engine).drop),
		on(func(r *ask) *wire.Amend { return r.Amend }, func(r *answer) **wire.Amended { return &r.Amended }, ofLabels((*Engine).amend)),
		on(func(r *ask) *wire.Fit { return r.Fit }, func(r *answer) **wire.Fitted { return &r.Fitted }, ofLabels((*Engine).fit)),
		on(func(r *ask) *wire.Fit { return r.Effort }, func(r *answer) **wire.Effort { return &r.Effort }, ofMethods(analysis.Methods.Forecast)),
		on(func(r *ask) *wire.Fold { return r.Fold }, func(r *answer) **wire.Fitted { return &r.Fitted }, (*Engine).fold),
		on(func(r *ask) *wire.Compare { return r.Compare }, func(r *answer) **result.Compared { return &r.Compared },
			ofLabels((*Engine).compare)),
		on(func(r *ask) *wire.Advise { return r.Advise }, func(r *answer) **result.Advised { return &r.Advised },
			ofMethods(analysis.Methods.Advise)),
		on(func(r *ask) *wire.Agree { return r.Agree }, func(r *answer) **result.Agreement { return &r.Agreed }, ofSession(analysis.Agree)),
		on(func(r *ask) *wire.Pairs { return r.Pairs }, func(r *answer) **result.Paired { return &r.Paired }, ofSession(analysis.Pairs)),
		on(func(r *ask) *wire.Rows { return r.Rows }, func(r *answer) **wire.Page { return &r.Page }, (*Engine).rows),
		on(func(r *ask) *wire.Draw { return r.Draw }, func(r *answer) **wire.Drawn { return &r.Drawn }, ofResult((*found).Draw)),
		on(func(r *ask) *wire.Subject { return r.Worker }, func(r *answer) **wire.Worker { return &r.Worker }, ofResult((*found).Worker)),
		on(func(r *ask) *wire.Subject { return r.Task }, func(r *answer) **wire.Task { return &r.Task }, (*Engine).task),
		on(func(r *ask) *wire.Subject { return r.Judge }, func(r *answer) **result.Judged { return &r.Judged }, ofResult((*found).JudgeWorker)),
		on(func(r *ask) *wire.Roster { return r.Roster }, func(r *answer) **result.Roster { return &r.Roster }, ofResult((*found).Roster)),
		on(func(r *ask) *wire.Picture { return r.Picture }, func(r *answer) **result.Pictured { return &r.Pictured }, ofResult((*found).Picture)),
		on(func(r *ask) *wire.Topics { return r.Topics }, func(r *answer) **result.Topical { return &r.Topical }, ofResult((*found).Topics)),
		on(func(r *ask) *wire.Replay { return r.Replay }, func(r *answer) **result.Replayed { return &r.Replayed }, ofResult(enough.Replay)),
		on(func(r *ask) *wire.Unseen { return r.Unseen }, func(r *answer) **wire.Unlabelled { return &r.Unseen },
			ofLabels(func(e *Engine, c *call, q *wire.Unseen) (*wire.Unlabelled, error) { return e.session.Unseen(c.Job, q) })),
		on(func(r *ask) *wire.Plan { return r.Plan }, func(r *answer) **result.Planned { return &r.Planned }, (*Engine).plan),
		on(func(r *ask) *wire.Needed { return r.Needed }, func(r *answer) **result.Forecast { return &r.Needed }, (*Engine).needed),
		on(func(r *ask) *wire.Export { return r.Export }, func(r *answer) **wire.File { return &r.Exported }, (*Engine).export),
		func(_ *Engine, _ *call, r *ask, _ *answer) (bool, error) {
			if r.Cancel == nil {
				return false, nil
			}
			return true, wire.Refuse("There is nothing to cancel: request %d is not under way.", r.Cancel.ID)
		},
	}
}

// workspaceOf returns the request to open a workspace, which has a reply of its own.
func workspaceOf(r *wire.Request) *wire.Open {
	if r.Open == nil || r.Open.Role != wire.RoleWorkspace {
		return nil
	}
	return r.Open
}

// on returns the operation of one field of requests and one of replies.
func on[Q, A any](query func(*wire.Request) *Q, answer func(*wire.Reply) **A, do func(*Engine, *call, *Q) (*A, error)) operation {
	return func(e *Engine, c *call, r *wire.Request, to *wire.Reply) (bool, error) {
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
			return nil, wire.Refuse("Open a file of labels first.")
		}
		return do(e, c, q)
	}
}

// ofResult makes do require that there is a result.
func ofResult[Q, A any](do func(*analysis.Result, *job.Job, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return func(e *Engine, c *call, q *Q) (*A, error) {
		if e.result == nil {
			return nil, errNoResult()
		}
		return do(e.result, c.Job, q)
	}
}

// ofSession makes do get the session, and require that labels are loaded.
func ofSession[Q, A any](do func(*job.Job, *session.Session, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return ofLabels(func(e *Engine, c *call, q *Q) (*A, error) { return do(c.Job, e.session, q) })
}

// ofMethods makes do get the methods and the session, and require that labels are loaded.
func ofMethods[Q, A any](do func(analysis.Methods, *job.Job, *session.Session, *Q) (*A, error)) func(*Engine, *call, *Q) (*A, error) {
	return ofLabels(func(e *Engine, c *call, q *Q) (*A, error) { return do(e.methods, c.Job, e.session, q) })
}
