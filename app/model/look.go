package model

import (
	"strconv"
	"strings"

	"concord/app/model/looking"
	"concord/app/model/setup"
	"concord/app/model/verdict"
	"concord/core/api"
)

type (
	// LookAt sets how many of the least certain labels to look at, and lists them.
	LookAt struct{ Text string }
	// Narrow lists only some of the tasks.
	Narrow struct {
		Only   api.Only
		Worker string // the name of Only.Worker
	}
	// LookReview reviews the least certain labels, whatever is listed.
	LookReview struct{}
	// StartCheck opens tasks drawn at random, one after the other; with Differ those on which the methods differ.
	StartCheck struct {
		Count  int
		Differ bool
	}
	// UndoChoice goes back to the method before checks chose another.
	UndoChoice struct{}
)

// LookAt is how many labels to look at.
func (s State) LookAt() int { return s.Looking.First(s.looks()) }

// looks is what a look should find; nil: nothing shows it.
func (s State) looks() *api.Look {
	if s.Result == nil || s.Result.Look == nil || s.Result.Look.Labels == 0 {
		return nil
	}
	return s.Result.Look
}

// uncertain chooses the labels to look at.
func (s State) uncertain() api.Only { return api.Only{What: api.OnlyUncertain, First: s.LookAt()} }

func (m LookAt) apply(s *State) []Cmd {
	l := s.looks()
	n, err := strconv.Atoi(strings.TrimSpace(m.Text))
	if l == nil || err != nil || n < 1 {
		return nil // it is still being typed
	}
	s.Looking.At = min(n, l.Labels)
	return s.list(s.uncertain())
}

func (LookReview) apply(s *State) []Cmd {
	if !s.CanReview() || s.Busy() || s.looks() == nil {
		return nil
	}
	s.list(s.uncertain())
	t := s.Tables[ViewTasks]
	t.Page = nil // of what was listed
	s.setTable(ViewTasks, t)
	return StartReview{}.apply(s)
}

// list lists only some of the tasks, the least certain first.
func (s *State) list(o api.Only) []Cmd {
	return s.requery(ViewTasks, func(q *api.Rows) {
		if q.Only.What == "" && o.What != "" {
			q.Sort, q.Desc = "probability", false
		}
		q.Only, q.From = o, 0
	})
}

// apply lists them in the view of the labels, wherever it was asked for.
func (m Narrow) apply(s *State) []Cmd {
	if s.Result == nil {
		return nil
	}
	var cmds []Cmd
	if s.Detail() != nil {
		cmds = []Cmd{Focus{ID: "tasks-only"}}
	}
	s.Looking.Worker, s.Details, s.View = m.Worker, nil, ViewTasks
	return append(s.list(s.Looking.Choice(m.Only, s.Tables[ViewTasks].Query.Only, s.Result.Fitted)), cmds...)
}

// relisted keeps the choice of tasks in line with a new result: the least certain are as many as ever.
func (s *State) relisted() {
	t, there := s.Tables[ViewTasks]
	if !there || t.Query.Only.What != api.OnlyUncertain {
		return
	}
	if t.Query.Only.First = s.LookAt(); t.Query.Only.First == 0 {
		t.Query.Only = api.Only{}
	}
	s.setTable(ViewTasks, t)
}

// CanCheck reports whether a random sample can be checked, and how many tasks at most.
func (s State) CanCheck() (most int, can bool) {
	if !s.CanReview() || s.Result.Expected == nil || s.Result.Expected.Unknown == 0 {
		return 0, false
	}
	return s.Result.Expected.Unknown, true
}

// leastDiffering tasks on which the methods differ are worth a check.
const leastDiffering = 5

// Duels is on how many tasks the default and the majority vote differ, where checks can choose between them; 0: they can't.
func (s State) Duels() int {
	_, can := s.CanCheck()
	if !can || s.Result.Method != api.MethodDefault || s.Result.Differ < leastDiffering || s.Looking.Chose != nil {
		return 0
	}
	return s.Result.Differ
}

// apply goes on with the tasks that were drawn, or has some drawn.
func (m StartCheck) apply(s *State) []Cmd {
	kind := verdict.Sample
	if m.Differ {
		kind = verdict.Duel
	}
	if _, can := s.CanCheck(); !can || s.Busy() || m.Differ && s.Duels() == 0 {
		return nil
	}
	if s.Looking.Left(kind, &s.Amend) > 0 {
		return s.check(kind)
	}
	s.Looking.Asked, s.Looking.Kind = s.id(), kind
	return []Cmd{Send{Request: api.Request{ID: s.Looking.Asked, Draw: &api.Draw{Count: m.Count, Differ: m.Differ}}}}
}

// drew takes in the tasks that were drawn.
func (s *State) drew(r api.Reply) []Cmd {
	s.Looking.Asked = 0
	if s.failed("The check", r); r.Drawn == nil || s.Busy() || s.Result == nil {
		return nil
	}
	s.Looking = s.Looking.With(*r.Drawn)
	if len(r.Drawn.Tasks) == 0 {
		s.Note = "There is nothing left to check."
		return nil
	}
	return s.check(s.Looking.Kind)
}

// check opens the tasks that were drawn and that nobody has judged.
func (s *State) check(kind string) []Cmd {
	s.View, s.Details, s.Round = ViewTasks, nil, s.Looking.Round(kind, &s.Amend)
	return s.nextReview()
}

// choose ends the checks that choose the method, and switches to the majority vote if that is what they say.
func (s *State) choose(c api.Checks) []Cmd {
	if c.Tasks == 0 {
		return nil
	}
	s.Looking.Chose = &looking.Chose{Checks: c, Before: s.Setup}
	s.Note = c.Sentence("the consensus")
	if !c.Votes() {
		return []Cmd{Focus{ID: "methods-decided", Or: "results-title"}}
	}
	return s.switchTo(setup.Setup{Method: api.MethodBaseline, Seed: s.Setup.Seed})
}

// switchTo runs another method on the same labels. What was chosen stays in sight.
func (s *State) switchTo(to setup.Setup) []Cmd {
	s.Stated = to.Method
	s.set(to)
	if s.Waits() != "" {
		return nil
	}
	return s.startRun(false)
}

func (UndoChoice) apply(s *State) []Cmd {
	c := s.Looking.Chose
	if c == nil || c.Undone || s.Busy() || !c.Checks.Votes() {
		return nil
	}
	alter(&s.Looking.Chose, func(c *looking.Chose) { c.Undone = true })
	return s.switchTo(c.Before)
}
