package intake

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"

	"concord/core/crowd"
)

// More different labels than these are the usual sign of a wrong column.
const (
	warnClasses = 100
	stopClasses = 1000
)

// manyLabels are so many that their memory matters.
const manyLabels = 1 << 20

// Labels reads a whole file of labels as guess says, streaming: it never holds
// the text. Without Options.Skip bad rows end in a *BadRows.
func Labels(name string, r io.Reader, guess *Guess, o Options) (*Set, error) {
	if err := guess.needs(name, LabelFile); err != nil {
		return nil, err
	}
	rs, err := openRows(name, r, guess, o)
	if err != nil {
		return nil, err
	}
	l := &labelReader{
		rows: rs, task: guess.role(Task), worker: guess.role(Worker), label: guess.role(Label),
		tasks: &names{}, workers: &names{}, classes: &names{},
		missing: newTokens(guess.Missing), separator: []byte(guess.Separator), counts: counter{numeric: guess.Numeric},
	}
	for {
		ok, err := rs.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		if err := l.row(); err != nil {
			return nil, err
		}
	}
	return l.set()
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
	for _, role := range kind.roles() {
		n := 0
		for _, c := range g.Columns {
			if c.Role == role {
				n++
			}
		}
		switch {
		case n == 0:
			p := &Problem{File: file, Line: min(1, len(g.Columns)), What: fmt.Sprintf("no column holds the %s", role), Text: g.heading()}
			p.Do = fmt.Sprintf("Say which column holds the %s, or name it “%s” in the header", role, role)
			if role == Worker {
				p.Do += "; if there is none, export the data with one row for each label, and who gave it"
			}
			return p
		case n > 1:
			return &Problem{File: file, What: fmt.Sprintf("%s are said to hold the %s", count(n, "column"), role), Do: "Choose one of them"}
		}
	}
	return nil
}

// labelReader gathers labels.
type labelReader struct {
	*rows
	task, worker, label     int // columns
	missing                 tokens
	separator               []byte
	tasks, workers, classes *names
	counts                  counter
	skipped                 int // rows without an answer
}

// row takes in the current row.
func (l *labelReader) row() error {
	label := l.cell(l.label)
	if l.missing.has(label) {
		l.skipped++
		return nil
	}
	task, worker := l.cell(l.task), l.cell(l.worker)
	if l.missing.has(task) {
		l.reject(l.wrong(l.task, "a label without a task", "Fill it in, or go on without the row"))
		return nil
	}
	if l.missing.has(worker) {
		l.reject(l.wrong(l.worker, "a label without a worker", "Fill it in, or go on without the row"))
		return nil
	}
	if l.counts.n == math.MaxInt32 {
		return &Problem{File: l.file, Line: l.t.Line(), What: fmt.Sprintf("more than %s labels, which is more than can be counted here", grouped(math.MaxInt32)), Do: "Open a part of the file"}
	}
	switch {
	case l.counts.numeric:
		x, err := number(label)
		if err != nil {
			l.reject(l.wrong(l.label, "not a number, where the labels are numbers", "Correct it, take the labels as classes, or go on without the row"))
			return nil
		}
		l.counts.value(l.tasks.add(task), l.workers.add(worker), x)
		return nil
	case len(l.separator) > 0:
		for class := range bytes.SplitSeq(label, l.separator) {
			if class = trim(class); len(class) == 0 {
				continue
			}
			if err := l.add(task, worker, class); err != nil {
				return err
			}
		}
		return nil
	}
	return l.add(task, worker, label)
}

func (l *labelReader) add(task, worker, label []byte) error {
	class := l.classes.add(label)
	if class >= stopClasses {
		if err := l.tooMany(); err != nil {
			return err
		}
	}
	l.counts.class(l.tasks.add(task), l.workers.add(worker), uint16(class))
	return nil
}

// tooMany refuses what looks like a wrong column.
func (l *labelReader) tooMany() error {
	p := l.wrong(l.label, fmt.Sprintf("more than %s different labels; this may be the wrong column", grouped(stopClasses)), "Choose the column of the labels, take the labels as numbers, or confirm that there are so many")
	if l.classes.Len() > crowd.MaxClasses {
		p.What = fmt.Sprintf("more than %s different labels, which no method here can take", grouped(crowd.MaxClasses))
		p.Do = "Choose the column of the labels, or take the labels as numbers"
		return &p
	}
	if l.o.ManyClasses {
		return nil
	}
	return &p
}

// set makes a Set of what was gathered.
func (l *labelReader) set() (*Set, error) {
	if err := l.verdict(); err != nil {
		b := err.(*BadRows)
		b.Good -= l.skipped
		return nil, err
	}
	s := &Set{
		Tasks: l.tasks, Workers: l.workers, Classes: l.classes,
		Rows: l.read, Skipped: l.skipped + l.bad, Bytes: l.src.bytes, Problems: l.problems,
	}
	switch {
	case l.read == 0:
		return nil, l.empty()
	case l.counts.n == 0:
		return nil, &Problem{File: l.file, Column: l.column(l.label), What: fmt.Sprintf("not one of the %s has a label that can be used", count(l.read, "row")), Do: "Choose the column of the labels"}
	}
	l.tasks.seal()
	if l.counts.n > manyLabels {
		// Memory peaks when the labels are grouped, and a tab never gives back what it
		// once took: collect the table and the buffers first.
		l.t = nil
		runtime.GC()
	}
	var order []uint16
	if !l.counts.numeric {
		s.Classes, order = sorted(l.classes)
	}
	labels := l.counts.labels(l.tasks.Len(), l.workers.Len(), l.classes.Len(), order)
	s.Data = &crowd.Dataset{Labels: labels}
	s.Repeats = repeats(&labels)
	s.warn(l.file)
	return s, nil
}

// warn says what is odd about the set.
func (s *Set) warn(file string) {
	add := func(what, do string) { s.Warnings = append(s.Warnings, Problem{File: file, What: what, Do: do}) }
	if !s.Data.Numeric() {
		switch k := s.Classes.Len(); {
		case k == 1:
			add(fmt.Sprintf("every label is the same, “%s”: there is nothing to decide", printable(s.Classes.At(0))), "Check that the right column holds the labels")
		case k > warnClasses:
			add(fmt.Sprintf("there are %s, unusually many", count(k, "different label")), "Check that the right column holds the labels, or take them as numbers")
		}
	}
	if s.Workers.Len() == 1 {
		add(fmt.Sprintf("every label is by one worker, “%s”: nobody can be compared with anybody", printable(s.Workers.At(0))), "Check that the right column holds the workers")
	}
}

// number parses a decimal number.
func number(b []byte) (float64, error) {
	for _, c := range b {
		// ParseFloat takes hexadecimal, infinities and underscores too.
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, strconv.ErrSyntax
		}
	}
	return strconv.ParseFloat(string(b), 64)
}
