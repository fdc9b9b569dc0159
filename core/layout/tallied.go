package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/parse"
)

// byClassCounts recognises a table with a row for each task and a column for each class. Its rows
// all have the same sum, or the sum is in another column.
func (g *Detection) byClassCounts(rows [][]string, stats []crosstab.Statistics) bool {
	if g.Column(Worker) >= 0 || len(rows) < 3 || !g.Header && len(rows) < 5 {
		return false
	}
	single := func(c int) bool { return len(stats[c].Times) == len(rows) }
	var tasks []int // columns that may name them, the likeliest first
	if c := g.Column(Task); c >= 0 && single(c) {
		tasks = append(tasks, c)
	}
	for _, words := range []bool{true, false} {
		for c := range g.Columns {
			if single(c) && stats[c].Numbers != words && !slices.Contains(tasks, c) {
				tasks = append(tasks, c)
			}
		}
	}
	for _, task := range append(tasks[:min(len(tasks), 3)], -1) {
		var whole []int
		for c, column := range g.Columns {
			named := g.Header && (heading.Other(column.Name) || heading.Facts.Has(column.Name)) // for something else
			full := stats[c].Filled == len(rows) || g.JSON != nil
			if c != task && !named && !g.isIndex(c, stats) && full && stats[c].Counts() {
				whole = append(whole, c)
			}
		}
		if of := g.namedCounts(whole); task >= 0 && len(of) > 1 {
			g.setCounts(task, of, "by its name: how often a label was given")
			return true
		}
		for _, columns := range [][]int{whole, g.sharing(task, stats)} {
			for _, total := range append([]int{-1}, columns...) {
				if total >= 0 && !heading.Totals.Has(g.Columns[total].Name) {
					continue
				}
				of := slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return c == total })
				if len(of) >= 2 && g.addUp(rows, of, total) {
					why := "by its values: those of a row have the same sum in every row"
					if total >= 0 {
						why = fmt.Sprintf("by its values: their sum is in the column “%s”", api.Printable(g.Columns[total].Name))
					}
					g.setCounts(task, of, why)
					return true
				}
			}
		}
		if task >= 0 && g.compete(rows, whole) {
			g.setCounts(task, whole, "by its values: where one of a row is larger, the others are smaller")
			return true
		}
	}
	return false
}

// namedCounts returns the columns that are named for how often something was said: votes_yes and votes_no, n_cat and n_dog.
func (g *Detection) namedCounts(columns []int) []int {
	return slices.DeleteFunc(slices.Clone(columns), func(c int) bool {
		words := wordsOf(g.Columns[c].Name)
		return !g.Header || len(words) < 2 || heading.Frequencies.Rank(words[0]) < 0 || slices.ContainsFunc(words[1:], func(w string) bool {
			return heading.Totals.Has(w) || heading.Results.Has(w) || slices.Contains(workerWords, w) || slices.Contains(taskWords, w) ||
				strings.Trim(w, digits) == ""
		})
	})
}

// compete reports whether columns hold small numbers that take from each other: where one of a row is larger, the others are smaller, as
// numbers of votes are. The answers of workers go together.
func (g *Detection) compete(rows [][]string, columns []int) bool {
	const least, most = 10, 100 // rows, and votes for a class
	if !g.Header || len(columns) < 2 || len(rows) < least || slices.ContainsFunc(columns, func(c int) bool {
		_, err := parse.Number([]byte(g.Columns[c].Name))
		return err == nil || saysWho(g.Columns[c].Name)
	}) {
		return false
	}
	sums, apart, zeros := make([]float64, len(rows)), 0.0, 0
	for _, c := range columns {
		cells := make([]float64, len(rows))
		for i, r := range rows {
			x, _ := parse.Count([]byte(r[c]))
			if x > most {
				return false
			}
			if x == 0 {
				zeros++
			}
			cells[i] = float64(x)
			sums[i] += cells[i]
		}
		apart += stat.Variance(cells, nil)
	}
	return zeros > 0 && apart > 0 && 2*stat.Variance(sums, nil) < apart
}

func (g *Detection) setCounts(task int, columns []int, why string) {
	g.Format = counts
	g.clear()
	if task >= 0 {
		g.Give(task, Task, "by its values: another one in every row")
	}
	g.giveAll(columns, Count, why)
	g.Confirm = g.taken(columns, "label") + ", and the numbers as how often it was given"
	if task < 0 {
		g.Confirm += "; each row is read as a task"
	}
}

