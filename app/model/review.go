package model

import (
	"cmp"
	"slices"
	"strings"

	"concord/app/format"
	"concord/app/model/job"
	"concord/app/model/looking"
	"concord/app/model/verdict"
	"concord/core/api"
)

// CanReview reports whether tasks can be judged one by one.
func (s State) CanReview() bool {
	return s.Result != nil && s.Labels.Opened != nil && s.Labels.Opened.Counts.Kind.Can(api.AskCheck)
}

// apply queues the tasks that are listed, or else the least certain, and opens the first of them.
func (StartReview) apply(s *State) []Cmd {
	if !s.CanReview() || s.Busy() {
		return nil
	}
	t := s.Tables[ViewTasks]
	rows := cmp.Or(s.Rows, new(t.Query))
	s.View, s.Round = ViewTasks, verdict.Round{Reviewing: true, Rows: rows}
	q := api.Rows{Table: ViewTasks, Sort: "probability", Count: PageSize, Only: s.uncertain()}
	if s.Looking.Sealed {
		q.Sort = "" // the place of a task says nothing of it
	}
	switch {
	case t.Query.Narrowed() && t.Page != nil && t.Page.Matching > 0:
		q.Only, q.Label, q.Filter = t.Query.Only, t.Query.Label, t.Query.Filter
		s.All = t.Page.Matching
	case q.Only.First == 0: // nothing shows how certain labels are
		q.Only = api.Only{What: api.OnlySplit}
	default:
		s.All = q.Only.First
	}
	s.Looking.Paused = nil
	return s.requery(ViewTasks, func(to *api.Rows) { *to = q })
}

// apply goes on with the review that was closed before its end.
func (ContinueReview) apply(s *State) []Cmd {
	if s.Looking.Paused == nil || !s.CanReview() || s.Busy() {
		return nil
	}
	rows := cmp.Or(s.Rows, new(s.Tables[ViewTasks].Query))
	s.View, s.Round, s.Looking.Paused = ViewTasks, *s.Looking.Paused, nil
	s.Reviewing, s.Rows = true, rows
	return s.requery(ViewTasks, func(q *api.Rows) { *q = s.Looking.Query; q.From, q.Count = 0, PageSize })
}

// paused is the review to go on with, with what it lists; nil: there is none.
func (s State) paused() (*verdict.Round, api.Rows) {
	if s.Reviewing && s.Kind == "" && s.Left() > 0 {
		r := s.Round
		r.Reviewing, r.Rows = false, nil
		return &r, s.Tables[ViewTasks].Query
	}
	return s.Looking.Paused, s.Looking.Query
}

// endReview shows the tasks as they were shown before the review.
func (s *State) endReview() []Cmd {
	rows := s.Rows
	s.Looking.Paused, s.Looking.Query = s.paused()
	s.Reviewing, s.Trail, s.Rows = false, nil, nil
	if rows == nil {
		return nil
	}
	return s.requery(ViewTasks, func(q *api.Rows) { *q = *rows })
}

// toOpen reports whether the next task to review is to be opened.
func (s State) toOpen() bool {
	d := s.Detail()
	return s.Reviewing && (d == nil || d.Kind == ViewTasks &&
		(looking.Judged(s.Kind, d.Index, &s.Amend) != "" || slices.Contains(s.Skipped, d.Index)))
}

// apply leaves the task at hand as it is and goes on to the next.
func (SkipTask) apply(s *State) []Cmd {
	d := s.Detail()
	if !s.Reviewing || s.Busy() || d == nil {
		return nil
	}
	s.Round = s.Passed(d.Index, true)
	return s.nextReview()
}

// nextReview opens the next task of the queue that was neither judged nor skipped.
func (s *State) nextReview() []Cmd {
	t := s.Tables[ViewTasks]
	kind, listed := s.Kind, s.Kind == ""
	judged := func(i int) bool { return looking.Judged(kind, i, &s.Amend) != "" }
	if listed && t.Page != nil { // those that follow on the first ones
		if s.Queue == nil && s.All > 0 {
			s.All = t.Page.Matching // of the rows that have come since
		}
		s.Round = s.Queued(t.Page.Index, judged)
	}
	decided := kind == verdict.Duel && s.Looking.Checks(&s.Amend).Decided()
	if i := s.Upcoming(judged); i >= 0 && !decided {
		s.Details = nil
		return Open{Kind: ViewTasks, Index: i}.apply(s)
	}
	if listed && len(s.Queue) < s.All && t.Query.From+t.Query.Count < t.Page.Matching {
		return s.requery(ViewTasks, func(q *api.Rows) { q.From += q.Count }) // all of this page were skipped
	}
	s.Note = s.Summary()
	if kind == verdict.Sample {
		s.Note = s.sampled()
	}
	trail := s.Trail
	cmds := s.closeDetail()
	if listed {
		s.Looking.Paused = nil
	}
	if kind == verdict.Duel {
		return append(cmds, s.choose(s.Looking.Checks(&s.Amend))...)
	}
	s.Trail = trail // Undo still brings the last one back
	return cmds
}

// sampled says what a check came to.
func (s State) sampled() string {
	checked := s.Amend.Checked
	text := "You have checked " + format.Plural(len(checked), "task") + ": " + format.Count(looking.Right(checked)) + " right."
	if e := s.Result.Expected; e.Known() {
		text += " " + e.Sentence()
	}
	return text
}

