package model

import (
	"cmp"
	"slices"

	"concord/app/model/job"
	"concord/app/model/verdict"
	"concord/core/api"
)

// What the user changes about the labels: workers left out, tasks judged, classes put in order. Each request states
// all of it, and the result follows.

// Excluded reports whether a worker is left out.
func (s State) Excluded(worker int) bool { return slices.Contains(s.Amend.Exclude, worker) }

// Verdict is what the user says of a task, or "".
func (s State) Verdict(task int) string { return s.reviewed(task).Label }

func (s State) reviewed(task int) api.Reviewed { return verdict.On(task, s.Amend.Review) }

// Amendments counts them.
func (s State) Amendments() int {
	n := len(s.Amend.Exclude) + len(s.Amend.Review) + len(s.Amend.Checked)
	if len(s.Amend.Order) > 0 {
		n++
	}
	return n
}

// apply leaves a worker out, or takes the worker in again.
func (m Exclude) apply(s *State) []Cmd {
	a := s.Amend
	a.Exclude = slices.DeleteFunc(slices.Clone(a.Exclude), func(j int) bool { return j == m.Worker })
	if m.Out {
		a.Exclude = append(a.Exclude, m.Worker)
	}
	if s.Detail() == nil {
		return s.amendFrom("undo-workers", a)
	}
	return s.amend(a, false)
}

// undoAmend goes back to the amendments before the last. From is the button that asked for it, "" if it was a key.
func (s *State) undoAmend(from string) []Cmd {
	if len(s.Before) == 0 {
		return nil
	}
	cmds := s.amend(s.Before[len(s.Before)-1], true)
	if cmds != nil {
		s.Run.From = from
	}
	return cmds
}

// amend asks for the result to follow an amendment.
func (s *State) amend(a api.Amend, undo bool) []Cmd {
	if s.Busy() || s.Labels.Opened == nil {
		return nil
	}
	run := job.Run{Setup: s.Setup, Side: s.Beside(), Title: "the method again", Amend: &a, Undo: undo}
	if s.Result != nil {
		run.Setup, run.Title = s.Result.Setup, s.Result.Title+" again"
	}
	return s.begin(run, api.Request{Amend: &a})
}

// amended takes in the result that followed. What the user looks at stays, with new figures.
func (s *State) amended(run job.Run, a *api.Amended) []Cmd {
	s.forgetCompared()
	s.rollAgain()
	judged := verdict.Differ(s.Amend, a.Amend)
	note := cmp.Or(s.reviewed(judged).Note, verdict.On(judged, s.Amend.Checked).Note)
	agreement := !slices.Equal(s.Amend.Exclude, a.Exclude) || !slices.Equal(s.Amend.Order, a.Order)
	// Nothing has, if it was asked for again after the loss of a worker.
	changed := agreement || !slices.Equal(s.Amend.Review, a.Review) || !slices.Equal(s.Amend.Checked, a.Checked)
	switch {
	case run.Undo:
		s.Before = slices.Clip(s.Before[:len(s.Before)-1])
		s.undid(doneAmend)
	case changed:
		s.Before = append(slices.Clip(s.Before), s.Amend)
		s.did(doneAmend)
	}
	if changed {
		s.loose, s.safe = true, safe{}
	}
	s.Amend = a.Amend
	if judged >= 0 {
		s.trailed(judged, run.Undo, note)
	}
	s.recount(a.Counts, a.Methods)
	if agreement {
		s.Agreement = Agreement{}
		if s.View == ViewAgreement {
			s.View = ViewTasks
		}
	}
	if a.Fitted == nil {
		if s.refit == nil {
			return nil
		}
		s.Setup, s.refit = *s.refit, nil
		return s.startRun(false)
	}
	s.safe = safe{}
	var before *api.Fitted
	if s.Result != nil {
		before = s.Result.Fitted
	}
	s.Findings = Findings{
		Result: &Result{Fitted: a.Fitted, Setup: run.Setup, Side: run.Side}, Plan: s.Plan.Forget(),
		Tables: s.Tables, Crew: s.Crew, Details: s.Details, Round: s.Round, // in place until they are answered again
	}
	switch s.Note = verdict.Became(before, a.Fitted, a.Changed); {
	case s.Looking.Sealed:
		s.Note = ""
	case s.Ranks():
		s.Note = "The items are ranked again."
	}
	s.relisted()
	cmds := append(s.askAgain(), s.askStudies()...)
	if s.toOpen() {
		return cmds // the next task is opened as soon as the rows are there
	}
	switch d := s.Detail(); { // what had the focus was disabled meanwhile, or is gone
	case d == nil && run.From != "":
		cmds = append(cmds, Focus{ID: run.From, Or: "results-title"})
	case d == nil:
	case d.Kind == ViewWorkers:
		cmds = append(cmds, Focus{ID: "exclude", Or: "detail-title"})
	case s.Verdict(d.Index) != "" || verdict.On(d.Index, s.Amend.Checked).Label != "":
		cmds = append(cmds, Focus{ID: "take-back", Or: "detail-title"})
	default:
		cmds = append(cmds, Focus{ID: "accept", Or: "detail-title"})
	}
	return append(cmds, s.askDetails()...)
}

