package layout

import (
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
)

// A truth of comparisons says of pairs which item is better, or how good each item is.

var (
	rankWords  = heading.Words(`rank place position order`)
	scoreWords = append(heading.Words(`elo strength ability level quality value truth true mos mean`), append(labelWords, "score")...)
)

// byTrueItems gives the columns of a truth of comparisons their roles, but for those that a person chose.
func (g *Detection) byTrueItems(rows [][]string, stats []crosstab.Statistics) {
	if g.Compares() {
		return
	}
	p := g.pairing(rows, stats)
	clear := func() {
		for c := range g.Roles {
			if !g.stands[c] {
				g.Give(c, Ignore, "")
			}
		}
		g.Confirm, g.Rivals = "", nil
	}
	if p != nil && len(p.labels) > 0 {
		clear()
		g.Give(p.left, Item, "by its name")
		g.Give(p.right, Item, "by its name")
		g.Give(p.labels[0], Label, "by its values: it says which of the two items is better")
		return
	}
	item, score, role := -1, -1, Value
	for c, column := range g.Columns {
		unique := len(stats[c].Times) == len(rows)
		switch {
		case stats[c].Numbers && hasWord(column.Name, rankWords):
			score, role = c, Rank
		case stats[c].Numbers && role == Value && (score < 0 || hasWord(column.Name, scoreWords)) && !heading.NumbersRows(column.Name) &&
			!heading.Tasks.Has(column.Name):
			score = c
		case unique && (item < 0 || heading.Tasks.Has(column.Name) && !heading.Tasks.Has(g.Columns[item].Name)):
			item = c
		}
	}
	if item >= 0 && score >= 0 {
		clear()
		g.Give(item, Item, "by its values: another one in every row")
		g.Give(score, role, "by its name: how good the item is")
	}
}

// checkTrueItems says what a truth of comparisons lacks; nil: nothing.
func (g *Layout) checkTrueItems(file string) error {
	scores := slices.Concat(g.ColumnsOf(Value), g.ColumnsOf(Rank))
	if items := g.count(Item); items == 2 && g.count(Label) == 1 || items == 1 && len(scores) == 1 {
		return nil
	}
	return &api.Problem{File: file, Line: min(1, len(g.Columns)), Text: g.heading(), Do: "Say which columns hold them",
		What: "the truth of comparisons is two items and the better one in each row, or an item and its score or rank"}
}
