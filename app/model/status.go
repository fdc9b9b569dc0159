package model

import (
	"strings"

	"concord/app/format"
	"concord/app/model/files"
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
	case s.Run != nil:
		return "Running " + s.Run.Title + " …"
	case reading != nil:
		return "Reading " + reading.Origin.Name + " …"
	case s.Batch.Recognising():
		return "Looking at " + format.Plural(len(s.Batch.Items), "file") + " …"
	case s.Failure != nil:
		return s.Failure.About + " failed: " + s.Failure.Fault.Message
	case faulty != nil:
		return "The " + files.RoleOf(faulty.Role).Is + " could not be used: " + faulty.Fault.Message
	case s.Note != "":
		return s.Note
	case s.Result != nil:
		return "Done."
	case s.Labels.Opened != nil:
		return "Ready."
	}
	return "Ready. Open a file or a sample."
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
