package intake

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Tables that count labels (formats.md, rows 20 and 21).
const (
	counts   = "counts"   // how often each label was given to a task
	patterns = "patterns" // how many tasks got these labels of these workers
)

// mostCounted is how many labels may be made of counts, if Options.Counted does
// not say: a short file can name numbers that no memory holds.
const mostCounted = 10_000_000

// nobody is the worker of labels that are only counted.
const nobody = "not known"

// shape is how the counts of a table are to be read.
type shape int

const (
	uncounted shape = iota
	byClass         // a column a class: how often the task was given it
	byLabel         // a column of labels, and how often the task was given each
	byPattern       // a column a worker, and how many tasks there are with these labels
)

// shape tells by the roles how the table counts labels, if it does.
func (g *Guess) shape() shape {
	labels, counted := 0, 0
	for _, c := range g.Columns {
		switch c.Role {
		case Label:
			labels++
		case Count:
			counted++
		}
	}
	switch {
	case counted == 0:
		return uncounted
	case labels == 0:
		return byClass
	case labels == 1 && g.role(Task) >= 0:
		return byLabel
	}
	return byPattern
}

// anonymous reports whether nobody knows who gave which label.
func (s shape) anonymous() bool { return s == byClass || s == byLabel }

// needsCounted is needs for a table that counts labels.
func (g *Guess) needsCounted(file string) error {
	having := func(r Role) (n int) {
		for _, c := range g.Columns {
			if c.Role == r {
				n++
			}
		}
		return n
	}
	s := g.shape()
	switch {
	case g.role(Worker) >= 0 || g.Worker != "":
		return &Problem{
			File: file, What: "one column says who gave a label, and another how many workers did", Text: g.heading(),
			Do: "Choose one of the two: the worker of each label, or counts of labels",
		}
	case s != byClass && having(Count) > 1:
		return &Problem{
			File: file, What: fmt.Sprintf("%s are said to hold a count, beside columns of labels", count(having(Count), "column")), Text: g.heading(),
			Do: "Choose one column that says how often its row counts; or none that holds the label, if each column of counts is of one label",
		}
	}
	for _, r := range []Role{Task, True, Told} {
		if n := having(r); n > 1 {
			return &Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", count(n, "column"), r), Do: "Choose one of them"}
		}
	}
	for _, c := range g.Columns {
		if _, err := number([]byte(c.Name)); c.Role == Count && s == byClass && g.Numeric && err != nil {
			return &Problem{
				File: file, Line: 1, Column: c.Name, What: "the labels are said to be numbers, and this column counts a label that is none",
				Do: "Take the labels as classes, or leave the column out",
			}
		}
	}
	return nil
}

// tally is how a labelReader reads counts.
type tally struct {
	shape   shape
	columns []int    // of counts
	classes [][]byte // that those are of, where each is of one
}

// tallyOf returns nil where the table does not count labels.
func (g *Guess) tallyOf(rs *rows) *tally {
	t := &tally{shape: g.shape()}
	if t.shape == uncounted {
		return nil
	}
	for c := range g.Columns {
		if g.Columns[c].Role == Count {
			t.columns = append(t.columns, c)
			t.classes = append(t.classes, tidy([]byte(g.workerOf(rs.column(c)))))
		}
	}
	return t
}

// counted takes in the current row of a table that counts labels. A row with a
// bad count is bad as a whole.
func (l *labelReader) counted() error {
	p, t := l.part, l.tally
	var task []byte
	if l.task >= 0 {
		task = l.cell(l.task)
	} else {
		task = strconv.AppendInt(nil, int64(l.read), 10) // the number of the row
	}
	if l.nameless.has(task) {
		l.reject(l.wrong(l.task, "labels without a task", "Fill it in, or go on without the row"))
		return nil
	}
	times, total := make([]int, len(t.columns)), 0
	for n, c := range t.columns {
		cell := l.cell(c)
		if l.missing.has(cell) {
			continue
		}
		x, ok := countIn(cell)
		if !ok {
			l.reject(l.wrong(c, "not a count: a whole number of labels is expected", "Correct it, or go on without the row"))
			return nil
		}
		times[n] = x
		total = min(total+x, math.MaxInt32)
	}
	if t.shape == byPattern {
		total *= len(l.columns)
	}
	most := orDefault(l.o.Counted, mostCounted)
	if total > most-p.labels.n {
		return &Problem{
			File: l.file, Line: l.t.Line(), Column: l.column(t.columns[0]), Text: printable(string(l.t.Cell(t.columns[0]))),
			What: fmt.Sprintf("with this row the counts add up to more than %s labels, which is more than can be held", grouped(most)),
			Do:   "Check that these columns hold counts; if they do, divide all of them by the same number",
		}
	}
	given := false
	switch t.shape {
	case byPattern:
		some, ok := l.saidAcross()
		if !ok {
			return nil
		}
		for n := 0; some && n < times[0]; n++ {
			name := append(append(slices.Clone(task), '-'), strconv.Itoa(n+1)...)
			if err := l.addAcross(name); err != nil {
				return err
			}
			given = true
		}
	case byLabel:
		label := l.cell(l.label)
		if l.missing.has(label) {
			break
		}
		for range times[0] {
			if err := l.vote(task, l.everyone, label); err != nil {
				return err
			}
			given = true
		}
	default:
		for n, class := range t.classes {
			for range times[n] {
				if err := l.vote(task, l.everyone, class); err != nil {
					return err
				}
				given = true
			}
		}
	}
	if !given {
		p.skipped++
	}
	return nil
}

