package layout

import (
	"slices"

	"concord/core/layout/crosstab"
)

// applyChoice gives columns the roles that were chosen for them and detects the others anew if
// they follow from those. It reports whether the columns still are workers or classes.
func (g *Detection) applyChoice(known Choice, rows [][]string, stats []crosstab.Statistics, platform, grid bool) bool {
	g.stands = make(map[int]bool)
	chosen := func(r Role) bool { return slices.Contains(known.Roles, r) }
	known.Roles = slices.Clone(known.Roles)
	for c, is := range known.Chosen {
		if g.stands[c] = is; !is {
			known.Roles[c] = Ignore
		}
	}
	if grid && chosen(Worker) {
		grid, g.Format = false, "long"
	}
	many := []Role{Count, Feature, LeaveOut, Content} // that several columns may have
	if grid {
		many = append(many, Label)
	}
	fresh := !platform && !grid
	for c := range g.Columns {
		switch {
		case g.stands[c] && known.Roles[c] != Ignore:
			g.Give(c, known.Roles[c], yourChoice)
		case g.stands[c] || fresh || g.Roles[c] != Ignore && chosen(g.Roles[c]) && !slices.Contains(many, g.Roles[c]):
			g.Give(c, Ignore, "")
		}
	}
	if fresh || chosen(Label) {
		g.Confirm = ""
	}
	if grid || !slices.Contains([]Kind{LabelFile, TruthFile}, known.Kind) && !fresh {
		return grid
	}
	if g.Header {
		g.byName(known.Kind, stats, len(rows))
	}
	switch {
	case g.Shared, g.Compares():
	case known.Kind == LabelFile:
		fixed := crosstab.Trio{-1, -1, -1}
		for n, role := range roleOrder {
			if chosen(role) {
				fixed[n] = g.Column(role)
			}
		}
		g.byEvidence(rows, stats, fixed)
	case known.Kind == TruthFile:
		g.byStatistics(rows, stats)
	}
	return false
}
