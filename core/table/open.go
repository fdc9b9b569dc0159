package table

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Packing is how a file is compressed.
type Packing string

const (
	Unpacked Packing = ""
	Gzip     Packing = "gzip"
	Zstd     Packing = "zstd"
)

// ratioFree is how much any compressed file may unpack to: a short file of one
// repeated line is not a bomb.
const ratioFree = 16 << 20

// PackingOf detects the compression of a file by its first bytes.
func PackingOf(head []byte) Packing {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return Gzip
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return Zstd
	}
	return Unpacked
}

// Open returns the text that a file holds, as UTF-8: unpacked if it is gzip or
// zstd, and decoded from encoding: "utf-8" (or ""), "utf-16le", "utf-16be",
// "windows-1252" or "windows-1251". Exceeded limits and
// truncated files are reported by the reader it returns.
func Open(file io.Reader, encoding string, l Limits) (io.Reader, error) {
	l = l.filled()
	head := make([]byte, 4)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	file = io.MultiReader(bytes.NewReader(head[:n]), file)
	switch PackingOf(head[:n]) {
	case Gzip:
		packed := &counter{src: file}
		z, err := gzip.NewReader(packed)
		if err != nil {
			return nil, err
		}
		file = &bounded{src: z, packed: packed, limits: l}
	case Zstd:
		packed := &counter{src: file}
		// One goroutine and a bounded window: a tab has one thread and little memory.
		z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(64<<20))
		if err != nil {
			return nil, err
		}
		file = &bounded{src: z, packed: packed, limits: l}
	}
	return decode(file, encoding)
}

// counter counts the bytes read.
type counter struct {
	src io.Reader
	n   int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.src.Read(p)
	c.n += int64(n)
	return n, err
}

// bounded stops reading a file that unpacks to too much.
type bounded struct {
	src    io.Reader
	packed *counter
	limits Limits
	n      int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	b.n += int64(n)
	if b.n > b.limits.Unpack {
		return 0, ErrTooLarge
	}
	if b.n > ratioFree && b.n > b.limits.Ratio*b.packed.n {
		return 0, ErrBomb
	}
	return n, err
}
