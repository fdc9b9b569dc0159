package layout

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/internal/humanize"
)

// Wide is the format of a table with one row a task and one column a worker.
const Wide = "wide"

// byGrid recognises a table of one row a task and one column a worker, and assigns its roles: all
// columns of workers hold labels. In such a table one column differs in every row, and several
// others share a few values.
func (g *Detection) byGrid(rows [][]string, stats []crosstab.Statistics) bool {
	l := g.Column(Label)
	if g.byJudge(rows, stats) {
		return true
	}
	spoken := g.Column(Worker) >= 0 || l >= 0 && !heading.Other(g.Columns[l].Name) // a truth beside the labels says nothing
	people := len(g.people(stats)) > 1
	if len(rows) < 2 || g.Column(Worker) >= 0 && !people {
		return false
	}
	task, part := g.taskOfGrid(rows, stats), -1
	if task < 0 {
		task, part = g.pairOfGrid(rows, stats)
	}
	if task < 0 {
		return false
	}
	key := g.Columns[task].Name
	if known, _ := g.saidBy(key); known[1] || slices.Contains(wordsOf(key), "respondent") || isResponse(key) ||
		heading.Times.Has(key) {
		if !spoken || people {
			g.Unlike = aboutPeople
		}
		return false
	}
	workers := g.alike(g.sharing(task, stats), stats)
	if spoken { // what was asked, and answered, stands beside the people
		workers = slices.DeleteFunc(workers, func(c int) bool { return heading.Known(g.Columns[c].Name) })
		if !people && !(len(workers) > 2 || len(workers) == 2 && g.covers(workers, l, stats)) {
			return false
		}
	}
	workers = slices.DeleteFunc(workers, func(c int) bool { return c == part })
	own := g.ofOwnWords(rows, workers, task, stats)
	workers = append(workers, own...)
	slices.Sort(workers)
	// row numbers must not push aside another column that may be the task
	if len(workers) < 2 || g.isIndex(task, stats) && len(workers) < len(g.Columns)-1 {
		return false
	}
	values := make(map[string]int)
	filled := 0
	for _, c := range workers {
		for v, n := range stats[c].Times {
			values[v] += n
		}
		filled += stats[c].Filled
	}
	agreed := len(values) < 2 && len(rows) >= crosstab.FewRows && slices.ContainsFunc(workers, func(c int) bool {
		return !g.Judged || !heading.Judge(g.Columns[c].Name) // of judges it is said that they agree
	})
	if len(values) > maxShared || agreed || filled < 2*len(values) {
		return false
	}
	g.Format = Wide
	g.clear()
	g.Give(task, Task, "by its values: another one in every row")
	g.giveAll(workers, Label, isWorker)
	g.Confirm = ""
	if slices.ContainsFunc(workers, func(c int) bool {
		return !heading.Person(g.Columns[c].Name) && !heading.Voices.Has(g.Columns[c].Name)
	}) {
		g.Confirm = g.taken(workers, "worker")
	}
	if part >= 0 {
		g.Give(part, Task, "by its name: with the other column it tells tasks apart")
		g.ask(fmt.Sprintf("%s and %s name the task together", g.called(task), g.called(part)))
	}
	g.apart = own
	for _, v := range []string{"-1", "0"} {
		// -1 means either "no" or "no answer"
		if n := values[v]; n > 0 && (v == "-1" || len(values) > 2 && gapsAcross(rows, workers, v)) {
			g.Confirm = g.taken(workers, "worker") + fmt.Sprintf("; “%s” in %s is taken for a label: say so if it means that there is no answer",
				v, humanize.Count(n, "cell"))
			break
		}
	}
	return true
}

