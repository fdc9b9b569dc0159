package model

import (
	"slices"
	"strconv"
	"strings"

	"concord/app/format"
	"concord/app/model/setup"
	"concord/app/model/verdict"
	"concord/core/method"
	"concord/core/result"
	"concord/core/wire"
)

// Looking is where the user looks for mistakes, and which tasks were drawn to be checked.
type Looking struct {
	At     int    // how many of the least certain labels; 0: as many as are suggested
	Worker string // the worker whose disagreements are listed, by name
	Sample wire.Drawn
	Duel   wire.Drawn // tasks on which the default and the majority vote differ
	Chose  *Chose     // what checking these came to; nil: not yet
	asked  int        // the request for tasks to check
	kind   string     // … for this kind of round
}

// Chose is the method that checks chose.
type Chose struct {
	Checks result.Checks
	Before setup.Setup // what to go back to
	Undone bool
}

type (
	// LookAt sets how many of the least certain labels to look at, and lists them.
	LookAt struct{ Text string }
	// Narrow lists only some of the tasks.
	Narrow struct {
		Only   wire.Only
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
func (s State) LookAt() int {
	l := s.looks()
	if l == nil {
		return 0
	}
	if s.Looking.At == 0 {
		return l.Suggested()
	}
	return min(s.Looking.At, l.Labels)
}

// looks is what a look should find; nil: nothing shows it.
func (s State) looks() *result.Look {
	if s.Result == nil || s.Result.Look == nil || s.Result.Look.Labels == 0 {
		return nil
	}
	return s.Result.Look
}

// uncertain chooses the labels to look at.
func (s State) uncertain() wire.Only { return wire.Only{What: wire.OnlyUncertain, First: s.LookAt()} }

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
func (s *State) list(o wire.Only) []Cmd {
	return s.requery(ViewTasks, func(q *wire.Rows) {
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
	o := m.Only
	switch {
	case o.What == wire.OnlyUncertain && o.First == 0:
		o = s.uncertain()
	case o.What == wire.OnlyPair && o.Class == "" && len(s.Result.Classes) > 1:
		o.Class, o.Other = s.Result.Classes[0].Class, s.Result.Classes[1].Class
	case o.What == wire.OnlyPair && o.Class == o.Other: // one was chosen that the other was: they change places
		o.Class, o.Other = s.swapped(o)
	}
	var cmds []Cmd
	if s.Detail() != nil {
		cmds = []Cmd{Focus{ID: "tasks-only"}}
	}
	s.Looking.Worker = m.Worker
	s.Details, s.View = nil, ViewTasks
	return append(s.list(o), cmds...)
}

// swapped are two classes of which one was chosen twice.
func (s State) swapped(o wire.Only) (class, other string) {
	was := s.Tables[ViewTasks].Query.Only
	if was.Class != o.Class {
		return o.Class, was.Class
	}
	return was.Other, o.Other
}

// relisted keeps the choice of tasks in line with a new result: the least certain are as many as ever.
func (s *State) relisted() {
	t, there := s.Tables[ViewTasks]
	if !there || t.Query.Only.What != wire.OnlyUncertain {
		return
	}
	if t.Query.Only.First = s.LookAt(); t.Query.Only.First == 0 {
		t.Query.Only = wire.Only{}
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

// CheckedRight says how a random check went so far.
func (s State) CheckedRight() (checked, right int) {
	for _, v := range s.Amend.Checked {
		if v.Said == v.Label {
			right++
		}
	}
	return len(s.Amend.Checked), right
}

// leastDiffering tasks on which the methods differ are worth a check.
const leastDiffering = 5

// Duels is on how many tasks the default and the majority vote differ, where checks can choose between them; 0: they can't.
func (s State) Duels() int {
	_, can := s.CanCheck()
	if !can || s.Result.Method != method.Default || s.Result.Differ < leastDiffering || s.Looking.Chose != nil {
		return 0
	}
	return s.Result.Differ
}

// Left is how many of the tasks drawn for a kind of round nobody has judged.
func (s State) Left(kind string) (left int) {
	for _, d := range s.drawn(kind).Tasks {
		if s.judgedIn(kind, d.Task) == "" {
			left++
		}
	}
	return left
}

func (s *State) drawn(kind string) *wire.Drawn {
	if kind == verdict.Duel {
		return &s.Looking.Duel
	}
	return &s.Looking.Sample
}

// judgedIn is the verdict on a task in a kind of round, or "".
func (s State) judgedIn(kind string, task int) string {
	if kind == verdict.Sample {
		return verdict.On(task, s.Amend.Checked).Label
	}
	return s.Verdict(task)
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
	if s.Left(kind) > 0 {
		return s.check(kind)
	}
	s.Looking.asked, s.Looking.kind = s.id(), kind
	return []Cmd{Send{Request: wire.Request{ID: s.Looking.asked, Draw: &wire.Draw{Count: m.Count, Differ: m.Differ}}}}
}

// drew takes in the tasks that were drawn.
func (s *State) drew(r wire.Reply) []Cmd {
	kind := s.Looking.kind
	s.Looking.asked = 0
	if s.failed("The check", r); r.Drawn == nil || s.Busy() || s.Result == nil {
		return nil
	}
	*s.drawn(kind) = *r.Drawn
	if len(r.Drawn.Tasks) == 0 {
		s.Note = "There is nothing left to check."
		return nil
	}
	return s.check(kind)
}

// check opens the tasks that were drawn and that nobody has judged.
func (s *State) check(kind string) []Cmd {
	s.View, s.Details = ViewTasks, nil
	s.Round = verdict.Round{Reviewing: true, Kind: kind}
	for _, d := range s.drawn(kind).Tasks {
		if judged := s.judgedIn(kind, d.Task) != ""; judged {
			s.Trail = append(s.Trail, d.Task)
		}
		s.Queue = append(s.Queue, d.Task)
	}
	s.All = len(s.Queue)
	return s.nextReview()
}

// checks counts what the verdicts on the drawn tasks say of the two methods.
func (s State) checks() result.Checks {
	c := result.Checks{Of: s.Looking.Duel.Of}
	for _, d := range s.Looking.Duel.Tasks {
		if v := s.Verdict(d.Task); v != "" {
			c.Count(v == d.Label, v == d.Vote)
		}
	}
	return c
}

// choose ends the checks that choose the method, and switches to the majority vote if that is what they say.
func (s *State) choose(c result.Checks) []Cmd {
	if c.Tasks == 0 {
		return nil
	}
	s.Looking.Chose = &Chose{Checks: c, Before: s.Setup}
	s.Note = c.Sentence("the consensus")
	if !c.Votes() {
		return []Cmd{Focus{ID: "methods-decided", Or: "results-title"}}
	}
	return s.switchTo(setup.Setup{Method: method.Baseline, Seed: s.Setup.Seed})
}

// switchTo runs another method on the same labels. What was chosen stays in sight.
func (s *State) switchTo(to setup.Setup) []Cmd {
	s.Chosen = true
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
	alter(&s.Looking.Chose, func(c *Chose) { c.Undone = true })
	return s.switchTo(c.Before)
}

// CheckPlace says how far a round of tasks that were drawn has got: “23 of 50, 21 right”.
func (s State) CheckPlace(at, of int) string {
	text := format.Count(at) + " of " + format.Count(of)
	right, judged := 0, 0
	for _, v := range s.Amend.Checked {
		if slices.ContainsFunc(s.Looking.Sample.Tasks, func(d wire.DrawnTask) bool { return d.Task == v.Task }) {
			judged++
			if v.Said == v.Label {
				right++
			}
		}
	}
	if s.Kind != verdict.Sample || judged == 0 {
		return text
	}
	return text + ", " + format.Count(right) + " right so far"
}
