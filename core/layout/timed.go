package layout

import (
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
	"slices"
)

// byTime gives the role of the time to the column that has a name for it and
// holds nothing else.
func (g *Layout) byTime(stats []crosstab.Statistics) {
	best, least := -1, 0
	for c, column := range g.Columns {
		n := heading.Times.Rank(column.Name)
		if n < 0 || column.Role != Ignore || best >= 0 && n >= least || stats[c].Filled == 0 {
			continue
		}
		good := 0
		for cell, times := range stats[c].Times {
			if _, ok := parse.Time([]byte(cell)); ok {
				good += times
			}
		}
		if 10*good >= 9*stats[c].Filled {
			best, least = c, n
		}
	}
	if best >= 0 {
		g.Columns[best].Role, g.Columns[best].Why = Time, "by its name"
	}
}

// byDuration gives the role of how long labels took to the column that has a name
// for it and holds nothing else. It differs between the workers of a task: what does
// not is how long a clip is, say.
func (g *Layout) byDuration(rows [][]string, stats []crosstab.Statistics) {
	task := g.Column(Task)
	if task < 0 {
		return
	}
	best, least := -1, 0
	for c, column := range g.Columns {
		n := slices.Index(slices.Concat(heading.Seconds, heading.Durations), heading.WithoutUnit(column.Name))
		if n < 0 || column.Role != Ignore || best >= 0 && n >= least || stats[c].Filled == 0 {
			continue
		}
		good := 0
		for cell, times := range stats[c].Times {
			if x, err := parse.Number([]byte(cell)); err == nil && x >= 0 {
				good += times
			}
		}
		if 10*good >= 9*stats[c].Filled && differs(rows, task, c) {
			best, least = c, n
		}
	}
	if best >= 0 {
		g.Columns[best].Role, g.Columns[best].Why = Took, "by its name: how long the label took"
	}
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
