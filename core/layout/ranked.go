package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
)

var (
	// placeWords are words of the names of columns of ranks.
	placeWords = heading.Words(`rank ranks ranking ranked rang rangplatz platz place placement puesto posto posizione miejsce ranga
		ранг место 排名 名次 順位`)
	// listWords are those of columns of whole rankings, or of the first, the second … of one.
	listWords = append(heading.Words(`order ordering preference preferences pref choice`), placeWords...)
	// largerWords are those of numbers of which the larger is better.
	largerWords = heading.Words(`score scores point points stars rating grade utility votes`)
	bestWords   = heading.Words(`best most bestitem mostimportant favorite favourite`)
	worstWords  = heading.Words(`worst least worstitem leastimportant`)
)

func saysAny(name string, words heading.Names) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(words, strings.TrimRight(w, digits)) })
}

// byRankings recognises rankings, choices of the best and the worst of several items, and matrices of wins, and gives the columns their
// roles. named says that the format or a person says which column holds the label.
func (g *Detection) byRankings(file string, rows [][]string, stats []crosstab.Statistics, named bool) {
	if c := g.rankings(rows, stats); c >= 0 {
		g.compareLists(named)
		g.Give(c, Ranking, "by its values: items in an order")
		return
	}
	if platform.Named(g.Format) != nil {
		g.noteSides(file, rows, stats)
	}
	if named || !g.Header || len(rows) < 2 {
		return
	}
	for _, is := range []func([][]string, []crosstab.Statistics) bool{g.byWins, g.byPlaces, g.byRankedRows, g.byRanks} {
		if is(rows, stats) {
			break
		}
	}
	if list := g.Column(Task); g.Column(Rank) >= 0 && list >= 0 && len(stats[list].Times) > 1 && steady(rows, g.Column(Item), list) {
		name := api.Printable(g.Columns[list].Name)
		g.note(file, fmt.Sprintf("each “%s” has items of its own, which are ranked together where they have the same name", name),
			fmt.Sprintf("To rank those of one, read only its rows: --where %s=NAME", name))
	}
}

// rankings returns a column whose answers are the same items in several orders, or -1.
func (g *Detection) rankings(rows [][]string, stats []crosstab.Statistics) int {
	columns := g.answerColumns()
	n := slices.IndexFunc(columns, func(c int) bool {
		said := g.Header && saysAny(g.Columns[c].Name, placeWords)
		orders, sets, items := 0, make(map[string]bool), 0
		strict := true // an order is written with > between the items
		for cell := range stats[c].Times {
			parts, by := ranked(cell)
			if len(parts) < 2 || len(parts) < 3 && by != ">" && !said {
				return false
			}
			sorted := slices.Sorted(slices.Values(parts))
			if len(slices.Compact(slices.Clone(sorted))) < len(parts) {
				return false
			}
			sets[strings.Join(sorted, "\x00")] = true
			orders, items, strict = orders+1, max(items, len(parts)), strict && (by == ">" || by == "<")
		}
		if said && orders > 0 && recur(rows, []int{c}) {
			return true
		}
		// “A>B” and “B>A” of every task are two classes: which of two answers is better.
		return len(sets) < orders && (items > 2 || len(sets) > 1) && (strict || len(sets) == 1)
	})
	if n < 0 {
		return -1
	}
	return columns[n]
}

// compareLists takes the roles of a file of labels away, but for the worker where a name or the format says so.
func (g *Detection) compareLists(named bool) {
	worker := g.Column(Worker)
	if who := func(c api.Column) bool { return heading.Workers.Has(c.Name) || isPerson(c.Name) }; g.Header && !named &&
		(worker < 0 || !who(g.Columns[worker])) {
		if worker >= 0 {
			g.Give(worker, Ignore, "")
		}
		if worker = slices.IndexFunc(g.Columns, who); worker >= 0 {
			g.Give(worker, Worker, "by its name")
		}
	}
	g.compare()
}

// recur reports whether the items of rankings in these columns come up twice and more on average.
func recur(rows [][]string, columns []int) bool {
	times, all := map[string]bool{}, 0
	for _, r := range rows {
		for _, c := range columns {
			for _, tier := range Ranked(r[c]) {
				for _, item := range tier {
					times[item] = true
					all++
				}
			}
		}
	}
	return all >= 2*len(times) && len(times) > 1
}

// ranked returns the items of an answer as they are written, and what stands between them; ",": commas, or they are a list of JSON.
func ranked(cell string) (items []string, by string) {
	if list, ok := parse.List([]byte(cell)); ok && cell[0] == '[' {
		for _, item := range list {
			items = append(items, string(item))
		}
		return items, ","
	}
	for _, by = range []string{">", "<", ";", ","} {
		if strings.Contains(cell, by) {
			break
		}
	}
	cell = strings.ReplaceAll(cell, by+by, by)
	if by == ";" {
		cell = strings.TrimSuffix(strings.TrimSpace(cell), by)
	}
	for item := range strings.SplitSeq(cell, by) {
		items = append(items, strings.TrimSpace(item))
	}
	return items, by
}

