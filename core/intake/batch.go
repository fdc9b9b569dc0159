package intake

import "encoding/binary"

// batchSize labels wait for the names of their tasks to be looked up together.
//
// With millions of tasks in no order nearly every look-up waits for memory
// twice, for the table and for the name. One after the other these waits add up
// to most of the time it takes to read a file; side by side they overlap.
const batchSize = 64

// batch is labels whose tasks are not numbered yet.
type batch struct {
	text   []byte // the names of the tasks, one after the other
	end    [batchSize]int
	worker [batchSize]int32
	class  [batchSize]uint16
	value  [batchSize]float64
	n      int
	sorted int // labels to come that are not worth a batch: the last ones were sorted by task
}

// put adds a label, and its place among those of the batch.
func (b *batch) put(task []byte, worker int32) int {
	at := b.n
	b.text = append(b.text, task...)
	b.end[at] = len(b.text)
	b.worker[at] = worker
	b.n++
	return at
}

// flush numbers the tasks of the batch and empties it into c.
func (b *batch) flush(tasks *names, c *counter) {
	var index [batchSize]int32
	tasks.addAll(b, &index)
	for k, i := range index[:b.n] {
		if c.numeric {
			c.value(i, b.worker[k], b.value[k])
		} else {
			c.class(i, b.worker[k], b.class[k])
		}
	}
	b.n, b.text = 0, b.text[:0]
}

// addAll is add for each name of b.
func (s *names) addAll(b *batch, index *[batchSize]int32) {
	var keys [batchSize]key
	from, repeats := 0, 0
	for k := range b.n {
		keys[k] = keyOf(b.text[from:b.end[k]])
		from = b.end[k]
		if k > 0 && keys[k] == keys[k-1] {
			repeats++
		}
	}
	if b.sorted = 0; 2*repeats < b.n {
		s.findAll(b, &keys, index)
	} else {
		b.sorted = 1024
		for k := range b.n {
			index[k] = -1
		}
	}
	// What is new must be added in the order of the file; the rest comes at any time.
	from = 0
	for k := range b.n {
		switch {
		case index[k] >= 0:
		case k > 0 && keys[k] == keys[k-1] && keys[k].whole():
			index[k] = index[k-1]
		default:
			index[k] = s.add(b.text[from:b.end[k]])
		}
		from = b.end[k]
	}
}

// findAll looks at the first slot of each name of b, and at the name that it
// leads to. The index of what is not found there is -1.
func (s *names) findAll(b *batch, keys *[batchSize]key, index *[batchSize]int32) {
	var hashes, entries [batchSize]uint64
	from := 0
	for k := range b.n {
		index[k] = -1
		hashes[k] = keys[k].hash(b.text[from:b.end[k]])
		from = b.end[k]
	}
	if s.table == nil {
		return
	}
	for k := range b.n {
		entries[k] = s.table[hashes[k]&s.mask]
	}
	for k, e := range entries[:b.n] {
		if e == 0 || e>>32 != hashes[k]>>32 || !keys[k].whole() {
			continue
		}
		if p := s.blocks[uint32(e)>>blockBits][uint32(e)&(blockSize-1):]; keys[k].at(p) {
			index[k] = int32(binary.LittleEndian.Uint32(p))
		}
	}
}
