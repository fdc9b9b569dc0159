package intake

import (
	"encoding/binary"
	"sync"
)

// names gives each distinct string the next integer, in order of first
// appearance.
//
// The strings lie one after the other in blocks, each behind its index and its
// length: beside its own bytes a string costs these (5 bytes, mostly), its place
// (4) and its share of the table (11 to 22). Nothing is copied when the blocks
// grow. Looking up reads one entry of the table and, if its half of the hash
// agrees, one string, eight bytes at a time: in wasm a call of memequal goes
// byte by byte.
type names struct {
	blocks [][]byte   // each ends with eight bytes that are no string, to be read beyond the last one
	used   int        // bytes of the last block
	places [][]uint32 // of each string: block<<blockBits | offset
	n      int
	table  []uint64 // open addressing; 0: empty, else the upper half of the hash above a place; nil once sealed
	mask   uint64   // len(table)-1
	mutex  sync.Mutex

	last    int32 // the string asked for last: sorted input asks again and again
	lastKey key
}

const (
	blockBits  = 18
	blockSize  = 1 << blockBits
	placesBits = 12
	placesSize = 1 << placesBits
	indexSize  = 4 // bytes of the index in front of a string
)

// key is a string made ready to be compared: its first and last eight bytes as
// numbers, or all of it as one number (the first byte lowest) if it has no more
// than eight.
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

// hash mixes a string with the multipliers of MurmurHash3 (Appleby 2011) so that
// every bit of it reaches every bit of the hash: ids such as w0001 to w9999
// differ in a few bits only, and a hash that does not spread them is slower than
// Go's map. It is the same on every machine; nothing but speed rests on it.
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
func (s *names) At(i int) string { return string(s.bytes(i)) }

// Find returns the index of a name.
func (s *names) Find(name string) (i int, ok bool) {
	s.mutex.Lock()
	if s.table == nil {
		s.index(2 * s.n)
	}
	s.mutex.Unlock()
	b := []byte(name)
	k := keyOf(b)
	i, _ = s.find(b, k, k.hash(b))
	return i, i >= 0
}

// seal gives back the table, the half of what the names need, when there are no
// more to come. Find makes it again if it is asked.
func (s *names) seal() { s.table = nil }

// bytes returns name i as it lies in its block.
func (s *names) bytes(i int) []byte {
	_, b := s.entry(s.places[i>>placesBits][i&(placesSize-1)])
	return b
}

// entry returns the index and the bytes of the string at a place.
func (s *names) entry(place uint32) (i int, b []byte) {
	e := s.blocks[place>>blockBits][place&(blockSize-1):]
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
	if s.n >= len(s.table)/4*3 { // three quarters full
		s.index(2 * s.n)
	}
	h := k.hash(b)
	i, slot := s.find(b, k, h)
	if i < 0 {
		i = s.n
		s.table[slot] = h>>32<<32 | uint64(s.append(b))
	}
	s.last, s.lastKey = int32(i), k
	return s.last
}

// recent remembers, by its last byte, names that were asked for: a few classes
// come again and again.
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

// find returns the index of b, or -1 and the slot where it belongs.
func (s *names) find(b []byte, k key, h uint64) (i int, slot uint64) {
	for slot = h & s.mask; ; slot = (slot + 1) & s.mask {
		e := s.table[slot]
		if e == 0 {
			return -1, slot
		}
		if e>>32 != h>>32 {
			continue
		}
		p := s.blocks[uint32(e)>>blockBits][uint32(e)&(blockSize-1):]
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

// at reports whether the string stored at the start of p, behind its index and
// its length, is k, which is whole. The block goes on for eight bytes at least.
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

// append stores b as the next name and returns its place.
func (s *names) append(b []byte) uint32 {
	last := len(s.blocks) - 1
	need := indexSize + binary.MaxVarintLen32 + len(b)
	if last < 0 || s.used+need+8 > len(s.blocks[last]) {
		s.blocks = append(s.blocks, make([]byte, max(blockSize, need+9)))
		last++
		s.used = 1 // place 0 means an empty slot
	}
	place := uint32(last<<blockBits | s.used)
	e := s.blocks[last][s.used:]
	binary.LittleEndian.PutUint32(e, uint32(s.n))
	n := indexSize + binary.PutUvarint(e[indexSize:], uint64(len(b)))
	s.used += n + copy(e[n:], b)
	if s.n&(placesSize-1) == 0 {
		s.places = append(s.places, make([]uint32, placesSize))
	}
	s.places[s.n>>placesBits][s.n&(placesSize-1)] = place
	s.n++
	return place
}

// index makes a table of at least least slots and enters every name anew, in
// order, which reads the blocks from front to back.
func (s *names) index(least int) {
	size := 256
	for size < least {
		size *= 2
	}
	s.table, s.mask = make([]uint64, size), uint64(size-1)
	for i := range s.n {
		place := s.places[i>>placesBits][i&(placesSize-1)]
		_, b := s.entry(place)
		h := keyOf(b).hash(b)
		slot := h & s.mask
		for s.table[slot] != 0 {
			slot = (slot + 1) & s.mask
		}
		s.table[slot] = h>>32<<32 | uint64(place)
	}
}
