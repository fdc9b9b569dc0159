package layout

import (
	"strings"

	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
)

// byTruth finds the column with the truth in a file of labels: the one that platforms write beside
// the label or, for classes, one named like a truth. It must contain labels that workers gave and,
// unless it is named after the label, be the same in all rows of a task.
func (g *Detection) byTruth(rows [][]string, stats []crosstab.Statistics) {
	task := g.Column(Task)
	if task < 0 || g.Column(True) >= 0 || g.Column(Gold) >= 0 {
		return
	}
	given := make(map[string]bool) // labels
	name := ""
	for c, column := range g.Columns {
		if g.Roles[c] == Label {
			name = column.Name
			for v := range stats[c].Times {
				for _, one := range parse.Answers([]byte(v), parse.Tokens{}) {
					given[one] = true
				}
			}
		}
	}
	if q := g.OneHotOf(g.Column(Label)); q >= 0 {
		for _, option := range g.OneHots[q].Options {
			given[option] = true
		}
	}
	if !g.Header {
		g.byLastColumn(rows, stats, task, given)
		return
	}
	beside, only := platform.BesideLabel(name), false
	if p := platform.Named(g.Format); p != nil && p.Truth != nil {
		beside, only = p.Truth(name), true
	}
	names := heading.Words(strings.Join(beside, " "))
	best, least := -1, 0
	for c, column := range g.Columns {
		n := names.Rank(column.Name)
		own := n >= 0
		if !own && !only && !g.Numeric {
			if n = heading.Golds.Rank(column.Name); n >= 0 {
				n += len(beside)
			}
		}
		if n < 0 && !only && g.Judged && heading.Human(column.Name) {
			n = len(beside) + len(heading.Golds)
		}
		if n >= 0 && g.Roles[c] == Ignore && !g.stands[c] && (best < 0 || n < least) && g.tellsTruth(rows, task, c, given, own) {
			best, least = c, n
		}
	}
	if best >= 0 {
		g.Give(best, True, "by its name: what is right, where that is known")
		if least >= len(beside)+len(heading.Golds) {
			g.ask(g.called(best) + " is read as the truth")
		}
	}
}

// byLastColumn finds the truth in the last column of a table without a header: labels that workers gave, the same in all rows of a task.
func (g *Detection) byLastColumn(rows [][]string, stats []crosstab.Statistics, task int, given map[string]bool) {
	last := len(g.Columns) - 1
	if g.Roles[last] != Ignore || g.stands[last] || len(stats[last].Times) < 2 || len(stats[task].Times) == len(rows) {
		return
	}
	for v := range stats[last].Times {
		if !given[v] {
			return
		}
	}
	if g.tellsTruth(rows, task, last, given, false) {
		g.Give(last, True, "by its values: labels, the same in all rows of a task")
	}
}

// tellsTruth reports whether column c contains labels and, unless it may differ, is the same in all rows of a task.
func (g *Detection) tellsTruth(rows [][]string, task, c int, given map[string]bool, differ bool) bool {
	missing := g.NoAnswers()
	truths, known := make(map[string]string), false
	for _, r := range rows {
		cell := r[c]
		if missing.Has([]byte(cell)) {
			continue
		}
		if was, ok := truths[r[task]]; ok && was != cell && !differ {
			return false
		}
		truths[r[task]] = cell
		for _, one := range parse.Answers([]byte(cell), missing) {
			if g.Numeric {
				_, err := parse.Number([]byte(one))
				known = known || err == nil
			}
			known = known || given[one]
		}
	}
	return known
}