// taskOfGrid returns the column whose values name the rows of a wide table; -1: there is none. An id comes before a text, and what is
// named for tasks before what is not.
func (g *Detection) taskOfGrid(rows [][]string, stats []crosstab.Statistics) int {
	single := func(c int) bool { return len(stats[c].Times) == stats[c].Filled && 10*stats[c].Filled >= 9*len(rows) }
	rank := func(c int) int {
		name := g.Columns[c].Name
		switch known, _ := g.saidBy(name); {
		case g.isIndex(c, stats), heading.Times.Has(name), heading.Comments.Has(name):
			return 0
		case known[0] && !heading.Contents.Has(name):
			return 3
		case known[0]:
			return 2
		}
		return 1
	}
	best := -1
	for c := range g.Columns {
		if single(c) && (best < 0 || rank(c) > rank(best)) {
			best = c
		}
	}
	return best
}

// pairOfGrid returns two columns that name the rows of a wide table together, by their names and because no two rows have both; -1:
// there are none.
func (g *Detection) pairOfGrid(rows [][]string, stats []crosstab.Statistics) (task, part int) {
	var may []int
	for c, column := range g.Columns {
		if named := heading.Tasks.Has(column.Name) || heading.Parts.Has(column.Name); named && len(stats[c].Times) > 1 {
			may = append(may, c)
		}
	}
	for n, c := range may {
		for _, d := range may[n+1:] {
			if again(rows, c, d) == 0 {
				return c, d
			}
		}
	}
	return -1, -1
}

// covers reports whether the values of column c are all among those of other columns.
func (g *Detection) covers(columns []int, c int, stats []crosstab.Statistics) bool {
	in := having(columns, stats)
	for v := range stats[c].Times {
		if in[v] == 0 {
			return false
		}
	}
	return true
}

// gapsAcross reports whether a label fills the gaps of a wide table: no cell is empty, and the label is distributed like gaps.
func gapsAcross(rows [][]string, workers []int, label string) bool {
	of, given := make([]int, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		for _, c := range workers {
			if r[c] == "" {
				return false
			}
			given[i]++
			if r[c] == label {
				of[i]++
			}
		}
	}
	return LooksLikeGaps(of, given)
}

const isWorker = "by its values: those of the other columns; the worker is the column's name"

// maxShared is how many different labels the columns of a wide table may have.
const maxShared = 20

// sharing returns the columns that may be workers: those with few values, at least one of which occurs in another such column.
func (g *Detection) sharing(task int, stats []crosstab.Statistics) (columns []int) {
	var voices []int // who may be a worker or know the truth
	for c, column := range g.Columns {
		if n := len(stats[c].Times); c == task || n == 0 || n > maxShared || g.isIndex(c, stats) {
			continue
		}
		if heading.Voices.Has(column.Name) || g.Judged && heading.Human(column.Name) {
			voices = append(voices, c)
		} else if g.beside(c, stats) == "" {
			columns = append(columns, c)
		}
	}
	if len(columns) < 2 {
		columns = append(columns, voices...)
		slices.Sort(columns)
	}
	in := having(columns, stats)
	return slices.DeleteFunc(columns, func(c int) bool {
		for v := range stats[c].Times {
			if in[v] > 1 {
				return false
			}
		}
		return true
	})
}

// having returns how many of the columns have each value.
func having(columns []int, stats []crosstab.Statistics) map[string]int {
	in := make(map[string]int)
	for _, c := range columns {
		for v := range stats[c].Times {
			in[v]++
		}
	}
	return in
}

// aboutPeople describes a table whose rows are people.
const aboutPeople = "each row looks like the answers of one person: this is a survey, or a table about workers, rather than labels"

// alike keeps the columns that share their values, as those of workers do who choose from the same
// labels: most of their cells, or most of the values that could be shared, occur in another
// column. It returns none if most columns have a single cell.
func (g *Detection) alike(columns []int, stats []crosstab.Statistics) []int {
	for {
		in, before := having(columns, stats), len(columns)
		columns = slices.DeleteFunc(columns, func(c int) bool {
			cells, values := 0, 0
			for v, n := range stats[c].Times {
				if in[v] > 1 {
					cells, values = cells+n, values+1
				}
			}
			own := len(stats[c].Times) - values
			if stats[c].Decimals && values > 0 {
				return false // on a scale hardly two say the same
			}
			return 2*cells < stats[c].Filled && 2*values <= min(len(stats[c].Times), len(in)-own)
		})
		if len(columns) == before {
			break
		}
	}
	again := 0
	for _, c := range columns {
		if stats[c].Filled > 1 {
			again++
		}
	}
	if 2*again < len(columns) {
		return nil
	}
	return columns
}

