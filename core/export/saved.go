package export

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"

	"github.com/klauspost/compress/gzip"

	"concord/core/table"
)

// A saved file is gzip of: a line of JSON, the header; the files and lists that the header
// announces, little-endian; the SHA-256 of all that.

// savedList announces a list.
type savedList struct {
	Name string `json:"name"`
	N    int    `json:"n"`
	Of   string `json:"of,omitempty"` // what its items are; "": numbers, 8 bytes each
}

// What the items of a list may be else.
const (
	ofNames  = "names"  // each its length, 4 bytes, and its bytes
	ofInts   = "int32"  // 4 bytes each
	ofShorts = "uint16" // 2 bytes each
)

// list is []float64, []string, []int32 or []uint16, with its name.
type list struct {
	name  string
	items any
}

func (l *list) header() savedList {
	switch x := l.items.(type) {
	case []string:
		return savedList{l.name, len(x), ofNames}
	case []int32:
		return savedList{l.name, len(x), ofInts}
	case []uint16:
		return savedList{l.name, len(x), ofShorts}
	}
	return savedList{Name: l.name, N: len(l.items.([]float64))}
}

// blockBytes is how much is written or read at a time.
const blockBytes = 1 << 16

// maxName is how long a name may be, and maxLine the header, which has all that was chosen, reviewed and noted.
const (
	maxName = 1 << 20
	maxLine = 1 << 26
)

// savedWriter compresses and hashes what is written to it. It keeps the first error.
type savedWriter struct {
	*bufio.Writer
	sum   hash.Hash
	z     *packer
	block []byte
}

func newSavedWriter(w io.Writer) *savedWriter {
	z, sum := newPacker(w), sha256.New()
	return &savedWriter{Writer: bufio.NewWriterSize(io.MultiWriter(sum, z), blockBytes), sum: sum, z: z}
}

// end writes the sum of everything and ends the file.
func (w *savedWriter) end() error {
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := w.z.Write(w.sum.Sum(nil)); err != nil {
		return err
	}
	return w.z.Close()
}

// file copies a file, which must be as long as it says.
func (w *savedWriter) file(f *Kept) error {
	from, err := f.Open()
	if err != nil {
		return fmt.Errorf("%s can't be read again: %w", f.Name, err)
	}
	defer from.Close()
	size, err := io.Copy(w, from)
	_, failed := w.Write(nil)
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return fmt.Errorf("%s can't be read again: %w", f.Name, err)
	case size != f.Size:
		return fmt.Errorf("%s has changed since it was opened: it has %d bytes now, not %d", f.Name, size, f.Size)
	}
	return nil
}

func (w *savedWriter) list(items any) {
	switch x := items.(type) {
	case []string:
		for _, name := range x {
			w.block = binary.LittleEndian.AppendUint32(w.block[:0], uint32(len(name)))
			w.Write(w.block)
			w.WriteString(name)
		}
	case []float64:
		put(w, x)
	case []int32:
		put(w, x)
	case []uint16:
		put(w, x)
	}
}

// number is an item of fixed size.
type number interface{ float64 | int32 | uint16 }

func put[T number](w *savedWriter, x []T) {
	const block = blockBytes / 8
	for ; len(x) > 0; x = x[min(block, len(x)):] {
		w.block, _ = binary.Append(w.block[:0], binary.LittleEndian, x[:min(block, len(x))]) // an error would be one of type
		w.Write(w.block)
	}
}

// savedReader decompresses and hashes. It keeps the first error; reads then return what there is.
type savedReader struct {
	from *bufio.Reader
	sum  hash.Hash
	body io.Reader // from, hashed
	err  error
}

// newSavedReader begins to read a file, within the bounds of any packed file. One that was unpacked has none, since all of it is there.
func newSavedReader(r io.Reader) (*savedReader, error) {
	z, err := table.Open(r, "", table.Limits{Unpack: math.MaxInt64})
	switch {
	case errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, ErrNotSaved
	case err != nil:
		return nil, err
	}
	d := &savedReader{from: bufio.NewReaderSize(z, blockBytes), sum: sha256.New()}
	d.body = io.TeeReader(d.from, d.sum)
	return d, nil
}