// countIn parses a count: digits, perhaps as a spreadsheet writes whole numbers
// ("3.0"). One beyond what can be held is as large as any.
func countIn(cell []byte) (n int, ok bool) {
	whole, rest, _ := bytes.Cut(cell, []byte("."))
	if len(whole) == 0 || len(bytes.Trim(rest, "0")) > 0 {
		return 0, false
	}
	for _, digit := range whole {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		n = min(10*n+int(digit-'0'), math.MaxInt32)
	}
	return n, true
}

// The names of columns that say how often a row counts, or how many labels all
// counts of a row are.
var (
	timesNames = plainNames(`n count counts freq frequency tally times votes`)
	totalNames = plainNames(`n total sum count counts votes labels ratings raters workers annotators judgments judgements responses answers`)
)

// byCounts recognises a table that counts labels, and gives its roles.
func (g *Guess) byCounts(rows [][]string, stats []statistics) bool {
	return g.byClassCounts(rows, stats) || g.Header && (g.byPatternCounts(rows, stats) || g.byLabelCounts(rows, stats))
}

// byClassCounts recognises a table of a row a task and a column a class. It is
// one where the counts of a row have the same sum in all rows, or the sum that
// another column says.
func (g *Guess) byClassCounts(rows [][]string, stats []statistics) bool {
	if g.role(Worker) >= 0 || len(rows) < 3 || !g.Header && len(rows) < 5 {
		return false
	}
	single := func(c int) bool { return len(stats[c].times) == len(rows) }
	var tasks []int // columns that may name them, the likeliest first
	if c := g.role(Task); c >= 0 && single(c) {
		tasks = append(tasks, c)
	}
	for _, words := range []bool{true, false} {
		for c := range g.Columns {
			if single(c) && stats[c].numbers != words && !slices.Contains(tasks, c) {
				tasks = append(tasks, c)
			}
		}
	}
	for _, task := range append(tasks[:min(len(tasks), 3)], -1) {
		var whole []int
		for c, column := range g.Columns {
			if c != task && !(g.Header && spoken(column.Name)) && (stats[c].filled == len(rows) || g.leaves) && allCounts(stats[c]) {
				whole = append(whole, c)
			}
		}
		for _, columns := range [][]int{whole, g.sharing(task, stats)} {
			for _, total := range append([]int{-1}, columns...) {
				if total >= 0 && rank(totalNames, g.Columns[total].Name) < 0 {
					continue
				}
				of := slices.DeleteFunc(slices.Clone(columns), func(c int) bool { return c == total })
				if len(of) >= 2 && g.addUp(rows, of, total) {
					g.setCounts(task, of, total)
					return true
				}
			}
		}
	}
	return false
}

func (g *Guess) setCounts(task int, columns []int, total int) {
	g.Format = counts
	for c := range g.Columns {
		g.Columns[c].Role, g.Columns[c].Why = Ignore, ""
	}
	if task >= 0 {
		g.Columns[task].Role, g.Columns[task].Why = Task, "by its values: another one in every row"
	}
	why := "by its values: those of a row have the same sum in every row"
	if total >= 0 {
		why = fmt.Sprintf("by its values: their sum is in the column “%s”", printable(g.Columns[total].Name))
	}
	for _, c := range columns {
		g.Columns[c].Role, g.Columns[c].Why = Count, why
	}
	g.Confirm = fmt.Sprintf("each of %s is taken for a label, from “%s” to “%s”, and the numbers for how often it was given", count(len(columns), "column"),
		printable(g.workerOf(g.Columns[columns[0]].Name)), printable(g.workerOf(g.Columns[columns[len(columns)-1]].Name)))
	if task < 0 {
		g.Confirm += "; each row is taken for a task"
	}
}

// addUp reports whether the columns of each row have the sum in the column total,
// or, without one, all the same. A table of a few rows without a single zero may
// as well be one of labels.
func (g *Guess) addUp(rows [][]string, columns []int, total int) bool {
	const few = 10
	same, zero := -1, false
	for _, r := range rows {
		sum := 0
		for _, c := range columns {
			x, ok := countIn([]byte(r[c]))
			if !ok && !(g.leaves && r[c] == "") { // of JSON a class that nobody chose may be left out
				return false
			}
			sum += x
			zero = zero || x == 0
		}
		want := same
		if total >= 0 {
			want, _ = countIn([]byte(r[total]))
		}
		if want >= 0 && sum != want {
			return false
		}
		same = sum
	}
	return total >= 0 && same > 0 || same > 1 && (zero || len(rows) >= few)
}

