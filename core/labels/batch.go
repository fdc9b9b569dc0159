package labels

import (
	"encoding/binary"

	"concord/core/table"
)

// batchSize names are looked up together.
//
// With millions of tasks in random order nearly every look-up waits for memory twice, for the table
// and for the name. One after the other these waits take most of the time of reading a file; side
// by side they overlap. And one loop over many names saves a call for each.
const batchSize = table.RunSize

// cells are names within a text.
type cells struct {
	text     []byte // has eight more bytes after the last name
	from, to *[batchSize]int32
	n        int
}

func (c cells) at(k int) []byte { return c.text[c.from[k]:c.to[k]] }

// batch holds labels whose tasks have no numbers yet.
type batch struct {
	text     []byte // the names of the tasks, one after the other
	from, to [batchSize]int32
	worker   [batchSize]int32
	class    [batchSize]int32
	value    [batchSize]float64
	n        int
	index    [batchSize]int32
}

// put adds a label, and returns its place in the batch.
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

// addAll adds the names that findAll did not find, in the order of the file.
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

// newNumber adds a number that findAll found to be new, from a name of that many
// bytes, and returns its index; -1 if it should be added like any name. Earlier names
// of the batch may have added it, or changed which names are numbers.
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

// findAll finds the indices of most names. A negative one is of a name that is new, or
// that takes a closer look; -2-v is of a number v.
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

// findAll is index(of(…)) for many names; a call for each would double the cost.
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

// lookUp replaces the first n numbers by their indices, and a number v without one by
// -2-v; -1 stays. In a loop of their own these loads overlap.
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

// findTexts looks at the first slot of each name, and at the string it points to.
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
