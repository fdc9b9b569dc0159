package labels

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
	"concord/internal/humanize"
)

// Read streams a whole file of labels, as lay says: it never holds the text. Unless they
// are to be skipped, bad rows end in a *BadRows.
func Read(name string, r io.Reader, lay *layout.Layout, o scan.Options) (*Set, error) {
	var c Collector
	if err := c.Read(name, r, lay, o); err != nil {
		return nil, err
	}
	return c.Set()
}

// Check reads a file of labels only for its problems, which go to Options.Found. It
// keeps nothing, so it needs hardly any memory.
func Check(name string, r io.Reader, lay *layout.Layout, o scan.Options) error {
	c := Collector{check: true}
	return c.Read(name, r, lay, o)
}

// labelReader gathers the labels of a file.
type labelReader struct {
	*scan.Rows
	to                  *Collector
	task, worker, label int          // columns
	standIn             int          // the column that tells a worker whom that of the workers does not name; -1: none
	missing             parse.Tokens // cells that are no label
	nameless            parse.Tokens // cells that name no task or worker
	separator           []byte
	columns             []int          // of the workers, where each has one
	names               [][]byte       // of these workers …
	people              bool           // … or of tasks: each row is a worker
	heading             string         // of the column of the label, or the first of them; "": there is no header
	everyone            []byte         // the worker who gave all labels; nil: a column says who
	lists               bool           // a cell may be ["a","b"] or {"choices":["a","b"]}
	lines               bool           // a cell may have a label on each line
	comparing           *comparing     // how rows compare items; nil: they don't
	tally               *tally         // how rows count labels; nil: they hold them
	id                  int            // the column that tells answers apart; -1: none does
	unanswered          *layout.Doubt  // rows without an answer, where an empty cell is one that ticks nothing; nil: none is
	question            *layout.OneHot // whose options are the label; nil: the label is one cell
	batch               batch
	recent              recent // of the classes
}

// all takes in all rows.
func (l *labelReader) all() error {
	runs := l.newRuns()
	for {
		if runs != nil {
			if err := runs.take(l); err != nil {
				return err
			}
		}
		ok, err := l.Next()
		if err != nil || !ok {
			return err
		}
		if err := l.row(); err != nil {
			return err
		}
		if l.to.watch != nil {
			l.to.watch(l)
		}
	}
}

// row takes in the current row.
func (l *labelReader) row() error {
	if l.comparing != nil {
		return l.compared()
	}
	if l.tally != nil {
		return l.counted()
	}
	if l.columns != nil {
		return l.across()
	}
	p := l.to
	var task, worker, label []byte
	if l.everyone == nil {
		task, worker, label = l.Cells3(l.task, l.worker, l.label)
	} else {
		task, worker, label = l.Cell(l.task), l.everyone, l.Cell(l.label)
	}
	if l.question != nil {
		var ok bool
		if label, ok = l.option(); !ok {
			return nil
		}
	}
	blank := l.ticksNothing(label)
	if !blank && l.lacks(label) {
		l.lapse(worker, label)
		p.skipped++
		return nil
	}
	if l.headerAgain(label) {
		return nil
	}
	if l.nameless.Has(task) {
		l.Reject(l.Wrong(l.task, "a label without a task", "Fill it in, or skip the row"))
		return nil
	}
	if l.everyone == nil && l.nameless.Has(worker) {
		if l.standIn < 0 || l.nameless.Has(l.Cell(l.standIn)) {
			l.Note(l.Wrong(l.worker, "a label without a worker", "Fill it in, or leave the row out"))
			p.unnamed++
			p.skipped++
			return nil
		}
		worker = l.Cell(l.standIn)
		if p.standIns++; p.standIns == 1 {
			p.stoodIn = [2]string{l.ColumnName(l.standIn), l.ColumnName(l.worker)}
		}
	}
	if d := p.doubt; d != nil && bytes.EqualFold(l.Cell(d.Column), []byte(d.Cell)) {
		p.doubtful++
		if p.choices.Drop {
			p.skipped++
			return nil
		}
	}
	switch {
	case l.cameBefore(task, worker):
		p.again++
		return nil
	case blank:
		return l.tickNothing(task, worker)
	}
	return l.vote(task, worker, label)
}

// cameBefore reports whether the answer of the current row was read before, as it is where files overlap.
func (l *labelReader) cameBefore(task, worker []byte) bool {
	if l.id < 0 || l.missing.Has(l.Cell(l.id)) {
		return false
	}
	ids := &l.to.ids
	n := ids.Len()
	return int(ids.add(bytes.Join([][]byte{l.Cell(l.id), task, worker}, []byte{0}))) < n
}

