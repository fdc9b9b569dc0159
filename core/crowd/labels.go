// Package crowd defines what all other packages are about: labels, data sets and
// estimates. Tasks, workers and classes are integers here; only the packages that read
// and write files know their names.
package crowd

import (
	"fmt"
	"slices"
)

// MaxClasses is the largest number of classes that Labels can hold.
const MaxClasses = 1<<16 - 1

// Labels are what the workers said: sparse, grouped by task.
//
// The labels of task i are the entries Start[i] to Start[i+1] of Worker and
// Class (or Value), in the order of the input. A worker may label a task more
// than once; every label counts. Where labels are numbers Value holds them,
// Class is nil and Classes is 0.
type Labels struct {
	Tasks, Workers, Classes int

	Start  []int32   // len Tasks+1, Start[0] = 0 unless this is a part
	Worker []int32   // the worker of each label, 0 ≤ j < Workers
	Class  []uint16  // the class each label names, 0 ≤ l < Classes
	Value  []float64 // the number each label gives, in place of Class

	Swapped []bool  // of comparisons: whether the worker saw the second item on the left; nil: not known
	Order   []int32 // of comparisons: the place of each label in the order in which they were given; nil: not known
}

// Len returns the number of labels.
func (l *Labels) Len() int { return int(l.Start[l.Tasks] - l.Start[0]) }

// TaskOf returns the task of each label.
func (l *Labels) TaskOf() []int32 {
	task := make([]int32, 0, l.Len())
	for i := range l.Tasks {
		for range l.Start[i+1] - l.Start[i] {
			task = append(task, int32(i))
		}
	}
	return task
}

// Numeric reports whether the labels are numbers rather than classes.
func (l *Labels) Numeric() bool { return l.Value != nil }

// Empty returns tasks of the same workers and classes, with room for n labels.
func (l *Labels) Empty(tasks, n int) Labels {
	e := *l
	e.Tasks, e.Start, e.Worker, e.Class, e.Value = tasks, make([]int32, tasks+1), make([]int32, 0, n), nil, nil
	e.Swapped, e.Order = nil, nil
	if l.Numeric() {
		e.Value = make([]float64, 0, n)
	} else {
		e.Class = make([]uint16, 0, n)
	}
	return e
}

// Append adds label n of other labels of the same workers and classes; Start is the caller's.
func (l *Labels) Append(from *Labels, n int) {
	l.Worker = append(l.Worker, from.Worker[n])
	if l.Numeric() {
		l.Value = append(l.Value, from.Value[n])
	} else {
		l.Class = append(l.Class, from.Class[n])
	}
	if from.Swapped != nil {
		l.Swapped = append(l.Swapped, from.Swapped[n])
	}
	if from.Order != nil {
		l.Order = append(l.Order, from.Order[n])
	}
}

// At returns what label n says: its class, or its number.
func (l *Labels) At(n int) float64 {
	if l.Numeric() {
		return l.Value[n]
	}
	return float64(l.Class[n])
}

// Of returns the range [from, to) of the labels of task i.
func (l *Labels) Of(i int) (from, to int) { return int(l.Start[i]), int(l.Start[i+1]) }

// Part returns the labels of the tasks [from, to), sharing memory with l. Its
// task 0 is l's task from; Start keeps its offsets into the shared Worker and
// Class.
func (l *Labels) Part(from, to int) Labels {
	p := *l
	p.Tasks = to - from
	p.Start = l.Start[from : to+1]
	return p
}

// Join returns, task by task, the labels of a followed by those of b, which has the
// tasks, workers and classes of a and perhaps more. Those of b were given later.
func Join(a, b *Labels) Labels {
	n := a.Len() + b.Len()
	l := Labels{
		Tasks: b.Tasks, Workers: b.Workers, Classes: b.Classes,
		Start: make([]int32, b.Tasks+1), Worker: make([]int32, 0, n), Class: make([]uint16, 0, n),
	}
	known := func(ofA, ofB bool) bool { return (ofA || a.Len() == 0) && (ofB || b.Len() == 0) && n > 0 }
	swapped, order := known(a.Swapped != nil, b.Swapped != nil), known(a.Order != nil, b.Order != nil)
	later := int32(0) // how many places of a there are
	if order && a.Len() > 0 {
		later = slices.Max(a.Order[a.Start[0]:a.Start[a.Tasks]]) + 1
	}
	add := func(of *Labels, from, to int, places int32) {
		l.Worker, l.Class = append(l.Worker, of.Worker[from:to]...), append(l.Class, of.Class[from:to]...)
		if swapped {
			l.Swapped = append(l.Swapped, of.Swapped[from:to]...)
		}
		if order {
			for _, place := range of.Order[from:to] {
				l.Order = append(l.Order, places+place)
			}
		}
	}
	copied := int(a.Start[0]) // of a
	for i := range b.Tasks {
		upto := int(a.Start[min(i+1, a.Tasks)])
		from, to := b.Of(i)
		if from < to {
			add(a, copied, upto, 0)
			add(b, from, to, later)
			copied = upto
		}
		l.Start[i+1] = int32(upto-int(a.Start[0])) + b.Start[i+1] - b.Start[0]
	}
	add(a, copied, int(a.Start[a.Tasks]), 0)
	return l
}

