package labels

import (
	"math/bits"
	"runtime/debug"
	"slices"

	"concord/core/crowd"
)

// released is after how many chunks the memory of those that were copied is given back.
const released = 64

// group groups the labels by task, in the order of the file, and gives class k the number order[k].
func (c *counter) group(tasks, workers, classes int, order []uint16) crowd.Labels {
	c.close()
	c.slab, c.spare = chunk{}, nil
	l := crowd.Labels{Tasks: tasks, Workers: workers, Classes: classes}
	if c.numeric {
		l.Classes = 0
	}
	if c.mixed {
		c.sort(&l, order)
	} else {
		c.gather(&l, order)
	}
	c.slabs = nil
	return l
}

// gather makes labels of chunks that are grouped already. It releases each chunk once it is copied, if it must be.
func (c *counter) gather(l *crowd.Labels, order []uint16) {
	if cap(c.start) <= l.Tasks {
		c.growStart(l.Tasks + 1)
	}
	for len(c.start) <= l.Tasks {
		c.start = append(c.start, int32(c.n))
	}
	l.Start = c.start
	var all chunk
	if len(c.slabs) > 0 && c.n <= len(c.slabs[0].worker) {
		all = c.slabs[0].part(0, c.n)
	} else {
		all = c.labels(c.n)
		at := 0
		for n, k := range c.chunks {
			to := all.part(at, c.n)
			to.copy(k)
			at += len(k.worker)
			c.chunks[n] = chunk{}
		}
	}
	l.Worker, l.Class, l.Value = slices.Clip(all.worker), slices.Clip(all.class), slices.Clip(all.value)
	for n, k := range l.Class {
		l.Class[n] = order[k]
	}
}

// sort makes labels of chunks whose tasks are mixed. It releases each chunk once it is copied.
//
// It is a counting sort in two rounds. With millions of tasks a single round would wait
// for memory at every label. So labels first go to their block of tasks, of which there
// are few enough to write to all of them at once, and then to their place in the block,
// which fits the processor's cache. In between, the high bits of the worker hold the task.
func (c *counter) sort(l *crowd.Labels, order []uint16) {
	all := c.labels(c.n)
	l.Worker, l.Class, l.Value = all.worker, all.class, all.value
	l.Start = make([]int32, l.Tasks+1)
	s := sorter{l: l, bits: uint(bits.Len(uint(max(l.Workers, 1) - 1)))}
	s.shift = min(c.blockShift(l.Tasks), 32-s.bits)
	blocks := make([]int32, (max(l.Tasks, 1)-1)>>s.shift+2) // where each begins
	for _, k := range c.chunks {
		s.tally(k.task, blocks)
	}
	for b := range blocks[1:] {
		blocks[b+1] += blocks[b]
	}
	next := slices.Clone(blocks)
	for n := range c.chunks {
		s.spread(&c.chunks[n], next, order)
		c.chunks[n] = chunk{}
		if n%released == released-1 {
			debug.FreeOSMemory() // the labels take memory as they are written
		}
	}
	for b, from := range blocks[:len(blocks)-1] {
		s.block(int(from), int(blocks[b+1]), b<<s.shift)
	}
}

// blockShift returns how many bits of a task are its number within its block, chosen so
// that a block has some ten thousand labels and there are at most a few thousand blocks.
func (c *counter) blockShift(tasks int) (shift uint) {
	most := max(1<<16, int64(c.n)>>9) // labels
	for shift < 31 && int64(c.n) <= most*int64(tasks)>>(shift+1) {
		shift++
	}
	return shift
}

// sorter sorts labels by task.
type sorter struct {
	l           *crowd.Labels
	shift, bits uint // a block has 1<<shift tasks; a worker has so many bits

	worker []int32 // copies of what a block holds
	class  []uint16
	value  []float64
}

// tally counts the labels of each block, in blocks[1:].
func (s *sorter) tally(tasks, blocks []int32) {
	shift := s.shift & 31
	for _, i := range tasks {
		blocks[i>>shift+1]++
	}
}

// spread copies labels to the next free places of their blocks.
func (s *sorter) spread(k *chunk, next []int32, order []uint16) {
	l, shift, bits, mask := s.l, s.shift&31, s.bits&31, int32(1)<<s.shift-1
	workers := k.worker[:len(k.task)]
	for n, i := range k.task {
		b := i >> shift
		p := next[b]
		next[b]++
		l.Worker[p] = workers[n] | (i&mask)<<bits
		if k.value != nil {
			l.Value[p] = k.value[n]
		} else {
			l.Class[p] = order[k.class[n]]
		}
	}
}

// block sorts the labels [from, to), which are of the tasks from first on.
func (s *sorter) block(from, to, first int) {
	l, bits, mask := s.l, s.bits&31, int32(1)<<s.bits-1
	// While labels are placed, next[i] is where the next label of task first+i goes;
	// in the end that is where the next task begins.
	next := l.Start[first+1 : min(first+1<<s.shift, l.Tasks)+1]
	for _, w := range l.Worker[from:to] {
		next[uint32(w)>>bits]++
	}
	at := int32(from)
	for i, n := range next {
		next[i] = at
		at += n
	}
	s.worker = append(s.worker[:0], l.Worker[from:to]...)
	if l.Numeric() {
		s.value = append(s.value[:0], l.Value[from:to]...)
		for n, w := range s.worker {
			i := uint32(w) >> bits
			p := next[i]
			next[i]++
			l.Worker[p], l.Value[p] = w&mask, s.value[n]
		}
		return
	}
	s.class = append(s.class[:0], l.Class[from:to]...)
	for n, w := range s.worker {
		i := uint32(w) >> bits
		p := next[i]
		next[i]++
		l.Worker[p], l.Class[p] = w&mask, s.class[n]
	}
}
