package model

import (
	"cmp"
	"slices"

	"concord/app/format"
	"concord/app/model/job"
	"concord/app/model/lineup"
	"concord/core/api"
)

// Compare sets methods side by side on the labels at hand.
type Compare struct {
	Chosen   []string      // names of the methods; nil: all that are quick, and that of the result
	HideAlso bool          // hide labels, although a truth is known
	Compared *api.Compared // nil: not there yet
	Sorting  lineup.Sorting
}

// MostCompared is how many methods can be compared at a time.
const MostCompared = 40

// forgetCompared drops what depended on labels, truth and gold as they were: the comparison and the advice.
func (s *State) forgetCompared() {
	s.Compare, s.Quick = Compare{Chosen: s.Compare.Chosen, HideAlso: s.Compare.HideAlso}, Quick{}
	s.Items.Held = nil
	s.forgetTables(func(v View) bool { return v.apart })
}

// forgetStudies drops all that was found out about the labels beside a result.
func (s *State) forgetStudies() {
	s.Agreement, s.Panel, s.Items, s.Questions = Agreement{}, Panel{}, Items{}, nil
	s.forgetCompared()
}

// ToCompare are the names of the chosen methods that can run, in the order of the catalog.
func (s State) ToCompare() []string {
	var names []string
	for _, m := range s.Menu() {
		chosen := slices.Contains(s.Compare.Chosen, m.Name)
		if s.Compare.Chosen == nil {
			now := s.Result != nil && (m.Name == s.Result.Method || m.Name == s.Result.Baseline)
			chosen = now || !lineup.Slow(m, s.HidesLabels()) && m.Ranks == s.Answers().Items
		}
		if m.Why == "" && chosen {
			names = append(names, m.Name)
		}
	}
	return names
}

// HidesLabels reports whether a comparison also finds out how well methods predict hidden labels: where no truth tells
// which is best, unless the user wants it anyway.
func (s State) HidesLabels() bool {
	return s.CanHideLabels() && (s.Compare.HideAlso || s.Truth.Opened == nil || s.Truth.Opened.Known == 0)
}

// CompareBlocked says why nothing can be compared now, or "".
func (s State) CompareBlocked() string {
	switch n := len(s.ToCompare()); {
	case s.Result == nil:
		return "Run a method first."
	case s.Busy():
		return s.busyWith()
	case n < 2:
		return "Choose at least two methods."
	case n > MostCompared:
		return "Choose at most " + format.Count(MostCompared) + " methods."
	}
	return s.Setup.WrongForAll()
}

// apply runs the chosen methods, each with what is set for it.
func (StartCompare) apply(s *State) []Cmd {
	if s.CompareBlocked() != "" {
		return nil
	}
	c := &api.Compare{
		Methods: s.ToCompare(), Settings: s.Setup.Fit().Settings, HeldOut: s.HidesLabels(), Reference: s.Result.Method,
	}
	c.Values = s.Setup.ValuesOf(c.Methods)
	return s.begin(job.Run{Setup: s.Setup, Title: "the comparison", From: "compare"}, api.Request{Compare: c})
}

// compared shows the methods side by side.
func (s *State) compared(c *api.Compared) []Cmd {
	s.Compare.Compared = c
	s.setTable(ViewCompare, s.newTable(ViewCompare))
	s.Note = cmp.Or(c.Finding, format.Plural(c.Ran(), "method")+" compared.")
	if s.Result != nil {
		s.View = ViewMethods
	}
	cmds := []Cmd{Focus{ID: "compared-title"}}
	if c.Differ > 0 {
		cmds = append(append(cmds, s.ask(ViewCompare)...), Clear{IDs: []string{ViewCompare + "-filter"}})
	}
	return cmds
}

// apply adds a method to those to compare, or takes it away.
func (m Choose) apply(s *State) []Cmd {
	s.Compare.Chosen = slices.DeleteFunc(append([]string{}, s.ToCompare()...), func(name string) bool { return name == m.Method })
	if m.On {
		s.Compare.Chosen = append(s.Compare.Chosen, m.Method)
	}
	return nil
}

// apply says whether labels are hidden although a truth is known.
func (m HideLabels) apply(s *State) []Cmd {
	s.Compare.HideAlso = m.On
	return nil
}

// apply sorts the methods by a column.
func (m SortMethods) apply(s *State) []Cmd {
	s.Compare.Sorting = s.Compare.Sorting.By(m.Column)
	return nil
}

// viewNamed is the view of that name, which may be one that the view of the methods had when it was two.
func viewNamed(name string) string {
	if name == ViewCompare || name == "advice" {
		return ViewMethods
	}
	return name
}

// shownTable is the name of the table that the view shows.
func (s State) shownTable() string {
	if s.View == ViewMethods {
		return ViewCompare
	}
	return s.View
}

// Quick is what is found in the background of why the default suits the labels.
type Quick struct {
	Advised *api.Advised // nil: not there yet
	never   bool         // it can't be told
	asked   int
}

// askQuick asks for it once there is a result and nothing under way that keeps the user waiting. The worker drops it for whatever
// is asked next; then it is asked for again, after that.
func (s *State) askQuick() []Cmd {
	q := &s.Quick
	if s.Result == nil || s.Labels.Opened == nil || s.Busy() || s.Anonymous() || s.Alone() || q.asked != 0 || q.Advised != nil || q.never ||
		s.tight == s.Labels.Origin.Serial {
		return nil
	}
	q.asked = s.id()
	return []Cmd{Send{Request: api.Request{ID: q.asked, Advise: &api.Advise{Settings: api.Settings{Seed: 1}, Quick: true}}}}
}

// Rival is the method that may be better than the default, as far as is known, "" if there is none, or if it is the one whose
// result is shown.
func (s State) Rival() string {
	if a := s.Quick.Advised; a != nil && s.Result != nil && s.Result.Method != a.Rival {
		return a.Rival
	}
	return ""
}

// apply runs the method that came first in the comparison, or the one that is named.
func (m RunAdvised) apply(s *State) []Cmd {
	if c := s.Compare.Compared; m.Method == "" && c != nil {
		m.Method = c.Best
	}
	if s.Busy() || m.Method == "" {
		return nil
	}
	s.Setup.Method, s.Stated = m.Method, m.Method
	return s.startRun(false)
}
