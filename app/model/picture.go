package model

import "strings"

// Pictured tells that a chart was saved as a picture of that name; empty: that
// the browser could not make one.
type Pictured struct{ Name string }

// pictured says so.
func (s State) pictured(m Pictured) State {
	s.Note = m.Name + " is saved."
	if m.Name == "" {
		s.Note = "This browser can’t make a picture of the chart. Try a current Firefox, Chrome, Edge or Safari."
	}
	return s
}

// Stem is how the names of what the page itself saves begin: the file's name
// without its endings, and the method.
func (s State) Stem() string {
	stem := "concord"
	if s.Labels.Opened != nil {
		if name, _, _ := strings.Cut(s.Labels.Opened.File.Name, "."); name != "" {
			stem = name
		}
	}
	if s.Result != nil {
		stem += "-" + s.Result.Method
	}
	return stem
}

func (m Pictured) apply(s State) (State, []Cmd) { return s.pictured(m), nil }
