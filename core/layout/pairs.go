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

// Tables in which each row compares two items.

// sides are names of the two items of a comparison, as they end. There is no comparison where a third follows.
var sides = [][]string{{"left", "right"}, {"a", "b", "c"}, {"x", "y", "z"}, {"1", "2", "3"}, {"0", "1", "2"}, {"first", "second", "third"},
	{"one", "two", "three"}, {"winner", "loser"}, {"better", "worse"}, {"chosen", "rejected"}}

// mostPaired is how many columns each two of which are looked at.
const mostPaired = 50

// outcomes are the sides that say which of the two is better.
var outcomes = []string{"winner", "better", "chosen"}

var (
	// preferenceWords are words of the names of columns that say which of two items is better, lossWords of those that say which is worse.
	preferenceWords = append(heading.Words(`winner winning better best preferred preference pref prefer pick picked chosen selected selection
		win won wins outcome result verdict decision comparison compare score target judged annotation code y`), labelWords...)
	lossWords  = heading.Words(`loser losing worse worst rejected loss`)
	countWords = append(heading.Words(`wins won win preferred vote votes count counts n times`), heading.Frequencies...)
	tieWords   = heading.Words(`tie ties tied draw draws equal both neither`)
)

// pairing is how the rows of a table compare two items.
type pairing struct {
	left, right int
	sides       []string // that the names of the two columns differ by; nil: the label says that they are items
	labels      []int    // columns that say which is better, each otherwise than those before it
	wins        []int    // columns of how often the left won, the right, and neither
	items       int      // different ones
	again       bool     // they are compared with several others
}

// outcome reports whether the names of the two columns say which is better.
func (p *pairing) outcome() bool { return p.sides != nil && slices.Contains(outcomes, p.sides[0]) }

// byPairs recognises a row with two items, and one of them, its side or a tie as the answer, and gives the columns their roles. Where
// several workers compare the same two, which are compared with no others, the answer is a class.
func (g *Detection) byPairs(rows [][]string, stats []crosstab.Statistics, fixed bool) bool {
	p := g.pairing(rows, stats)
	if p == nil {
		return false
	}
	task := g.Column(Task)
	voted := task >= 0 && 3*len(stats[task].Times) <= 2*len(rows) && steady(rows, task, p.left) && steady(rows, task, p.right)
	chosen := g.stands[p.left] || g.stands[p.right]
	if (voted || fixed) && !p.again && !chosen && slices.Contains(p.labels, g.Column(Label)) {
		return false
	}
	worker := g.Column(Worker)
	asks, question := "", g.Question
	if !fixed {
		worker, asks = g.voter(p, rows, stats)
	}
	g.compare()
	for _, c := range g.ColumnsOf(Worker) {
		if c != worker && !g.stands[c] {
			g.Give(c, Ignore, "")
		}
	}
	g.Question = question
	why := "by its name"
	if p.sides == nil {
		why = "by its values: the label names it or the other"
		g.ask("the header does not say which columns hold the two items")
	}
	give := func(c int, role Role, why string) {
		if !g.stands[c] {
			g.Give(c, role, why)
		}
	}
	give(p.left, Item, why)
	give(p.right, Item, why)
	if worker >= 0 && worker != p.left && worker != p.right {
		give(worker, Worker, cmp.Or(g.Columns[worker].Why, "by its name"))
	}
	if asks != "" {
		g.ask(asks)
	}
	switch {
	case len(p.labels) > 0:
		g.label(p)
	case len(p.wins) > 0:
		for _, c := range p.wins {
			give(c, Count, "by its name: how often the item was preferred")
		}
	default:
		give(p.left, Best, "by its name")
		give(p.right, Worst, "by its name")
	}
	if n := g.times(stats); len(p.labels) > 0 && n >= 0 && g.Roles[n] == Ignore && !g.stands[n] {
		g.Give(n, Count, "by its name: how often the label was given")
		g.ask(fmt.Sprintf("%s is read as how often the label of its row was given", g.called(n)))
	}
	return true
}

// label gives a column the role of the label. If there are several, each is a question.
func (g *Detection) label(p *pairing) {
	at := 0
	if len(p.labels) > 1 {
		names := g.ColumnNames(p.labels)
		g.choose(names)
		at = max(0, slices.Index(names, g.Question))
	}
	if c := p.labels[at]; !g.stands[c] {
		g.Give(c, Label, "by its values: it says which of the two items is better")
	}
}

