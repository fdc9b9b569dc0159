package layout

import (
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
)

// byTable gives the columns of a file of labels their roles by how the table is laid out: as it is said to be, or else as it looks.
// It reports whether several columns hold labels, or counts of them.
func (g *Detection) byTable(rows [][]string, stats []crosstab.Statistics) bool {
	counted := func() bool {
		return g.byClassCounts(rows, stats) || g.Header && (g.byPatternCounts(rows, stats) || g.byLabelCounts(rows, stats))
	}
	switch g.TableLayout {
	case api.LayoutRows:
	case api.LayoutItems:
		known := g.Header && g.byGrid(rows, stats) || !g.Header && g.byMatrix(rows, stats)
		return known || g.across(rows, stats) || g.none()
	case api.LayoutPeople:
		return g.across(rows, stats) || g.none()
	case api.LayoutCounts:
		return counted() || g.allCounts(rows, stats) || g.none()
	default:
		if g.Header && g.byPeople(rows, stats) || counted() {
			return true
		}
		if g.Header {
			g.Shared = g.shares(rows, stats)
		}
		if g.Header && !g.Shared && (g.byParts(rows, stats) || g.byGrid(rows, stats) || g.byAskedRows(rows)) {
			return true
		}
		if !g.Header && g.byMatrix(rows, stats) {
			return true
		}
	}
	if !g.Shared {
		g.byEvidence(rows, stats, crosstab.Trio{-1, g.loneJudge(stats), -1})
		if g.Header {
			g.byOneHot(rows, stats)
		}
	}
	return false
}

// none takes all roles away: the table is not laid out as it is said to be, which Check says.
func (g *Detection) none() bool {
	g.clear()
	return true
}

// across reads a table that is said to have a row for each task, or for each worker, and labels in several columns.
func (g *Detection) across(rows [][]string, stats []crosstab.Statistics) bool {
	key, labels := g.keyAndLabels(rows, stats)
	if len(labels) == 0 {
		return false
	}
	g.lay(key, labels)
	return true
}

// lay gives the roles of a table with labels in several columns, whose rows have names in column key, or none.
func (g *Detection) lay(key int, labels []int) {
	g.clear()
	g.Format, g.Unlike = Wide, ""
	row, column := Task, "worker"
	if g.TableLayout == api.LayoutPeople {
		row, column = Worker, "task"
	}
	if key >= 0 {
		g.Give(key, row, "by its values: another one in every row")
	}
	g.giveAll(labels, Label, "by its values; the "+column+" is the column's name")
	g.Confirm = g.taken(labels, column)
	if key < 0 {
		g.Confirm += ", and each row as a " + row
	}
}

// keyAndLabels returns the column that names the rows of a wide table, or -1, and those that may hold labels.
func (g *Detection) keyAndLabels(rows [][]string, stats []crosstab.Statistics) (key int, labels []int) {
	key = -1
	unique := func(c int) bool { return stats[c].Filled == len(rows) && len(stats[c].Times) == len(rows) }
	rank := func(c int) int {
		name := g.Columns[c].Name
		known, points := g.saidBy(name)
		switch {
		case heading.Times.Has(name) || isStamp(name) || g.isIndex(c, stats):
			return 0
		case g.TableLayout == api.LayoutPeople && (known[1] || points[1] > 0 || isPerson(name) || isResponse(name)),
			g.TableLayout != api.LayoutPeople && known[0]:
			return 3
		}
		return 1
	}
	for c := range g.Columns {
		if unique(c) && rank(c) > 0 && (key < 0 || rank(c) > rank(key)) {
			key = c
		}
	}
	for c, column := range g.Columns {
		s := stats[c]
		aside := g.Header && (heading.Times.Has(column.Name) || heading.Other(column.Name) || isPerson(column.Name))
		if c != key && s.Filled > 0 && !aside && !g.isIndex(c, stats) && len(s.Times) <= maxShared {
			labels = append(labels, c)
		}
	}
	shared := g.alike(slices.Clone(labels), stats)
	if g.TableLayout == api.LayoutPeople { // each question may have answers of its own
		labels = slices.DeleteFunc(labels, func(c int) bool {
			return !slices.Contains(shared, c) && 2*len(stats[c].Times) > stats[c].Filled || g.Header && (heading.Results.Has(g.Columns[c].Name) ||
				heading.Abouts.Has(g.Columns[c].Name))
		})
	} else if len(shared) > 1 {
		labels = shared
	}
	return key, labels
}

