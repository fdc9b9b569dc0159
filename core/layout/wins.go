package layout

import (
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/parse"
)

// byWins recognises a square table that says how often the item of each row was preferred to those that head the columns. The diagonal
// says nothing, and counts differ from those the other way round.
func (g *Detection) byWins(rows [][]string, stats []crosstab.Statistics) bool {
	size := len(rows)
	named := len(g.Columns) == size+1
	if size < 2 || !named && (len(g.Columns) != size || size < 3) {
		return false
	}
	columns := make([]int, size)
	first := len(g.Columns) - size
	for n := range columns {
		columns[n] = first + n
	}
	heads := map[string]int{}
	for n, c := range columns {
		heads[g.Columns[c].Name] = n
	}
	of := make([]int, size) // the column of the item of each row
	for n, r := range rows {
		of[n] = n
		if named {
			at, known := heads[r[0]]
			if !known {
				return false
			}
			of[n] = at
		}
	}
	if len(heads) < size {
		return false
	}
	wins, shares := make([][]float64, size), true
	for n, r := range rows {
		row := make([]float64, size)
		for k, c := range columns {
			if k == of[n] {
				if !slices.Contains(noWins, r[c]) {
					return false
				}
				continue
			}
			if r[c] == "" {
				continue
			}
			x, err := parse.Number([]byte(r[c]))
			if err != nil || x < 0 {
				return false
			}
			row[k] = x
			shares = shares && x <= 1
		}
		if wins[of[n]] != nil {
			return false
		}
		wins[of[n]] = row
	}
	differ, whole, ones := false, true, true
	for a := range wins {
		for b := range a {
			x, y := wins[a][b], wins[b][a]
			differ = differ || x != y
			whole = whole && x == float64(int(x)) && y == float64(int(y))
			ones = ones && (x+y == 0 || x+y > .98 && x+y < 1.02)
		}
	}
	if !differ || !whole && !(shares && ones) {
		return false
	}
	g.compareLists(false)
	if named {
		g.Give(0, Item, "by its values: they head the other columns")
		g.giveAll(columns, Count, "by its values: how often the item of the row was preferred to this one")
	} else {
		g.giveAll(columns, Item, "by its values: how often the item of the row was preferred to this one")
	}
	return true
}

// shareWins reports whether a matrix of wins has numbers that are not whole.
func (g *Detection) shareWins(rows [][]string, columns []int) bool {
	return slices.ContainsFunc(rows, func(r []string) bool {
		return slices.ContainsFunc(columns, func(c int) bool {
			x, err := parse.Number([]byte(r[c]))
			return err == nil && x != float64(int(x)) && !slices.Contains(noWins, r[c])
		})
	})
}

// noWins are how a matrix of wins writes its diagonal.
var noWins = []string{"", "0", "0.0", "-", "–", "—", "NA", "nan", "NaN", "0.5", ".5", "x", "X"}

// WinColumns returns the columns of a matrix of wins: those that say how often the item of a row was preferred to the one that heads the
// column. nil: it is none.
func (g *Layout) WinColumns() []int {
	items := g.ColumnsOf(Item)
	for _, r := range []Role{Best, Worst, Rank, Ranking, Label} {
		if g.Column(r) >= 0 {
			return nil
		}
	}
	switch counts := g.ColumnsOf(Count); {
	case len(items) == 1 && len(counts) > 1:
		return counts
	case len(items) > 2 && len(counts) == 0:
		return items
	}
	return nil
}

// firstWins returns what row n of a matrix says.
func (g *Layout) firstWins(r []string, n int, heads []string, columns []int) (all []api.Answer) {
	item := heads[min(n, len(heads)-1)]
	if c := g.Column(Item); c != columns[0] {
		item = r[c]
	}
	for k, c := range columns {
		if times, ok := g.Won(r[c]); ok && times > 0 && heads[k] != item {
			won := item
			if g.Reversed {
				won = heads[k]
			}
			all = append(all, api.Answer{Task: item + " vs. " + heads[k], Label: won, Times: times})
		}
	}
	return all
}

// Won returns how many votes a cell of a matrix of wins stands for.
func (g *Layout) Won(cell string) (times int, ok bool) {
	if times, ok = parse.Count([]byte(cell)); ok && !g.Shares {
		return times, true
	}
	x, err := parse.Number([]byte(cell))
	return int(x*sharedVotes + .5), g.Shares && err == nil && x >= 0 && x <= 1
}

// sharedVotes are those of a pair of which only the shares of its votes are known.
const sharedVotes = 100
