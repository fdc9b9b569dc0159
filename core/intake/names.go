package intake

import "encoding/binary"

// names gives each distinct string the next integer, in order of first
// appearance. The strings lie one after the other in blocks; beside its bytes a
// string costs its length (1 byte, mostly), its place (4) and its share of the
// table (5 to 11).
type names struct {
	blocks [][]byte   // each string as its length (varint) and its bytes
	places [][]uint32 // of each string: block<<blockBits | offset
	n      int
	table  []uint32 // open addressing; 0: empty, else index+1 in the low bits, bits of the hash above them
	mask   uint32   // len(table)-1
	last   int32    // the string asked for last: sorted input asks again and again
	recent []byte   // its bytes
}

const (
	blockBits  = 18
	blockSize  = 1 << blockBits
	placesBits = 12
	placesSize = 1 << placesBits
)

// Len returns the number of names.
func (s *names) Len() int { return s.n }

// At returns name i.
func (s *names) At(i int) string { return string(s.bytes(i)) }

// Find returns the index of a name.
func (s *names) Find(name string) (i int, ok bool) {
	if s.n == 0 {
		return -1, false
	}
	b := []byte(name)
	i, _ = s.find(b, hash(b))
	return i, i >= 0
}

// bytes returns name i as it lies in its block.
func (s *names) bytes(i int) []byte {
	place := s.places[i>>placesBits][i&(placesSize-1)]
	b := s.blocks[place>>blockBits][place&(blockSize-1):]
	if n := int(b[0]); n < 0x80 {
		return b[1 : 1+n : 1+n]
	}
	n, size := binary.Uvarint(b)
	return b[size : size+int(n) : size+int(n)]
}

// add returns the index of b, which is new or not.
func (s *names) add(b []byte) int32 {
	if string(b) == string(s.recent) && s.n > 0 {
		return s.last
	}
	if s.n >= len(s.table)/4*3 {
		s.grow()
	}
	h := hash(b)
	i, slot := s.find(b, h)
	if i < 0 {
		i = s.append(b)
		s.table[slot] = uint32(i+1) | uint32(h>>32)&^s.mask
	}
	s.last, s.recent = int32(i), s.bytes(i)
	return s.last
}

// find returns the index of b, or -1 and the slot where it belongs.
func (s *names) find(b []byte, h uint64) (i int, slot uint32) {
	tag := uint32(h>>32) &^ s.mask
	for slot = uint32(h) & s.mask; ; slot = (slot + 1) & s.mask {
		e := s.table[slot]
		if e == 0 {
			return -1, slot
		}
		if e&^s.mask == tag {
			if i := int(e&s.mask) - 1; string(s.bytes(i)) == string(b) {
				return i, slot
			}
		}
	}
}

// append stores b as the next name.
func (s *names) append(b []byte) int {
	last := len(s.blocks) - 1
	need := len(b) + binary.MaxVarintLen32
	if last < 0 || len(s.blocks[last])+need > cap(s.blocks[last]) {
		s.blocks = append(s.blocks, make([]byte, 0, max(blockSize, need)))
		last++
	}
	block := s.blocks[last]
	place := uint32(last<<blockBits | len(block))
	block = binary.AppendUvarint(block, uint64(len(b)))
	s.blocks[last] = append(block, b...)
	if s.n&(placesSize-1) == 0 {
		s.places = append(s.places, make([]uint32, placesSize))
	}
	s.places[s.n>>placesBits][s.n&(placesSize-1)] = place
	s.n++
	return s.n - 1
}

// grow doubles the table and enters every name anew, in order, which reads the
// blocks from front to back.
func (s *names) grow() {
	size := max(256, 2*len(s.table))
	s.table, s.mask = make([]uint32, size), uint32(size-1)
	for i := range s.n {
		h := hash(s.bytes(i))
		slot := uint32(h) & s.mask
		for s.table[slot] != 0 {
			slot = (slot + 1) & s.mask
		}
		s.table[slot] = uint32(i+1) | uint32(h>>32)&^s.mask
	}
}

// hash mixes the bytes of b, eight at a time, with the multipliers and the
// finish of MurmurHash3 (Appleby 2011). Ids such as w0001 to w9999 differ in a
// few bits only: a hash that does not spread them over all of its bits is slower
// than a map. It is the same on every machine; nothing but speed depends on it.
func hash(b []byte) uint64 {
	const m1, m2 = 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53
	n := len(b)
	h := uint64(n) * 0x9e3779b97f4a7c15
	for len(b) > 8 {
		h = (h ^ binary.LittleEndian.Uint64(b)) * m1
		h ^= h >> 32
		b = b[8:]
	}
	var w uint64
	switch r := len(b); {
	case r == 8:
		w = binary.LittleEndian.Uint64(b)
	case r >= 4:
		w = uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[r-4:]))<<32
	case r > 0:
		w = uint64(b[0]) | uint64(b[r/2])<<8 | uint64(b[r-1])<<16
	}
	h ^= w
	h ^= h >> 33
	h *= m1
	h ^= h >> 33
	h *= m2
	h ^= h >> 33
	return h
}
