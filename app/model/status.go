package model

import (
	"cmp"
	"slices"

	"concord/app/format"
	"concord/core/api"
)

// Status is what the page says, in a line, of what is going on.
func (s State) Status() string {
	reading, faulty := s.Reading(), s.Faulty()
	switch {
	case s.Run != nil && s.Run.Ending, reading != nil && reading.Ending:
		return "Cancelling …"
	case s.Run != nil && s.Run.Enough:
		return "Finishing the step …"
	case s.Run != nil && s.Run.Regret:
		return "Undoing …"
	case s.Waiting && s.Busy():
		return "Loading the part of Concord that this needs …"
	case s.Run != nil:
		return "Running " + s.Run.Title + " …"
	case reading != nil:
		return "Reading " + reading.Origin.Name + " …"
	case s.Batch.Recognising():
		return "Looking at " + format.Plural(len(s.Batch.Items), "file") + " …"
	case s.Failure != nil:
		return s.Failure.About + " failed: " + s.Failure.Fault.Message
	case faulty != nil && faulty.Fault.Mendable():
		return "One thing to settle about the " + api.RoleOf(faulty.Role).File + ": " + faulty.Fault.Message
	case faulty != nil:
		return "The " + api.RoleOf(faulty.Role).File + " could not be used: " + faulty.Fault.Message
	case s.Note != "":
		return s.Note
	case s.Result != nil:
		return "Done."
	case s.Labels.Opened != nil:
		return "Ready."
	}
	return "Ready. Open a file or a sample."
}

// about names what a request is for.
func (s *State) about(request int) string {
	if s.Run != nil && s.Run.ID == request {
		return s.Run.Title
	}
	for _, src := range s.Each() {
		if r := src.Reading; r != nil && r.ID == request {
			return "Opening " + r.Origin.Name
		}
	}
	if slices.ContainsFunc(s.Saves, func(v Save) bool { return v.id == request }) {
		return "The download"
	}
	for _, x := range studies() {
		if request != 0 && *x.asked(s) == request {
			return cmp.Or(x.about, "Work in the background")
		}
	}
	return "The last request"
}

// Pictured tells that a chart was saved as a picture of that name, "" if the browser could not make one.
type Pictured struct{ Name string }

func (m Pictured) apply(s *State) []Cmd {
	s.Note = m.Name + " is saved."
	if m.Name == "" {
		s.Note = "This browser can’t make a picture of the chart. Try a current Firefox, Chrome, Edge or Safari."
	}
	return nil
}

// Stem begins the names of pictures: the file's name without its endings, and the method.
func (s State) Stem() string {
	stem := s.Sources.Stem()
	if s.Result != nil {
		stem += "-" + s.Result.Method
	}
	return stem
}
