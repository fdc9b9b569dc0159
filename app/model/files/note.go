package files

import (
	"fmt"

	"concord/app/format"
	"concord/core/wire"
)

// What is said of a file that was read, and of which no row says anything.
const (
	NoTruth = "None of these true labels can be used."
	NoGold  = "None of these gold tasks can be used."
)

// Note is what the page says of a file once it is read.
func Note(role string, o *wire.Opened) string {
	known := func(what string) string { return format.Plural(o.Known, what) }
	switch role {
	case wire.RoleLabels:
		c := o.Counts
		what := fmt.Sprintf("%s: %s, %s, ", o.File.Name, format.Plural(c.Labels, "label"), format.Plural(c.Tasks, "task"))
		if c.Anonymous {
			return what + "by workers who are not known. Choose a method and run it."
		}
		return what + format.Plural(c.Workers, "worker") + ". Choose a method and run it."
	case wire.RoleTruth:
		if o.Known == 0 {
			return NoTruth
		}
		return fmt.Sprintf("The true label of %s is known.", known("task"))
	case wire.RoleGold:
		if o.Known == 0 {
			return NoGold
		}
		return fmt.Sprintf("The next fit is given the class of %s.", known("gold task"))
	case wire.RoleConfusion:
		return fmt.Sprintf("The matrices of %s are known.", known("worker"))
	case wire.RoleCosts:
		return "The costs are known. The cheapest label of each task stands beside the most probable one."
	case wire.RoleFeatures:
		return fmt.Sprintf("%s have features. A method with features can learn from them.", known("task"))
	case wire.RoleText:
		return fmt.Sprintf("%s have a text. A method with text can learn from them.", known("task"))
	case wire.RolePredict:
		return fmt.Sprintf("The next fit predicts %s.", known("further task"))
	}
	return fmt.Sprintf("The truth of %s to predict is known.", known("task"))
}