// Ranked returns the items of a cell such as “A>B=C” or ["A","B"] in their order, the best first, those that are as good as each other
// together: [["A"],["B","C"]] in JSON. Of “A<B” the last is the best.
func Ranked(cell string) (tiers [][]string) {
	if strings.HasPrefix(cell, "[") {
		if v, ok := table.Parse([]byte(cell)); ok && strings.Contains(cell[1:], "[") {
			for e := range v.Each() {
				tiers = append(tiers, nil)
				for item := range e.Each() {
					tiers[len(tiers)-1] = append(tiers[len(tiers)-1], string(parse.Tidy(item.Text())))
				}
				if e.Scalar() {
					tiers[len(tiers)-1] = []string{string(parse.Tidy(e.Text()))}
				}
			}
			return tiers
		}
	}
	parts, by := ranked(cell)
	for _, part := range parts {
		tier := []string{part}
		if by == ">" || by == "<" {
			tier = tier[:0]
			for item := range strings.SplitSeq(part, "=") {
				tier = append(tier, strings.TrimSpace(item))
			}
		}
		tiers = append(tiers, tier)
	}
	if by == "<" {
		slices.Reverse(tiers)
	}
	return tiers
}

// byPlaces recognises columns for the first, the second … item of a ranking.
func (g *Detection) byPlaces(rows [][]string, stats []crosstab.Statistics) bool {
	places := map[int]int{}
	for c, column := range g.Columns {
		if n := placeOf(column.Name); n > 0 && stats[c].Filled > 0 {
			if _, twice := places[n]; twice {
				return false
			}
			places[n] = c
		}
	}
	var columns []int
	for n := 1; n <= len(places); n++ {
		c, ok := places[n]
		if !ok {
			return false
		}
		columns = append(columns, c)
	}
	if len(columns) < 2 || !recur(rows, columns) || !slices.IsSorted(columns) {
		return false
	}
	moves, good := false, 0 // an item is in several columns
	for _, r := range rows {
		seen := map[string]bool{}
		distinct := true
		for _, c := range columns {
			distinct = distinct && (r[c] == "" || !seen[r[c]])
			seen[r[c]] = true
			moves = moves || c != columns[0] && stats[columns[0]].Times[r[c]] > 0
		}
		if distinct {
			good++
		}
	}
	numbers := !slices.ContainsFunc(columns, func(c int) bool { return !stats[c].Numbers })
	if !moves || 10*good < 9*len(rows) || numbers && !saysAny(g.Columns[columns[0]].Name, placeWords) {
		return false
	}
	g.compareLists(false)
	g.giveAll(columns, Ranking, "by its name and its values: the items at this place of the rankings")
	return true
}

// placeOf returns the place of a ranking that a column's name says: rank1, 2nd choice, third; 0: none.
func placeOf(name string) int {
	words := wordsOf(name)
	said, place := false, 0
	for _, w := range words {
		stem := strings.TrimRight(w, digits)
		if said = said || slices.Contains(listWords, stem); stem != w && (stem == "" || slices.Contains(listWords, stem)) {
			place, _ = strconv.Atoi(w[len(stem):])
		} else if n, ok := parse.Ordinal([]byte(w)); ok && place == 0 {
			place, said = int(n), true
		}
	}
	if !said {
		return 0
	}
	return place
}

