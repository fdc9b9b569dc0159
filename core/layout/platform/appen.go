package platform

import (
	"slices"
	"strings"
)

// Appen (once Figure Eight, CrowdFlower) writes a full report: a judgment a row, and
// beside each answer what is right where the unit was a test question.
var appen = Platform{
	Name:  "Appen full report",
	Match: func(h Header) bool { return h.Has("_unit_id", "_worker_id", "_trust") },
	Apply: func(t *Table) Columns {
		c := Columns{
			Task: t.Column("_unit_id"), Worker: t.Column("_worker_id"), Lines: true, // of check boxes
			Doubt: t.doubt("_tainted", "true", "of a worker whom the platform found tainted"),
		}
		for n, name := range t.Header {
			if name != "" && t.Has(name+"_gold") {
				c.Answers = append(c.Answers, n)
			}
			if answer, ok := strings.CutSuffix(name, "gold"); ok && answer != "" && t.Has(answer) {
				c.Truth = append(c.Truth, n)
			}
		}
		return c
	},
	Explain: func(h Header) (what, do string) {
		confidence := slices.ContainsFunc(h, func(name string) bool { return strings.HasSuffix(name, ":confidence") })
		if !h.Has("_unit_id") || h.Has("_worker_id") || !h.Has("_trusted_judgments") && !confidence {
			return "", ""
		}
		return "this is an aggregated report of Appen, which does not say who gave which label",
			"Download the Full report of the job instead: it has one row for each judgment"
	},
	Truth: BesideLabel,
}
