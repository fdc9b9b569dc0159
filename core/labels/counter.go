package labels

import "iter"

// chunkSize labels are kept together while a file is read. Appending to chunks
// never copies, so memory peaks at what the labels need instead of three times that.
const chunkSize = 1 << 16

// chunk is a run of labels in the order of the file.
type chunk struct {
	task, worker []int32 // task is nil unless tasks are mixed
	class        []uint16
	value        []float64
}

// counter keeps labels until they can be grouped by task.
//
// In most files the labels of a task follow each other, and tasks are numbered as they come. Then labels are grouped
// already: it is enough to note where each task begins. Only from the first task that comes again on, which mixes
// them, is the task of each label kept.
type counter struct {
	numeric bool
	mixed   bool
	start   []int32 // unless mixed: where the labels of each task begin
	chunks  []chunk
	at      int // labels of the last chunk
	n       int
	expect  func() int // extrapolates, from the labels so far, how many there will be; nil: unknown
	slab    chunk      // what is left of the room made for them
	slabs   []chunk    // that room, whole
	spare   []chunk    // in place of a slab where tasks are mixed: empty chunks, each of which is released once it is copied
}

// room returns where the next labels go: to the end of the chunk.
func (c *counter) room() (*chunk, int) {
	if c.at == chunkSize || c.n == 0 {
		c.chunks = append(c.chunks, c.chunk())
		c.at = 0
	}
	return &c.chunks[len(c.chunks)-1], c.at
}

// chunk returns an empty chunk. Where the number of labels can be told they are adjacent, so that they can become the
// labels, or free one piece of memory in the end: the next thing a tab needs may be as large as all of them.
func (c *counter) chunk() chunk {
	if len(c.chunks) > 0 && len(c.slab.worker)+len(c.spare) == 0 && c.expect != nil {
		expect := c.expect
		c.expect = nil // once a file
		if n := (expect() + chunkSize - 1) / chunkSize; n > 2 {
			c.reserve(n)
		}
	}
	if len(c.spare) > 0 {
		k := c.spare[0]
		c.spare = c.spare[1:]
		return k
	}
	if len(c.slab.worker) == 0 {
		return c.make(chunkSize)
	}
	k := c.slab.part(0, chunkSize)
	c.slab = c.slab.part(chunkSize, len(c.slab.worker))
	return k
}

// reserve makes room for so many chunks, and moves the first chunk there. Labels that are not mixed get more: what the
// file was read ahead makes its forecast low, and while room that is left over is hardly ever touched, labels for which
// there is too little must be copied.
func (c *counter) reserve(chunks int) {
	if c.mixed {
		for range chunks - 1 {
			c.spare = append(c.spare, c.make(chunkSize))
		}
		return
	}
	chunks += chunks / 3
	c.slab = c.make(chunks * chunkSize)
	c.slabs = append(c.slabs, c.slab)
	if len(c.chunks) == 1 {
		first := c.chunk()
		first.copy(c.chunks[0])
		c.chunks[0] = first
	}
	c.growStart(len(c.start) * (len(c.chunks) + chunks) / len(c.chunks))
}

// make makes room for so many labels, with their tasks if these are mixed.
func (c *counter) make(n int) chunk {
	k := c.labels(n)
	if c.mixed {
		k.task = make([]int32, n)
	}
	return k
}

// labels makes room for so many labels.
func (c *counter) labels(n int) chunk {
	k := chunk{worker: make([]int32, n)}
	if c.numeric {
		k.value = make([]float64, n)
	} else {
		k.class = make([]uint16, n)
	}
	return k
}

// part returns the labels [from, to).
func (k *chunk) part(from, to int) chunk {
	return chunk{part(k.task, from, to), part(k.worker, from, to), part(k.class, from, to), part(k.value, from, to)}
}

// copy copies labels to the beginning of k.
func (k *chunk) copy(from chunk) {
	copy(k.task, from.task)
	copy(k.worker, from.worker)
	copy(k.class, from.class)
	copy(k.value, from.value)
}

// add keeps the first n of these labels, which have classes or values.
func (c *counter) add(task, worker, class *[batchSize]int32, value *[batchSize]float64, n int) {
	if !c.mixed && !c.follow(task[:n]) {
		c.mix()
	}
	for from := 0; from < n; {
		k, at := c.room()
		size := min(n-from, chunkSize-at)
		c.n += size
		c.at += size
		if c.mixed {
			copy(k.task[at:], task[from:from+size])
		}
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

// follow notes where tasks begin whose labels are about to be added. It returns false if one comes again.
func (c *counter) follow(tasks []int32) bool {
	last := int32(len(c.start)) - 1
	for n, i := range tasks {
		if i < last {
			return false
		}
		for ; last < i; last++ {
			if len(c.start) == cap(c.start) {
				c.growStart(max(1<<10, len(c.start)*5/4))
			}
			c.start = append(c.start, int32(c.n+n))
		}
	}
	return true
}

// growStart makes room to note where so many tasks begin.
func (c *counter) growStart(tasks int) {
	was := c.start
	c.start = append(make([]int32, 0, tasks), was...)
}

// mix gives the chunks the task of each label.
func (c *counter) mix() {
	c.mixed = true
	for n := range c.chunks {
		c.chunks[n].task = make([]int32, len(c.chunks[n].worker))
	}
	n := 0
	for i := range c.starts() {
		c.chunks[n/chunkSize].task[n%chunkSize] = i
		n++
	}
	c.start = nil
	if len(c.slabs) > 0 {
		c.slab.task = make([]int32, len(c.slab.worker))
	}
}

// tasks are the tasks of the labels, in the order of the file.
func (c *counter) tasks() iter.Seq[int32] {
	if !c.mixed {
		return c.starts()
	}
	return func(yield func(int32) bool) {
		for _, k := range c.chunks {
			for _, i := range k.task {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// starts are tasks, unless these are mixed.
func (c *counter) starts() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		n := 0
		for i := range c.start {
			end := c.n
			if i+1 < len(c.start) {
				end = min(end, int(c.start[i+1]))
			}
			for ; n < end; n++ {
				if !yield(int32(i)) {
					return
				}
			}
		}
	}
}

// close cuts the last chunk to the labels in it.
func (c *counter) close() {
	if c.n > 0 {
		k := &c.chunks[len(c.chunks)-1]
		*k = k.part(0, c.at)
	}
}
