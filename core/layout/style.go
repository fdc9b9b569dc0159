package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
)

// What may explain a vote on two items besides the items: how long the two answers are, and how they are formatted.

// styleWords are words of the names of columns that say how long or how formatted an answer is.
var styleWords = heading.Words(`len length lengths token tokens word words char chars character characters sentence sentences line lines
	bold header headers heading headings list lists bullet bullets markdown emoji`)

// StyleFeature is a feature of votes: what the left item has more of than the right one.
type StyleFeature struct {
	Name        string
	Left, Right int  // columns, one for each item; Right is -1 where Left says how much more the left item has
	Length      bool // the columns hold texts, whose characters count
}

// StyleFeatures returns what the roles of the columns say may explain votes, in the order of the columns.
func (g *Layout) StyleFeatures() (all []StyleFeature) {
	paired := map[int]bool{}
	for c, role := range g.Roles {
		if role != Feature && role != Length || paired[c] {
			continue
		}
		f := StyleFeature{Name: g.ColumnName(c), Left: c, Right: -1, Length: role == Length}
		for d := c + 1; d < len(g.Roles) && f.Right < 0; d++ {
			left, right := c, d
			stem, ok := g.inOrder(left, right)
			if !ok {
				left, right = d, c
				stem, ok = g.inOrder(left, right)
			}
			if !ok || g.Roles[d] != role || paired[d] {
				continue
			}
			paired[d] = true
			f.Name, f.Left, f.Right = cmp.Or(stem, f.Name), left, right
		}
		if f.Length {
			f.Name = "characters of " + f.Name
		}
		all = append(all, f)
	}
	return all
}

// Items returns the columns of items. Of two that are named for their sides the left comes first, wherever it stands.
func (g *Layout) Items() []int {
	items := g.ColumnsOf(Item)
	if len(items) == 2 {
		if _, turned := g.inOrder(items[1], items[0]); turned {
			items[0], items[1] = items[1], items[0]
		}
	}
	return items
}

// inOrder reports whether two columns are named for the two sides of a comparison, the first side first, and returns what their names have
// in common.
func (g *Layout) inOrder(first, second int) (stem string, ok bool) {
	if !g.Header {
		return "", false
	}
	stem, pair := sidesOf(g.ColumnName(first), g.ColumnName(second))
	return strings.Join(strings.Fields(stem), " "), pair != nil
}

// comparesTwo reports whether each row is a vote on two items, or counts such votes.
func (g *Layout) comparesTwo() bool {
	switch items := g.count(Item); {
	case g.count(Rank)+g.count(Ranking) > 0:
		return false
	case g.count(Best)+g.count(Worst) > 0:
		return items == 0
	default:
		return items == 2
	}
}

// byStyle finds the columns that say how long or how formatted the two answers are that a row compares, or else those that hold the
// answers. Style has them explain votes.
func (g *Detection) byStyle(stats []crosstab.Statistics) {
	if !g.Header || !g.comparesTwo() || len(g.Columns) > mostPaired {
		return
	}
	numbers := func(c int) bool {
		if !hasWord(g.Columns[c].Name, styleWords) {
			return false
		}
		count := 0
		for cell, times := range stats[c].Times {
			if _, err := parse.Number([]byte(cell)); err == nil {
				count += times
			}
		}
		return count > 0 && 10*count >= 9*stats[c].Filled
	}
	texts := func(c int) bool {
		return stats[c].Filled > 0 && !stats[c].Numbers && g.shown(c, stats) && !heading.Comments.Has(heading.Leaf(g.Columns[c].Name))
	}
	columns, role, why := g.ofBoth(numbers), Feature, "by its name: how long or how formatted the answer is"
	if columns == nil {
		columns, role, why = g.ofBoth(texts), Length, "by its name: the answer, whose length counts"
	}
	for _, c := range columns {
		g.Lengths = append(g.Lengths, g.Columns[c].Name)
		if g.Style {
			g.Give(c, role, why)
		}
	}
}

// ofBoth returns the columns without a role that say the same of the two items of a row.
func (g *Detection) ofBoth(such func(c int) bool) (columns []int) {
	free := func(c int) bool { return g.Roles[c] == Ignore && !g.stands[c] && such(c) }
	for a := range g.Columns {
		for b := range g.Columns {
			_, pair := sidesOf(g.Columns[a].Name, g.Columns[b].Name)
			if pair != nil && free(a) && free(b) && !g.goesOn(a, pair) {
				columns = append(columns, a, b)
			}
		}
	}
	slices.Sort(columns)
	return slices.Compact(columns)
}

// checkStyle says why the columns that are said to explain votes can't; nil: they can, or there are none.
func (g *Layout) checkStyle(file string) error {
	features := append(g.ColumnsOf(Feature), g.ColumnsOf(Length)...)
	what, do := "", ""
	switch {
	case len(features) > 0 && !g.Compares():
		what = "columns are said to explain votes, and the labels are no comparisons of items"
		do = "Give the columns of the two items the role item"
	case len(features) > 0 && !g.comparesTwo():
		what, do = "columns are said to explain votes, which is possible where each row compares two items", "Give these columns no role"
	case g.Style && len(features) == 0:
		what = "no columns say how long or how formatted the two answers of a row are"
		do = fmt.Sprintf("Give those that do the role %s, and those of texts the role %s", Feature, Length)
	}
	if what == "" {
		return nil
	}
	return &api.Problem{File: file, Line: min(1, len(g.Columns)), What: what, Do: do, Text: strings.Join(g.ColumnNames(features), ", ")}
}
