// Package scratch has what takes memory for each label where there may be more labels than memory: in a file that the system
// maps, and of which it keeps in memory what it has room for. Without one it is on the heap, as everything else.
package scratch

import "unsafe"

// Space is memory that is backed by a file. It is not for concurrent use.
type Space interface {
	// Take returns so many bytes, all zero, aligned to 64; nil: there is no room, and whoever made the Space says so.
	Take(bytes int) []byte
	// Give gives back what Take returned, whose contents nobody needs any more.
	Give([]byte)
}

// Host is a host of an engine that may have a Space.
type Host interface {
	// Scratch returns nil where there is none.
	Scratch() Space
}

// Of returns the Space of a host; nil: it has none.
func Of(host any) Space {
	if h, ok := host.(Host); ok {
		return h.Scratch()
	}
	return nil
}

// Number is what needs no collector.
type Number interface {
	~uint8 | ~uint16 | ~uint32 | ~int32 | ~uint64 | ~float64
}

// Make is make([]T, n) in a Space, or on the heap.
func Make[T Number](s Space, n int) []T {
	var one T
	if s == nil || n == 0 {
		return make([]T, n)
	}
	if b := s.Take(n * int(unsafe.Sizeof(one))); b != nil {
		return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
	}
	return make([]T, n)
}

// Free gives back what Make made, whole.
func Free[T Number](s Space, x []T) {
	if s != nil && len(x) > 0 {
		s.Give(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(x[0]))))
	}
}
