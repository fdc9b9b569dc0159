package files

import (
	"fmt"
	"strings"

	"concord/app/format"
	"concord/core/api"
	"concord/internal/humanize"
)

// Note is what the page says of a file once it is read.
func Note(r api.Role, o *api.Opened) string {
	switch {
	case r.Name == api.RoleLabels:
		what := Counted(o.Counts)
		if o.Counts.Anonymous {
			what = append(what, "unknown "+humanize.Noun(2, o.Counts.Kind.Nouns().Worker))
		}
		return o.File.Name + ": " + strings.Join(what, ", ") + "."
	case o.Known == 0 && r.Empty != "":
		return r.Empty
	case r.Name == api.RoleCosts && o.Priced != nil: // else there is no result yet, or nothing shows how right its labels are
		return r.Note + " Each task shows its cheapest label beside the most probable one."
	}
	return counted(r.Note, o, 0) + strangers(o)
}

// Counted says how many labels of how many tasks, or votes on how many items, a file holds, and of how many workers, if they are known.
func Counted(c *api.Counts) []string {
	n := c.Kind.Nouns()
	all := []string{format.Plural(c.Labels, n.Answer), format.Plural(c.Tasks, n.Task)}
	if c.Kind.Items {
		all[1] = format.Plural(c.Items, "item")
	}
	if !c.Anonymous {
		all = append(all, format.Plural(c.Workers, n.Worker))
	}
	return all
}

// Loaded is what the page says of a file that is open; tasks is how many have labels.
func Loaded(r api.Role, o *api.Opened, tasks int) string {
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
