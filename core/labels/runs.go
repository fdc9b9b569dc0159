package labels

import (
	"math"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/table"
)

// runs takes in many rows at a time where they are plain, as most are: a task, a worker
// and a class, each in a cell. It looks up one column after the other, so that a row
// costs a few turns of three small loops and no call. All other rows are left to row.
type runs struct {
	table.Run
	task, worker, class [batchSize]int32
	short               int // consecutive runs that were not worth it
	wait                int // rows to take in singly before the next run
}

// Instead of the index of a class.
const (
	isNew     = -1
	isMissing = -2
	isOdd     = -3
)

// newRuns returns nil if rows have to be taken in one by one.
func (l *labelReader) newRuns() *runs {
	if !l.Layout.IsText() || l.columns != nil || l.tally != nil || l.comparing != nil || l.everyone != nil || l.lists || l.lines ||
		l.question != nil || l.id >= 0 || len(l.separator) > 0 || l.to.labels.numeric || l.to.doubt != nil || l.to.watch != nil ||
		l.Layout.Judged {
		return nil
	}
	return &runs{}
}

// take takes in rows up to the first that is not plain, perhaps none.
func (r *runs) take(l *labelReader) error {
	if r.wait > 0 {
		r.wait--
		return nil
	}
	for {
		n, err := r.one(l)
		switch {
		case err != nil || n == batchSize:
			r.short = 0
			if err != nil {
				return err
			}
			continue
		case n >= 8:
			r.short = 0
		default:
			r.short = min(r.short+1, 10)
			r.wait = 1<<r.short - 1
		}
		return nil
	}
}

// one takes in one run, and returns how many rows it had.
func (r *runs) one(l *labelReader) (int, error) {
	l.Run([3]int{l.task, l.worker, l.label}, &r.Run)
	n, p := r.N, l.to
	if n == 0 {
		return 0, nil
	}
	if p.labels.n > math.MaxInt32-2*batchSize {
		return 0, tooManyLabels(l.File)
	}
	if err := p.tooManyNames(l.File); err != nil {
		return 0, err
	}
	l.batch.flush(p.tasks, &p.labels)
	n = r.classes(l, n)
	tasks, workers := cells{r.Text, &r.From[0], &r.To[0], n}, cells{r.Text, &r.From[1], &r.To[1], n}
	p.tasks.findAll(tasks, &r.task)
	n = r.named(l, tasks, &r.task)
	workers.n = n
	p.workers.findAll(workers, &r.worker)
	n = r.named(l, workers, &r.worker)
	l.Take(&r.Run, n)
	for k, c := range r.class[:n] {
		if c == isNew {
			r.class[k] = l.recent.add(p.classes, r.Text[r.From[2][k]:r.To[2][k]])
		}
	}
	kept := r.keep(n)
	p.skipped += n - kept
	tasks.n, workers.n = kept, kept
	p.tasks.addAll(tasks, &r.task)
	p.workers.addAll(workers, &r.worker)
	p.labels.add(&r.task, &r.worker, &r.class, nil, kept)
	return n, nil
}

// classes finds the classes of the first n rows, and returns how many rows precede the
// first that is not plain.
func (r *runs) classes(l *labelReader, n int) int {
	for k := range n {
		from, to := r.From[2][k], r.To[2][k]
		if from == to {
			r.class[k] = isMissing
			continue
		}
		e := &l.recent[r.Text[to-1]]
		if key := keyIn(r.Text, from, to); key == e.key && key.whole() {
			r.class[k] = e.i
			continue
		}
		c := l.classOf(r.Text[from:to])
		if c == isOdd {
			return k
		}
		r.class[k] = c
	}
	return n
}

// classOf returns the class that a cell names, or what else it is.
func (l *labelReader) classOf(label []byte) int32 {
	p := l.to
	switch {
	case !parse.Trimmed(label), string(label) == l.heading: // perhaps the header once more
		return isOdd
	case l.lacks(label):
		return isMissing
	case p.classes.lookUp(label) >= 0:
		return l.recent.add(p.classes, label)
	case p.classes.Len() > layout.ManyClasses-batchSize:
		return isOdd // perhaps one too many
	}
	return isNew
}

// named returns how many rows precede the first whose task or worker is missing or not
// plain. A name that was found was plain when it was new.
func (r *runs) named(l *labelReader, all cells, index *[batchSize]int32) int {
	for k, i := range index[:all.n] {
		if i >= 0 || r.class[k] == isMissing {
			continue
		}
		if name := all.at(k); !parse.Trimmed(name) || l.nameless.Has(name) {
			return k
		}
	}
	return all.n
}

// keep moves those of the first n rows that have a label together, and returns how many they are.
func (r *runs) keep(n int) int {
	kept := 0
	for k, c := range r.class[:n] {
		if c == isMissing {
			continue
		}
		if kept < k {
			r.task[kept], r.worker[kept], r.class[kept] = r.task[k], r.worker[k], c
			for column := range 2 {
				r.From[column][kept], r.To[column][kept] = r.From[column][k], r.To[column][k]
			}
		}
		kept++
	}
	return kept
}
