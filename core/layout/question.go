package layout

import (
	"slices"

	"concord/core/layout/crosstab"
)

// Files that ask workers several questions have a column of labels for each, and
// only one of them can be the label.

// seen is what roles were chosen by.
type seen struct {
	kind  Kind
	rows  [][]string
	stats []crosstab.Statistics
}

// follow finds out what goes with the label: whether it is a number, or several
// labels, and which column says what is right.
func (g *Layout) follow(kind Kind, rows [][]string, stats []crosstab.Statistics) {
	g.Numeric, g.Several = false, false
	if c := g.Column(Label); c >= 0 {
		g.Numeric = g.Question(c) < 0 && stats[c].OnScale()
	}
	if kind != LabelFile {
		return
	}
	g.seen = &seen{kind, rows, stats}
	if g.severalIn(rows) {
		g.Several, g.Numeric = true, false
	}
	g.byTruth(rows, stats)
}

// Ask is the Layout where another column holds the label: Numeric, Several and the
// column of the truth are those of that question. The other roles stay.
func (g *Layout) Ask(label int) *Layout {
	asked := *g
	asked.Columns = slices.Clone(g.Columns)
	for c := range asked.Columns {
		if one := &asked.Columns[c]; one.Role == Label || one.Role == True || one.Role == Gold {
			one.Role, one.Why = Ignore, ""
		}
	}
	asked.Columns[label].Role, asked.Columns[label].Why = Label, "your choice"
	if s := g.seen; s != nil {
		if g.which {
			asked.which, asked.Confirm = false, g.settled
		}
		asked.follow(s.kind, s.rows, s.stats)
	}
	return &asked
}
