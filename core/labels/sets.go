package labels

import (
	"bytes"
	"concord/core/layout"
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout/platform"
)

// option returns the option of the question that is true: a list if several are, or if none is, and
// empty if the question was not answered. It returns false for a row that is bad because several are.
func (l *labelReader) option() (label []byte, ok bool) {
	var given []string
	answered := false
	for n, c := range l.question.Columns {
		answered = answered || !l.missing.Has(l.Cell(c))
		if !layout.On(string(l.Cell(c))) {
			continue
		}
		if len(given) > 0 && len(l.separator) == 0 && !l.Layout.Sets {
			l.several(c, fmt.Sprintf("a second answer to the question, beside “%s”", api.Printable(given[0])))
			return nil, false
		}
		given = append(given, l.question.Options[n])
	}
	if answered && len(given) == 0 {
		return []byte("[]"), true
	}
	return platform.ListCell(given), true
}

// maySet reports whether a task may have several labels, or none.
func (l *labelReader) maySet() bool {
	return (l.Layout.Sets || len(l.separator) > 0) && !l.to.labels.numeric
}

// ticksNothing reports whether an empty cell is an answer.
func (l *labelReader) ticksNothing(label []byte) bool {
	return len(label) == 0 && l.maySet() && l.submitted()
}

// submitted reports whether the current row was handed in, where the platform tells that from what was skipped.
func (l *labelReader) submitted() bool {
	u := l.unanswered
	return u != nil && (u.Column < 0 || !bytes.EqualFold(l.Cell(u.Column), []byte(u.Cell)))
}

// tickNothing takes in an answer of no label.
func (l *labelReader) tickNothing(task, worker []byte) error {
	p := l.to
	if p.check {
		return nil
	}
	l.batch.flush(p.tasks, &p.labels) // tasks are numbered in their order
	p.blank = append(p.blank, Answer{p.tasks.add(task), p.workers.add(worker)})
	return p.tooManyNames(l.File)
}

// each takes in the labels of a list.
func (l *labelReader) each(task, worker []byte, list [][]byte, ok bool) error {
	if !ok {
		l.Reject(l.Wrong(l.label, "neither a label nor choices", "Choose a column of choices, or skip the row"))
		return nil
	}
	if len(list) == 0 && l.maySet() {
		return l.tickNothing(task, worker)
	}
	for n := range list {
		list[n] = bytes.TrimSpace(list[n])
	}
	list = slices.DeleteFunc(list, l.missing.Has)
	switch {
	case len(list) == 0:
		l.to.skipped++
		return nil
	case len(list) > 1 && !l.Layout.Sets && len(l.separator) == 0 || l.to.labels.numeric && len(list) > 1:
		l.several(l.label, "several labels, where one is expected")
		return nil
	case l.to.labels.numeric:
		return l.vote(task, worker, list[0])
	}
	for n, class := range list {
		if !slices.ContainsFunc(list[:n], func(one []byte) bool { return bytes.Equal(one, class) }) {
			if err := l.add(task, worker, class); err != nil {
				return err
			}
		}
	}
	return nil
}

// several rejects a row that has several labels.
func (l *labelReader) several(column int, what string) {
	p := l.Wrong(column, what, "Allow several labels per task, or skip the row")
	p.Err = api.ErrSeveral
	l.Reject(p)
}
