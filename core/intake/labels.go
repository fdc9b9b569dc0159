package intake

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"concord/core/crowd"
	"concord/internal/humanize"
)

// More different labels than these are the usual sign of a wrong column.
const (
	warnClasses = 100
	stopClasses = 1000
)

// Labels reads a whole file of labels as guess says, streaming: it never holds
// the text. Without Options.Skip bad rows end in a *BadRows.
func Labels(name string, r io.Reader, guess *Guess, o Options) (*Set, error) {
	var c Collector
	if err := c.Read(name, r, guess, o); err != nil {
		return nil, err
	}
	return c.Set()
}

// Check reads a file of labels for its problems alone, which go to Options.Found.
// It keeps nothing, so that it needs no memory to speak of.
func Check(name string, r io.Reader, guess *Guess, o Options) error {
	o.check = true
	return new(Collector).Read(name, r, guess, o)
}

// needs reports the first role of a kind of file that no column plays, or that
// several play.
func (g *Guess) needs(file string, kind Kind) error {
	if len(g.Columns) == 1 {
		return &Problem{
			File: file, Line: 1, Text: g.heading(), What: fmt.Sprintf("only one column was found, where the %s are expected", join(kind.roles())),
			Do: "Choose the delimiter that stands between the cells, or another file",
		}
	}
	roles := kind.roles()
	if kind == LabelFile && g.shape() != uncounted {
		return g.needsCounted(file)
	}
	if kind == LabelFile && g.isWide() {
		roles = []Role{Task} // and any number of labels
		if g.Format == matrix {
			roles = nil // its rows are the tasks
		}
	}
	if kind == LabelFile && (g.Worker != "" || g.Anonymous) {
		roles = []Role{Task, Label}
	}
	seldom := []Role{Time, Took}
	if kind == LabelFile {
		seldom = append(seldom, True, Told)
	}
	for _, role := range append(slices.Clip(roles), seldom...) {
		n := 0
		for _, c := range g.Columns {
			if c.Role == role {
				n++
			}
		}
		switch {
		case n == 0 && slices.Contains(seldom, role): // nobody needs it
		case n == 0:
			p := &Problem{File: file, Line: min(1, len(g.Columns)), What: fmt.Sprintf("no column holds the %s", role), Text: g.heading()}
			p.Do = fmt.Sprintf("Say which column holds the %s, or name it “%s” in the header", role, role)
			if kind == LabelFile && g.unlike != "" {
				p.What += ", and " + g.unlike
			}
			if role == Worker && g.shared {
				p.What = "this table says which share of a task's labels each class has, and not how many labels there were"
				p.Do = "Open a table of the counts: multiply the shares of each task by its number of labels. Best is one row for each label, with the worker who gave it"
				return p
			}
			if role == Worker {
				p.Do += "; if there is none, export the data with one row for each label, and who gave it"
				p.Err = ErrNoWorker
			}
			return p
		case n > 1:
			return &Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", humanize.Count(n, "column"), role), Do: "Choose one of them"}
		}
	}
	return nil
}

// labelReader gathers the labels of a file.
type labelReader struct {
	*rows
	to                  *Collector
	task, worker, label int    // columns
	missing             tokens // labels that are none …
	nameless            tokens // … and tasks and workers that are none
	separator           []byte
	columns             []int     // of the workers, where each has one …
	names               [][]byte  // … and their names
	heading             string    // of the column of the label, or the first of them; "": there is no header
	everyone            []byte    // the worker who gave all labels; nil: a column says who
	lists               bool      // several labels in a cell are ["a","b"] or {"choices":["a","b"]}
	lines               bool      // … or one a line
	tally               *tally    // how rows count labels; nil: they hold them
	question            *Question // whose options are the label; nil: the label is one cell
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
		ok, err := l.next()
		if err != nil || !ok {
			return err
		}
		if err := l.row(); err != nil {
			return err
		}
		if l.o.watch != nil {
			l.o.watch(l)
		}
	}
}

// row takes in the current row.
func (l *labelReader) row() error {
	if l.tally != nil {
		return l.counted()
	}
	if l.columns != nil {
		return l.across()
	}
	p := l.to
	var task, worker, label []byte
	if l.everyone == nil {
		task, worker, label = l.cells3(l.task, l.worker, l.label)
	} else {
		task, worker, label = l.cell(l.task), l.everyone, l.cell(l.label)
	}
	if l.question != nil {
		var ok bool
		if label, ok = l.option(); !ok {
			return nil
		}
	}
	if l.lacks(label) {
		p.skipped++
		return nil
	}
	if l.headerAgain(label) {
		return nil
	}
	if l.nameless.has(task) {
		l.reject(l.wrong(l.task, "a label without a task", "Fill it in, or go on without the row"))
		return nil
	}
	if l.nameless.has(worker) {
		l.reject(l.wrong(l.worker, "a label without a worker", "Fill it in, or go on without the row"))
		return nil
	}
	if d := p.doubt; d != nil && bytes.EqualFold(l.cell(d.Column), []byte(d.Cell)) {
		p.doubtful++
		if p.o.Drop {
			p.skipped++
			return nil
		}
	}
	return l.vote(task, worker, label)
}

