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

// ofOwnWords returns the columns that are named like the workers of a wide table, but share no value with them, as where somebody used
// other words for the labels.
func (g *Detection) ofOwnWords(workers []int, task int, stats []crosstab.Statistics) []int {
	if len(workers) < 2 {
		return nil
	}
	return slices.DeleteFunc(g.people(stats), func(c int) bool {
		return c == task || slices.Contains(workers, c) || 2*len(stats[c].Times) > stats[c].Filled
	})
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
	case heading.Golds.Has(name):
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
	for c, column := range g.Columns {
		if n := len(stats[c].Times); g.Roles[c] != Ignore || g.stands[c] || n == 0 || g.isIndex(c, stats) {
			continue
		} else if why := g.whyUnused(c, n, stats); why != "" {
			g.Unused = append(g.Unused, api.LeftOut{Column: c, Name: column.Name, Why: why})
		}
	}
	if len(g.Unused) > 0 && g.Wide() && g.Confirm != "" {
		var names []string
		for _, u := range g.Unused {
			names = append(names, "“"+api.Printable(u.Name)+"”")
		}
		g.Confirm += "; left out: " + strings.Join(names, ", ")
	}
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
