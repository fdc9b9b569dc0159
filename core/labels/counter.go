package labels

import (
	"math/bits"
	"slices"

	"concord/core/crowd"
	"concord/core/scratch"
)

// chunkSize labels are kept together while a file is read. Appending to chunks
// never copies, so memory peaks at what the labels need instead of three times that.
const chunkSize = 1 << 16

// chunk is a run of labels in the order of the file.
type chunk struct {
	task, worker []int32
	class        []uint16
	value        []float64
}

// counter keeps labels until they can be grouped by task.
type counter struct {
	numeric bool
	chunks  []chunk
	at      int // labels of the last chunk
	n       int
	expect  func() int    // extrapolates, from the labels so far, how many there will be; nil: unknown
	slab    chunk         // what is left of the room made for them
	space   scratch.Space // for all of that; nil: the heap
	slabs   []chunk       // in it, whole
	grouped chunk         // in it: where as many go in the end, so that a lack of room is noticed at once
}

// room returns where the next labels go: to the end of the chunk.
func (c *counter) room() (*chunk, int) {
	if c.at == chunkSize || c.n == 0 {
		c.chunks = append(c.chunks, c.chunk())
		c.at = 0
	}
	return &c.chunks[len(c.chunks)-1], c.at
}

// chunk returns an empty chunk. All but the first are adjacent, so that they free one
// piece of memory in the end: the next thing a tab needs may be as large as all of them.
func (c *counter) chunk() chunk {
	if len(c.chunks) > 0 && len(c.slab.task) == 0 && c.expect != nil {
		expect := c.expect
		c.expect = nil // once a file
		if n := (expect() - 1) / chunkSize; n > 1 {
			c.slab = c.make(n * chunkSize)
			if c.space != nil {
				c.slabs = append(c.slabs, c.slab)
				n = (n + 1) * chunkSize
				c.grouped = chunk{worker: scratch.Make[int32](c.space, n), class: c.classes(n), value: c.values(n)}
			}
		}
	}
	if len(c.slab.task) == 0 {
		return c.make(chunkSize)
	}
	k := c.slab.part(0, chunkSize)
	c.slab = c.slab.part(chunkSize, len(c.slab.task))
	return k
}

func (c *counter) make(n int) chunk {
	return chunk{scratch.Make[int32](c.space, n), scratch.Make[int32](c.space, n), c.classes(n), c.values(n)}
}

// classes makes room for so many, if labels are classes.
func (c *counter) classes(n int) []uint16 {
	if c.numeric {
		return nil
	}
	return scratch.Make[uint16](c.space, n)
}

// values makes room for so many, if labels are numbers.
func (c *counter) values(n int) []float64 {
	if !c.numeric {
		return nil
	}
	return scratch.Make[float64](c.space, n)
}

// part returns the labels [from, to).
func (k *chunk) part(from, to int) chunk {
	return chunk{k.task[from:to], k.worker[from:to], part(k.class, from, to), part(k.value, from, to)}
}

// add keeps the first n of these labels, which have classes or values.
func (c *counter) add(task, worker, class *[batchSize]int32, value *[batchSize]float64, n int) {
	for from := 0; from < n; {
		k, at := c.room()
		size := min(n-from, chunkSize-at)
		c.n += size
		c.at += size
		copy(k.task[at:], task[from:from+size])
		copy(k.worker[at:], worker[from:from+size])
		if c.numeric {
			copy(k.value[at:], value[from:from+size])
		} else {
			to := k.class[at : at+size]
			for n := range to {
				to[n] = uint16(class[from+n])
			}
		}
		from += size
	}
}

// close cuts the last chunk to the labels in it.
func (c *counter) close() {
	if c.n > 0 {
		k := &c.chunks[len(c.chunks)-1]
		k.task = k.task[:c.at]
	}
}

// group sorts the labels by task, stably, and gives class k the number order[k]. It
// releases each chunk once it is copied.
//
// It is a counting sort in two rounds. With millions of tasks a single round would wait
// for memory at every label. So labels first go to their block of tasks, of which there
// are few enough to write to all of them at once, and then to their place in the block,
// which fits the processor's cache. In between, the high bits of the worker hold the task.
func (c *counter) group(tasks, workers, classes int, order []uint16) crowd.Labels {
	c.close()
	c.slab = chunk{}
	l := crowd.Labels{Tasks: tasks, Workers: workers, Classes: classes, Start: scratch.Make[int32](c.space, tasks+1)}
	if to := c.grouped; c.n <= len(to.worker) {
		l.Worker, l.Class, l.Value = to.worker[:c.n:c.n], part(to.class, 0, c.n), part(to.value, 0, c.n)
	} else {
		l.Worker, l.Class, l.Value = scratch.Make[int32](c.space, c.n), c.classes(c.n), c.values(c.n)
	}
	if c.numeric {
		l.Classes = 0
	}
	s := sorter{l: &l, bits: uint(bits.Len(uint(max(workers, 1) - 1)))}
	s.shift = min(c.blockShift(tasks), 32-s.bits)
	blocks := make([]int32, (max(tasks, 1)-1)>>s.shift+2) // where each begins
	sorted, last := true, int32(0)
	for _, k := range c.chunks {
		sorted = s.tally(k.task, blocks, last) && sorted
		last = k.task[len(k.task)-1]
	}
	for b := range blocks[1:] {
		blocks[b+1] += blocks[b]
	}
	next := slices.Clone(blocks)
	for n := range c.chunks {
		s.spread(&c.chunks[n], next, order)
		c.chunks[n] = chunk{}
	}
	for b, from := range blocks[:len(blocks)-1] {
		s.block(int(from), int(blocks[b+1]), b<<s.shift, sorted)
	}
	for _, slab := range c.slabs {
		scratch.Free(c.space, slab.task)
		scratch.Free(c.space, slab.worker)
		scratch.Free(c.space, slab.class)
		scratch.Free(c.space, slab.value)
	}
	c.slabs = nil
	return l
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

// tally counts the labels of each block, in blocks[1:], and reports whether last and these tasks are sorted.
func (s *sorter) tally(tasks, blocks []int32, last int32) (sorted bool) {
	shift, falls := s.shift&31, int32(0)
	for _, i := range tasks {
		blocks[i>>shift+1]++
		falls |= i - last // negative where one is less than the one before
		last = i
	}
	return falls >= 0
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
func (s *sorter) block(from, to, first int, sorted bool) {
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
	if sorted {
		copy(next, next[1:])
		next[len(next)-1] = at
		for n, w := range l.Worker[from:to] {
			l.Worker[from+n] = w & mask
		}
		return
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
