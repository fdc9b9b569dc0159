package model

import "concord/app/format"

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
		return "The " + RoleName(faulty.Role) + " could not be used: " + faulty.Fault.Message
	case s.Note != "":
		return s.Note
	case s.Result != nil:
		return "Done."
	case s.Labels.Opened != nil:
		return "Ready."
	}
	return "Ready. Drop a file, or open a sample."
}

// RoleName is what the page calls a file that is opened in a role.
func RoleName(role string) string {
	switch role {
	case RoleTruth:
		return "truth file"
	case RoleGold:
		return "file of gold tasks"
	case RoleConfusion:
		return "file of confusion matrices"
	case RoleCosts:
		return "file of costs"
	case RoleState:
		return "saved state"
	case RoleWorkspace:
		return "workspace"
	case RoleFeatures:
		return "file of features"
	case RoleTexts:
		return "file of texts"
	case RolePredict:
		return "file of tasks to predict"
	case RoleTestTruth:
		return "truth of the tasks to predict"
	}
	return "file"
}