// scales reports whether the labels of a wide table are numbers on a scale.
func (g *Detection) scales(stats []crosstab.Statistics) bool {
	decimals := false
	for _, c := range g.ColumnsOf(Label) {
		if !stats[c].Numbers {
			return false
		}
		decimals = decimals || stats[c].Decimals
	}
	return decimals
}

// People reports whether each row is a worker and each column of labels a task.
func (g *Layout) People() bool { return g.TableLayout == api.LayoutPeople && g.Column(Label) >= 0 }

// Wide reports whether columns of labels are workers, or tasks. They no longer are workers once a column is said to hold the worker.
func (g *Layout) Wide() bool {
	if g.People() {
		return true
	}
	if g.Worker != "" || g.Column(Worker) >= 0 || g.Column(Label) < 0 || g.Compares() {
		return false
	}
	s := g.Shape()
	return s == ByPattern || s == Uncounted && slices.Contains([]string{Wide, matrix, counts, patterns}, g.Format)
}

// Across returns the columns of the labels of a wide table, and their names: those of the workers, or of the tasks (People). There are
// none in any other table.
func (g *Layout) Across() (columns []int, names [][]byte) {
	if !g.Wide() {
		return nil, nil
	}
	columns = g.ColumnsOf(Label)
	of := g.ColumnNames(columns)
	for n, c := range columns {
		for _, p := range g.Parts {
			if k := slices.Index(p.Columns, c); k >= 0 {
				of[n] = p.Workers[k]
			}
		}
		if slices.Contains(of[:n], of[n]) && g.People() { // another question that is put the same way
			of[n] = fmt.Sprintf("%s (%s)", of[n], platform.NumberedColumn(c))
		}
	}
	for _, name := range of {
		names = append(names, []byte(name))
	}
	return columns, names
}

// ColumnNames returns the names of columns that stand for a worker or a label each. For JSON the
// path before the name is cut off if that leaves the names distinct: “votes.ann@x.org” becomes
// “ann@x.org”.
func (g *Layout) ColumnNames(columns []int) []string {
	whole, own := make([]string, len(columns)), make([]string, len(columns))
	seen := make(map[string]bool)
	for n, c := range columns {
		if whole[n] = platform.NumberedColumn(c); g.Header && g.Columns[c].Name != "" {
			whole[n] = g.Columns[c].Name
		}
		if own[n] = whole[n]; g.JSON != nil && c < len(g.JSON.Own) {
			own[n] = string(parse.Tidy([]byte(whole[n][g.JSON.Own[c]:])))
		}
		seen[own[n]] = true
	}
	if len(seen) < len(columns) || seen[""] {
		return whole
	}
	return own
}

// validName writes bytes that are not UTF-8 as \xff, so that the name survives JSON.
func validName(name string) string {
	var b strings.Builder
	for at, r := range name {
		if r == utf8.RuneError && !strings.HasPrefix(name[at:], "\ufffd") {
			fmt.Fprintf(&b, `\x%02x`, name[at])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// LooksLikeGaps reports whether a label stands for gaps rather than a class, given how often each
// task has it and how many labels each task has: it makes up at least a third of all labels, and
// workers do not agree on it beyond chance. Workers agree on what they see, so a class is frequent
// in some tasks and rare in others; which tasks a worker was not given has nothing to do with
// their content.
func LooksLikeGaps(of, given []int) bool {
	sum, n := 0, 0
	for i := range of {
		sum, n = sum+of[i], n+given[i]
	}
	if 3*sum < n || sum == n || len(of) < 10 {
		return false
	}
	p, apart, chance := float64(sum)/float64(n), 0.0, 0.0
	for i := range of {
		m := float64(given[i])
		apart += (float64(of[i]) - m*p) * (float64(of[i]) - m*p)
		chance += m * p * (1 - p)
	}
	const tolerance = 1.2 // of the variance that chance has
	return apart <= tolerance*chance
}