// byRankedRows recognises rows with an item and its rank in the list of a worker.
func (g *Detection) byRankedRows(rows [][]string, stats []crosstab.Statistics) bool {
	rank := -1
	for c, column := range g.Columns {
		if words := wordsOf(column.Name); len(words) > 0 && slices.Contains(placeWords, words[len(words)-1]) && areRanks(stats[c], 0) {
			if rank >= 0 {
				return false
			}
			rank = c
		}
	}
	if label := g.Column(Label); rank < 0 || label >= 0 && label != rank && heading.Labels.Has(g.Columns[label].Name) {
		return false
	}
	worker := slices.IndexFunc(g.Columns, func(c api.Column) bool { return heading.Workers.Has(c.Name) })
	var others []int
	for c := range g.Columns {
		if c != rank && c != worker && stats[c].Filled > 0 && !g.isIndex(c, stats) && len(others) < tried {
			others = append(others, c)
		}
	}
	by := func(names ...heading.Names) []int {
		all := slices.Clone(others)
		slices.SortStableFunc(all, func(a, b int) int {
			at := func(c int) int {
				return slices.IndexFunc(append(names, nil), func(of heading.Names) bool { return of == nil || of.Has(g.Columns[c].Name) })
			}
			return cmp.Compare(at(a), at(b))
		})
		return all
	}
	for _, item := range by(itemWords, heading.Parts, heading.Tasks) {
		if 3*len(stats[item].Times) > 2*stats[item].Filled || len(stats[item].Times) < 2 || heading.Other(g.Columns[item].Name) {
			continue
		}
		const rare = .02
		best, least := -2, 1.0
		for _, list := range append(by(heading.Tasks, heading.Asks, heading.Parts), -1) {
			key := slices.DeleteFunc([]int{worker, list}, func(c int) bool { return c < 0 })
			if list == item || len(key) == 0 || again(rows, key...) < .5 || again(rows, append(key, item)...) > rare {
				continue
			}
			if ties := again(rows, append(key, rank)...); ties < least {
				best, least = list, ties
			}
		}
		const most = .5 // of the items tied
		if best < -1 || least > most {
			continue
		}
		g.compareLists(false)
		g.Give(item, Item, "by its name and its values: it has a rank")
		g.Give(rank, Rank, "by its name")
		if best >= 0 {
			g.Give(best, Task, "by its values: it tells the rankings apart")
		}
		return true
	}
	return false
}

// itemWords are names of what is ranked.
var itemWords = heading.Words(`item item_name alternative candidate option product element object entity choice model model_name system
	name title response answer`)

// areRanks reports whether all values are ranks, no larger than most; 0: of any size.
func areRanks(s crosstab.Statistics, most int) bool {
	for cell := range s.Times {
		x, ok := parse.Ordinal([]byte(cell))
		if !ok || x < 0 || most > 0 && (x > float64(most) || x != float64(int(x))) {
			return false
		}
	}
	return s.Filled > 0
}

// byRanks recognises a table with a row for each ranking, and a column for each item with its rank.
func (g *Detection) byRanks(rows [][]string, stats []crosstab.Statistics) bool {
	var columns []int
	said := 0
	for c, column := range g.Columns {
		is := saysAny(column.Name, placeWords)
		aside := heading.Times.Has(column.Name) || heading.Workers.Has(column.Name) || g.isIndex(c, stats) || counting(rows, c)
		if !areRanks(stats[c], len(g.Columns)) || aside && !is {
			continue
		}
		if columns = append(columns, c); is {
			said++
		}
	}
	if said > 1 {
		columns = slices.DeleteFunc(columns, func(c int) bool { return !saysAny(g.Columns[c].Name, placeWords) })
	}
	named := said > 1
	if len(columns) < 3 && !(named && len(columns) == 2) || len(rows) < 3 && !named {
		return false
	}
	good := 0
	for _, r := range rows {
		if permutes(r, columns) {
			good++
		}
	}
	if 10*good < 9*len(rows) && !(named && 2*good >= len(rows)) || len(stats[columns[0]].Times) < 2 && len(stats[columns[1]].Times) < 2 {
		return false
	}
	g.compareLists(false)
	g.giveAll(columns, Rank, "by its values: the ranks of an item")
	if !named {
		names := g.ItemNames(columns)
		g.Confirm = fmt.Sprintf("the columns from “%s” to “%s” are read as items with their ranks, 1 the best", api.Printable(names[0]),
			api.Printable(names[len(names)-1]))
	}
	return true
}

// counting reports whether a column numbers the rows from 1.
func counting(rows [][]string, c int) bool {
	for n, r := range rows {
		if r[c] != strconv.Itoa(n+1) {
			return false
		}
	}
	return true
}

// permutes reports whether some of these cells, two at least, are 1, 2 and so on, each once, in any order.
func permutes(r []string, columns []int) bool {
	var seen []int
	for _, c := range columns {
		if r[c] == "" {
			continue
		}
		x, ok := parse.Ordinal([]byte(r[c]))
		if !ok {
			return false
		}
		seen = append(seen, int(x))
	}
	slices.Sort(seen)
	for n, x := range seen {
		if x != seen[0]+n {
			return false
		}
	}
	return len(seen) > 1 && seen[0] <= 1
}

// LastIsBest reports whether the last of a ranking is the best, or the largest rank.
func (g *Layout) LastIsBest() bool { return g.Largest != g.Reversed }

// TiersOf returns the items of a row of rankings: in one cell, or in a cell for each place.
func (g *Layout) TiersOf(cells []string) (tiers [][]string) {
	if len(cells) == 1 {
		return Ranked(cells[0])
	}
	for _, cell := range cells {
		tier := []string{}
		if cell != "" {
			tier = append(tier, cell)
		}
		tiers = append(tiers, tier)
	}
	return tiers
}