// lacks reports whether a label is none. It notes where that may be an error: “None”
// is what Python writes for nothing, and a label by which people say “none of them”.
func (l *labelReader) lacks(label []byte) bool {
	if !l.missing.has(label) {
		return false
	}
	if string(label) == none {
		l.to.nones++
	}
	return true
}

// headerAgain reports whether the current row, whose label this is, is the header once
// more, as where files were put one behind the other; it is bad then.
func (l *labelReader) headerAgain(label []byte) bool {
	if l.heading == "" || string(label) != l.heading {
		return false
	}
	at := 0
	for c, column := range l.guess.Columns {
		switch column.Role {
		case Task:
			at = c
		case Worker, Label:
		default:
			continue
		}
		if string(l.cell(c)) != column.Name {
			return false
		}
	}
	l.reject(l.wrong(at, "the header stands here once more", "Take it out, or go on without the row"))
	return true
}

// number returns the number that a label is; if it is none, the row is bad.
func (l *labelReader) number(label []byte) (x float64, ok bool) {
	x, err := number(label)
	if err != nil {
		l.reject(l.wrong(l.label, noNumber(err, "where the labels are numbers"), mend(label)+", take the labels as classes, or go on without the row"))
	}
	return x, err == nil
}

// vote takes in what a cell says: one label, or several.
func (l *labelReader) vote(task, worker, label []byte) error {
	p := l.to
	if l.lists && len(label) > 0 && (label[0] == '[' || label[0] == '{') {
		if list, ok := listOf(label); ok || label[0] == '{' {
			return l.each(task, worker, list, ok)
		}
	}
	if l.lines && bytes.IndexByte(label, '\n') >= 0 {
		return l.each(task, worker, bytes.Split(label, []byte("\n")), true)
	}
	switch {
	case p.labels.numeric:
		x, ok := l.number(label)
		if !ok {
			return nil
		}
		if l.o.check {
			return nil
		}
		if p.labels.n > math.MaxInt32-batchSize {
			return tooManyLabels(l.file)
		}
		l.batch.value[l.batch.put(task, p.workers.add(worker))] = x
		l.flushFull()
		return nil
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
	if l.o.check {
		return nil
	}
	class := l.recent.add(p.classes, label)
	if int(class) >= stopClasses {
		if one := tooManyClasses(int(class)+1, l.o); one != nil {
			one.File, one.Line, one.Column, one.Text = l.file, l.t.Line(), l.column(l.label), printable(string(label))
			return one
		}
	}
	if p.labels.n > math.MaxInt32-batchSize {
		return tooManyLabels(l.file)
	}
	l.batch.class[l.batch.put(task, p.workers.add(worker))] = uint16(class)
	l.flushFull()
	return nil
}

// flushFull empties the batch if it is full.
func (l *labelReader) flushFull() {
	if l.batch.n == batchSize {
		l.batch.flush(l.to.tasks, &l.to.labels)
	}
}

// tooManyClasses refuses n different labels, if they are too many: what looks
// like a wrong column, and what nobody can hold.
func tooManyClasses(n int, o Options) *Problem {
	switch {
	case n > crowd.MaxClasses:
		return &Problem{
			What: fmt.Sprintf("more than %s different labels, which no method here can take", humanize.Number(crowd.MaxClasses)),
			Do:   "Choose the column of the labels, or take the labels as numbers",
		}
	case n > stopClasses && !o.ManyClasses:
		return &Problem{
			What: fmt.Sprintf("more than %s different labels; this may be the wrong column", humanize.Number(stopClasses)),
			Do:   "Choose the column of the labels, take the labels as numbers, or confirm that there are so many",
			Err:  ErrManyClasses,
		}
	}
	return nil
}

func tooManyLabels(file string) *Problem {
	return &Problem{File: file, What: fmt.Sprintf("more than %s labels, which is more than can be counted here", humanize.Number(math.MaxInt32)), Do: "Open a part of the file"}
}

// mostNumber is the largest number that is taken for one: sums of fourth powers of as
// many as there may be stay finite.
const mostNumber = 1e60

// number parses a decimal number of at most mostNumber in size.
func number(b []byte) (float64, error) {
	for _, c := range b {
		// ParseFloat takes hexadecimal, infinities and underscores too.
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, strconv.ErrSyntax
		}
	}
	x, err := strconv.ParseFloat(string(b), 64)
	if err == nil && math.Abs(x) > mostNumber {
		err = strconv.ErrRange
	}
	return x, err
}

// mend says what to do about a cell that number refused. A comma may stand for a
// point or for thousands: which of them, nobody can tell.
func mend(cell []byte) string {
	if bytes.IndexByte(cell, ',') >= 0 {
		return "Write the decimals behind a point (2.5), and thousands without a comma"
	}
	return "Correct it"
}

// noNumber says what is wrong with a cell that number refused.
func noNumber(err error, where string) string {
	if errors.Is(err, strconv.ErrRange) {
		return "a number beyond 1e60, too large to reckon with"
	}
	return "not a number, " + where
}
