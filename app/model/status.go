package model

import (
	"concord/app/format"
	"concord/app/model/files"
)

// Status is what the page says, in a line, of what is going on.
func (s State) Status() string {
	reading, faulty := s.Reading(), s.faulty()
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
	return "Ready. Drop a file, or open a sample."
}