// addUp reports whether the columns of each row add up to the column total or, if total is -1, to
// the same sum everywhere. A small table without a single zero may just as well hold labels.
func (g *Detection) addUp(rows [][]string, columns []int, total int) bool {
	const few = 10
	same, zero := -1, false
	for _, r := range rows {
		sum := 0
		for _, c := range columns {
			x, ok := parse.Count([]byte(r[c]))
			if !ok && !(g.JSON != nil && r[c] == "") { // of JSON a class that nobody chose may be left out
				return false
			}
			sum += x
			zero = zero || x == 0
		}
		want := same
		if total >= 0 {
			want, _ = parse.Count([]byte(r[total]))
		}
		if want >= 0 && sum != want {
			return false
		}
		same = sum
	}
	return total >= 0 && same > 0 || same > 1 && (zero || len(rows) >= few)
}

// byPatternCounts recognises a table that says how many tasks got each pattern of labels.
func (g *Detection) byPatternCounts(rows [][]string, stats []crosstab.Statistics) bool {
	times := g.times(stats)
	if times < 0 || g.Column(Worker) >= 0 || len(rows) < 2 {
		return false
	}
	workers := slices.DeleteFunc(g.sharing(times, stats), func(c int) bool { return heading.Labels.Has(g.Columns[c].Name) })
	if len(workers) < 2 {
		return false
	}
	seen := make(map[string]bool)
	filled := true // the column counts the labels of its row
	for _, r := range rows {
		key, n := "", 0
		for _, c := range workers {
			key += r[c] + "\x00"
			if r[c] != "" {
				n++
			}
		}
		seen[key] = true
		x, _ := parse.Count([]byte(r[times]))
		filled = filled && x == n
	}
	if len(seen) < len(rows) || filled {
		return false
	}
	for c, column := range g.Columns {
		if c == times || slices.Contains(workers, c) || column.Name == "" || heading.Plain(column.Name) == "x" && stats[c].Numbers {
			continue // what R writes before a row
		}
		if len(stats[c].Times) == len(rows) {
			return false // the rows have names: they are tasks
		}
	}
	g.Format = patterns
	g.clear()
	g.Give(times, Count, "by its name: how many tasks have these labels")
	g.giveAll(workers, Label, isWorker)
	g.Confirm = g.taken(workers, "worker") + fmt.Sprintf(", and “%s” as how many tasks got the labels of its row",
		api.Printable(g.Columns[times].Name))
	return true
}

// byLabelCounts recognises a table of tasks, labels and how often each label was given.
func (g *Detection) byLabelCounts(rows [][]string, stats []crosstab.Statistics) bool {
	task, label, times := g.Column(Task), g.Column(Label), g.times(stats)
	if task < 0 { // a name gave it to none, since each of its values came once
		task = slices.IndexFunc(g.Columns, func(c api.Column) bool { return heading.Tasks.Has(c.Name) })
	}
	if task < 0 || label < 0 || times < 0 || label == times || g.Column(Worker) >= 0 || len(stats[task].Times) == len(rows) {
		return false
	}
	seen := make(map[[2]string]bool)
	for _, r := range rows {
		seen[[2]string{r[task], r[label]}] = true
	}
	if len(seen) < len(rows) {
		return false
	}
	g.Format = counts
	for c := range g.Columns {
		if c != task && c != label {
			g.Give(c, Ignore, "")
		}
	}
	g.Give(task, Task, "by its name")
	g.Give(times, Count, "by its name: how often the label was given")
	g.Confirm = fmt.Sprintf("“%s” is read as how often a task was given the label of its row", api.Printable(g.Columns[times].Name))
	return true
}

// times returns the column that is named as the frequency of a row, or -1.
func (g *Detection) times(stats []crosstab.Statistics) int {
	best, least := -1, 0
	for c, column := range g.Columns {
		if n := heading.Frequencies.Rank(column.Name); n >= 0 && stats[c].Filled > 0 && stats[c].Counts() && (best < 0 || n < least) {
			best, least = c, n
		}
	}
	return best
}

// shares reports whether a table gives the share of each class in the labels of a task, but not their number.
func (g *Detection) shares(rows [][]string, stats []crosstab.Statistics) bool {
	var columns []int
	fractions := false
	for c, column := range g.Columns {
		if s := stats[c]; s.Numbers && s.Filled == len(rows) && !heading.Other(column.Name) && !heading.Tasks.Has(column.Name) {
			columns, fractions = append(columns, c), fractions || s.Decimals
		}
	}
	if !fractions || len(columns) < 2 || len(rows) < 3 || g.Column(Worker) >= 0 {
		return false
	}
	for _, r := range rows {
		sum := 0.0
		for _, c := range columns {
			x, err := parse.Number([]byte(r[c]))
			if err != nil || x < 0 || x > 1 {
				return false
			}
			sum += x
		}
		if math.Abs(sum-1) > .006*float64(len(columns)) {
			return false
		}
	}
	return true
}
