package intake

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"concord/core/layout/heading"
	"concord/internal/humanize"
)

// wide is a table with one row a task and one column a worker.
const wide = "wide"

// byGrid recognises a table of one row a task and one column a worker, and gives
// its roles: all the workers' columns hold the label. It is one where a column
// has another value in every row, and several others share a few values.
func (g *Guess) byGrid(rows [][]string, stats []statistics) bool {
	if l := g.role(Label); g.role(Worker) >= 0 || l >= 0 && !spoken(g.Columns[l].Name) || len(rows) < 2 {
		return false // spoken: truth beside the labels
	}
	single := func(c int) bool { return len(stats[c].times) == stats[c].filled && 10*stats[c].filled >= 9*len(rows) }
	task := g.role(Task)
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
	if len(workers) < 2 || g.isIndex(task, stats) && len(workers) < len(g.Columns)-1 { // what another column may say is not left to numbers of rows
		return false
	}
	values := make(map[string]int)
	filled := 0
	for _, c := range workers {
		for v, n := range stats[c].times {
			values[v] += n
		}
		filled += stats[c].filled
	}
	if len(values) > maxShared || len(values) < 2 && len(rows) >= fewRows || filled < 2*len(values) {
		return false
	}
	g.Format = wide
	for c := range g.Columns {
		g.Columns[c].Role, g.Columns[c].Why = Ignore, ""
	}
	g.Columns[task].Role, g.Columns[task].Why = Task, "by its values: another one in every row"
	for _, c := range workers {
		g.Columns[c].Role, g.Columns[c].Why = Label, "by its values: those of the other columns; the worker is the column's name"
	}
	names := g.called(workers)
	g.Confirm = fmt.Sprintf("each of %s is taken for a worker, from “%s” to “%s”", humanize.Count(len(workers), "column"),
		printable(names[0]), printable(names[len(names)-1]))
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
	return gaps(of, given)
}

// maxShared is how many different labels the columns of a wide table may have.
const maxShared = 20

// sharing returns the columns that may be a worker's: with few values, one of
// which another of them has too.
func (g *Guess) sharing(task int, stats []statistics) (columns []int) {
	in := make(map[string]int) // columns that have a value
	for c, column := range g.Columns {
		n := len(stats[c].times)
		if c == task || n == 0 || n > maxShared || spoken(column.Name) || heading.Tasks.Has(column.Name) || g.isIndex(c, stats) {
			continue
		}
		columns = append(columns, c)
		for v := range stats[c].times {
			in[v]++
		}
	}
	return slices.DeleteFunc(columns, func(c int) bool {
		for v := range stats[c].times {
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
func (g *Guess) alike(columns []int, stats []statistics) []int {
	for {
		in := make(map[string]int) // columns that have a value
		for _, c := range columns {
			for v := range stats[c].times {
				in[v]++
			}
		}
		before := len(columns)
		columns = slices.DeleteFunc(columns, func(c int) bool {
			cells, values := 0, 0
			for v, n := range stats[c].times {
				if in[v] > 1 {
					cells, values = cells+n, values+1
				}
			}
			own := len(stats[c].times) - values
			if stats[c].decimals && values > 0 {
				return false // on a scale hardly two say the same
			}
			return 2*cells < stats[c].filled && 2*values <= min(len(stats[c].times), len(in)-own)
		})
		if len(columns) == before {
			break
		}
	}
	again := 0
	for _, c := range columns {
		if stats[c].filled > 1 {
			again++
		}
	}
	if 2*again < len(columns) {
		return nil
	}
	return columns
}

// scales reports whether the workers of a wide table gave numbers on a scale.
func (g *Guess) scales(stats []statistics) bool {
	decimals := false
	for c, column := range g.Columns {
		if column.Role == Label {
			if !stats[c].numbers {
				return false
			}
			decimals = decimals || stats[c].decimals
		}
	}
	return decimals
}

// isWide reports whether the columns of the labels are workers. It is no more so
// once a column is said to hold the worker.
func (g *Guess) isWide() bool {
	if g.Worker != "" || g.role(Worker) >= 0 || g.role(Label) < 0 {
		return false
	}
	switch g.shape() {
	case uncounted:
		return slices.Contains([]string{wide, matrix, counts, patterns}, g.Format)
	case byPattern:
		return true
	}
	return false
}

// workersOf returns the columns of the workers of a wide table and their names;
// none where the table is not wide.
func (g *Guess) workersOf() (columns []int, names [][]byte) {
	if !g.isWide() {
		return nil, nil
	}
	for c, column := range g.Columns {
		if column.Role == Label {
			columns = append(columns, c)
		}
	}
	for _, name := range g.called(columns) {
		names = append(names, []byte(name))
	}
	return columns, names
}

// called is what columns are called that stand for a worker or a label each. Of JSON
// it is their own name, without those of the objects that they are in, as long as
// that tells them apart: of “votes.ann@x.org” it is “ann@x.org”.
func (g *Guess) called(columns []int) []string {
	whole, own := make([]string, len(columns)), make([]string, len(columns))
	seen := make(map[string]bool)
	for n, c := range columns {
		if whole[n] = columnName(c); g.Header && g.Columns[c].Name != "" {
			whole[n] = validName(g.Columns[c].Name)
		}
		if own[n] = whole[n]; c < len(g.inner) {
			own[n] = string(tidy([]byte(whole[n][g.inner[c]:])))
		}
		seen[own[n]] = true
	}
	if len(seen) < len(columns) || seen[""] {
		return whole
	}
	return own
}

// validName is a name whose bytes that are not UTF-8, which was said when the
// header was read, are written as \xff.
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

// across takes in the current row of a wide table. A row with a bad label is bad
// as a whole.
func (l *labelReader) across() error {
	p := l.to
	var task []byte
	if l.task >= 0 {
		task = l.cell(l.task)
	} else {
		task = strconv.AppendInt(nil, int64(l.read), 10) // the number of the row
	}
	if l.headerAgain(l.cell(l.columns[0])) {
		return nil
	}
	given, ok := l.saidAcross()
	if !ok {
		return nil
	}
	switch {
	case !given:
		p.skipped++
		return nil
	case l.nameless.has(task):
		l.reject(l.wrong(l.task, "labels without a task", "Fill it in, or go on without the row"))
		return nil
	}
	return l.addAcross(task)
}

// saidAcross reports whether there is a label in the row of a wide table. It
// returns false for a row that is bad.
func (l *labelReader) saidAcross() (given, ok bool) {
	for _, l.label = range l.columns {
		label := l.cell(l.label)
		if l.lacks(label) {
			continue
		}
		given = true
		if l.to.labels.numeric {
			if _, ok := l.number(label); !ok {
				return true, false
			}
		}
	}
	return given, true
}

// addAcross takes in the labels of the row.
func (l *labelReader) addAcross(task []byte) error {
	for n, c := range l.columns {
		l.label = c
		label := l.cell(c)
		if l.missing.has(label) {
			continue
		}
		if err := l.vote(task, l.names[n], label); err != nil {
			return err
		}
	}
	return nil
}
