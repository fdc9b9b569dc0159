package labels

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/parse"
	"concord/internal/humanize"
)

// mostCounted is how many labels may be made of counts, unless Options.Counted says
// otherwise: a short file can hold numbers that no memory does.
const mostCounted = 10_000_000

// nobody is the worker of labels that are only counted.
const nobody = "not known"

// tally is how a labelReader reads counts.
type tally struct {
	shape   layout.Shape
	columns []int    // of counts
	classes [][]byte // of these columns, where each counts one
}

// tallyOf returns nil if the table does not count labels.
func tallyOf(g *layout.Layout) *tally {
	t := &tally{shape: g.Shape()}
	if t.shape == layout.Uncounted {
		return nil
	}
	for c, role := range g.Roles {
		if role == layout.Count {
			t.columns = append(t.columns, c)
		}
	}
	for _, name := range g.ColumnNames(t.columns) {
		t.classes = append(t.classes, parse.Tidy([]byte(name)))
	}
	return t
}

// rowName returns the task, or the worker, of a row with several labels: the number of the row, where
// no column names it. It returns false for a row that is bad.
func (l *labelReader) rowName() (task []byte, ok bool) {
	if l.task < 0 {
		return strconv.AppendInt(nil, int64(l.Read), 10), true
	}
	if task = l.Cell(l.task); l.nameless.Has(task) {
		what := "labels without a task"
		if l.people {
			what = "labels without a worker"
		}
		l.Reject(l.Wrong(l.task, what, "Fill it in, or skip the row"))
		return nil, false
	}
	return task, true
}

// counted takes in the current row of a table that counts labels. A row with a bad count is bad as a whole.
func (l *labelReader) counted() error {
	p, t := l.to, l.tally
	task, ok := l.rowName()
	if !ok {
		return nil
	}
	times, total := make([]int, len(t.columns)), 0
	for n, c := range t.columns {
		cell := l.Cell(c)
		if l.missing.Has(cell) {
			continue
		}
		if times[n], ok = parse.Count(cell); !ok {
			l.Reject(l.Wrong(c, "not a count: a whole number of labels is expected", "Correct it, or skip the row"))
			return nil
		}
		total = min(total+times[n], math.MaxInt32)
	}
	if t.shape == layout.ByPattern {
		total *= len(l.columns)
	}
	most := cmp.Or(l.Options.Counted, mostCounted)
	if total > most-(p.labels.n-p.before) {
		return &api.Problem{
			File: l.File, Line: l.Line(), Column: l.ColumnName(t.columns[0]), Text: api.Printable(string(l.Raw(t.columns[0]))),
			What: fmt.Sprintf("with this row the counts add up to more than %s labels, which is more than can be held", humanize.Number(most)),
			Do:   "Check that these columns hold counts; if they do, divide all of them by the same number",
		}
	}
	classes := t.classes
	switch t.shape {
	case layout.ByPattern:
		classes = nil
		given, ok := l.acrossGiven()
		if !ok {
			return nil
		}
		if !given {
			times[0] = 0
		}
		for n := range times[0] {
			if err := l.addAcross(fmt.Appendf(nil, "%s-%d", task, n+1)); err != nil {
				return err
			}
		}
	case layout.ByLabel:
		classes = [][]byte{l.Cell(l.label)}
		if l.missing.Has(classes[0]) {
			times[0] = 0
		}
	}
	for n, class := range classes {
		for range times[n] {
			if err := l.vote(task, l.everyone, class); err != nil {
				return err
			}
		}
	}
	if slices.Max(times) == 0 {
		p.skipped++
	}
	return nil
}

// across takes in the current row of a table with a column for each worker. A row with
// a bad label is bad as a whole.
func (l *labelReader) across() error {
	if l.headerAgain(l.Cell(l.columns[0])) {
		return nil
	}
	given, ok := l.acrossGiven()
	if !ok {
		return nil
	}
	if !given {
		for n, c := range l.columns {
			l.lapse(l.names[n], l.Cell(c))
		}
		l.to.skipped++
		return nil
	}
	task, ok := l.rowName()
	if !ok {
		return nil
	}
	return l.addAcross(task)
}

// acrossGiven reports whether some worker's column has a label. It returns false for a row that is bad.
func (l *labelReader) acrossGiven() (given, ok bool) {
	for _, l.label = range l.columns {
		label := l.Cell(l.label)
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

// addAcross takes in the labels of the workers' columns.
func (l *labelReader) addAcross(row []byte) error {
	for n, c := range l.columns {
		l.label = c
		label := l.Cell(c)
		if l.missing.Has(label) {
			l.lapse(l.names[n], label)
			continue
		}
		task, worker := row, l.names[n]
		if l.people {
			task, worker = worker, row
		}
		if err := l.vote(task, worker, label); err != nil {
			return err
		}
	}
	return nil
}
