package layout

import (
	"slices"

	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
)

// byTime assigns the role of the time to a column that is named for it and holds only times.
func (g *Detection) byTime(stats []crosstab.Statistics) {
	if g.Column(Time) >= 0 {
		return
	}
	c := g.named(heading.Times.Rank, stats, func(cell string) bool {
		_, ok := parse.Time([]byte(cell))
		return ok
	}, func(int) bool { return true })
	if c >= 0 {
		g.Give(c, Time, "by its name")
	}
}

// byDuration assigns how long labels took to a column that is named for it and holds only
// durations. They must differ between the workers of a task: otherwise they may be the length of a
// clip, say.
func (g *Detection) byDuration(rows [][]string, stats []crosstab.Statistics) {
	rows, task := g.byTask(rows)
	if task < 0 || g.Column(Took) >= 0 {
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

// named returns the free column with the best name whose cells are valid, at least nine in ten; -1: none.
func (g *Detection) named(rank func(name string) int, stats []crosstab.Statistics, valid func(cell string) bool, may func(c int) bool) int {
	best, least := -1, 0
	for c, column := range g.Columns {
		n := rank(column.Name)
		if n < 0 || g.Roles[c] != Ignore || g.stands[c] || best >= 0 && n >= least || stats[c].Filled == 0 {
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

// differs reports whether most rows of a task differ from its first row in a column.
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
