package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/parse"
)

// byOrder finds out which of several items is the best, and asks where that can be doubted.
func (g *Detection) byOrder(rows [][]string) {
	ranks, ranking := g.ColumnsOf(Rank), g.ColumnsOf(Ranking)
	for _, c := range []int{g.Column(Best), g.Column(Worst)} {
		byPlace, _ := choosesAmong(rows, g.ColumnsOf(Item), c)
		g.ByPlace = g.ByPlace || byPlace
	}
	g.Largest = slices.ContainsFunc(ranks, func(c int) bool { return saysAny(g.Columns[c].Name, largerWords) })
	switch matrix := g.WinColumns(); {
	case g.Largest:
		g.ask("the largest “" + api.Printable(g.Columns[ranks[0]].Name) + "” is taken for the best")
	case len(ranking) == 1 && slices.ContainsFunc(rows, func(r []string) bool {
		_, by := ranked(r[ranking[0]])
		return by == "<"
	}):
		g.ask("of “A<B”, B is taken for the better one")
	case matrix != nil:
		if g.Shares = g.shareWins(rows, matrix); g.Shares {
			g.ask(fmt.Sprintf("the table has shares of the votes, not how many there were: %d are taken for each pair", sharedVotes))
		}
		if len(g.ColumnsOf(Item)) == 1 && saysAny(g.Columns[g.Column(Item)].Name, heading.Words(`winner wins won`)) {
			break
		}
		a := g.ItemNames(matrix)
		g.ask(fmt.Sprintf("a row is read as the wins of its item: that of “%s” says how often it won against “%s”",
			api.Printable(a[0]), api.Printable(a[1])))
	}
}

// ItemNames returns the items that head columns: what their names do not have in common, as of “Rank these [A]” and rank_A.
func (g *Layout) ItemNames(columns []int) []string {
	names := g.ColumnNames(columns)
	if len(names) < 2 {
		return names
	}
	before, after := names[0], names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, before) {
			before = before[:len(before)-1]
		}
		for !strings.HasSuffix(name, after) {
			after = after[1:]
		}
	}
	before = before[:1+max(strings.LastIndexAny(before, "[]_-:. ("), -1)]
	if at := strings.IndexAny(after, "]_-:. )"); at >= 0 {
		after = after[at:]
	} else {
		after = ""
	}
	trimmed := strings.TrimSpace(before)
	opens := func(end string) bool { return strings.HasSuffix(trimmed, end) }
	if !saysAny(before, placeWords) && !opens("[") && !opens(" -") && !opens(":") {
		before = ""
	}
	if !saysAny(after, placeWords) && !(after == "]" && before != "") {
		after = ""
	}
	short := make([]string, len(names))
	for n, name := range names {
		if len(before)+len(after) >= len(name) {
			return names
		}
		short[n] = strings.TrimSpace(name[len(before) : len(name)-len(after)])
		if short[n] == "" {
			return names
		}
	}
	return short
}

// place is the rank of an item.
type place struct {
	item string
	rank float64
}

// firstRanked returns what the first rows say of more than two items.
func (g *Detection) firstRanked() (all []api.Answer) {
	lists := map[string]int{}
	var of [][]place
	items, ranks, ranking, wins := g.ColumnsOf(Item), g.ColumnsOf(Rank), g.ColumnsOf(Ranking), g.WinColumns()
	task, best, worst := g.Column(Task), g.Column(Best), g.Column(Worst)
	heads := g.ItemNames(slices.Concat(ranks, wins))
	for n, r := range g.Preview {
		if len(r) < g.InFile() {
			continue
		}
		a, key := api.Answer{Worker: g.who(r, g.Column(Worker))}, strconv.Itoa(n)
		if task >= 0 {
			a.Task = r[task]
		}
		var places []place
		switch {
		case wins != nil:
			all = append(all, g.firstWins(r, n, heads, wins)...)
			continue
		case best >= 0 || worst >= 0:
			if a.Label = g.chosenOf(r, best, worst); a.Label != "" {
				a.Task = strings.Join(pick(r, items), ", ")
				all = append(all, a)
			}
			continue
		case len(ranks) > 0 && len(items) == 1:
			key = a.Worker + "\x00" + a.Task
			if x, ok := parse.Ordinal([]byte(r[ranks[0]])); ok {
				places = append(places, place{r[items[0]], x})
			}
		case len(ranks) > 0:
			for k, c := range ranks {
				if x, ok := parse.Ordinal([]byte(r[c])); ok {
					places = append(places, place{heads[k], x})
				}
			}
		default:
			for x, tier := range g.TiersOf(pick(r, ranking)) {
				for _, item := range tier {
					places = append(places, place{item, float64(x)})
				}
			}
		}
		at, known := lists[key]
		if !known && places != nil {
			at = len(all)
			lists[key] = at
			all, of = append(all, a), append(of, nil)
		}
		if places != nil {
			of[at] = append(of[at], places...)
		}
	}
	for n, places := range of {
		all[n].Label = g.written(places)
	}
	return all[:min(len(all), firstAnswers)]
}

// written writes items in their order: A > B = C.
func (g *Layout) written(places []place) string {
	slices.SortStableFunc(places, func(a, b place) int {
		if g.LastIsBest() {
			a, b = b, a
		}
		return cmp.Compare(a.rank, b.rank)
	})
	var b strings.Builder
	for n, one := range places {
		switch {
		case n > 0 && one.rank == places[n-1].rank:
			b.WriteString(" = ")
		case n > 0:
			b.WriteString(" > ")
		}
		b.WriteString(one.item)
	}
	return b.String()
}
