package platform

import "strings"

// Toloka writes the assignments of a pool: INPUT: what was shown, OUTPUT: what was answered, GOLDEN: what is right where that was known.
var toloka = Platform{
	Name:  "Toloka assignments",
	Match: func(h Header) bool { return h.Has("ASSIGNMENT:worker_id") && len(h.Prefixed("OUTPUT:")) > 0 },
	Apply: func(t *Table) Columns {
		c := Columns{
			Task: t.Column("ASSIGNMENT:task_id"), Worker: t.Column("ASSIGNMENT:worker_id"),
			Answers: t.Prefixed("OUTPUT:"), Truth: t.Prefixed("GOLDEN:"),
			Doubt: t.doubt("ASSIGNMENT:status", "REJECTED", "of an assignment that was rejected"),
		}
		if c.Task >= 0 && t.Filled[c.Task] > 0 {
			return c
		}
		c.Task = -1
		inputs := t.Prefixed("INPUT:")
		for _, n := range inputs {
			if c.Task < 0 || t.Values[n] > t.Values[c.Task] {
				c.Task = n
			}
		}
		if len(inputs) > 1 {
			c.Confirm = "the file has no column ASSIGNMENT:task_id, and several inputs that may say which task it was"
		}
		return c
	},
	Explain: func(h Header) (what, do string) {
		if len(h.Prefixed("CONFIDENCE:")) == 0 || len(h.Prefixed("OUTPUT:")) == 0 || h.Has("ASSIGNMENT:worker_id") {
			return "", ""
		}
		return "this is an aggregation result of Toloka, which does not say who gave which label",
			"Download the assignments of the pool instead (Download results), with the column ASSIGNMENT:worker_id"
	},
	Truth: func(label string) []string {
		if _, field, ok := strings.Cut(label, ":"); ok {
			return []string{"GOLDEN:" + field}
		}
		return BesideLabel(label)
	},
}
