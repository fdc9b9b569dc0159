package files

import (
	"fmt"
	"strings"

	"concord/app/format"
	"concord/core/api"
)

// Note is what the page says of a file once it is read.
func Note(role string, o *api.Opened) string {
	r := api.RoleOf(role)
	switch {
	case role == api.RoleLabels:
		c := o.Counts
		what := fmt.Sprintf("%s: %s, %s, ", o.File.Name, format.Plural(c.Labels, "label"), format.Plural(c.Tasks, "task"))
		if c.Anonymous {
			return what + "unknown workers."
		}
		return what + format.Plural(c.Workers, "worker") + "."
	case o.Known == 0 && r.Empty != "":
		return r.Empty
	case role == api.RoleCosts && o.Priced != nil: // else there is no result yet, or nothing shows how right its labels are
		return r.Note + " Each task shows its cheapest label beside the most probable one."
	}
	return counted(r.Note, o, 0) + strangers(o)
}

// Loaded is what the page says of a file that is open; tasks is how many have labels.
func Loaded(role string, o *api.Opened, tasks int) string {
	r := api.RoleOf(role)
	if o.Known == 0 && r.Empty != "" {
		return r.Empty
	}
	return counted(r.Loaded, o, tasks) + strangers(o)
}

// counted puts numbers into a text of a card (api.Role); all is that of all tasks.
func counted(text string, o *api.Opened, all int) string {
	before, rest, _ := strings.Cut(text, "{")
	noun, after, ok := strings.Cut(rest, "}")
	if !ok {
		return text
	}
	if whole, of := strings.CutPrefix(noun, "of "); of {
		return before + format.Count(o.Known) + " of " + format.Plural(all, whole) + after
	}
	return before + format.Plural(o.Known, noun) + after
}

// strangers says how many rows of a history are of workers who gave no labels here, after another sentence.
func strangers(o *api.Opened) string {
	if o.Strangers == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out: %s of %s, of workers who gave no labels here.", format.Count(o.Strangers),
		format.Plural(o.HistoryRows, "row"))
}
