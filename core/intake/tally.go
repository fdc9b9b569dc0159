package intake

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/internal/humanize"
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
			File: file, What: fmt.Sprintf("%s are said to hold a count, beside columns of labels", humanize.Count(having(Count), "column")), Text: g.heading(),
			Do: "Choose one column that says how often its row counts; or none that holds the label, if each column of counts is of one label",
		}
	}
	for _, r := range []Role{Task, True, Told} {
		if n := having(r); n > 1 {
			return &Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", humanize.Count(n, "column"), r), Do: "Choose one of them"}
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
func (g *Guess) tallyOf() *tally {
	t := &tally{shape: g.shape()}
	if t.shape == uncounted {
		return nil
	}
	for c := range g.Columns {
		if g.Columns[c].Role == Count {
			t.columns = append(t.columns, c)
		}
	}
	for _, name := range g.called(t.columns) {
		t.classes = append(t.classes, tidy([]byte(name)))
	}
	return t
}

// counted takes in the current row of a table that counts labels. A row with a
// bad count is bad as a whole.
func (l *labelReader) counted() error {
	p, t := l.to, l.tally
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
	if total > most-(p.labels.n-p.before) {
		return &Problem{
			File: l.file, Line: l.t.Line(), Column: l.column(t.columns[0]), Text: printable(string(l.t.Cell(t.columns[0]))),
			What: fmt.Sprintf("with this row the counts add up to more than %s labels, which is more than can be held", humanize.Number(most)),
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