// pairing returns the two columns that hold items most likely; nil: none do.
func (g *Detection) pairing(rows [][]string, stats []crosstab.Statistics) (best *pairing) {
	if len(rows) < 2 || len(g.Columns) > mostPaired {
		return nil
	}
	may := func(c int) bool {
		return !stats[c].Decimals && stats[c].Filled > 0 && (!g.stands[c] || g.Roles[c] == Item)
	}
	fits := func(a, b int) bool { // with the columns that a person chose
		return !slices.ContainsFunc(g.ColumnsOf(Item), func(c int) bool { return g.stands[c] && c != a && c != b })
	}
	better := func(p *pairing) bool {
		rank := func(p *pairing) int {
			switch {
			case len(p.labels) == 0 && len(p.wins) == 0:
				return 3
			case g.shown(p.left, stats):
				return 2
			case !p.again:
				return 1
			}
			return 0
		}
		numbers := func(p *pairing) int { // which may be those of other columns
			if stats[p.left].Numbers && stats[p.right].Numbers {
				return 1
			}
			return 0
		}
		return best == nil || cmp.Or(rank(p)-rank(best), numbers(p)-numbers(best), p.items-best.items) < 0
	}
	for a := range g.Columns {
		for b := range g.Columns {
			if a == b || !may(a) || !may(b) || !fits(a, b) {
				continue
			}
			chosen := g.stands[a] && g.stands[b]
			stem, pair := "", []string(nil)
			if g.Header {
				stem, pair = sidesOf(g.Columns[a].Name, g.Columns[b].Name)
			}
			switch {
			case chosen && pair == nil && a > b: // in the order of the file
				continue
			case chosen:
			case pair == nil, g.goesOn(a, pair), namesLabels(stem), !apart(rows, a, b):
				continue
			}
			p := &pairing{left: a, right: b, sides: pair}
			p.items, p.again = meetings(rows, a, b)
			if p.labels = g.preferences(rows, stats, p); p.labels == nil && pair != nil {
				p.wins = g.wins(stats, a, b)
			}
			if (len(p.labels)+len(p.wins) > 0 || p.outcome() || chosen) && better(p) {
				best = p
			}
		}
	}
	if best == nil && g.count(Item) == 0 {
		return g.byItem(rows, stats)
	}
	return best
}

// namesLabels reports whether what the names of two columns have in common says that they hold workers or their labels.
func namesLabels(stem string) bool {
	return slices.ContainsFunc(wordsOf(stem), func(w string) bool {
		return slices.Contains(workerWords, w) || slices.Contains(labelWords, w) && w != "response" && w != "answer"
	})
}

// shown reports whether a column holds what workers saw of an item, and not its name.
func (g *Detection) shown(c int, stats []crosstab.Statistics) bool {
	const long = 80 // bytes
	size, n := 0, 0
	for cell, times := range stats[c].Times {
		size, n = size+times*len(cell), n+times
	}
	return size > long*n || slices.ContainsFunc(wordsOf(heading.Leaf(g.Columns[c].Name)), func(w string) bool {
		return heading.Outputs.Has(w) || w == "conversation" || heading.Contents.Has(w)
	})
}

// byItem recognises two columns by a third, which names the item in one of them in each row. Some item must be in both of the two.
func (g *Detection) byItem(rows [][]string, stats []crosstab.Statistics) *pairing {
	const most = 12 // columns, each three of which are looked at
	if len(g.Columns) > most {
		return nil
	}
	for label := range g.Columns {
		if stats[label].Filled == 0 || g.stands[label] && g.Roles[label] != Label {
			continue
		}
		for a := range g.Columns {
			for b := a + 1; b < len(g.Columns); b++ {
				if a == label || b == label || g.stands[a] || g.stands[b] || !apart(rows, a, b) || !g.namesItem(rows, stats, a, b, label) {
					continue
				}
				p := &pairing{left: a, right: b, labels: []int{label}}
				p.items, p.again = meetings(rows, a, b)
				both := func(cell string) bool { return stats[b].Times[cell] > 0 }
				shared := 0
				for cell := range stats[a].Times {
					if both(cell) {
						shared++
					}
				}
				if p.again && p.items > 2 && 2*shared >= max(len(stats[a].Times), len(stats[b].Times)) {
					return p
				}
			}
		}
	}
	return nil
}

// namesItem reports whether the label names now one, now the other of two items, in nearly all rows.
func (g *Detection) namesItem(rows [][]string, stats []crosstab.Statistics, a, b, label int) bool {
	left, right, ties := named(rows, a, b, label)
	ties = min(ties, left+right) // “tie” may be the name of a class
	return left > 0 && right > 0 && 10*(left+right+ties) >= 9*stats[label].Filled
}

// named counts the rows whose label names the item in column a, that in column b, or a tie.
func named(rows [][]string, a, b, label int) (left, right, ties int) {
	const most = 20 // ways to say that there is a tie, and the like
	others := map[string]int{}
	for _, r := range rows {
		switch cell := r[label]; {
		case cell == "":
		case cell == r[a]:
			left++
		case cell == r[b]:
			right++
		default:
			if others[cell]++; len(others) > most {
				return left, right, 0
			}
		}
	}
	for cell, times := range others {
		if p, ok := preferenceOf([]byte(cell)); ok && p >= parse.PreferNeither {
			ties += times
		}
	}
	return left, right, ties
}

