package layout

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
)

// Who the columns of a wide table are, and what stands beside them.

// people returns the columns that are named like people and have few values.
func (g *Detection) people(stats []crosstab.Statistics) (columns []int) {
	for c, column := range g.Columns {
		if n := len(stats[c].Times); n > 0 && n <= maxShared && heading.Person(column.Name) {
			columns = append(columns, c)
		}
	}
	return columns
}

// ofOwnWords returns the columns that may be workers of a wide table though they share few values with the others, as where somebody used
// other words for the labels: they are named like people, or each of their values goes with a label of its own.
func (g *Detection) ofOwnWords(rows [][]string, workers []int, task int, stats []crosstab.Statistics) (columns []int) {
	if len(workers) < 2 {
		return nil
	}
	for c, column := range g.Columns {
		n := len(stats[c].Times)
		if c == task || slices.Contains(workers, c) || n == 0 || n > maxShared || 2*n > stats[c].Filled || heading.Voices.Has(column.Name) {
			continue
		}
		may := g.beside(c, stats) == "" && !heading.Known(column.Name)
		if heading.Person(column.Name) || may && translates(rows, c, workers[:min(len(workers), compared)]) {
			columns = append(columns, c)
		}
	}
	return columns
}

// compared is with how many workers a column of other words is compared.
const compared = 10

// translates reports whether column c says the same as the labels of workers in words of its own: each of its values goes with another
// label, and they agree beyond chance.
func translates(rows [][]string, c int, workers []int) bool {
	const few, beyond = 20, .3 // labels; how much of what chance leaves open
	both, of, all := make(map[string]map[string]int), make(map[string]int), 0
	for _, r := range rows {
		for _, w := range workers {
			if r[c] != "" && r[w] != "" {
				if both[r[c]] == nil {
					both[r[c]] = make(map[string]int)
				}
				both[r[c]][r[w]]++
				of[r[w]]++
				all++
			}
		}
	}
	hits, means := 0, make(map[string]bool)
	for _, labels := range both {
		best := ""
		for l, n := range labels {
			if m := labels[best]; n > m || n == m && l < best {
				best = l
			}
		}
		hits += labels[best]
		means[best] = true
	}
	most := 0
	for _, n := range of {
		most = max(most, n)
	}
	return all >= few && len(both) > 1 && len(means) == len(both) && float64(hits-most) >= beyond*float64(all-most)
}

// noteStrangers says which workers of a wide table share no label with anybody.
func (g *Detection) noteStrangers(file string, stats []crosstab.Statistics) {
	in := having(g.ColumnsOf(Label), stats)
	var names []string
	for _, c := range g.apart {
		alone := true
		for v := range stats[c].Times {
			alone = alone && in[v] == 1
		}
		if alone {
			names = append(names, "“"+api.Printable(g.Columns[c].Name)+"”")
		}
	}
	if len(names) > 0 {
		shares := "share"
		if len(names) == 1 {
			shares = "shares"
		}
		g.note(file, fmt.Sprintf("%s %s no label with anybody", strings.Join(names, ", "), shares),
			"If other words mean the same, merge them")
	}
}

// beside says what a column of a wide table is by its name, if that is no worker; else "". What only one column says of itself counts:
// prediction_gpt and prediction_llama are two voices.
func (g *Detection) beside(c int, stats []crosstab.Statistics) string {
	name := g.Columns[c].Name
	switch {
	case heading.Golds.Has(name), g.Judged && heading.Human(name):
		return "a truth"
	case heading.Results.Has(name):
		return "a result"
	case heading.Times.Has(name) || heading.Seconds.Has(name) || heading.Durations.Has(name):
		return "a time"
	case heading.Comments.Has(name):
		return "a comment"
	case heading.Other(name) || heading.Tasks.Has(name) || heading.Facts.Has(name):
		return "something else"
	case heading.Person(name):
		return ""
	}
	words := wordsOf(name)
	for _, w := range words {
		if heading.Comments.Has(w) || heading.Certainties.Has(w) || heading.Durations.Has(w) || heading.Seconds.Has(w) {
			return "something else"
		}
	}
	many := heading.Totals.Has(name) || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(heading.Numbers, w) })
	if many && stats[c].Counts() && !g.initial(c) {
		return "a count"
	}
	for _, w := range words {
		if heading.Summaries.Has(w) && !g.alsoSays(c, w) {
			return "a result"
		}
	}
	return ""
}

// unused lists what a wide table has beside its task and its workers that could be either a worker or the truth, or, in a list of
// labels, could weigh them.
func (g *Detection) unused(stats []crosstab.Statistics) {
	g.Unused = nil
	if g.Wide() && slices.ContainsFunc(g.ColumnsOf(Label), func(c int) bool { return g.stands[c] }) {
		return // somebody said who the workers are
	}
	for c, column := range g.Columns {
		if n := len(stats[c].Times); g.Roles[c] != Ignore || g.stands[c] || n == 0 || g.isIndex(c, stats) || g.answersOther(c) {
			continue
		} else if why := g.whyUnused(c, n, stats); why != "" {
			g.Unused = append(g.Unused, api.LeftOut{Column: c, Name: column.Name, Why: why})
		}
	}
	if len(g.Unused) > 0 && g.Wide() && g.Confirm != "" {
		var names []string
		for _, u := range g.Unused {
			names = append(names, u.Name)
		}
		g.Confirm += "; left out" + listed(names)
	}
}

// answersOther reports whether a column answers another question than the one that is read.
func (g *Detection) answersOther(c int) bool {
	return slices.ContainsFunc(g.Parts, func(p Part) bool { return slices.Contains(p.Columns, c) })
}

// whyUnused says why column c, with n different values, has no role, if it could have one; else "".
func (g *Detection) whyUnused(c, n int, stats []crosstab.Statistics) string {
	name := g.Columns[c].Name
	switch {
	case !g.Wide() && g.Column(Label) >= 0 && heading.Certainties.Has(heading.Leaf(name)) && stats[c].Numbers:
		return weighs
	case !g.Wide() || n > maxShared || stats[c].Filled < 2:
		return ""
	}
	switch is := g.beside(c, stats); is {
	case "something else", "a time", "a comment":
		return ""
	case "":
		if g.People() {
			return "seems to describe the people"
		}
		if heading.Labels.Has(name) {
			return "is named like a result"
		}
		return "shares few values with the columns of workers"
	default:
		return "is named like " + is
	}
}

const weighs = "says how sure a worker was, and could weigh labels"

// initial reports whether a column is called by a letter, as others are.
func (g *Detection) initial(c int) bool {
	letters := 0
	for _, column := range g.Columns {
		if len(column.Name) == 1 {
			letters++
		}
	}
	return len(g.Columns[c].Name) == 1 && letters > 1
}

// alsoSays reports whether the name of another column than c has a word.
func (g *Detection) alsoSays(c int, word string) bool {
	for other, column := range g.Columns {
		if other != c && slices.Contains(wordsOf(column.Name), word) {
			return true
		}
	}
	return false
}
