package table

import (
	"bytes"
	"io"
)

// bufferSize is read at once: large enough that records rarely straddle two
// reads, small enough that progress and cancelling stay lively.
const bufferSize = 256 << 10

// What a byte outside quotes means. The last two are bits, gathered in a
// record to tell whether it needs a second look.
const (
	plain     byte = 0
	delimiter byte = 1
	lineEnd   byte = 2
	quote     byte = 3
	nul       byte = 4
	high      byte = 8 // part of a character beyond ASCII
)

// Reader reads records.
//
// Lines end with LF, CR LF or CR. A cell that begins with a quote ends with the
// next quote that is not doubled, and may hold delimiters and line ends. Blank
// lines and a byte order mark at the start are passed over.
type Reader struct {
	src    io.Reader
	limits Limits
	kind   [256]byte

	buf  []byte
	at   int   // where the next record begins in buf
	end  int   // where the data end in buf
	base int64 // offset of buf[0] in the text
	done error // why src has no more to give: io.EOF, or what it reported

	next int // line on which the next record begins
	line int // line on which this record began

	record  []byte // the bytes that cells point into
	cells   []span
	doubled []int // cells that hold doubled quotes
	breaks  int   // line ends within quoted cells
	open    int   // where the cell begins that scan could not finish
}

type span struct{ from, to int32 }

// NewReader returns a Reader of UTF-8 text whose cells are separated by delim,
// an ASCII character.
func NewReader(src io.Reader, delim byte, l Limits) *Reader {
	r := &Reader{src: src, limits: l.filled(), next: 1, line: 1}
	for c := 0x80; c < 256; c++ {
		r.kind[c] = high
	}
	r.kind[0], r.kind['\n'], r.kind['\r'], r.kind['"'] = nul, lineEnd, lineEnd, quote
	r.kind[delim] = delimiter
	return r
}

// Len returns the number of cells of the record.
func (r *Reader) Len() int { return len(r.cells) }

// Cell returns cell i of the record, without its quotes. It is valid until the
// next call of Next.
func (r *Reader) Cell(i int) []byte {
	c := r.cells[i]
	return r.record[c.from:c.to:c.to]
}

// Line returns the line on which the record began; the first line is 1.
func (r *Reader) Line() int { return r.line }

// Offset returns where the next record begins, in bytes of text.
func (r *Reader) Offset() int64 { return r.base + int64(r.at) }

// Next reads the next record. It returns io.EOF at the end, and an *Error for
// a record that can't be read.
func (r *Reader) Next() error {
	for {
		b := r.buf[r.at:r.end]
		size, err := r.scan(b)
		if err != nil {
			r.skipLine()
			return err
		}
		if size == 0 {
			if err := r.more(); err != nil {
				return err
			}
			continue
		}
		r.line = r.next
		r.at += size
		r.next += 1 + r.breaks
		if len(r.cells) == 0 { // a blank line
			continue
		}
		r.record = b[:size]
		if len(r.doubled) > 0 {
			r.undouble()
		}
		return nil
	}
}

// scan finds the cells of the record at the start of b and returns the bytes
// that it takes up with its line end: 0 if b may not hold the whole of it. The
// cells of a blank line are none.
func (r *Reader) scan(b []byte) (size int, err *Error) {
	kind, cells := &r.kind, r.cells[:0]
	r.doubled, r.breaks = r.doubled[:0], 0
	from := 0
	var seen byte
	for i := 0; i < len(b); i++ {
		k := kind[b[i]]
		if k == plain {
			continue
		}
		switch k {
		case delimiter:
			if len(cells) == r.limits.Columns {
				return 0, r.wrong(b, len(cells), from, ErrColumns)
			}
			cells = append(cells, span{int32(from), int32(i)})
			from = i + 1
		case lineEnd:
			if b[i] == '\r' && i+1 == len(b) && r.done == nil {
				r.cells, r.open = cells, from
				return 0, nil // a LF may follow
			}
			return r.finish(b, cells, from, i, seen)
		case quote:
			return r.scanQuoted(b)
		default:
			seen |= k
		}
	}
	if r.done == io.EOF && len(b) > 0 {
		return r.finish(b, cells, from, len(b), seen)
	}
	r.cells, r.open = cells, from
	return 0, nil
}

