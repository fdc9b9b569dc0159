package model

import (
	"fmt"
	"slices"

	"concord/app/format"
	"concord/app/model/verdict"
	"concord/core/wire"
)

// What the user changes about the labels: workers left out, tasks judged. The
// worker is told all of it every time, and the result follows.

// Excluded reports whether a worker is left out.
func (s State) Excluded(worker int) bool { return slices.Contains(s.Amend.Exclude, worker) }

// Verdict is what the user says of a task, "" where nothing.
func (s State) Verdict(task int) string {
	for _, v := range s.Amend.Review {
		if v.Task == task {
			return v.Label
		}
	}
	return ""
}

// Amendments counts them.
func (s State) Amendments() int {
	n := len(s.Amend.Exclude) + len(s.Amend.Review)
	if len(s.Amend.Order) > 0 {
		n++
	}
	return n
}

// apply leaves a worker out, or takes the worker in again.
func (m Exclude) apply(s State) (State, []Cmd) {
	a := s.Amend
	a.Exclude = slices.DeleteFunc(slices.Clone(a.Exclude), func(j int) bool { return j == m.Worker })
	if m.Out {
		a.Exclude = append(a.Exclude, m.Worker)
	}
	return s.amend(a, false)
}

// undoAmend goes back to the amendments before the last. From is the button by
// which the user asked for it; empty: it was a key.
func (s State) undoAmend(from string) (State, []Cmd) {
	if len(s.Before) == 0 {
		return s, nil
	}
	s, cmds := s.amend(s.Before[len(s.Before)-1], true)
	if cmds != nil {
		s.Run.From = from
	}
	return s, cmds
}

// amend asks for the result to follow an amendment.
func (s State) amend(a wire.Amend, undo bool) (State, []Cmd) {
	if s.Busy() || s.Labels.Opened == nil {
		return s, nil
	}
	run := Run{Setup: s.Setup, Side: s.side(), Title: "the method again", Amend: &a, Undo: undo}
	if s.Result != nil {
		run.Setup, run.Title = s.Result.Setup, s.Result.Title+" again"
	}
	return s.begin(run, wire.Request{Amend: &a})
}

// amended takes in the result that followed. What is looked at stays, with its
// new figures.
func (s State) amended(run Run, a *wire.Amended) (State, []Cmd) {
	s = s.forgetCompared()
	s.Plan.Planned, s.Overview = nil, Overview{}
	excludes := !slices.Equal(s.Amend.Exclude, a.Exclude) || !slices.Equal(s.Amend.Order, a.Order)
	switch {
	case run.Undo:
		s.Before = slices.Clip(s.Before[:len(s.Before)-1])
		s = s.undid(doneAmend)
	case s.amendedSince(a):
		s.Before = append(slices.Clip(s.Before), s.Amend)
		s = s.did(doneAmend)
	}
	if s.amendedSince(a) {
		s.loose, s.safe = true, safe{}
	}
	judged := verdict.Differ(s.Amend, a.Amend)
	s.Amend = a.Amend
	if judged >= 0 {
		s = s.trailed(judged, run.Undo)
	}
	opened := *s.Labels.Opened
	opened.Counts, opened.Methods = a.Counts, a.Methods
	s.Labels.Opened = &opened
	if excludes { // how far workers agree is another matter
		s.Agreement = Agreement{}
		if s.View == ViewAgreement {
			s.View = ViewTasks
		}
	}
	if a.Fitted == nil {
		return s, nil
	}
	s.safe = safe{}
	s.Result = &Result{Fitted: a.Fitted, Setup: run.Setup, Side: run.Side}
	s.Saves = nil
	s.Note = "No other label has changed."
	if a.Changed > 0 {
		s.Note = fmt.Sprintf("%s changed.", format.Plural(a.Changed, "label"))
	}
	s, cmds := s.askAgain()
	s, studies := s.askStudies()
	cmds = append(cmds, studies...)
	if s.toOpen() {
		return s, cmds // the next task is opened as soon as the rows are there
	}
	switch d := s.Detail(); { // what had the focus was switched off for a while, or is gone
	case d == nil && run.From != "":
		cmds = append(cmds, Focus{ID: run.From, Or: "results-title"})
	case d == nil:
	case d.Kind == ViewWorkers:
		cmds = append(cmds, Focus{ID: "exclude", Or: "detail-title"})
	case s.Verdict(d.Index) != "":
		cmds = append(cmds, Focus{ID: "take-back", Or: "detail-title"})
	default:
		cmds = append(cmds, Focus{ID: "accept", Or: "detail-title"})
	}
	s.Details = slices.Clone(s.Details)
	for i := range s.Details {
		cmds = append(cmds, s.askDetail(&s.Details[i])...)
	}
	return s, cmds
}

