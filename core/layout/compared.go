package layout

import (
	"slices"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/platform"
	"concord/core/parse"
)

// Compared is the format of a table whose rows compare items.
const Compared = "comparisons"

// byComparisons recognises comparisons of items, and rankings of them, and gives the columns their roles. fixed says that the format says
// which columns hold the labels, stated that a person does, and said that either does or a person names the column of the label. Where a
// person says which hold the task, two items are none that are compared.
func (g *Detection) byComparisons(file string, rows [][]string, stats []crosstab.Statistics, fixed, stated, said bool) {
	switch {
	case stated && g.Compares(), slices.Contains(g.ranked, g.Column(Ranking)):
		return
	case g.Compares(): // a person says so
		if !g.byPairs(rows, stats, false) {
			g.compare()
		}
		return
	case !said && g.byBest(rows, stats):
		return
	case !stated && !slices.ContainsFunc(g.ColumnsOf(Task), func(c int) bool { return g.stands[c] }) && g.byPairs(rows, stats, fixed):
		return
	}
	g.byRankings(file, rows, stats, said)
}

// compare takes away what else was found out about a file of labels, but for the worker and what a person chose.
func (g *Detection) compare() {
	for c, role := range g.Roles {
		if role != Worker && !g.stands[c] {
			g.Give(c, Ignore, "")
		}
	}
	if platform.Named(g.Format) == nil {
		g.Format = Compared
	}
	g.Confirm, g.Unlike, g.Shared, g.Rivals, g.Questions, g.Question, g.which = "", "", false, nil, nil, "", false
	g.TableLayout, g.OneHots, g.Parts, g.apart = "", nil, nil, nil
	if !g.Header {
		g.Confirm = "the file has no header, so the roles of its columns are a guess"
	}
}

// checkComparisons says what comparisons lack; nil: nothing.
func (g *Layout) checkComparisons(file string) error {
	items, ranks := g.count(Item), g.count(Rank)
	what, do := "", ""
	switch best, worst, ranking := g.count(Best), g.count(Worst), g.count(Ranking); {
	case best > 1 || worst > 1 || g.count(Worker) > 1:
		what, do = "several columns are said to hold the best item, the worst or the worker", "Choose one of them"
	case ranking > 0 && items+best+worst+ranks > 0:
		what, do = "columns are said to hold rankings, and others single items", "Choose one of the two"
	case ranking > 0:
	case ranks > 0 && (items > 1 || items == 1 && ranks > 1):
		what, do = "ranks are said to stand beside items and in columns of their own", "Choose one column of items and one of ranks"
	case ranks > 0:
		if items == 0 && ranks < 2 {
			what, do = "no column holds the item that is ranked", "Say which column holds the item"
		}
	case best+worst == 2 && items == 0, best+worst > 0 && items > 1:
	case best+worst > 0:
		what, do = "no columns hold the items among which the best or the worst was chosen", "Say which columns hold the items"
	case g.count(Label) > 1:
		what, do = "several columns are said to say which item is better", "Choose one of them"
	case items == 2 && (g.count(Label) == 1 || g.Wins() != nil):
	case items == 2:
		what, do = "no column says which of the two items is better", "Say which column holds the label: the better item, its side or a tie"
	case g.WinColumns() != nil:
	default:
		what, do = "comparisons need two columns of items and the label, or an item and its rank", "Say which columns hold the items"
	}
	if what == "" {
		return nil
	}
	return &api.Problem{File: file, Line: min(1, len(g.Columns)), What: what, Text: g.heading(), Do: do}
}

// firstCompared returns what the first rows say, as it is understood.
func (g *Detection) firstCompared() (all []api.Answer) {
	missing := g.NoAnswers()
	worker, label, items, wins := g.Column(Worker), g.Column(Label), g.Items(), g.Wins()
	if len(items) != 2 || label < 0 && wins == nil {
		return g.firstRanked()
	}
	read := g.Preferences()
	for _, r := range g.Preview {
		if len(r) < g.InFile() || len(all) == firstAnswers {
			continue
		}
		a := api.Answer{Worker: g.who(r, worker)}
		if wins != nil {
			a.Task, a.Label = r[items[0]]+Versus+r[items[1]], r[items[0]]
			a.Times, _ = parse.Count([]byte(r[wins.Left]))
		} else {
			a.Task, a.Label = r[items[0]]+Versus+r[items[1]], read.item(r[label], r[items[0]], r[items[1]])
		}
		if a.Label != "" && !missing.Has([]byte(a.Label)) {
			all = append(all, a)
		}
	}
	return all
}

// Versus stands between the two items in the name of a pair.
const Versus = " vs. "

// item returns the item that a cell prefers, “tie” or the cell.
func (p *Preferences) item(cell, left, right string) string {
	switch said, ok := p.Of([]byte(cell), []byte(left), []byte(right)); {
	case !ok || said == parse.PreferUnknown:
		return cell
	case said == parse.PreferLeft:
		return left
	case said == parse.PreferRight:
		return right
	}
	return "tie"
}