// finish ends a record with the cell [from, to), to being where its line ends.
func (r *Reader) finish(b []byte, cells []span, from, to int, seen byte) (size int, err *Error) {
	size = to + lineEndAt(b[to:])
	if to > 0 {
		cells = append(cells, span{int32(from), int32(to)})
	}
	r.cells = cells
	if seen == 0 && size <= r.limits.Cell {
		return size, nil
	}
	return size, r.check(b[:size], seen)
}

// scanQuoted is scan for records that have quotes.
func (r *Reader) scanQuoted(b []byte) (size int, err *Error) {
	r.cells, r.doubled, r.open = r.cells[:0], r.doubled[:0], 0
	for {
		from, to, after := r.open, 0, 0
		if len(r.cells) == r.limits.Columns {
			return 0, r.wrong(b, len(r.cells), from, ErrColumns)
		}
		if from < len(b) && b[from] == '"' {
			from++
			if to = r.closing(b, from); to < 0 {
				if r.done == io.EOF {
					return 0, r.wrong(b, len(r.cells), r.open, ErrOpenQuote)
				}
				return 0, nil
			}
			after = to + 1
			if after < len(b) && r.kind[b[after]] != delimiter && r.kind[b[after]] != lineEnd {
				return 0, r.wrong(b, len(r.cells), r.open, ErrAfterQuote)
			}
		} else {
			to = from
			for to < len(b) && r.kind[b[to]]&(delimiter|lineEnd) == 0 {
				to++
			}
			if to < len(b) && b[to] == '"' {
				return 0, r.wrong(b, len(r.cells), from, ErrStrayQuote)
			}
			after = to
		}
		if r.done == nil && after+1 >= len(b) {
			return 0, nil // a delimiter, a quote or a LF may follow
		}
		if r.done != io.EOF && after == len(b) {
			return 0, nil
		}
		r.cells = append(r.cells, span{int32(from), int32(to)})
		if after < len(b) && r.kind[b[after]] == delimiter {
			r.open = after + 1
			continue
		}
		size = after + lineEndAt(b[after:])
		r.breaks = lineEnds(b[:after])
		return size, r.check(b[:size], nul|high)
	}
}

// closing returns where the quote is that closes the cell whose text begins at
// from, or -1. It notes cells that hold doubled quotes.
func (r *Reader) closing(b []byte, from int) int {
	for i := from; ; i += 2 {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		if i+1 == len(b) || b[i+1] != '"' {
			return i
		}
		if n := len(r.doubled); n == 0 || r.doubled[n-1] != len(r.cells) {
			r.doubled = append(r.doubled, len(r.cells))
		}
	}
}

// undouble makes one quote of two, in place: the record is ours until Next.
func (r *Reader) undouble() {
	for _, c := range r.doubled {
		cell := r.record[r.cells[c].from:r.cells[c].to]
		n := 0
		for i := 0; i < len(cell); i++ {
			cell[n] = cell[i]
			n++
			if cell[i] == '"' {
				i++
			}
		}
		r.cells[c].to = r.cells[c].from + int32(n)
	}
}

// lineEnds counts the line ends in b.
func lineEnds(b []byte) int {
	n := bytes.Count(b, []byte{'\n'})
	for i, c := range b {
		if c == '\r' && (i+1 == len(b) || b[i+1] != '\n') {
			n++
		}
	}
	return n
}

// lineEndAt returns the length of the line end that b begins with, 0 if b is
// empty.
func lineEndAt(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case len(b) > 1 && b[0] == '\r' && b[1] == '\n':
		return 2
	}
	return 1
}
