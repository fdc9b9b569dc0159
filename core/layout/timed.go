package layout

import (
	"slices"

	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
)

// byTime gives the role of the time to the column that has a name for it and
// holds nothing else.
func (g *Detection) byTime(stats []crosstab.Statistics) {
	c := g.named(heading.Times.Rank, stats, func(cell string) bool {
		_, ok := parse.Time([]byte(cell))
		return ok
	}, func(int) bool { return true })
	if c >= 0 {
		g.Give(c, Time, "by its name")
	}
}

// byDuration gives the role of how long labels took to the column that has a name
// for it and holds nothing else. It differs between the workers of a task: what does
// not is how long a clip is, say.
func (g *Detection) byDuration(rows [][]string, stats []crosstab.Statistics) {
	task := g.Column(Task)
	if task < 0 {
		return
	}
	names := slices.Concat(heading.Seconds, heading.Durations)
	c := g.named(func(name string) int { return slices.Index(names, heading.WithoutUnit(name)) }, stats, func(cell string) bool {
		x, err := parse.Number([]byte(cell))
		return err == nil && x >= 0
	}, func(c int) bool { return differs(rows, task, c) })
	if c >= 0 {
		g.Give(c, Took, "by its name: how long the label took")
	}
}

// named returns the free column whose name ranks first, of those that may have the
// role and whose cells are valid, nine in ten at least; -1: there is none.
func (g *Detection) named(rank func(name string) int, stats []crosstab.Statistics, valid func(cell string) bool, may func(c int) bool) int {
	best, least := -1, 0
	for c, column := range g.Columns {
		n := rank(column.Name)
		if n < 0 || g.Roles[c] != Ignore || best >= 0 && n >= least || stats[c].Filled == 0 {
			continue
		}
		good := 0
		for cell, times := range stats[c].Times {
			if valid(cell) {
				good += times
			}
		}
		if 10*good >= 9*stats[c].Filled && may(c) {
			best, least = c, n
		}
	}
	return best
}

// differs reports whether most rows of a task have something else in a column than
// the first of them.
func differs(rows [][]string, task, c int) bool {
	first, same, other := make(map[string]string), 0, 0
	for _, r := range rows {
		switch was, ok := first[r[task]]; {
		case r[c] == "":
		case !ok:
			first[r[task]] = r[c]
		case was == r[c]:
			same++
		default:
			other++
		}
	}
	return other > same
}