// lacks reports whether a cell holds no label. It counts “None”, where that may be
// wrong: Python writes it for a missing value, people for “none of them”.
func (l *labelReader) lacks(label []byte) bool {
	if !l.missing.Has(label) {
		return false
	}
	if string(label) == parse.None {
		l.to.nones++
	}
	return true
}

// headerAgain reports whether the current row, whose label this is, repeats the header,
// as it does where files were concatenated; the row is bad then.
func (l *labelReader) headerAgain(label []byte) bool {
	if l.heading == "" || string(label) != l.heading {
		return false
	}
	at := 0
	for c, column := range l.Layout.Columns {
		switch l.Layout.Roles[c] {
		case layout.Task, layout.Item:
			at = c
		case layout.Worker, layout.Label:
		default:
			continue
		}
		if string(l.Cell(c)) != column.Name {
			return false
		}
	}
	l.Reject(l.Wrong(at, "the header stands here once more", "Take it out, or skip the row"))
	return true
}

// number returns the number that a label is; otherwise the row is bad.
func (l *labelReader) number(label []byte) (x float64, ok bool) {
	x, err := parse.Number(label)
	if err != nil {
		l.Reject(l.Wrong(l.label, parse.NoNumber(err, "where the labels are numbers"),
			parse.Mend(label)+", treat the labels as classes, or skip the row"))
	}
	return x, err == nil
}

// vote takes in the label, or the labels, of a cell.
func (l *labelReader) vote(task, worker, label []byte) error {
	p := l.to
	if l.lists && len(label) > 0 && (label[0] == '[' || label[0] == '{') {
		if list, ok := parse.List(label); ok || label[0] == '{' {
			return l.each(task, worker, list, ok)
		}
	}
	if l.lines && bytes.IndexByte(label, '\n') >= 0 {
		return l.each(task, worker, bytes.Split(label, []byte("\n")), true)
	}
	switch {
	case p.labels.numeric:
		x, ok := l.number(label)
		if !ok || p.check {
			return nil
		}
		l.batch.value[l.batch.put(task, p.workers.add(worker))] = x
		return l.flushFull()
	case len(l.separator) == 0:
		return l.add(task, worker, label)
	}
	given := false
	for class := range bytes.SplitSeq(label, l.separator) {
		if class = bytes.TrimSpace(class); len(class) == 0 {
			continue
		}
		given = true
		if err := l.add(task, worker, class); err != nil {
			return err
		}
	}
	if !given {
		p.skipped++
	}
	return nil
}

func (l *labelReader) add(task, worker, label []byte) error {
	p := l.to
	if p.check {
		return nil
	}
	class := l.recent.add(p.classes, label)
	if int(class) >= layout.ManyClasses {
		if one := tooManyClasses(int(class)+1, l.Layout.ManyClasses); one != nil {
			one.File, one.Line, one.Column, one.Text = l.File, l.Line(), l.ColumnName(l.label), api.Printable(string(label))
			return one
		}
	}
	l.batch.class[l.batch.put(task, p.workers.add(worker))] = class
	return l.flushFull()
}

// flushFull empties the batch if it is full.
func (l *labelReader) flushFull() error {
	if l.batch.n < batchSize {
		return nil
	}
	l.batch.flush(l.to.tasks, &l.to.labels)
	if l.to.labels.n > math.MaxInt32-batchSize {
		return tooManyLabels(l.File)
	}
	return l.to.tooManyNames(l.File)
}

// tooManyClasses refuses n different labels if they are so many that this looks like a
// wrong column, or that no method can take them.
func tooManyClasses(n int, accepted bool) *api.Problem {
	switch {
	case n > crowd.MaxClasses:
		return &api.Problem{
			What: fmt.Sprintf("more than %s different labels, more than any method here can handle", humanize.Number(crowd.MaxClasses)),
			Do:   "Choose the label column, or treat the labels as numbers",
		}
	case n > layout.ManyClasses && !accepted:
		return &api.Problem{
			What: fmt.Sprintf("more than %s different labels; this may be the wrong column", humanize.Number(layout.ManyClasses)),
			Do:   "Choose the label column, treat the labels as numbers, or confirm that there are so many",
			Err:  api.ErrManyClasses,
		}
	}
	return nil
}

// tooManyNames refuses more names than can be told apart.
func (p *Collector) tooManyNames(file string) error {
	if !p.tasks.full && !p.workers.full {
		return nil
	}
	return &api.Problem{File: file, What: "the names of tasks or workers take more than 16 GB, which is more than can be held here",
		Do: "Give them shorter names, such as numbers"}
}

func tooManyLabels(file string) *api.Problem {
	return &api.Problem{File: file, What: fmt.Sprintf("more than %s labels, which is more than can be counted here",
		humanize.Number(math.MaxInt32)), Do: "Open a part of the file"}
}
