package layout

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/problem"
	"concord/internal/humanize"
)

// Wide is the format of a table with one row a task and one column a worker.
const Wide = "wide"

// byGrid recognises a table of one row a task and one column a worker, and gives
// its roles: all the workers' columns hold the label. It is one where a column
// has another value in every row, and several others share a few values.
func (g *Detection) byGrid(rows [][]string, stats []crosstab.Statistics) bool {
	if l := g.Column(Label); g.Column(Worker) >= 0 || l >= 0 && !heading.Other(g.Columns[l].Name) || len(rows) < 2 {
		return false // spoken: truth beside the labels
	}
	single := func(c int) bool { return len(stats[c].Times) == stats[c].Filled && 10*stats[c].Filled >= 9*len(rows) }
	task := g.Column(Task)
	if task < 0 || !single(task) {
		task = -1
		for c, column := range g.Columns {
			if single(c) && (task < 0 || g.isIndex(task, stats) || heading.Tasks.Has(column.Name) && !heading.Tasks.Has(g.Columns[task].Name)) {
				task = c
			}
		}
	}
	if task < 0 {
		return false
	}
	key := g.Columns[task].Name
	if known, _ := g.saidBy(key); known[1] || slices.Contains(wordsOf(key), "respondent") || heading.Plain(key) == "responseid" {
		g.unlike = aboutPeople
		return false
	}
	workers := g.alike(g.sharing(task, stats), stats)
	// what another column may say is not left to numbers of rows
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
	if len(values) > maxShared || len(values) < 2 && len(rows) >= crosstab.FewRows || filled < 2*len(values) {
		return false
	}
	g.Format = Wide
	for c := range g.Columns {
		g.Give(c, Ignore, "")
	}
	g.Give(task, Task, "by its values: another one in every row")
	for _, c := range workers {
		g.Give(c, Label, "by its values: those of the other columns; the worker is the column's name")
	}
	names := g.ColumnNames(workers)
	g.Confirm = fmt.Sprintf("each of %s is taken for a worker, from “%s” to “%s”", humanize.Count(len(workers), "column"),
		problem.Printable(names[0]), problem.Printable(names[len(names)-1]))
	for _, v := range []string{"-1", "0"} {
		// -1 says no or nothing.
		if n := values[v]; n > 0 && (v == "-1" || len(values) > 2 && gapsAcross(rows, workers, v)) {
			g.Confirm += fmt.Sprintf("; “%s” in %s is taken for a label: say so if it means that there is no answer", v, humanize.Count(n, "cell"))
			break
		}
	}
	return true
}

// gapsAcross reports whether a label fills the gaps of a wide table: no cell is
// empty, and gaps looks like it.
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

// maxShared is how many different labels the columns of a wide table may have.
const maxShared = 20

// sharing returns the columns that may be a worker's: with few values, one of
// which another of them has too.
func (g *Detection) sharing(task int, stats []crosstab.Statistics) (columns []int) {
	in := make(map[string]int) // columns that have a value
	for c, column := range g.Columns {
		n := len(stats[c].Times)
		if c == task || n == 0 || n > maxShared || heading.Other(column.Name) || heading.Tasks.Has(column.Name) || g.isIndex(c, stats) {
			continue
		}
		columns = append(columns, c)
		for v := range stats[c].Times {
			in[v]++
		}
	}
	return slices.DeleteFunc(columns, func(c int) bool {
		for v := range stats[c].Times {
			if in[v] > 1 {
				return false
			}
		}
		return true
	})
}

// aboutPeople is what a table looks like whose rows are named by people.
const aboutPeople = "each row looks like the answers of one person: this is a survey, or a table about workers, rather than labels"

// alike leaves of columns those that share their values, as the columns of workers do
// who choose from the same labels: of most of their cells another column has the value
// too, or of most of the values that it might share. It returns none where most columns
// have one cell only.
func (g *Detection) alike(columns []int, stats []crosstab.Statistics) []int {
	for {
		in := make(map[string]int) // columns that have a value
		for _, c := range columns {
			for v := range stats[c].Times {
				in[v]++
			}
		}
		before := len(columns)
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

// scales reports whether the workers of a wide table gave numbers on a scale.
func (g *Detection) scales(stats []crosstab.Statistics) bool {
	decimals := false
	for c := range g.Columns {
		if g.Roles[c] == Label {
			if !stats[c].Numbers {
				return false
			}
			decimals = decimals || stats[c].Decimals
		}
	}
	return decimals
}

// Wide reports whether the columns of the labels are workers. It is no more so
// once a column is said to hold the worker.
func (g *Layout) Wide() bool {
	if g.Worker != "" || g.Column(Worker) >= 0 || g.Column(Label) < 0 {
		return false
	}
	switch g.Shape() {
	case Uncounted:
		return slices.Contains([]string{Wide, matrix, counts, patterns}, g.Format)
	case ByPattern:
		return true
	}
	return false
}

// Workers returns the columns of the workers of a wide table and their names;
// none where the table is not wide.
func (g *Layout) Workers() (columns []int, names [][]byte) {
	if !g.Wide() {
		return nil, nil
	}
	for c := range g.Columns {
		if g.Roles[c] == Label {
			columns = append(columns, c)
		}
	}
	for _, name := range g.ColumnNames(columns) {
		names = append(names, []byte(name))
	}
	return columns, names
}

// ColumnNames are the names of columns that stand for a worker or a label each. Of JSON
// it is their own name, without those of the objects that they are in, as long as
// that tells them apart: of “votes.ann@x.org” it is “ann@x.org”.
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

// validName is a name in which bytes that are not UTF-8 are written as \xff: it goes
// through JSON unchanged.
func validName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, name[0])
		} else {
			b.WriteString(name[:size])
		}
		name = name[size:]
	}
	return b.String()
}

// LooksLikeGaps reports whether a label that each task has so many times, among so many
// labels, stands for gaps rather than for a class: it is a third of all at least,
// and workers do not agree on it. What they see they agree on more than chance has
// it, so that some tasks have many of it and others few; whom a task was not given
// to does not depend on what is to be seen there.
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