// line reads the first line.
func (d *savedReader) line() ([]byte, error) {
	var line []byte
	for {
		part, err := d.from.ReadSlice('\n')
		line = append(room(line, len(part), maxLine+blockBytes), part...)
		switch {
		case err == nil:
			d.sum.Write(line)
			return line, nil
		case errors.Is(err, table.ErrBomb):
			return nil, ErrTrap
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("%w: it ends too early", ErrDamaged)
		case err == bufio.ErrBufferFull && len(line) > maxLine && bytes.HasPrefix(line, []byte(savedHead)):
			return nil, fmt.Errorf("%w: its header does not end", ErrDamaged)
		case err != bufio.ErrBufferFull || len(line) > maxLine:
			return nil, ErrNotSaved
		}
	}
}

// end checks that everything is read and is as it was written.
func (d *savedReader) end() error {
	sum := d.sum.Sum(nil)
	stored := make([]byte, len(sum))
	if d.err == nil {
		_, d.err = io.ReadFull(d.from, stored)
	}
	if d.err == nil {
		if _, err := d.from.ReadByte(); err == nil {
			d.err = errors.New("there is more after its end")
		} else if err != io.EOF {
			d.err = err
		}
	}
	switch {
	case errors.Is(d.err, table.ErrBomb):
		return ErrTrap
	case d.err == io.EOF || d.err == io.ErrUnexpectedEOF:
		return fmt.Errorf("%w: it ends too early", ErrDamaged)
	case d.err != nil:
		return fmt.Errorf("%w: %w", ErrDamaged, d.err)
	case !bytes.Equal(sum, stored):
		return fmt.Errorf("%w: its checksum is wrong", ErrDamaged)
	}
	return nil
}

// blob reads so many bytes.
func (d *savedReader) blob(size int64) []byte {
	if size < 0 {
		d.err = errors.Join(d.err, fmt.Errorf("a file has %d bytes", size))
	}
	var out []byte
	for int64(len(out)) < size && d.err == nil {
		n := int(min(size-int64(len(out)), blockBytes))
		out = d.more(room(out, n, int(size)), n)
	}
	return out
}

// room makes room for n more items where there will be so many in all, or so it is said: for twice as many as there are, so that a
// header that lies takes no memory.
func room[T any](x []T, n, all int) []T {
	if cap(x)-len(x) >= n {
		return x
	}
	return append(make([]T, 0, max(len(x)+n, min(2*cap(x), all))), x...)
}

// more appends the next n bytes.
func (d *savedReader) more(to []byte, n int) []byte {
	from := len(to)
	to = append(to, make([]byte, n)...)
	_, d.err = io.ReadFull(d.body, to[from:])
	return to
}

// list reads the items of a list.
func (d *savedReader) list(about savedList) any {
	if about.N < 0 {
		d.err = errors.Join(d.err, fmt.Errorf("%s has %d items", about.Name, about.N))
	}
	switch about.Of {
	case "":
		return take[float64](d, about.N)
	case ofInts:
		return take[int32](d, about.N)
	case ofShorts:
		return take[uint16](d, about.N)
	case ofNames:
		return d.names(about.N)
	}
	d.err = errors.Join(d.err, fmt.Errorf("%s is a list of %s, which are unknown", about.Name, about.Of))
	return nil
}

func (d *savedReader) names(n int) []string {
	out := []string{}
	var b []byte
	for len(out) < n && d.err == nil {
		if b = d.more(b[:0], 4); d.err != nil {
			break
		}
		size := binary.LittleEndian.Uint32(b)
		if size > maxName {
			d.err = fmt.Errorf("a name has %d bytes", size)
			break
		}
		for b = b[:0]; len(b) < int(size) && d.err == nil; {
			b = d.more(b, min(int(size)-len(b), blockBytes))
		}
		out = append(room(out, 1, n), string(b))
	}
	return out
}

func take[T number](d *savedReader, n int) []T {
	out := []T{}
	var b []byte
	for len(out) < n && d.err == nil {
		from, next := len(out), min(n-len(out), blockBytes/8)
		out = room(out, next, n)[:from+next]
		if b = d.more(b[:0], binary.Size(out[from:])); d.err == nil {
			_, d.err = binary.Decode(b, binary.LittleEndian, out[from:])
		}
	}
	return out
}
