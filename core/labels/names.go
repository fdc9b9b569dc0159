package labels

import (
	"encoding/binary"
	"sync"
)

// names gives each distinct string the next integer, in order of first
// appearance.
//
// The strings are stored one after the other in blocks, each preceded by its index and length:
// beyond its own bytes a string costs these (mostly 5 bytes), its place (4) and its share of the
// table (11 to 22). Nothing is copied when the blocks grow. A look-up reads one entry of the table
// and, if its half of the hash agrees, one string, eight bytes at a time: in wasm memequal goes
// byte by byte. If nearly all strings are consecutive numbers, they are kept as numbers.
type names struct {
	blocks [][]byte   // each has eight more bytes at its end, which may be read beyond the last string
	used   int        // bytes of the last block
	places [][]uint32 // of each string: block<<placeBits | offset>>alignment; or isNumber | the number
	n      int
	table  []uint64 // open addressing; 0: empty, else the upper half of the hash above a place; nil once sealed
	mask   uint64   // len(table)-1
	inside int      // strings in the table
	number *numbers // the others; nil: none
	sealed bool
	full   bool // there was no room for all strings: they are worthless
	mutex  sync.Mutex

	last    int32 // the string asked for last: sorted input repeats it
	lastKey key
}

const (
	blockBits  = 18
	blockSize  = 1 << blockBits
	placeBits  = blockBits - 1
	placesBits = 12
	placesSize = 1 << placesBits
	indexSize  = 4 // bytes of the index in front of a string
)

// A place of 31 bits reaches 2 GiB of strings that begin at even offsets. From there on strings begin at multiples of 16, and blocks are
// as much larger: 16 GiB more.
const (
	evenBlocks = 1 << 13
	mostBlocks = 1 << (31 - placeBits)
)

// alignment returns how many low bits of the offsets in a block are zero.
func alignment(block int) uint {
	if block < evenBlocks {
		return 1
	}
	return 4
}

// key is a string prepared for comparison: its first and last eight bytes as numbers,
// or all of it as one number (the first byte lowest) if it has at most eight.
type key struct {
	n    int
	a, b uint64
}

func keyOf(s []byte) key {
	n := len(s)
	switch {
	case n > 8:
		return key{n, binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(s[n-8:])}
	case n == 8:
		return key{n, binary.LittleEndian.Uint64(s), 0}
	case n >= 4:
		return key{n, uint64(binary.LittleEndian.Uint32(s)) | uint64(binary.LittleEndian.Uint32(s[n-4:]))<<(8*uint(n-4)), 0}
	case n > 0:
		return key{n, uint64(s[0]) | uint64(s[n/2])<<(8*uint(n/2)) | uint64(s[n-1])<<(8*uint(n-1)), 0}
	}
	return key{}
}

// keyIn is keyOf(text[from:to]) for a text with eight more bytes.
func keyIn(text []byte, from, to int32) key {
	a := binary.LittleEndian.Uint64(text[from:])
	if n := int(to - from); n <= 8 {
		return key{n, a & (1<<(8*uint(n)) - 1), 0}
	} else {
		return key{n, a, binary.LittleEndian.Uint64(text[to-8:])}
	}
}

// hash mixes a string with the multipliers of MurmurHash3 (Appleby 2011) so that every bit of it
// reaches every bit of the hash: ids such as w0001 to w9999 differ in a few bits only, and a hash
// that does not spread them is slower than Go's map. Only speed depends on it.
func (k key) hash(s []byte) uint64 {
	const m1, m2, m3 = 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53, 0x9e3779b97f4a7c15
	h := (k.a ^ uint64(k.n)*m3) * m1
	h ^= h >> 32
	for i := 8; i < k.n-8; i += 8 {
		h = (h ^ binary.LittleEndian.Uint64(s[i:])) * m1
		h ^= h >> 32
	}
	h = (h ^ k.b) * m2
	h ^= h >> 32
	h *= m1
	return h ^ h>>32
}

// whole reports whether k is all of the string.
func (k key) whole() bool { return k.n <= 16 }