// reviewKey does what a key is for while a task is open for review.
func (s *State) reviewKey(key string) []Cmd {
	d := s.Detail()
	if d == nil || d.Kind != ViewTasks || s.NoKeys || !s.CanReview() {
		return nil
	}
	key = strings.ToLower(key)
	switch {
	case key == "u", key == "b":
		return UndoReview{}.apply(s)
	case key == "n":
		return []Cmd{Focus{ID: "note"}}
	case d.Task == nil || s.Busy() || s.toOpen(): // a key that comes early is not about the task that was just judged
		return nil
	case key == "s":
		return SkipTask{}.apply(s)
	case key == "a" && !s.Looking.Sealed && d.Task.Label != "":
		return Review{Task: d.Index, Label: d.Task.Label}.apply(s)
	}
	if n := slices.Index(verdict.Keys(d.Task), key); n >= 0 && key != "" {
		return Review{Task: d.Index, Label: d.Task.Classes[n]}.apply(s)
	}
	return nil
}

// apply takes in a verdict on a task; an empty label takes it back. A verdict that the
// result holds to be nearly impossible has to be given twice.
func (m Review) apply(s *State) []Cmd {
	if s.Busy() {
		return nil
	}
	if d := s.Detail(); d != nil && d.Kind == ViewTasks && d.Index == m.Task && d.Task != nil {
		if d.Asks != m.Label && !s.Looking.Sealed && verdict.Unlikely(d.Task, m.Label) {
			s.askBack(m.Label)
			return nil
		}
		s.askBack("")
	}
	a, note := s.Amend, s.reviewed(m.Task).Note
	list := &a.Review
	if s.Reviewing && s.Kind == verdict.Sample || m.Label == "" && verdict.On(m.Task, a.Review).Label == "" {
		list, note = &a.Checked, verdict.On(m.Task, a.Checked).Note // it measures, and no method learns from it
	}
	if d := s.Detail(); d != nil && d.Kind == ViewTasks && d.Index == m.Task {
		note = strings.TrimSpace(d.Note)
	}
	*list = slices.DeleteFunc(slices.Clone(*list), func(v api.Reviewed) bool { return v.Task == m.Task })
	if m.Label != "" {
		*list = append(*list, api.Reviewed{Task: m.Task, Label: m.Label, Note: note})
	}
	return s.amend(a, false)
}

// apply takes in a note on the task that is open. It goes with the next verdict, or with the one that was given before.
func (m SetNote) apply(s *State) []Cmd {
	d := s.Detail()
	if d == nil || d.Kind != ViewTasks {
		return nil
	}
	s.Details = slices.Clone(s.Details)
	s.Detail().Note = m.Text
	v := s.reviewed(d.Index)
	if s.Reviewing && s.Kind == verdict.Sample {
		v = verdict.On(d.Index, s.Amend.Checked)
	}
	if v.Label != "" && v.Note != strings.TrimSpace(m.Text) {
		return Review{Task: d.Index, Label: v.Label}.apply(s)
	}
	return nil
}

// askBack asks back about a verdict on the task that is open; "" withdraws the question.
func (s *State) askBack(label string) {
	s.Details = slices.Clone(s.Details)
	s.Detail().Asks = label
}

// trailed notes a verdict given in a review. If the verdict was undone, its task is opened again.
func (s *State) trailed(task int, undone bool, note string) {
	n := slices.Index(s.Trail, task)
	switch {
	case !undone && s.Reviewing:
		s.Round = s.Passed(task, false)
	case undone && n >= 0:
		s.Round = s.BackTo(n)
		s.Details = []Detail{{Kind: ViewTasks, Index: task, Note: note}}
	}
}

// CanUndoReview reports whether there is something to go back to from the task that is open.
func (s State) CanUndoReview() bool {
	d := s.Detail()
	if d == nil || d.Kind != ViewTasks {
		return false
	}
	if r := s.Run; r != nil {
		return r.Amend != nil && !r.Undo && !r.Regret && !r.Ending && verdict.Differ(s.Amend, *r.Amend) >= 0
	}
	return s.Reading() == nil && (len(s.Trail) > 0 || s.judgedLast() == d.Index)
}

// judgedLast is the task that the last amendment was a verdict on, or −1.
func (s State) judgedLast() int {
	if len(s.Before) == 0 {
		return -1
	}
	return verdict.Differ(s.Before[len(s.Before)-1], s.Amend)
}

// apply undoes the last verdict, or goes back to the last task skipped. A verdict that the result is still being
// fitted to is undone once that is done: cancelling the fit could cost the result.
func (UndoReview) apply(s *State) []Cmd {
	if d := s.Detail(); d != nil && d.Asks != "" {
		s.askBack("")
		return nil
	}
	if !s.CanUndoReview() {
		return nil
	}
	if s.Run != nil {
		alter(&s.Run, func(r *job.Run) { r.Regret = true })
		return nil
	}
	last := len(s.Trail) - 1
	if last < 0 || s.judgedLast() == s.Trail[last] {
		return s.undoAmend("")
	}
	task := s.Trail[last]
	s.Round = s.BackTo(last)
	s.Details = nil
	return Open{Kind: ViewTasks, Index: task}.apply(s)
}
