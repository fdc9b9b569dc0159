package labels

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/problem"
	"concord/internal/humanize"
)

// mostCounted is how many labels may be made of counts, if Options.Counted does
// not say: a short file can name numbers that no memory holds.
const mostCounted = 10_000_000

// nobody is the worker of labels that are only counted.
const nobody = "not known"

// tally is how a labelReader reads counts.
type tally struct {
	shape   layout.Shape
	columns []int    // of counts
	classes [][]byte // that those are of, where each is of one
}

// tallyOf returns nil where the table does not count labels.
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

// counted takes in the current row of a table that counts labels. A row with a
// bad count is bad as a whole.
func (l *labelReader) counted() error {
	p, t := l.to, l.tally
	var task []byte
	if l.task >= 0 {
		task = l.Cell(l.task)
	} else {
		task = strconv.AppendInt(nil, int64(l.Read), 10) // the number of the row
	}
	if l.nameless.Has(task) {
		l.Reject(l.Wrong(l.task, "labels without a task", "Fill it in, or go on without the row"))
		return nil
	}
	times, total := make([]int, len(t.columns)), 0
	for n, c := range t.columns {
		cell := l.Cell(c)
		if l.missing.Has(cell) {
			continue
		}
		x, ok := parse.Count(cell)
		if !ok {
			l.Reject(l.Wrong(c, "not a count: a whole number of labels is expected", "Correct it, or go on without the row"))
			return nil
		}
		times[n] = x
		total = min(total+x, math.MaxInt32)
	}
	if t.shape == layout.ByPattern {
		total *= len(l.columns)
	}
	most := cmp.Or(l.Options.Counted, mostCounted)
	if total > most-(p.labels.n-p.before) {
		return &problem.Problem{
			File: l.File, Line: l.Record.Line(), Column: l.ColumnName(t.columns[0]), Text: problem.Printable(string(l.Record.Cell(t.columns[0]))),
			What: fmt.Sprintf("with this row the counts add up to more than %s labels, which is more than can be held", humanize.Number(most)),
			Do:   "Check that these columns hold counts; if they do, divide all of them by the same number",
		}
	}
	given := false
	switch t.shape {
	case layout.ByPattern:
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
	case layout.ByLabel:
		label := l.Cell(l.label)
		if l.missing.Has(label) {
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
