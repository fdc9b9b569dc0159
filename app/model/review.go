package model

import (
	"slices"

	"concord/app/model/verdict"
	"concord/core/wire"
)

// Tasks are judged one by one: in a review the most doubtful first.

// CanReview reports whether tasks can be judged one by one.
func (s State) CanReview() bool {
	return s.Result != nil && !s.Result.Sets && s.Labels.Opened != nil && !s.Labels.Opened.Counts.Numeric
}

// apply puts the most doubtful tasks first and opens the first of them.
func (StartReview) apply(s State) (State, []Cmd) {
	if !s.CanReview() || s.Busy() {
		return s, nil
	}
	s.View, s.Reviewing, s.Skipped, s.Trail = ViewTasks, true, nil, nil
	s.Tasks.Query = wire.Rows{Table: ViewTasks, Sort: "probability", Count: PageSize}
	s, cmd := s.ask(ViewTasks)
	return s, []Cmd{cmd, Clear{IDs: []string{ViewTasks + "-filter"}}}
}

// toOpen reports whether the next task to review is to be opened.
func (s State) toOpen() bool {
	d := s.Detail()
	return s.Reviewing && (d == nil || d.Kind == ViewTasks && s.Verdict(d.Index) != "")
}

// apply leaves the task at hand as it is and goes on to the next.
func (SkipTask) apply(s State) (State, []Cmd) {
	d := s.Detail()
	if !s.Reviewing || s.Busy() || d == nil {
		return s, nil
	}
	s.Skipped = append(slices.Clip(s.Skipped), d.Index)
	s.Trail = append(slices.Clip(s.Trail), d.Index)
	return s.nextReview()
}

// nextReview opens the most doubtful task that was neither judged nor skipped.
func (s State) nextReview() (State, []Cmd) {
	for _, i := range s.Tasks.Page.Index {
		if s.Verdict(i) == "" && !slices.Contains(s.Skipped, i) {
			s.Details = nil
			return Open{Kind: ViewTasks, Index: i}.apply(s)
		}
	}
	s.Note = "All of the most doubtful tasks are reviewed."
	trail := s.Trail // Undo still brings the last one back
	s, cmds := s.closeDetail()
	s.Trail = trail
	return s, cmds
}

// reviewKey does what a key is for while a task is open for review, and reports
// whether it is for anything.
func (s State) reviewKey(key string) (State, []Cmd, bool) {
	d := s.Detail()
	if d == nil || d.Kind != ViewTasks || s.NoKeys || !s.CanReview() {
		return s, nil, false
	}
	if key == "u" || key == "U" {
		s, cmds := UndoReview{}.apply(s)
		return s, cmds, true
	}
	if d.Task == nil || s.Busy() {
		return s, nil, false
	}
	m := Review{Task: d.Index}
	switch key {
	case "a", "A":
		m.Label = d.Task.Label
	case "s", "S":
		if s.Reviewing {
			s, cmds := SkipTask{}.apply(s)
			return s, cmds, true
		}
	default:
		if n := slices.Index(verdict.Keys(d.Task), key); n >= 0 && key != "" {
			m.Label = d.Task.Classes[n]
		}
	}
	if m.Label == "" {
		return s, nil, false
	}
	s, cmds := m.apply(s)
	return s, cmds, true
}

// apply takes in a verdict on a task. An empty label takes it back. One that the
// result holds to be nearly impossible is asked back about, once.
func (m Review) apply(s State) (State, []Cmd) {
	if s.Busy() {
		return s, nil
	}
	if d := s.Detail(); d != nil && d.Kind == ViewTasks && d.Index == m.Task && d.Task != nil {
		if d.Asks != m.Label && verdict.Unlikely(d.Task, m.Label) {
			return s.askBack(m.Label), nil
		}
		s = s.askBack("")
	}
	a := s.Amend
	a.Review = slices.DeleteFunc(slices.Clone(a.Review), func(v wire.Reviewed) bool { return v.Task == m.Task })
	if m.Label != "" {
		a.Review = append(a.Review, wire.Reviewed{Task: m.Task, Label: m.Label})
	}
	return s.amend(a, false)
}

// askBack asks back about a verdict on the task that is open; "" withdraws the question.
func (s State) askBack(label string) State {
	s.Details = slices.Clone(s.Details)
	s.Detail().Asks = label
	return s
}

// trailed follows a verdict of a review: the next task comes, or, if it was undone,
// the task comes back.
func (s State) trailed(task int, undone bool) State {
	n := slices.Index(s.Trail, task)
	switch {
	case !undone && s.Reviewing:
		s.Trail = append(slices.Clip(s.Trail), task)
	case undone && n >= 0:
		s = s.trailTo(n)
		s.Details = []Detail{{Kind: ViewTasks, Index: task}}
	}
	return s
}

// trailTo goes back in a review to the task of that place.
func (s State) trailTo(n int) State {
	back := s.Trail[n:]
	s.Skipped = slices.DeleteFunc(slices.Clone(s.Skipped), func(i int) bool { return slices.Contains(back, i) })
	s.Trail, s.Reviewing = slices.Clip(s.Trail[:n]), true
	return s
}

// CanUndoReview reports whether there is something to go back to from the task that
// is open.
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

// judgedLast is the task that the last change was a verdict on, −1 if it was none.
func (s State) judgedLast() int {
	if len(s.Before) == 0 {
		return -1
	}
	return verdict.Differ(s.Before[len(s.Before)-1], s.Amend)
}

// apply undoes the last verdict, or goes back to the task that was skipped
// last. While the result still follows the verdict, it is undone as soon as that is
// there: to break off the fit could cost the result.
func (UndoReview) apply(s State) (State, []Cmd) {
	if d := s.Detail(); d != nil && d.Asks != "" {
		return s.askBack(""), nil
	}
	if !s.CanUndoReview() {
		return s, nil
	}
	if s.Run != nil {
		run := *s.Run
		run.Regret = true
		s.Run = &run
		return s, nil
	}
	last := len(s.Trail) - 1
	if last < 0 || s.judgedLast() == s.Trail[last] {
		return s.undoAmend("")
	}
	task := s.Trail[last]
	s = s.trailTo(last)
	s.Details = nil
	return Open{Kind: ViewTasks, Index: task}.apply(s)
}
