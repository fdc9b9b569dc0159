package labels

import (
	"encoding/binary"
	"math/bits"
)

// numbers are names that differ only in a number at their end, such as 17 or
// task-0000017, where most numbers up to the largest are in use. Such a name is stored
// as its number: it is found without a hash, and its text is not kept. With millions of
// tasks that takes a fifth of the memory and of the time.
//
// A name is a number if it is prefix followed by at least width digits, or by more
// without a leading zero: then the number determines the name.
type numbers struct {
	prefix string
	width  int
	least  int    // digits of the shortest of them
	first  uint64 // the first eight bytes of prefix
	mask   uint64 // of those that it has
	last   uint64 // its last eight bytes, if it has more

	pages []*[pageSize]int32 // by number: the index of the name plus one
	used  int                // pages that exist
	n     int                // names
}

const (
	pageBits = 10
	pageSize = 1 << pageBits

	mostDigits = 8  // of a number: as many bytes as are read at once
	mostPrefix = 16 // bytes
	mostSlots  = 8  // slots of pages for each name
	freePages  = 64 // allowed in any case

	// isNumber marks the place of a name stored as a number.
	isNumber = 1 << 31
)

const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	zeros = '0' * ones
)

// numbersLike returns numbers for names like this one; nil if it has no number.
func numbersLike(name []byte) *numbers {
	p := len(name)
	for p > 0 && p > len(name)-mostDigits && name[p-1] >= '0' && name[p-1] <= '9' {
		p--
	}
	if p == len(name) || p > mostPrefix {
		return nil
	}
	m := newNumbers(string(name[:p]))
	m.least = len(name) - p
	return m
}

func newNumbers(prefix string) *numbers {
	m := &numbers{prefix: prefix, width: 1, least: mostDigits}
	k := keyOf([]byte(prefix))
	m.first, m.last, m.mask = k.a, k.b, 1<<(8*uint(k.n))-1
	if k.n >= 8 {
		m.mask = 1<<64 - 1
	}
	return m
}

// of returns the number that is the name text[from:to], or -1. The text has eight more bytes.
func (m *numbers) of(text []byte, from, to int32) int {
	d := int(to-from) - len(m.prefix)
	if d < m.width || d > mostDigits || to < 8 {
		return -1
	}
	out := uint(64 - 8*d)
	// The last digit is in the highest byte; the bytes before the digits become zeros.
	x := (binary.LittleEndian.Uint64(text[to-8:]) ^ zeros) >> out
	if d > m.width && x&0xff == 0 {
		return -1
	}
	if x <<= out; (x+0x76*ones|x)&highs != 0 { // a byte that is more than nine
		return -1
	}
	if binary.LittleEndian.Uint64(text[from:])&m.mask != m.first {
		return -1
	}
	if len(m.prefix) > 8 && binary.LittleEndian.Uint64(text[int(from)+len(m.prefix)-8:]) != m.last {
		return -1
	}
	// Two digits a byte, then four in two of them, then eight.
	x = x*10 + x>>8
	return int(((x&0x000000ff000000ff)*(100+1000000<<32) + (x>>16&0x000000ff000000ff)*(1+10000<<32)) >> 32)
}

// index returns the index of a number, or -1.
func (m *numbers) index(v int) int32 {
	if page := v >> pageBits; page < len(m.pages) && m.pages[page] != nil {
		return m.pages[page][v&(pageSize-1)] - 1
	}
	return -1
}

// put gives a number an index. It returns false if so few numbers are in use that it is
// better stored as text.
func (m *numbers) put(v int, i int) bool {
	page := v >> pageBits
	if (page >= len(m.pages) || m.pages[page] == nil) && m.used >= freePages+m.n*mostSlots/pageSize {
		return false
	}
	m.enter(v, i)
	return true
}

// enter is put, however few are in use.
func (m *numbers) enter(v int, i int) {
	page := v >> pageBits
	if page >= len(m.pages) {
		m.pages = append(m.pages, make([]*[pageSize]int32, page+1-len(m.pages))...)
	}
	if m.pages[page] == nil {
		m.pages[page] = new([pageSize]int32)
		m.used++
	}
	m.pages[page][v&(pageSize-1)] = int32(i) + 1
	m.n++
}

// ofName is of for a single name.
func (m *numbers) ofName(name []byte) int {
	if len(name) > mostPrefix+mostDigits {
		return -1
	}
	var buf [8 + mostPrefix + mostDigits + 8]byte
	return m.of(buf[:], 8, int32(8+copy(buf[8:], name)))
}

// widen sets width to the digits of a name with leading zeros, provided that no number
// so far has fewer digits: then all of them keep their names.
func (m *numbers) widen(name []byte) {
	d := len(name) - len(m.prefix)
	if m.width == 1 && d > 1 && d <= m.least && name[len(m.prefix)] == '0' && string(name[:len(m.prefix)]) == m.prefix {
		m.width = d
	}
}

// append writes the name of a number.
func (m *numbers) append(b []byte, v int) []byte {
	var digits [mostDigits]byte
	x := digitsOf(uint64(v))
	binary.LittleEndian.PutUint64(digits[:], x|zeros)
	from := min(bits.TrailingZeros64(x)/8, mostDigits-m.width)
	return append(append(b, m.prefix...), digits[from:]...)
}

// digitsOf returns the eight digits of a number, a byte each, the first one lowest: the
// inverse of of. Divisions are slow in wasm. Here they are multiplications, of several
// numbers at once, that are exact for numbers of this size.
func digitsOf(v uint64) uint64 {
	x := v/10_000 | v%10_000<<32             // two numbers below 10,000
	h := x * 5243 >> 19 & 0x0000007f0000007f // their hundreds: ⌊n·5243/2¹⁹⌋ = ⌊n/100⌋
	x = h | (x-100*h)<<16                    // four below 100
	t := x * 103 >> 10 & 0x000f000f000f000f  // their tens
	return t | (x-10*t)<<8
}

// leastNumbers is the fewest names that are tried as numbers.
const leastNumbers = 1000

// enumerate stores the names as numbers, if nearly all are numbers on few pages.
func (s *names) enumerate() bool {
	m := numbersLike(s.Append(nil, s.n/2))
	if m == nil {
		return false
	}
	for i := range s.n {
		_, b := s.entry(s.place(i))
		if len(b) > len(m.prefix)+1 && string(b[:len(m.prefix)]) == m.prefix && b[len(m.prefix)] == '0' {
			m.width = min(len(b)-len(m.prefix), mostDigits)
			break
		}
	}
	values := make([]int32, s.n)
	pages := map[int32]struct{}{}
	n := 0
	for i := range s.n {
		_, b := s.entry(s.place(i))
		if values[i] = int32(m.ofName(b)); values[i] >= 0 {
			n++
			pages[values[i]>>pageBits] = struct{}{}
		}
	}
	if n < s.n/8*7 || len(pages) > freePages+n*mostSlots/pageSize {
		return false
	}
	old := s.blocks
	s.blocks, s.used, s.inside, s.number = nil, 0, 0, m
	entryOf := names{blocks: old}
	for i, v := range values {
		place := &s.places[i>>placesBits][i&(placesSize-1)]
		if _, b := entryOf.entry(*place); v >= 0 {
			m.least = min(m.least, len(b)-len(m.prefix))
			m.enter(int(v), i)
			*place = isNumber | uint32(v)
		} else {
			*place = s.store(b, i)
			s.inside++
		}
	}
	s.index(2 * s.inside)
	return true
}