// Len returns the number of names.
func (s *names) Len() int { return s.n }

// At returns name i.
func (s *names) At(i int) string {
	var buf [64]byte // enough for most, so that only the string is allocated
	return string(s.Append(buf[:0], i))
}

// Find returns the index of a name.
func (s *names) Find(name string) (i int, ok bool) {
	s.mutex.Lock()
	if s.sealed {
		s.unseal()
	}
	s.mutex.Unlock()
	i = s.lookUp([]byte(name))
	return i, i >= 0
}

// lookUp returns the index of b, or -1, and changes nothing.
func (s *names) lookUp(b []byte) int {
	if s.number != nil {
		if v := s.number.ofName(b); v >= 0 {
			if i := s.number.index(v); i >= 0 {
				return int(i)
			}
		}
	}
	if s.table == nil {
		return -1
	}
	k := keyOf(b)
	i, _ := s.find(b, k, k.hash(b))
	return i
}

// seal frees what serves to look names up, half of their memory, once there are no more to come;
// Find makes it again when needed. It also moves the places together: they were allocated between
// the chunks of labels, whose memory should be free for something large.
func (s *names) seal() {
	s.gather()
	s.table, s.sealed = nil, true
	if s.number != nil {
		s.number.pages, s.number.used = nil, 0
	}
}

// gather moves the places together.
func (s *names) gather() {
	all, places := make([]uint32, 0, len(s.places)*placesSize), make([][]uint32, len(s.places))
	for n, some := range s.places {
		all = append(all, some...)
		places[n] = all[n*placesSize:]
	}
	s.places = places
}

func (s *names) unseal() {
	s.sealed = false
	if s.number != nil {
		s.number.n = 0
		for i := range s.n {
			if p := s.place(i); p&isNumber != 0 {
				s.number.enter(int(p&^isNumber), i)
			}
		}
	}
	s.index(2 * s.inside)
}

func (s *names) place(i int) uint32 { return s.places[i>>placesBits][i&(placesSize-1)] }

// Append appends name i.
func (s *names) Append(to []byte, i int) []byte {
	p := s.place(i)
	if p&isNumber != 0 {
		return s.number.append(to, int(p&^isNumber))
	}
	_, text := s.entry(p)
	return append(to, text...)
}

// at returns the rest of a block from the entry at a place on.
func (s *names) at(place uint32) []byte {
	block := int(place >> placeBits)
	return s.blocks[block][place&(1<<placeBits-1)<<alignment(block):]
}

// entry returns the index and the bytes of the string at a place.
func (s *names) entry(place uint32) (i int, b []byte) {
	e := s.at(place)
	i = int(binary.LittleEndian.Uint32(e))
	if n := int(e[indexSize]); n < 0x80 {
		return i, e[indexSize+1 : indexSize+1+n]
	}
	n, size := binary.Uvarint(e[indexSize:])
	return i, e[indexSize+size:][:n]
}

// add returns the index of b, new or not.
func (s *names) add(b []byte) int32 {
	k := keyOf(b)
	if k == s.lastKey && k.whole() && s.n > 0 {
		return s.last
	}
	s.last, s.lastKey = s.enter(b, k), k
	return s.last
}

func (s *names) enter(b []byte, k key) int32 {
	if s.sealed {
		s.unseal()
	}
	v := -1
	if m := s.number; m != nil {
		m.widen(b)
		if v = m.ofName(b); v >= 0 {
			if i := m.index(v); i >= 0 {
				return i
			}
		}
		if s.inside == 0 && v >= 0 && s.addNumber(v, len(b)) {
			return int32(s.n - 1)
		}
	}
	if s.inside >= len(s.table)/4*3 { // three quarters full
		if s.number == nil && s.n >= leastNumbers && s.enumerate() {
			return s.enter(b, k) // as a number
		}
		s.index(2 * s.inside)
	}
	h := k.hash(b)
	i, slot := s.find(b, k, h)
	switch {
	case i >= 0:
	case v >= 0 && s.addNumber(v, len(b)):
		i = s.n - 1
	default:
		i = s.n
		s.table[slot] = h>>32<<32 | uint64(s.store(b, i))
		s.inside++
		s.put(uint32(s.table[slot]))
	}
	return int32(i)
}

