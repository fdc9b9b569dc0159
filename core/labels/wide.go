package labels

import (
	"strconv"
)

// across takes in the current row of a wide table. A row with a bad label is bad
// as a whole.
func (l *labelReader) across() error {
	p := l.to
	var task []byte
	if l.task >= 0 {
		task = l.Cell(l.task)
	} else {
		task = strconv.AppendInt(nil, int64(l.Read), 10) // the number of the row
	}
	if l.headerAgain(l.Cell(l.columns[0])) {
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
	case l.nameless.Has(task):
		l.Reject(l.Wrong(l.task, "labels without a task", "Fill it in, or go on without the row"))
		return nil
	}
	return l.addAcross(task)
}

// saidAcross reports whether there is a label in the row of a wide table. It
// returns false for a row that is bad.
func (l *labelReader) saidAcross() (given, ok bool) {
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

// addAcross takes in the labels of the row.
func (l *labelReader) addAcross(task []byte) error {
	for n, c := range l.columns {
		l.label = c
		label := l.Cell(c)
		if l.missing.Has(label) {
			continue
		}
		if err := l.vote(task, l.names[n], label); err != nil {
			return err
		}
	}
	return nil
}
