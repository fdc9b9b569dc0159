package dawidskene

import "concord/core/crowd"

// window gives a Pass the keys of some tasks at a time, where those of all labels would take too much memory. Making them
// in every pass costs a few instructions a label.
//
// The tasks in the window have numbers of their own, from 0, so that kernels know nothing of it.
type window struct {
	data  crowd.Dataset // all tasks of the Pass
	class []uint16      // theirs
	start []int32       // of the tasks in the window
	key   []uint32      // of their labels
}

// windowTasks is how many tasks there are in a window: a few, so that their keys stay near the processor, but many batches.
const windowTasks = 16 * batch

// show moves the window to the tasks [from, to), and returns their data and keys, which are valid until the next call.
func (w *window) show(from, to int) (crowd.Dataset, []uint32) {
	some := part(&w.data, from, to)
	begin, end := some.Start[0], some.Start[some.Tasks]
	w.start = w.start[:0]
	for _, at := range some.Start {
		w.start = append(w.start, at-begin)
	}
	some.Start, some.Worker, some.Class = w.start, some.Worker[begin:end], some.Class[begin:end]
	if n := int(end - begin); n > cap(w.key) {
		w.key = make([]uint32, n+n/4)
	}
	w.key = w.key[:end-begin]
	setKeys(w.key, some, nil)
	return *some, w.key
}

// show moves the window, if there is one, to the task that has the number i in it, and those that follow.
func (p *Pass) show(i int) {
	if w := p.window; w != nil {
		p.from += i
		to := min(p.from+windowTasks, w.data.Tasks)
		p.data, p.key = w.show(p.from, to)
		p.class = w.class[p.from:to]
	}
}

// begin begins a loop over all tasks in batches, each of which p then has:
//
//	for i, ok := p.begin(); ok; i, ok = p.next(end) { … }
func (p *Pass) begin() (i int, ok bool) {
	p.end()
	p.show(0)
	return p.next(0)
}

// next returns what number the task i has now that the batch from it on is in the window.
func (p *Pass) next(i int) (int, bool) {
	if w := p.window; w != nil && i+batch > p.data.Tasks && p.from+p.data.Tasks < w.data.Tasks {
		p.show(i)
		i = 0
	}
	if i < p.data.Tasks {
		return i, true
	}
	p.end()
	return i, false
}

// end has p see all tasks again.
func (p *Pass) end() {
	if w := p.window; w != nil {
		p.from, p.data, p.class = 0, w.data, w.class
	}
}
