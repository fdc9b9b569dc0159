package labels

import (
	"encoding/binary"

	"concord/core/table"
)

// batchSize names are looked up together.
//
// With millions of tasks in no order nearly every look-up waits for memory
// twice, for the table and for the name. One after the other these waits add up
// to most of the time it takes to read a file; side by side they overlap. And
// what is done to many names in one loop needs no call for each of them.
const batchSize = table.RunSize

// cells are names that lie in a text.
type cells struct {
	text     []byte // goes on for eight bytes beyond the last name
	from, to *[batchSize]int32
	n        int
}

func (c cells) at(k int) []byte { return c.text[c.from[k]:c.to[k]] }

// batch is labels whose tasks are not numbered yet.
type batch struct {
	text     []byte // the names of the tasks, one after the other
	from, to [batchSize]int32
	worker   [batchSize]int32
	class    [batchSize]int32
	value    [batchSize]float64
	n        int
	index    [batchSize]int32
}

// put adds a label, and its place among those of the batch.
func (b *batch) put(task []byte, worker int32) int {
	at := b.n
	if at == 0 {
		b.text = append(b.text[:0], 0, 0, 0, 0, 0, 0, 0, 0) // may be read, see numbers.of
	}
	b.from[at] = int32(len(b.text))
	b.text = append(b.text, task...)
	b.to[at] = int32(len(b.text))
	b.worker[at] = worker
	b.n++
	return at
}

// flush numbers the tasks of the batch and empties it into c.
func (b *batch) flush(tasks *names, c *counter) {
	if b.n == 0 {
		return
	}
	size := len(b.text)
	b.text = append(b.text, 0, 0, 0, 0, 0, 0, 0, 0)[:size]
	all := cells{b.text[:size+8], &b.from, &b.to, b.n}
	tasks.findAll(all, &b.index)
	tasks.addAll(all, &b.index)
	c.add(&b.index, &b.worker, &b.class, &b.value, b.n)
	b.n = 0
}

// addAll adds those names that findAll did not find, in the order of the file.
func (s *names) addAll(c cells, index *[batchSize]int32) {
	for k, i := range index[:c.n] {
		if i >= 0 {
			continue
		}
		if i = s.newNumber(-2-i, int(c.to[k]-c.from[k])); i < 0 {
			i = s.add(c.at(k))
		}
		index[k] = i
	}
}

// newNumber adds what findAll found to be a number that is new, of a name of so
// many bytes, and returns its index: -1 where it had better be added as any name.
// What came before it in its batch may have added it, and changed what numbers are.
func (s *names) newNumber(v int32, size int) int32 {
	if v < 0 || s.inside > 0 || size < len(s.number.prefix)+s.number.width {
		return -1
	}
	i := s.number.index(int(v))
	if i < 0 && s.addNumber(int(v), size) {
		i = int32(s.n - 1)
	}
	return i
}

// findAll finds the indices of names, but not of all: what is negative is of
// those that are new, and of some that are not. -2-v is of a number v.
func (s *names) findAll(c cells, index *[batchSize]int32) {
	switch {
	case s.number != nil:
		s.number.findAll(c, index)
	case s.table != nil:
		s.findTexts(c, index)
	default:
		for k := range index[:c.n] {
			index[k] = -1
		}
	}
}

// findAll is index(of(…)) of names; a call for each would cost as much again.
func (m *numbers) findAll(c cells, index *[batchSize]int32) {
	text, prefix, width := c.text, int32(len(m.prefix)), int32(m.width)
	first, mask := m.first, m.mask
	for k := range c.n {
		index[k] = -1
		from, to := c.from[k], c.to[k]
		d := to - from - prefix
		if d < width || d > mostDigits || to < 8 {
			continue
		}
		out := uint(64-8*d) & 63
		x := (binary.LittleEndian.Uint64(text[to-8:]) ^ zeros) >> out
		if d > width && x&0xff == 0 {
			continue
		}
		x <<= out
		if (x+0x76*ones|x)&highs != 0 || binary.LittleEndian.Uint64(text[from:])&mask != first {
			continue
		}
		if prefix > 8 && binary.LittleEndian.Uint64(text[from+prefix-8:]) != m.last {
			continue
		}
		x = x*10 + x>>8
		index[k] = int32(((x&0x000000ff000000ff)*(100+1000000<<32) + (x>>16&0x000000ff000000ff)*(1+10000<<32)) >> 32)
	}
	m.lookUp(index, c.n)
}

// lookUp puts indices in the place of the first n numbers, -2-v for a number v
// that has none: so -1 stays what it is. In a loop by themselves these loads
// overlap.
func (m *numbers) lookUp(index *[batchSize]int32, n int) {
	pages := m.pages
	for k, v := range index[:n] {
		i := -1 - v
		if page := v >> pageBits; uint(page) < uint(len(pages)) && pages[page] != nil {
			if one := pages[page][v&(pageSize-1)]; one > 0 {
				i = one
			}
		}
		index[k] = i - 1
	}
}

// findTexts looks at the first slot of each name, and at the string that it leads
// to.
func (s *names) findTexts(c cells, index *[batchSize]int32) {
	var keys [batchSize]key
	var hashes, entries [batchSize]uint64
	for k := range c.n {
		from, to := c.from[k], c.to[k]
		keys[k] = keyIn(c.text, from, to)
		hashes[k] = keys[k].hash(c.text[from:to])
	}
	for k, h := range hashes[:c.n] {
		entries[k] = s.table[h&s.mask]
	}
	for k, e := range entries[:c.n] {
		index[k] = -1
		if e == 0 || e>>32 != hashes[k]>>32 || !keys[k].whole() {
			continue
		}
		if p := s.at(uint32(e)); keys[k].at(p) {
			index[k] = int32(binary.LittleEndian.Uint32(p))
		}
	}
}
