package table

import (
	"bufio"
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

// RatioFree bytes may be unpacked whatever the ratio: a short file of one repeated line is not a bomb.
const RatioFree = 16 << 20

// MaxRatio is the default of Limits.Ratio.
const MaxRatio = 100

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

// Open returns the text that a file holds, as UTF-8: unpacked if it is gzip or zstd, and decoded
// from encoding: "utf-8" (or ""), "utf-16le", "utf-16be", "windows-1252" or "windows-1251". The
// reader it returns reports exceeded limits and truncated files. A packed file within a packed file
// or an archive spends the budget of that one: otherwise each could unpack to a hundred times the other.
func Open(file io.Reader, encoding string, l Limits) (io.Reader, error) {
	l = l.filled()
	head := make([]byte, 4)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	packed := &counter{src: io.MultiReader(bytes.NewReader(head[:n]), file)}
	var text io.Reader
	switch PackingOf(head[:n]) {
	case Gzip:
		text, err = newMembers(packed)
	case Zstd:
		text = unpackZstd(packed)
	default:
		return decode(packed.src, encoding)
	}
	if err != nil {
		return nil, err
	}
	return decode(&bounded{src: text, budget: budgetOf(file, l, packed)}, encoding)
}

// unpackZstd reads zstd with one goroutine and a bounded window: a tab has one thread and little memory.
func unpackZstd(r io.Reader) io.ReadCloser {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(64<<20))
	if err != nil {
		panic(err) // only options are wrong before anything is read
	}
	return z.IOReadCloser()
}

// members reads the members of a gzip file, one after the other. Zeros after the last are padding, as gzip takes them;
// anything else is ErrTail.
type members struct {
	unpacker *gzip.Reader
	from     *bufio.Reader
}

func newMembers(file io.Reader) (*members, error) {
	from := bufio.NewReader(file)
	z, err := gzip.NewReader(from)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &members{z, from}, nil
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.unpacker.Read(p)
	if err == io.EOF {
		err = m.next()
	}
	return n, err
}

// next goes on to the next member; io.EOF: there is none.
func (m *members) next() error {
	for {
		head, err := m.from.Peek(2)
		switch {
		case len(head) > 0 && head[0] == 0:
			m.from.Discard(1)
		case PackingOf(head) == Gzip:
			if err := m.unpacker.Reset(m.from); err != nil {
				return err
			}
			m.unpacker.Multistream(false)
			return nil
		case len(head) > 0 && (err == nil || err == io.EOF):
			return ErrTail
		default:
			return err
		}
	}
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

// budget is how much a compressed file may unpack to, with all that is packed in it.
type budget struct {
	limits Limits
	packed *counter
	spent  int64
}

// budgetOf returns the budget that a file was unpacked from, or a new one where it was not.
func budgetOf(file io.Reader, l Limits, packed *counter) *budget {
	if b, ok := file.(*bounded); ok {
		return b.budget
	}
	return &budget{limits: l, packed: packed}
}

// bounded stops reading what unpacks to too much.
type bounded struct {
	src     io.Reader
	budget  *budget
	damaged error             // reported in place of any other error; nil: what src reports
	tell    func(n int) error // called with the bytes of each reading; nil: nobody asks
}

func (b *bounded) Read(p []byte) (int, error) {
	u := b.budget
	n, err := b.src.Read(p)
	u.spent += int64(n)
	switch {
	case u.spent > u.limits.Unpack:
		return 0, ErrTooLarge
	case u.spent > RatioFree && u.spent > u.limits.Ratio*u.packed.n:
		return 0, ErrBomb
	case err != nil && err != io.EOF && b.damaged != nil:
		return n, b.damaged
	case b.tell != nil:
		if stop := b.tell(n); stop != nil {
			return n, stop
		}
	}
	return n, err
}