// isPerson reports whether a column is named for the people whom a survey asked.
func isPerson(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(w string) bool { return slices.Contains(heading.People, w) })
}

// byPeople recognises a table with a row for each person who answered, and a column for each question, as forms write it.
func (g *Detection) byPeople(rows [][]string, stats []crosstab.Statistics) bool {
	if g.Column(Label) >= 0 && !heading.Other(g.Columns[g.Column(Label)].Name) && g.Column(Worker) >= 0 || len(rows) < 3 {
		return false
	}
	g.TableLayout = api.LayoutPeople
	key, labels := g.keyAndLabels(rows, stats)
	g.TableLayout = ""
	if len(labels) < 3 {
		return false
	}
	asks, stamped := 0, slices.ContainsFunc(g.Columns, func(c api.Column) bool { return isStamp(c.Name) })
	listed := stamped && g.numbered(labels)
	for _, c := range labels {
		if name := g.Columns[c].Name; strings.ContainsAny(name, "?？[") || len(strings.Fields(name)) > 3 {
			asks++
		}
	}
	person := false
	if key >= 0 {
		name := g.Columns[key].Name
		person = isPerson(name) || heading.Workers.Has(name) || stamped && isResponse(name)
	}
	questions := 2*asks > len(labels)
	if !(person || listed || questions && (stamped || key < 0 || g.isIndex(key, stats))) || g.namedLikePeople(labels) {
		return false
	}
	g.TableLayout = api.LayoutPeople
	if byRow, byColumn := agreement(rows, labels); !person && !(stamped && questions) && byRow >= byColumn {
		g.TableLayout = ""
		return false
	}
	g.lay(key, labels)
	return true
}

// numbered reports whether columns are called alike but for a number at the end, and no column but an id names tasks.
func (g *Detection) numbered(columns []int) bool {
	stem := strings.TrimRight(g.Columns[columns[0]].Name, digits)
	return stem != "" && !heading.Labels.Has(stem) && !slices.ContainsFunc(columns, func(c int) bool {
		name := g.Columns[c].Name
		return name == stem || strings.TrimRight(name, digits) != stem
	}) && !slices.ContainsFunc(g.Columns, func(c api.Column) bool { return heading.Tasks.Has(c.Name) && heading.Plain(c.Name) != "id" })
}

const digits = "0123456789"

// isResponse reports whether a column is the one by which Qualtrics tells answers apart.
func isResponse(name string) bool { return heading.Plain(name) == "responseid" }

// isStamp reports whether a form heads the time of an answer so.
func isStamp(name string) bool {
	return slices.Contains(heading.Stamps, heading.Plain(name))
}

// namedLikePeople reports whether most of the columns are named like workers.
func (g *Detection) namedLikePeople(columns []int) bool {
	return mostly(g.ColumnNames(columns), namedLikeWorker)
}

// namedLikeWorker reports whether a name is that of a worker: by a word for one, an address, or as a person or a model is called.
func namedLikeWorker(name string) bool {
	words := wordsOf(name)
	return strings.Contains(name, "@") || heading.Person(name) ||
		len(words) > 0 && slices.Contains(workerWords, strings.TrimRight(words[0], digits))
}

// mostly reports whether most of the names are such.
func mostly(names []string, such func(name string) bool) bool {
	n := 0
	for _, name := range names {
		if such(name) {
			n++
		}
	}
	return 2*n > len(names)
}