// meetings counts the items in two columns, and reports whether they are compared with several others each, on the average.
func meetings(rows [][]string, a, b int) (items int, again bool) {
	names, pairs := map[string]bool{}, map[[2]string]bool{}
	for _, r := range rows {
		if r[a] == "" || r[b] == "" {
			continue
		}
		names[r[a]], names[r[b]] = true, true
		pairs[[2]string{min(r[a], r[b]), max(r[a], r[b])}] = true
	}
	return len(names), 2*len(names) <= 3*len(pairs)
}

// voter returns the column of who compared: the one with the best name, or the only one that is left; asks says what to confirm.
// -1: there is none.
func (g *Detection) voter(p *pairing, rows [][]string, stats []crosstab.Statistics) (worker int, asks string) {
	if c := g.Column(Worker); c >= 0 && g.stands[c] {
		return c, ""
	}
	worker = -1
	most := 0.0
	var left []int
	for c, column := range g.Columns {
		if c == p.left || c == p.right || slices.Contains(p.labels, c) || slices.Contains(p.wins, c) || g.stands[c] || stats[c].Filled == 0 {
			continue
		}
		_, points := g.saidBy(column.Name)
		if points[1] > most || most == 0 && (isPerson(column.Name) || heading.Plain(column.Name) == "who") {
			worker, most = c, max(points[1], leastWord)
		}
		left = append(left, c)
	}
	if worker >= 0 || len(left) != 1 || !g.Header {
		return worker, ""
	}
	c := left[0]
	name := g.Columns[c].Name
	known := slices.ContainsFunc([]heading.Names{heading.Tasks, heading.Times, heading.Facts, heading.Parts, heading.Asks, heading.Abouts,
		heading.Comments, heading.Contents, heading.Certainties, heading.Frequencies}, func(names heading.Names) bool { return names.Has(name) })
	few := len(stats[c].Times) > 1 && 3*len(stats[c].Times) <= 2*len(rows) && !stats[c].Decimals
	if known || heading.Other(name) || g.isIndex(c, stats) || !few {
		return -1, ""
	}
	return c, "the header does not say which column holds the worker"
}

// preferences returns the columns that say which of two items is better. One that always says the same as one before is left out.
func (g *Detection) preferences(rows [][]string, stats []crosstab.Statistics, p *pairing) (columns []int) {
	var all [2][]int // those of words, and those of numbers
	for c, column := range g.Columns {
		switch {
		case c == p.left, c == p.right, stats[c].Filled == 0, g.stands[c] && g.Roles[c] != Label:
			continue
		case g.stands[c]:
			return []int{c}
		case heading.Golds.Has(column.Name) && g.Column(Label) != c, heading.Results.Has(column.Name) && !heading.Labels.Has(column.Name),
			heading.Comments.Has(heading.Leaf(column.Name)), hasWord(column.Name, lossWords):
			continue
		}
		switch said := g.sayingOf(rows, stats, p.left, p.right, c); {
		case said == nil:
		case said.Middle == nil:
			all[0] = append(all[0], c)
		case hasWord(column.Name, preferenceWords) && !g.isOneOfTwo(c):
			all[1] = append(all[1], c)
		}
	}
	candidates := all[0]
	if candidates == nil {
		candidates = all[1]
	}
	rank := func(c int) int {
		if n := slices.IndexFunc(preferenceWords, func(w string) bool { return slices.Contains(wordsOf(g.Columns[c].Name), w) }); n >= 0 {
			return n
		}
		return len(preferenceWords)
	}
	says := func(c int) (all []parse.Preference) {
		of := g.saying(rows, stats, p.left, p.right, c)
		read := of.Preferences()
		for _, r := range rows {
			said, ok := read.Of([]byte(r[c]), []byte(r[p.left]), []byte(r[p.right]))
			if !ok {
				said = -1
			}
			all = append(all, said)
		}
		return all
	}
	slices.SortStableFunc(candidates, func(a, b int) int { return rank(a) - rank(b) })
	for _, c := range candidates {
		if len(columns) == 0 || !slices.ContainsFunc(columns, func(d int) bool { return slices.Equal(says(c), says(d)) }) {
			columns = append(columns, c)
		}
	}
	slices.Sort(columns)
	return columns
}

func hasWord(name string, words []string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(words, w) })
}

