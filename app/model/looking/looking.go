// Package looking is where the user looks for mistakes: how many of the least certain labels, which others, and which tasks were drawn to
// be checked.
package looking

import (
	"concord/app/format"
	"concord/app/model/setup"
	"concord/app/model/verdict"
	"concord/core/api"
)

// Looking is a value: its methods return another.
type Looking struct {
	At     int    // how many of the least certain labels; 0: as many as are suggested
	Worker string // the worker whose disagreements are listed, by name
	Sample api.Drawn
	Duel   api.Drawn // tasks on which the default and the majority vote differ
	Chose  *Chose    // what checking these came to; nil: not yet
	Asked  int       // the request for tasks to check; 0: none
	Kind   string    // … for this kind of round
	Kept
}

// Kept is what outlives the page of it, in a project.
type Kept struct {
	Sealed   bool           // a review shows nothing of what anybody says
	Reviewer string         // who reviews so: names the file
	Paused   *verdict.Round // the review to go on with; nil: none
	Query    api.Rows       // … and what it lists
}

// Chose is the method that checks chose.
type Chose struct {
	Checks api.Checks
	Before setup.Setup // what to go back to
	Undone bool
}

// First is how many labels to look at, of those that a look is about.
func (l Looking) First(of *api.Look) int {
	switch {
	case of == nil:
		return 0
	case l.At == 0:
		return of.Suggested()
	}
	return min(l.At, of.Labels)
}

// Choice completes a choice of tasks, where another was before: how many of the least certain, and two classes that differ.
func (l Looking) Choice(o, was api.Only, f *api.Fitted) api.Only {
	switch {
	case o.What == api.OnlyUncertain && o.First == 0:
		o.First = l.First(f.Look)
	case o.What == api.OnlyBelow && o.Below == 0:
		o.Below = .7
	case o.What == api.OnlyPair && o.Class == "" && len(f.Classes) > 1:
		o.Class, o.Other = mostCommon(f.Classes)
	case o.What == api.OnlyPair && o.Class == o.Other && was.Class != o.Class: // what one becomes the other was: they change places
		o.Other = was.Class
	case o.What == api.OnlyPair && o.Class == o.Other:
		o.Class = was.Other
	}
	return o
}

// mostCommon returns the two classes that most tasks have.
func mostCommon(classes []api.Share) (first, second string) {
	one, two := 0, 1
	for n, c := range classes {
		switch {
		case c.Tasks > classes[one].Tasks:
			one, two = n, one
		case n != one && (n == two || c.Tasks > classes[two].Tasks):
			two = n
		}
	}
	return classes[one].Class, classes[two].Class
}

// Drawn are the tasks that were drawn for a kind of round.
func (l Looking) Drawn(kind string) api.Drawn {
	if kind == verdict.Duel {
		return l.Duel
	}
	return l.Sample
}

// With takes in the tasks that were drawn.
func (l Looking) With(drawn api.Drawn) Looking {
	if l.Asked = 0; l.Kind == verdict.Duel {
		l.Duel = drawn
	} else {
		l.Sample = drawn
	}
	return l
}

// Judged is the verdict on a task in a kind of round, or "".
func Judged(kind string, task int, a *api.Amend) string {
	if kind == verdict.Sample {
		return verdict.On(task, a.Checked).Label
	}
	return verdict.On(task, a.Review).Label
}

// Left is how many of the tasks drawn for a kind of round nobody has judged.
func (l Looking) Left(kind string, a *api.Amend) (left int) {
	for _, d := range l.Drawn(kind).Tasks {
		if Judged(kind, d.Task, a) == "" {
			left++
		}
	}
	return left
}

// Round is a round of the tasks that were drawn, with those that are judged behind it.
func (l Looking) Round(kind string, a *api.Amend) verdict.Round {
	r := verdict.Round{Reviewing: true, Kind: kind}
	for _, d := range l.Drawn(kind).Tasks {
		if Judged(kind, d.Task, a) != "" {
			r.Trail = append(r.Trail, d.Task)
		}
		r.Queue = append(r.Queue, d.Task)
	}
	r.All = len(r.Queue)
	return r
}

// Checks counts what the verdicts on the drawn tasks say of the two methods.
func (l Looking) Checks(a *api.Amend) api.Checks {
	c := api.Checks{Of: l.Duel.Of}
	for _, d := range l.Duel.Tasks {
		if v := verdict.On(d.Task, a.Review).Label; v != "" {
			c.Count(v == d.Label, v == d.Vote)
		}
	}
	return c
}

// Right says how a random check went so far: how many labels were what the user says.
func Right(checked []api.Reviewed) (right int) {
	for _, v := range checked {
		if v.Said == v.Label {
			right++
		}
	}
	return right
}

// Place says how far a round has got: “23 of 50, 21 right so far”.
func (l Looking) Place(kind string, at, of int, a *api.Amend) string {
	text := format.Count(at) + " of " + format.Count(of)
	var judged []api.Reviewed
	for _, d := range l.Sample.Tasks {
		if v := verdict.On(d.Task, a.Checked); v.Label != "" {
			judged = append(judged, v)
		}
	}
	if kind != verdict.Sample || len(judged) == 0 {
		return text
	}
	return text + ", " + format.Count(Right(judged)) + " right so far"
}