// agreement returns how far the cells of each row agree, and those of each column, beyond the chance that both have: 1 for all, 0 for
// chance.
func agreement(rows [][]string, columns []int) (byRow, byColumn float64) {
	across, down := make([]map[string]int, len(rows)), make([]map[string]int, len(columns))
	all := map[string]int{}
	for n := range across {
		across[n] = map[string]int{}
	}
	for k, c := range columns {
		down[k] = map[string]int{}
		for n, r := range rows {
			if cell := r[c]; cell != "" {
				across[n][cell]++
				down[k][cell]++
				all[cell]++
			}
		}
	}
	chance := pairs([]map[string]int{all})
	if chance == 1 {
		return 0, 0
	}
	return (pairs(across) - chance) / (1 - chance), (pairs(down) - chance) / (1 - chance)
}

// pairs returns the share of pairs within groups that are the same.
func pairs(groups []map[string]int) float64 {
	same, of := 0, 0
	for _, g := range groups {
		n := 0
		for _, times := range g {
			same, n = same+times*(times-1), n+times
		}
		of += n * (n - 1)
	}
	return float64(same) / float64(max(of, 1))
}

// allCounts reads a table that is said to count labels: every column of whole numbers counts one.
func (g *Detection) allCounts(rows [][]string, stats []crosstab.Statistics) bool {
	key, _ := g.keyAndLabels(rows, stats)
	var columns []int
	for c, column := range g.Columns {
		if c != key && stats[c].Filled > 0 && stats[c].Counts() && !g.isIndex(c, stats) && !heading.Totals.Has(column.Name) {
			columns = append(columns, c)
		}
	}
	if len(columns) < 2 {
		return false
	}
	g.setCounts(key, columns, "by its values: whole numbers")
	return true
}

// states reports whether the roles that a person chose say all that the table must have, so that nothing is left to detect.
func (g *Detection) states(known Choice) bool {
	n := map[Role]int{}
	for c, is := range known.Chosen {
		if is {
			n[known.Roles[c]]++
		}
	}
	if n[Label] == 1 && g.Column(Label) >= 0 && g.OneHotOf(slices.Index(known.Roles, Label)) >= 0 {
		return false // one of the options of a question
	}
	switch {
	case n[Rank]+n[Ranking] > 0, n[Item] == 1 && n[Count] > 1:
		return true
	case n[Item]+n[Best]+n[Worst] > 0:
		return n[Worker] == 1 && n[Label]+n[Best]+n[Worst] > 0
	case known.Table == api.LayoutPeople:
		return n[Label] > 0
	case known.Table == api.LayoutCounts && n[Count] == 0:
		return false
	case n[Count] > 0:
		return n[Worker] == 0 && (n[Label] > 0 || n[Count] > 1)
	case known.Table == api.LayoutItems:
		return n[Label] > 0
	case n[Label] == 1:
		return n[Task] > 0 && (n[Worker] == 1 || known.ByFile)
	}
	return n[Label] > 1 && n[Worker] == 0 && known.Table != api.LayoutRows
}

// asStated gives the columns the roles that a person chose, and no others of those that make the labels.
func (g *Detection) asStated(known Choice, rows [][]string, stats []crosstab.Statistics) (grid bool) {
	g.stands = make(map[int]bool)
	g.clear()
	g.Confirm, g.Unlike, g.Shared, g.which = "", "", false, false
	for c, is := range known.Chosen {
		if g.stands[c] = is; is {
			g.Give(c, known.Roles[c], yourChoice)
		}
	}
	several := g.count(Label) > 1 || known.Table == api.LayoutItems || known.Table == api.LayoutPeople
	switch {
	case g.Compares():
		g.Format = "comparisons"
	case g.count(Count) > 0 && g.Shape() == ByPattern:
		g.Format = patterns
	case g.count(Count) > 0:
		g.Format = counts
	case several && g.Column(Task) < 0 && known.Table != api.LayoutPeople:
		g.Format = matrix
	case several:
		g.Format = Wide
	case slices.Contains([]string{Wide, matrix, counts, patterns}, g.Format):
		g.Format = "long"
	}
	if !several && g.Header && g.Format == "long" {
		g.byOneHot(rows, stats)
	}
	return several || g.count(Count) > 0
}
