package layout

import (
	"slices"
	"strconv"
	"strings"

	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
)

// byBest recognises columns of the best and the worst of several items, which have columns of their own.
func (g *Detection) byBest(rows [][]string, stats []crosstab.Statistics) bool {
	best, worst := g.sole(bestWords, stats), g.sole(worstWords, stats)
	if best < 0 && worst < 0 || !g.Header {
		return false
	}
	for _, items := range g.series() {
		if slices.Contains(items, best) || slices.Contains(items, worst) {
			continue
		}
		numbered, isBest := choosesAmong(rows, items, best)
		too, isWorst := choosesAmong(rows, items, worst)
		if !isBest || !isWorst || numbered != too && min(best, worst) >= 0 {
			continue
		}
		g.compareLists(false)
		g.giveAll(items, Item, "by its name and its values: among them is the best or the worst")
		g.giveBest(best, worst)
		return true
	}
	if best < 0 || worst < 0 || stats[best].Numbers || !sharing(stats[best], stats[worst]) || !apart(rows, best, worst) {
		return false
	}
	g.compareLists(false)
	g.giveBest(best, worst)
	return true
}

func (g *Detection) giveBest(best, worst int) {
	if best >= 0 {
		g.Give(best, Best, "by its name")
	}
	if worst >= 0 {
		g.Give(worst, Worst, "by its name")
	}
}

// sole returns the only column with such a word in its name, or -1.
func (g *Detection) sole(words heading.Names, stats []crosstab.Statistics) int {
	var all []int
	for c, column := range g.Columns {
		if saysAny(column.Name, words) && stats[c].Filled > 0 && !stats[c].Decimals {
			all = append(all, c)
		}
	}
	if len(all) != 1 {
		return -1
	}
	return all[0]
}

// series returns groups of three columns or more whose names differ in a number or a letter at the end, as item1, item2, item3.
func (g *Detection) series() (all [][]int) {
	at := map[string]int{}
	for c, column := range g.Columns {
		name := strings.ToLower(strings.TrimSpace(column.Name))
		stem := strings.TrimRight(name, digits)
		if stem == name {
			words := wordsOf(column.Name)
			if last := len(words) - 1; last < 0 || len(words[last]) != 1 {
				continue
			}
			stem = name[:len(name)-1]
		}
		n, known := at[stem]
		if !known {
			n, all = len(all), append(all, nil)
			at[stem] = n
		}
		all[n] = append(all[n], c)
	}
	return slices.DeleteFunc(all, func(columns []int) bool { return len(columns) < 3 })
}

// choosesAmong reports whether a column says, in nearly all rows where it is filled in, which of the items of some columns is meant: by
// its name or, byPlace, by the number of its column among those, from 1.
func choosesAmong(rows [][]string, items []int, c int) (byPlace, ok bool) {
	if c < 0 {
		return false, true
	}
	filled, named, placed := 0, 0, 0
	for _, r := range rows {
		if r[c] == "" {
			continue
		}
		filled++
		if slices.ContainsFunc(items, func(item int) bool { return r[item] == r[c] }) {
			named++
		}
		if n, err := strconv.Atoi(r[c]); err == nil && n >= 1 && n <= len(items) {
			placed++
		}
	}
	switch {
	case filled > 0 && 10*named >= 9*filled:
		return false, true
	case filled > 0 && 10*placed >= 9*filled:
		return true, true
	}
	return false, false
}

// sharing reports whether some values are in both columns.
func sharing(a, b crosstab.Statistics) bool {
	for v := range a.Times {
		if b.Times[v] > 0 {
			return true
		}
	}
	return false
}

// chosenOf says which item is the best of a row, and which the worst.
func (g *Layout) chosenOf(r []string, best, worst int) string {
	var all []string
	for _, one := range []struct {
		name string
		c    int
	}{{"best", best}, {"worst", worst}} {
		if one.c >= 0 && r[one.c] != "" {
			all = append(all, one.name+": "+g.ChosenAmong(r[one.c], pick(r, g.ColumnsOf(Item))))
		}
	}
	return strings.Join(all, ", ")
}

// ChosenAmong returns the item among some that a cell says is the best or the worst: by its name or, with ByPlace, by its number.
func (g *Layout) ChosenAmong(cell string, among []string) string {
	if n, err := strconv.Atoi(cell); g.ByPlace && err == nil && n >= 1 && n <= len(among) {
		return among[n-1]
	}
	return cell
}
