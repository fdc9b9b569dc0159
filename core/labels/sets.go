package labels

import (
	"bytes"
	"concord/core/layout"
	"fmt"
	"slices"

	"concord/core/api"
	"concord/core/layout/platform"
)

// option returns the option of the question that is true: empty if none is, a list if
// several are. It returns false for a row that is bad because several are.
func (l *labelReader) option() (label []byte, ok bool) {
	var given []string
	for n, c := range l.question.Columns {
		if !layout.On(string(l.Cell(c))) {
			continue
		}
		if len(given) > 0 && len(l.separator) == 0 && !l.Layout.Sets {
			l.several(c, fmt.Sprintf("a second answer to the question, beside “%s”", api.Printable(given[0])))
			return nil, false
		}
		given = append(given, l.question.Options[n])
	}
	return platform.ListCell(given), true
}

// each takes in the labels of a list.
func (l *labelReader) each(task, worker []byte, list [][]byte, ok bool) error {
	if !ok {
		l.Reject(l.Wrong(l.label, "neither a label nor choices", "Choose a column of choices, or skip the row"))
		return nil
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