// Repeats counts labels beyond the first by the same worker on the same task, and
// returns the task and the worker of the first of them.
func (l *Labels) Repeats() (n, task, worker int) {
	const block = 1 << 12 // tasks: WebAssembly compiles a function well once it has been called often
	last := make([]int32, l.Workers)
	for from := 0; from < l.Tasks; from += block {
		some, i, j := l.repeats(from, min(from+block, l.Tasks), last)
		if n == 0 {
			task, worker = i, j
		}
		n += some
	}
	return n, task, worker
}

// repeats is Repeats for the tasks from first to end; last is the last task seen of
// each worker, plus one.
func (l *Labels) repeats(first, end int, last []int32) (n, task, worker int) {
	for i := first; i < end; i++ {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
			if last[j] == int32(i+1) {
				if n == 0 {
					task, worker = i, int(j)
				}
				n++
			}
			last[j] = int32(i + 1)
		}
	}
	return n, task, worker
}

// ByWorker lists the labels of each worker, in their order: those of worker j are
// the entries start[j] to start[j+1] of label, indices into Worker and Class.
func (l *Labels) ByWorker() (start, label []int32) {
	start = make([]int32, l.Workers+1)
	from, to := l.Start[0], l.Start[l.Tasks]
	for _, j := range l.Worker[from:to] {
		start[j+1]++
	}
	for j := range l.Workers {
		start[j+1] += start[j]
	}
	next := slices.Clone(start[:l.Workers])
	label = make([]int32, to-from)
	for n := from; n < to; n++ {
		j := l.Worker[n]
		label[next[j]] = n
		next[j]++
	}
	return start, label
}

// NewLabels groups parallel slices (one entry per label, in any order) by task.
// It keeps the order of the labels of one task, and panics on an index out of range,
// which is a bug.
func NewLabels(tasks, workers, classes int, task, worker, class []int32) Labels {
	l, place := newLabels(tasks, workers, task, worker)
	l.Classes, l.Class = classes, make([]uint16, len(task))
	for n, c := range class {
		if c < 0 || int(c) >= classes {
			panic(fmt.Sprintf("crowd: label %d is class %d of %d", n, c, classes))
		}
		l.Class[place[n]] = uint16(c)
	}
	return l
}

// NewValues is NewLabels for labels that are numbers.
func NewValues(tasks, workers int, task, worker []int32, value []float64) Labels {
	l, place := newLabels(tasks, workers, task, worker)
	l.Value = make([]float64, len(task))
	for n, x := range value {
		l.Value[place[n]] = x
	}
	return l
}

// newLabels groups workers by task: label n goes to place[n].
func newLabels(tasks, workers int, task, worker []int32) (l Labels, place []int32) {
	start, place := group(tasks, task)
	l = Labels{Tasks: tasks, Workers: workers, Start: start, Worker: make([]int32, len(task))}
	for n, j := range worker {
		if j < 0 || int(j) >= workers {
			panic(fmt.Sprintf("crowd: label %d is by worker %d of %d", n, j, workers))
		}
		l.Worker[place[n]] = j
	}
	return l, place
}

// group is a stable counting sort: place[n] is where label n goes.
func group(tasks int, task []int32) (start, place []int32) {
	start = make([]int32, tasks+1)
	for n, i := range task {
		if i < 0 || int(i) >= tasks {
			panic(fmt.Sprintf("crowd: label %d is of task %d of %d", n, i, tasks))
		}
		start[i+1]++
	}
	for i := range tasks {
		start[i+1] += start[i]
	}
	next := slices.Clone(start[:tasks])
	place = make([]int32, len(task))
	for n, i := range task {
		place[n] = next[i]
		next[i]++
	}
	return start, place
}