// amendedSince reports whether an amendment is another than that at hand: after
// a loss of the worker the same is asked for again.
func (s State) amendedSince(a *wire.Amended) bool {
	return !slices.Equal(s.Amend.Exclude, a.Exclude) || !slices.Equal(s.Amend.Review, a.Review) ||
		!slices.Equal(s.Amend.Order, a.Order)
}

// askDetail asks for what a detail shows, and for what all others say of a worker whom
// they can judge.
func (s *State) askDetail(d *Detail) []Cmd {
	request, again := d.request(s.id()), d.asked != 0
	d.asked = request.ID
	cmds := []Cmd{Send{Request: request}}
	switch {
	case again && s.Excluded(d.Index):
		d.Judged = nil
	case d.Kind == ViewWorkers && s.CanJudge():
		d.judged = s.id()
		cmds = append(cmds, Send{Request: wire.Request{ID: d.judged, Judge: &wire.Subject{Index: d.Index}}})
	}
	return cmds
}

// request asks for what a detail shows.
func (d Detail) request(id int) wire.Request {
	if d.Kind == ViewWorkers {
		return wire.Request{ID: id, Worker: &wire.Subject{Index: d.Index}}
	}
	return wire.Request{ID: id, Task: &wire.Subject{Index: d.Index}}
}

// CanJudge reports whether workers can be judged by what all others say.
func (s State) CanJudge() bool {
	return s.Result != nil && s.Labels.Opened != nil && !s.Labels.Opened.Counts.Numeric && !s.Anonymous()
}

// tableJudged is the table of workers by what all others say.
const tableJudged = "judged"

// Others reports whether the table of workers shows what all others say of them.
func (t Table) Others() bool { return t.Query.Table == tableJudged }

// judgeBy shows the workers by what all others say, the most suspicious first,
// or by what the method says.
func (s State) judgeBy(others bool) (State, []Cmd) {
	if s.Result == nil || others && !s.CanJudge() {
		return s, nil
	}
	query := wire.Rows{Table: ViewWorkers, Filter: s.Workers.Query.Filter, Count: PageSize}
	if others {
		query.Table, query.Sort, query.Desc = tableJudged, "flags", true
	}
	s.Workers.Query = query
	s, cmd := s.ask(ViewWorkers)
	return s, []Cmd{cmd}
}

func (m JudgeBy) apply(s State) (State, []Cmd) { return s.judgeBy(m.Others) }

func (UndoAmend) apply(s State) (State, []Cmd) { return s.undoAmend("undo-amend") }

// There is one Undo for the keyboard: it goes back through all that was changed,
// whatever it was. The buttons go back through their own.

// doneAmend is an amendment among what was done; the rest are roles of files.
const doneAmend = "amend"

// did notes a change that can be undone.
func (s State) did(what string) State {
	s.Done = append(slices.Clip(s.Done), what)
	return s
}

// undid drops the latest change of that kind.
func (s State) undid(what string) State {
	for n := len(s.Done) - 1; n >= 0; n-- {
		if s.Done[n] == what {
			s.Done = slices.Delete(slices.Clone(s.Done), n, n+1)
			break
		}
	}
	return s
}

// undoLast undoes the latest change that there still is something to go back from:
// other labels, for one, end what was changed about those before.
func (s State) undoLast() (State, []Cmd) {
	for _, what := range slices.Backward(s.Done) {
		switch {
		case what == doneAmend && len(s.Before) > 0:
			return s.undoAmend("")
		case what != doneAmend && len(s.source(what).Past) > 0:
			return s.undo(what)
		}
	}
	return s.undo(wire.RoleLabels)
}
