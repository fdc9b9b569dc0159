package table

import (
	"bytes"
	"io"
)

// bufferSize is how much is read at once: large enough that records rarely straddle two
// reads, small enough that progress and cancelling stay responsive.
const bufferSize = 256 << 10

// padding is how many bytes beyond the data may be read; they mean nothing.
const padding = 8

// byteOrderMark may begin UTF-8 text; it is no part of the first cell.
var byteOrderMark = []byte("\xef\xbb\xbf")

// buffer holds the part of a text that is being read.
type buffer struct {
	src  io.Reader
	buf  []byte // has padding bytes beyond its length
	at   int    // where the next record begins in buf
	end  int    // where the data end in buf
	read bool   // src has been read from
	done error  // why src has no more to give: io.EOF, or what it reported
}

func newBuffer(src io.Reader) buffer {
	b := buffer{src: src}
	b.grow(bufferSize)
	return b
}

// grow makes the buffer hold size bytes.
func (b *buffer) grow(size int) {
	buf := make([]byte, size+padding)[:size]
	copy(buf, b.buf[:b.end])
	b.buf = buf
}

// fill moves what is pending to the front of the buffer, doubles the buffer if it is full of it,
// and reads until it is full or the source ends. It reports whether there is more than before.
func (b *buffer) fill() bool {
	first := !b.read
	b.read = true
	b.end = copy(b.buf, b.buf[b.at:b.end])
	b.at = 0
	if b.end == len(b.buf) {
		b.grow(2 * len(b.buf))
	}
	before := b.end
	for empty := 0; b.end < len(b.buf) && b.done == nil; {
		n, err := b.src.Read(b.buf[b.end:])
		b.end += n
		b.done = err
		if n > 0 {
			empty = 0
		} else if empty++; empty == 100 && err == nil {
			b.done = io.ErrNoProgress
		}
	}
	if first && bytes.HasPrefix(b.buf[:b.end], byteOrderMark) {
		b.at = len(byteOrderMark)
	}
	return b.end > before
}
