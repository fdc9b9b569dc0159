package files

import (
	"fmt"

	"concord/app/format"
	"concord/core/api"
)

// What is said of a file that was read, and of which no row says anything.
const (
	NoTruth = "None of these true labels can be used."
	NoGold  = "None of these gold tasks can be used."
)

// Note is what the page says of a file once it is read.
func Note(role string, o *api.Opened) string {
	known := func(what string) string { return format.Plural(o.Known, what) }
	switch role {
	case api.RoleLabels:
		c := o.Counts
		what := fmt.Sprintf("%s: %s, %s, ", o.File.Name, format.Plural(c.Labels, "label"), format.Plural(c.Tasks, "task"))
		if c.Anonymous {
			return what + "unknown workers."
		}
		return what + format.Plural(c.Workers, "worker") + "."
	case api.RoleTruth:
		if o.Known == 0 {
			return NoTruth
		}
		return fmt.Sprintf("True labels of %s loaded.", known("task"))
	case api.RoleGold:
		if o.Known == 0 {
			return NoGold
		}
		return fmt.Sprintf("The next run learns from %s.", known("gold task"))
	case api.RoleConfusion:
		return fmt.Sprintf("Histories of %s loaded.", known("worker")) + Strangers(o)
	case api.RoleCosts:
		if o.Priced == nil { // there is no result yet, or nothing shows how right its labels are
			return "Costs loaded."
		}
		return "Costs loaded. Each task shows its cheapest label beside the most probable one."
	case api.RoleFeatures:
		return fmt.Sprintf("%s have features. Methods with features learn from them.", known("task"))
	case api.RoleText:
		return fmt.Sprintf("%s have a text. Methods with text learn from them.", known("task"))
	case api.RolePredict:
		return fmt.Sprintf("The next run predicts %s.", known("further task"))
	}
	return fmt.Sprintf("True labels of %s to predict loaded.", known("task"))
}

// Strangers says how many rows of a history are of workers who gave no labels here, after another sentence.
func Strangers(o *api.Opened) string {
	if o.Strangers == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out: %s of %s, of workers who gave no labels here.", format.Count(o.Strangers),
		format.Plural(o.HistoryRows, "row"))
}
