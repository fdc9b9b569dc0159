package model

import (
	"slices"

	"concord/app/model/setup"
	"concord/core/wire"
)

// What there is to say of a method and the labels before it runs.

// OrderClasses says that the classes are steps of a scale, and leads to where they are
// put in order.
type OrderClasses struct{}

func (OrderClasses) apply(s State) (State, []Cmd) {
	if len(s.Order()) == 0 {
		var cmds []Cmd
		s, cmds = SetOrdered{On: true}.apply(s)
		return s, append(cmds, Focus{ID: "later-0", Or: "classes-ordered"})
	}
	return s, []Cmd{Focus{ID: "later-0", Or: "classes-ordered"}}
}

// knowsWorkers reports whether more than the labels tells how good workers are.
func (s State) knowsWorkers() bool {
	gold := s.Gold.Opened
	return gold != nil && gold.Known > 0 || s.Confusion.Opened != nil || s.Saved.Opened != nil
}

// Guesswork says that what learns how good workers are would guess on these labels, "" if
// it would not. It is told of the plain answer too, which is then preselected.
func (s State) Guesswork() string {
	m, ok := s.Method()
	if !ok || s.Labels.Opened == nil {
		return ""
	}
	m.Plain = false
	return s.Labels.Opened.Counts.Guesswork(m, s.knowsWorkers())
}

// defaultMethod is preselected: the plain answer where anything else is guesswork.
func (s State) defaultMethod() string {
	if o := s.Labels.Opened; o != nil && o.Counts.Guesswork(wire.Method{}, s.knowsWorkers()) != "" {
		for _, m := range s.Methods() {
			if m.Plain && m.Why == "" {
				return m.Name
			}
		}
	}
	return setup.DefaultMethod
}

// usableMethod is the method that the user has chosen, or that was chosen for what
// describes the tasks, where it can run on the data; or else the default, or else the
// first that can.
func (s State) usableMethod() string {
	usable := func(name string) bool {
		return slices.ContainsFunc(s.Methods(), func(m wire.Method) bool { return m.Name == name && m.Why == "" })
	}
	m, _ := s.Method()
	if (s.Chosen || m.Described) && usable(s.Setup.Method) {
		return s.Setup.Method
	}
	if name := s.defaultMethod(); usable(name) {
		return name
	}
	for _, m := range s.Methods() {
		if m.Why == "" {
			return m.Name
		}
	}
	return s.Setup.Method
}

// Ranking is the order in which the chosen method takes the classes, the lowest first,
// where it takes them as steps of a scale.
type Ranking struct {
	Order []string
	Given bool   // by the user; else the names tell it
	Why   string // why the method can't run: nothing tells the order
	Can   bool   // they can be put in order by hand
}

// Ranking tells the order that the chosen method takes.
func (s State) Ranking() Ranking {
	m, ok := s.Method()
	if !ok || !m.Ranked || s.Labels.Opened == nil {
		return Ranking{}
	}
	c := s.Labels.Opened.Counts
	if c == nil || c.Numeric || c.Sets || c.Classes <= 2 {
		return Ranking{}
	}
	r := Ranking{Order: s.Order(), Can: s.CanOrder()}
	r.Given = len(r.Order) > 0
	if !r.Given {
		r.Order = c.Natural
	}
	if len(r.Order) == 0 {
		r.Why = m.Title + " takes the classes as steps of a scale. Put them in order first, or choose another method."
		if !r.Can {
			r.Why = m.Title + " takes the classes as steps of a scale, and these are too many to put in order here. Choose another method."
		}
	}
	return r
}