// allCounts reports whether all values of a column are counts.
func allCounts(s statistics) bool {
	for v := range s.times {
		if _, ok := countIn([]byte(v)); !ok {
			return false
		}
	}
	return len(s.times) > 0
}

// byPatternCounts recognises a table of the patterns that the labels of some
// workers have, and how many tasks have each.
func (g *Guess) byPatternCounts(rows [][]string, stats []statistics) bool {
	times := g.times(stats)
	if times < 0 || g.role(Worker) >= 0 || len(rows) < 2 {
		return false
	}
	workers := slices.DeleteFunc(g.sharing(times, stats), func(c int) bool { return rank(labelNames, g.Columns[c].Name) >= 0 })
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
		x, _ := countIn([]byte(r[times]))
		filled = filled && x == n
	}
	if len(seen) < len(rows) || filled {
		return false
	}
	for c, column := range g.Columns {
		if c == times || slices.Contains(workers, c) || column.Name == "" || plainName(column.Name) == "x" && stats[c].numbers {
			continue // what R writes before a row
		}
		if len(stats[c].times) == len(rows) {
			return false // the rows have names: they are tasks
		}
	}
	g.Format = patterns
	for c := range g.Columns {
		g.Columns[c].Role, g.Columns[c].Why = Ignore, ""
	}
	g.Columns[times].Role, g.Columns[times].Why = Count, "by its name: how many tasks have these labels"
	for _, c := range workers {
		g.Columns[c].Role, g.Columns[c].Why = Label, "by its values: those of the other columns; the worker is the column's name"
	}
	g.Confirm = fmt.Sprintf("each of %s is taken for a worker, from “%s” to “%s”, and “%s” for how many tasks got the labels of its row", count(len(workers), "column"),
		printable(g.workerOf(g.Columns[workers[0]].Name)), printable(g.workerOf(g.Columns[workers[len(workers)-1]].Name)), printable(g.Columns[times].Name))
	return true
}

// byLabelCounts recognises a table of tasks, labels and how often each was given.
func (g *Guess) byLabelCounts(rows [][]string, stats []statistics) bool {
	task, label, times := g.role(Task), g.role(Label), g.times(stats)
	if task < 0 {
		for c, column := range g.Columns { // which a name gave to none, since each of its values came once
			if rank(taskNames, column.Name) >= 0 && task < 0 {
				task = c
			}
		}
	}
	if task < 0 || label < 0 || times < 0 || label == times || g.role(Worker) >= 0 || len(stats[task].times) == len(rows) {
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
			g.Columns[c].Role, g.Columns[c].Why = Ignore, ""
		}
	}
	g.Columns[task].Role, g.Columns[task].Why = Task, "by its name"
	g.Columns[times].Role, g.Columns[times].Why = Count, "by its name: how often the label was given"
	g.Confirm = fmt.Sprintf("“%s” is taken for how often a task was given the label of its row", printable(g.Columns[times].Name))
	return true
}

// times returns the column that says by its name how often a row counts, or -1.
func (g *Guess) times(stats []statistics) int {
	best, least := -1, 0
	for c, column := range g.Columns {
		if n := rank(timesNames, column.Name); n >= 0 && stats[c].filled > 0 && allCounts(stats[c]) && (best < 0 || n < least) {
			best, least = c, n
		}
	}
	return best
}

// shares reports whether a table says which share of the labels of a task each
// class has, and not how many.
func (g *Guess) shares(rows [][]string, stats []statistics) bool {
	var columns []int
	fractions := false
	for c, column := range g.Columns {
		if s := stats[c]; s.numbers && s.filled == len(rows) && !spoken(column.Name) && rank(taskNames, column.Name) < 0 {
			columns, fractions = append(columns, c), fractions || s.decimals
		}
	}
	if !fractions || len(columns) < 2 || len(rows) < 3 || g.role(Worker) >= 0 {
		return false
	}
	for _, r := range rows {
		sum := 0.0
		for _, c := range columns {
			x, err := number([]byte(r[c]))
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

// counting are the notes on what a table that counts labels leaves open.
func (g *Guess) counting(file string) []Problem {
	switch s := g.shape(); {
	case s.anonymous():
		return []Problem{{
			File: file, What: "the file says how often each label was given, and not by whom: there can be a majority vote and figures of agreement, but nothing can be said of workers",
			Do: "If you can, export one row for each label, with the worker who gave it",
		}}
	case s == byPattern:
		from := "the number of the row"
		if c := g.role(Task); c >= 0 {
			from = "“" + printable(g.Columns[c].Name) + "”"
		}
		return []Problem{{
			File: file, What: fmt.Sprintf("the file says how many tasks have each pattern of labels, and not which: the tasks got names, made of %s and a number, such as 2-1", from),
		}}
	}
	return nil
}