// addNumber makes a number the next name, which has that many bytes.
func (s *names) addNumber(v, size int) bool {
	if !s.number.put(v, s.n) {
		return false
	}
	s.number.least = min(s.number.least, size-len(s.number.prefix))
	s.put(isNumber | uint32(v))
	return true
}

// recent caches names by their last byte: the same few classes come all the time.
type recent [256]struct {
	key
	i int32
}

// add is s.add.
func (r *recent) add(s *names, b []byte) int32 {
	if len(b) == 0 || len(b) > 16 {
		return s.add(b)
	}
	k := keyOf(b)
	e := &r[b[len(b)-1]]
	if e.key != k {
		e.key, e.i = k, s.add(b)
	}
	return e.i
}

// find returns the index of b in the table, or -1 and the slot where it belongs.
func (s *names) find(b []byte, k key, h uint64) (i int, slot uint64) {
	for slot = h & s.mask; ; slot = (slot + 1) & s.mask {
		e := s.table[slot]
		if e == 0 {
			return -1, slot
		}
		if e>>32 != h>>32 {
			continue
		}
		p := s.at(uint32(e))
		if k.whole() {
			if !k.at(p) {
				continue
			}
		} else if _, was := s.entry(uint32(e)); string(was) != string(b) {
			continue
		}
		return int(binary.LittleEndian.Uint32(p)), slot
	}
}

// at reports whether the string of the entry at the start of p is k, which is whole. The
// block has at least eight more bytes.
func (k key) at(p []byte) bool {
	was := p[indexSize+1:]
	switch {
	case int(p[indexSize]) != k.n:
		return false
	case k.n > 8:
		return binary.LittleEndian.Uint64(was) == k.a && binary.LittleEndian.Uint64(was[k.n-8:]) == k.b
	}
	return binary.LittleEndian.Uint64(was)&(1<<(8*uint(k.n))-1) == k.a
}

// store keeps b, name i, and returns its place.
func (s *names) store(b []byte, i int) uint32 {
	last := len(s.blocks) - 1
	need := indexSize + binary.MaxVarintLen32 + len(b)
	if last < 0 || s.used+need+8 > len(s.blocks[last]) {
		if last++; last == mostBlocks {
			s.full = true
			return 1
		}
		s.used = 1 << alignment(last) // place 0 means an empty slot
		s.blocks = append(s.blocks, make([]byte, max(1<<(placeBits+alignment(last)), s.used+need+8)))
	}
	bits := alignment(last)
	place := uint32(last<<placeBits | s.used>>bits)
	e := s.blocks[last][s.used:]
	binary.LittleEndian.PutUint32(e, uint32(i))
	n := indexSize + binary.PutUvarint(e[indexSize:], uint64(len(b)))
	s.used += n + copy(e[n:], b)
	s.used = (s.used + 1<<bits - 1) >> bits << bits
	return place
}

// put notes the place of the next name.
func (s *names) put(place uint32) {
	if s.n&(placesSize-1) == 0 {
		s.places = append(s.places, make([]uint32, placesSize))
	}
	s.places[s.n>>placesBits][s.n&(placesSize-1)] = place
	s.n++
}

// index makes a table of at least least slots and enters every string again, in the order of the blocks.
func (s *names) index(least int) {
	size := 256
	for size < least {
		size *= 2
	}
	s.table, s.mask = make([]uint64, size), uint64(size-1)
	for i := range s.n {
		place := s.place(i)
		if place&isNumber != 0 {
			continue
		}
		_, b := s.entry(place)
		h := keyOf(b).hash(b)
		slot := h & s.mask
		for s.table[slot] != 0 {
			slot = (slot + 1) & s.mask
		}
		s.table[slot] = h>>32<<32 | uint64(place)
	}
}
