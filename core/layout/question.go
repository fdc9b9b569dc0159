package layout

import (
	"slices"

	"concord/core/layout/crosstab"
)

// A file that asks workers several questions has a column of labels for each, and only one of them can be the label.

// follow sets what depends on the label: whether it is numeric, whether a task may have several, and which column holds the truth.
func (g *Detection) follow(kind Kind, rows [][]string, stats []crosstab.Statistics) {
	g.Numeric, g.Sets = false, false
	if c := g.Column(Label); c >= 0 {
		g.Numeric = g.OneHotOf(c) < 0 && stats[c].OnScale()
	}
	if g.Compares() {
		g.Numeric = false
		g.bySaying(rows, stats)
	}
	if kind != LabelFile {
		return
	}
	g.rows, g.stats = rows, stats
	if g.Compares() {
		return
	}
	g.byLapses(rows)
	if g.severalIn(rows) {
		g.Sets, g.Numeric = true, false
	}
	g.byTruth(rows, stats)
}

// Ask returns the Detection with another column as the label. What depends on the label follows; the other roles stay.
func (g *Detection) Ask(label int) *Detection {
	asked := g.Copy()
	for c, role := range asked.Roles {
		if slices.Contains([]Role{Label, Ranking, True, Gold}, role) {
			asked.Give(c, Ignore, "")
		}
	}
	asked.Give(label, Label, yourChoice)
	if slices.Contains(g.ranked, label) {
		asked.Give(label, Ranking, yourChoice)
	}
	if name := g.asks(label); slices.Contains(g.Questions, name) {
		asked.Question = name
	}
	if g.stats == nil {
		return asked
	}
	if g.Compares() {
		asked.Confirm = ""
	}
	if g.which {
		asked.which, asked.Confirm = false, g.settled
	}
	asked.follow(LabelFile, g.rows, g.stats)
	return asked
}
