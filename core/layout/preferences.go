package layout

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/layout/crosstab"
	"concord/core/parse"
)

// sayingOf returns how a column says which of two items is better, in nearly all rows; nil: it doesn't.
func (g *Detection) sayingOf(rows [][]string, stats []crosstab.Statistics, left, right, label int) *Layout {
	said := g.saying(rows, stats, left, right, label)
	const most = 1000 // different cells, unless they name items
	a, b, ties := named(rows, left, right, label)
	switch {
	case a+b > 0 && !said.Sides && said.Middle == nil:
		if 10*(a+b+ties) >= 9*stats[label].Filled {
			return said
		}
		return nil
	case len(stats[label].Times) > most:
		return nil
	}
	known := 0
	read := said.Preferences()
	for cell, times := range stats[label].Times {
		if _, ok := read.side([]byte(cell)); ok {
			known += times
		}
	}
	if 10*known >= 9*stats[label].Filled && known > 0 {
		return said
	}
	return nil
}

// saying returns how a column says which of two items is better, if it does.
func (g *Detection) saying(rows [][]string, stats []crosstab.Statistics, left, right, label int) *Layout {
	said := &Layout{}
	a, b, _ := named(rows, left, right, label)
	preferred := 0 // cells that say more than that there is a tie
	for cell, times := range stats[label].Times {
		if p, ok := preferenceOf([]byte(cell)); !ok || p < parse.PreferNeither {
			preferred += times
		}
	}
	if 10*(a+b) >= 9*preferred && a+b > 0 {
		return said
	}
	if said.Middle = middle(stats[label].Times); said.Middle == nil {
		said.Sides = true
		return said
	}
	said.Upward = g.Header && saysOf(g.Columns[label].Name, g.Columns[left].Name, g.Columns[right].Name)
	return said
}

// middle returns the middle of the scale that labels are on; nil: they are no numbers, or on no scale that people use.
func middle(times map[string]int) *float64 {
	const slider = 100
	low, high, numbers, others, whole := math.Inf(1), math.Inf(-1), 0, 0, true
	least := math.Inf(1) // above 0
	for cell, n := range times {
		x, ok := scaled([]byte(cell))
		if !ok {
			others += n
			if p, ok := preferenceOf([]byte(cell)); !ok || p < parse.PreferNeither {
				return nil
			}
			continue
		}
		low, high, whole, numbers = min(low, x), max(high, x), whole && x == math.Trunc(x), numbers+n
		if x > 0 {
			least = min(least, x)
		}
	}
	switch {
	case numbers <= others, high-low > slider:
		return nil
	case low < 0 && high > 0:
		return new(0.0)
	case low < 0:
		return nil
	case high <= 1 && low < 1:
		return new(.5)
	case high <= 2 && least >= 1: // 0 is a tie
		return new(1.5)
	case whole && low <= 1 && high <= 11:
		return new((low + high) / 2)
	case high > 11:
		return new(slider / 2.0)
	}
	return nil
}

// scaled returns the number that a cell is, 1 for yes and 0 for no.
func scaled(cell []byte) (x float64, ok bool) {
	x, err := parse.Number(cell)
	switch word := string(bytes.ToLower(cell)); {
	case err == nil:
		return x, true
	case slices.Contains([]string{"true", "yes"}, word):
		return 1, true
	case slices.Contains([]string{"false", "no"}, word):
		return 0, true
	}
	return 0, false
}

// saysOf reports whether the name of a label says that the first of two columns is better: left_better, model_a_won. What the names of both
// columns have does not tell.
func saysOf(label, first, second string) bool {
	other := wordsOf(second)
	words := wordsOf(label)
	return hasWord(label, preferenceWords) && slices.ContainsFunc(wordsOf(first), func(w string) bool {
		return slices.Contains(words, w) && !slices.Contains(other, w)
	})
}

// bySaying notes how the label says which of two items is better, and asks what is in doubt.
func (g *Detection) bySaying(rows [][]string, stats []crosstab.Statistics) {
	g.Sides, g.Middle, g.Upward = false, nil, false
	items, label := g.Items(), g.Column(Label)
	if len(items) != 2 || label < 0 {
		return
	}
	said := g.saying(rows, stats, items[0], items[1], label)
	g.Sides, g.Middle, g.Upward = said.Sides, said.Middle, said.Upward
	if g.Middle == nil {
		return
	}
	second := g.Header && saysOf(g.Columns[label].Name, g.Columns[items[1]].Name, g.Columns[items[0]].Name)
	zero := *g.Middle == 1.5 && stats[label].Times["0"] > 0 && stats[label].Times["1.5"] == 0
	if *g.Middle == 1.5 && !zero || *g.Middle == .5 && (g.Upward || second) {
		return
	}
	low, high := g.called(items[0]), g.called(items[1])
	if g.Upward != g.Reversed {
		low, high = high, low
	}
	what := fmt.Sprintf("%s says in numbers which item is better: below %g the one in %s, above it the one in %s", g.called(label), *g.Middle,
		low, high)
	if zero {
		what = fmt.Sprintf("%s says in numbers which item is better: 1 the one in %s, 2 the one in %s, and 0 neither", g.called(label), low, high)
	}
	g.ask(what)
}

// Preferences reads what cells say of two items. It remembers what some of them said.
type Preferences struct {
	of    *Layout
	known map[string]parse.Preference // -1: nothing that is understood
}

// Preferences returns how the cells of the label are read.
func (g *Layout) Preferences() *Preferences {
	return &Preferences{of: g, known: map[string]parse.Preference{}}
}

// Of returns what a cell says of two items.
func (p *Preferences) Of(cell, left, right []byte) (said parse.Preference, ok bool) {
	names := !p.of.Sides && p.of.Middle == nil
	switch {
	case names && bytes.Equal(cell, left):
		return parse.PreferLeft, true
	case names && bytes.Equal(cell, right):
		return parse.PreferRight, true
	}
	said, ok = p.side(cell)
	if names && (!ok || said < parse.PreferNeither) {
		first, second := bytes.EqualFold(cell, left), bytes.EqualFold(cell, right)
		if second {
			return parse.PreferRight, !first
		}
		return parse.PreferLeft, first
	}
	return said, ok
}

// side returns what a cell says of any two items.
func (p *Preferences) side(cell []byte) (said parse.Preference, ok bool) {
	const most = 1000
	said, known := p.known[string(cell)]
	if !known {
		if said, ok = p.of.preference(cell); !ok {
			said = -1
		}
		if len(p.known) < most {
			p.known[string(cell)] = said
		}
	}
	return said, said >= 0
}

func (g *Layout) preference(cell []byte) (parse.Preference, bool) {
	if g.Middle != nil {
		if x, ok := scaled(cell); ok {
			switch {
			case x == *g.Middle, x == 0 && *g.Middle == 1.5: // as AlpacaEval writes ties
				return parse.PreferNeither, true
			case (x < *g.Middle) != (g.Upward != g.Reversed):
				return parse.PreferLeft, true
			}
			return parse.PreferRight, true
		}
	}
	return preferenceOf(cell)
}

// preferenceOf is parse.PreferenceOf in all languages that names of columns are known in.
func preferenceOf(cell []byte) (parse.Preference, bool) {
	if p, ok := parse.PreferenceOf(cell); ok {
		return p, true
	}
	const longest = 80 // of what says which, and not why
	if len(cell) > longest {
		return 0, false
	}
	return parse.PreferenceOf([]byte(strings.Join(wordsOf(string(cell)), " ")))
}