// isOneOfTwo reports whether another column is named for the other of two items.
func (g *Detection) isOneOfTwo(c int) bool {
	return slices.ContainsFunc(g.Columns, func(other api.Column) bool {
		_, one := sidesOf(g.Columns[c].Name, other.Name)
		_, two := sidesOf(other.Name, g.Columns[c].Name)
		return one != nil || two != nil
	})
}

// wins returns the columns that count how often each of two items was preferred, or neither; nil: there are none.
func (g *Detection) wins(stats []crosstab.Statistics, left, right int) (columns []int) {
	counts := func(c int) bool {
		return c != left && c != right && stats[c].Filled > 0 && stats[c].Counts() && !g.stands[c]
	}
	for a := range g.Columns {
		for b := range g.Columns {
			if _, pair := sidesOf(g.Columns[a].Name, g.Columns[b].Name); pair == nil || !counts(a) || !counts(b) || g.goesOn(a, pair) ||
				!hasWord(g.Columns[a].Name, countWords) {
				continue
			}
			columns = []int{a, b}
		}
	}
	if columns == nil {
		return nil
	}
	for c, column := range g.Columns {
		if counts(c) && !slices.Contains(columns, c) && (hasWord(column.Name, tieWords) || countsAll(column.Name)) {
			return append(columns, c)
		}
	}
	return columns
}

// countsAll reports whether a column is named for how many votes there are in all.
func countsAll(name string) bool {
	return heading.Totals.Has(name) || hasWord(name, heading.Words(`total games battles comparisons matches trials`))
}

// Wins are the columns that count who won how often, where rows count votes on two items; -1: there is no such column.
type Wins struct{ Left, Right, Ties, Total int }

// Wins returns nil if rows count no votes on two items.
func (g *Layout) Wins() *Wins {
	counts := g.ColumnsOf(Count)
	if g.count(Item) != 2 || g.count(Label) > 0 || len(counts) < 2 || len(counts) > 3 {
		return nil
	}
	w := &Wins{-1, -1, -1, -1}
	for _, c := range counts {
		switch name := g.Columns[c].Name; {
		case hasWord(name, tieWords), w.Left >= 0 && w.Right >= 0 && !countsAll(name):
			w.Ties = c
		case countsAll(name):
			w.Total = c
		case w.Left < 0:
			w.Left = c
		default:
			w.Right = c
		}
	}
	if w.Left < 0 || w.Right < 0 && w.Total < 0 {
		return nil
	}
	if w.Right >= 0 {
		if _, turned := g.inOrder(w.Right, w.Left); turned {
			w.Left, w.Right = w.Right, w.Left
		}
	}
	return w
}

// sidesOf returns what the names of two columns have in common, and the sides that they are of; nil: of none.
func sidesOf(first, second string) (stem string, pair []string) {
	for _, side := range sides {
		if stem, ok := differBy(first, second, side[0], side[1]); ok {
			return stem, side
		}
	}
	return "", nil
}

// OfOther returns the columns that say of the other item of a row what the given ones say of one, by the sides that their names end with.
// A column of no side stays as it is.
func (g *Layout) OfOther(columns []int) []int {
	other := slices.Clone(columns)
	for m, a := range columns {
		for n, b := range columns {
			if _, pair := sidesOf(g.Columns[a].Name, g.Columns[b].Name); pair != nil {
				other[m], other[n] = b, a
			}
		}
	}
	return other
}

// differBy reports whether two names differ in one word, of which one ends with one and the other with another, and returns what they have
// in common.
func differBy(first, second, one, another string) (stem string, ok bool) {
	a, b := wordsOf(first), wordsOf(second)
	if len(a) == 0 || len(a) != len(b) {
		return "", false
	}
	for n := range a {
		x, okX := strings.CutSuffix(a[n], one)
		y, okY := strings.CutSuffix(b[n], another)
		letter := len(one) == 1 && one > "9" // which is a word of its own
		if okX && okY && x == y && (x == "" || !letter) && slices.Equal(a[:n], b[:n]) && slices.Equal(a[n+1:], b[n+1:]) {
			return strings.Join(slices.Concat(a[:n], []string{x}, a[n+1:]), " "), true
		}
	}
	return "", false
}

// goesOn reports whether there is a third column beside the two of a pair, the first of which is a.
func (g *Detection) goesOn(a int, pair []string) bool {
	return len(pair) > 2 && slices.ContainsFunc(g.Columns, func(c api.Column) bool {
		_, third := differBy(g.Columns[a].Name, c.Name, pair[0], pair[2])
		return third
	})
}

// apart reports whether two columns differ in nearly all rows.
func apart(rows [][]string, a, b int) bool {
	same := 0
	for _, r := range rows {
		if r[a] == "" || r[b] == "" || r[a] == r[b] {
			if same++; 10*same > len(rows) {
				return false
			}
		}
	}
	return true
}