// askDetails asks again for what all open details show.
func (s *State) askDetails() (cmds []Cmd) {
	s.Details = slices.Clone(s.Details)
	for i := range s.Details {
		cmds = append(cmds, s.askDetail(&s.Details[i])...)
	}
	return cmds
}

// recount replaces what is known of the labels as a whole.
func (s *State) recount(counts *api.Counts, methods []api.Method) {
	alter(&s.Labels.Opened, func(o *api.Opened) { o.Counts, o.Methods = counts, methods })
}

// askDetail asks for what a detail shows, and for what the other workers say of a worker whom they can judge.
func (s *State) askDetail(d *Detail) []Cmd {
	again := d.asked != 0
	d.asked = s.id()
	request := api.Request{ID: d.asked, Task: &api.Subject{Index: d.Index}}
	if d.Kind == ViewWorkers {
		request.Task, request.Worker = nil, request.Task
	}
	cmds := []Cmd{Send{Request: request}}
	switch {
	case again && s.Excluded(d.Index):
		d.Judged = nil
	case d.Kind == ViewWorkers && s.CanJudge():
		d.judged = s.id()
		cmds = append(cmds, Send{Request: api.Request{ID: d.judged, Judge: &api.Subject{Index: d.Index}}})
	}
	return cmds
}

// CanJudge reports whether workers can be judged by what the others say.
func (s State) CanJudge() bool {
	return s.Result != nil && s.Labels.Opened != nil && s.Labels.Opened.Counts.Kind.Can(api.AskJudge) && !s.Anonymous()
}

// HasVerdicts reports whether workers have verdicts: by what the others say, or by the ranking of the items that they compared.
func (s State) HasVerdicts() bool {
	return s.CanJudge() || s.Result != nil && s.Answers().Items && !s.Anonymous()
}

// tableJudged is the table of every figure of the workers.
const tableJudged = "judged"

// worstFirst is the column by which the worst workers come first, in descending order.
func (s State) worstFirst() string {
	if s.HasVerdicts() {
		return "verdict"
	}
	return "deviation"
}

// Others reports whether the table of workers shows every figure, what all others say of them too.
func (t Table) Others() bool { return t.Query.Table == tableJudged }

// apply shows every figure of the workers, the most suspicious first, or what matters of them, the worst first.
func (m JudgeBy) apply(s *State) []Cmd {
	if s.Result == nil || m.Others && !s.CanJudge() {
		return nil
	}
	return s.requery(ViewWorkers, func(q *api.Rows) {
		*q = api.Rows{Table: ViewWorkers, Filter: q.Filter, Count: PageSize}
		if m.Others {
			q.Table, q.Sort, q.Desc = tableJudged, "flags", true
		} else {
			q.Sort, q.Desc = s.worstFirst(), true
		}
	})
}

func (UndoAmend) apply(s *State) []Cmd { return s.undoAmend("undo-amend") }

// Ctrl Z goes back through all that was changed, whatever it was. Each Undo button goes back through its own.

// doneAmend stands for an amendment in State.Done, which otherwise holds roles.
const doneAmend = "amend"

// did notes a change that can be undone.
func (s *State) did(what string) { s.Done = append(slices.Clip(s.Done), what) }

// undid drops the latest change of that kind.
func (s *State) undid(what string) {
	for n, done := range slices.Backward(s.Done) {
		if done == what {
			s.Done = slices.Delete(slices.Clone(s.Done), n, n+1)
			return
		}
	}
}

// undoLast undoes the latest change that can still be undone: opening other labels ends the history of those before.
func (s *State) undoLast() []Cmd {
	for _, what := range slices.Backward(s.Done) {
		switch {
		case what == doneAmend && len(s.Before) > 0:
			return s.undoAmend("")
		case what != doneAmend && len(s.Source(what).Past) > 0:
			return s.undo(what)
		}
	}
	return s.undo(api.RoleLabels)
}
