package intake

import (
	"slices"
	"strings"
)

// byTruth gives the role of the truth to a column of a file of labels that says
// what is right: to the one beside the label in the export of a platform, else to
// one that its name says so of. It has to say the same of a task in all rows, and
// to name labels that workers gave.
func (g *Guess) byTruth(rows [][]string, stats []statistics) {
	task := g.role(Task)
	if task < 0 || g.Numeric || g.role(True) >= 0 || g.role(Told) >= 0 {
		return
	}
	given := make(map[string]bool) // labels
	name := ""
	for c, column := range g.Columns {
		if column.Role == Label {
			name = column.Name
			for v := range stats[c].times {
				given[v] = true
			}
		}
	}
	if q := g.question(g.role(Label)); q >= 0 {
		for _, option := range g.Questions[q].Options {
			given[option] = true
		}
	}
	best, least := -1, 0
	for c, column := range g.Columns {
		n := rank(goldNames, column.Name)
		switch g.Format {
		case appen, labelStudio:
			n = slices.Index([]string{plainName(name + "_gold")}, plainName(column.Name))
		case toloka:
			_, field, _ := strings.Cut(name, ":")
			n = slices.Index([]string{plainName("GOLDEN:" + field)}, plainName(column.Name))
		}
		if n >= 0 && column.Role == Ignore && (best < 0 || n < least) && g.tellsTruth(rows, task, c, given) {
			best, least = c, n
		}
	}
	if best >= 0 {
		g.Columns[best].Role, g.Columns[best].Why = True, "by its name: what is right, where that is known"
	}
}

// tellsTruth reports whether column c says one label of each task.
func (g *Guess) tellsTruth(rows [][]string, task, c int, given map[string]bool) bool {
	missing := newTokens(g.Missing)
	said, known := make(map[string]string), false
	for _, r := range rows {
		cell := r[c]
		if missing.has([]byte(cell)) {
			continue
		}
		if was, ok := said[r[task]]; ok && was != cell {
			return false
		}
		said[r[task]] = cell
		for one := range strings.SplitSeq(cell, "\n") { // Appen's several right answers
			known = known || given[strings.TrimSpace(one)]
		}
	}
	return known
}
