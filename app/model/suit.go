package model

import "cmp"

// OrderClasses says that the classes are steps of a scale, and leads to where they are put in order.
type OrderClasses struct{}

func (OrderClasses) apply(s *State) []Cmd {
	var cmds []Cmd
	if len(s.Order()) == 0 {
		cmds = SetOrdered{On: true}.apply(s)
	}
	return append(cmds, Focus{ID: "later-0", Or: "classes-ordered"})
}

// knowsWorkers reports whether more than the labels tells how good workers are.
func (s State) knowsWorkers() bool {
	gold := s.Gold.Opened
	return gold != nil && gold.Known > 0 || s.Confusion.Opened != nil || s.Saved.Opened != nil
}

// Guesswork says that a method that learns how good workers are would guess on these
// labels, or "". It is said of the plain answer too, which is then preselected.
func (s State) Guesswork() string {
	m, ok := s.Method()
	if !ok {
		return ""
	}
	m.Plain = false
	return s.Counts().Guesswork(m, s.knowsWorkers())
}

// Default is the method preselected on these labels, and why.
func (s State) Default() (name, why string) { return s.Counts().Default(s.knowsWorkers(), s.Methods()) }

// usableMethod is the first of these that can run on the data: the method chosen by the
// user or for what describes the tasks, the default.
func (s State) usableMethod() string {
	if m, ok := s.Method(); ok && m.Why == "" && (s.Chosen || m.Described) {
		return m.Name
	}
	name, _ := s.Default()
	return cmp.Or(name, s.Setup.Method)
}

// Ranking is the order in which the chosen method takes the classes, the lowest first, if it takes them as steps of a scale.
type Ranking struct {
	Order []string
	Given bool   // by the user; else their names suggest it
	Why   string // the method can't run: the order is unknown; else ""
	Can   bool   // they can be put in order by hand
}

// Ranking tells the order that the chosen method takes.
func (s State) Ranking() Ranking {
	m, _ := s.Method()
	c := s.Counts()
	if !m.Ranked || c == nil || c.Numeric || c.Sets || c.Classes <= 2 {
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
