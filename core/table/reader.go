package table

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"
	"strings"
	"unicode/utf8"
)

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
// lines and a byte order mark at the start are skipped.
type Reader struct {
	buffer
	limits Limits
	kind   [256]byte
	delims uint64 // the first byte of the delimiter, eight times
	long   []byte // the delimiter, where it is several bytes; else nil

	least, most, columns int // see Pad
	padded               int // cells that the record lacked

	next int // line on which the next record begins
	line int // line on which this record began

	record  []byte // the bytes that cells point into
	cells   []span
	doubled []int // cells that hold doubled quotes
	breaks  int   // line ends within quoted cells
	seen    byte  // what may be in the record beside ASCII
	open    int   // where the cell begins that scan could not finish
	short   bool  // an excerpt ends where the buffer does
}

type span struct{ from, to int32 }

// NewReader returns a Reader of UTF-8 text whose cells are separated by delim, which
// must be Usable. A single byte is by far the fastest.
func NewReader(src io.Reader, delim string, l Limits) *Reader {
	r := &Reader{buffer: newBuffer(src), limits: l.filled(), delims: uint64(delim[0]) * ones, next: 1, line: 1}
	if len(delim) > 1 {
		r.long = []byte(delim)
	}
	for c := 0x80; c < 256; c++ {
		r.kind[c] = high
	}
	r.kind[0], r.kind['\n'], r.kind['\r'], r.kind['"'] = nul, lineEnd, lineEnd, quote
	r.kind[delim[0]] = delimiter // perhaps, where it is long
	return r
}

// maxDelimiter is how many bytes a delimiter may have.
const maxDelimiter = 16

// Usable reports whether a Reader can separate cells by delim: a character or a few,
// without quotes and line ends.
func Usable(delim string) bool {
	return delim != "" && len(delim) <= maxDelimiter && utf8.ValidString(delim) && !strings.ContainsAny(delim, "\x00\"\r\n")
}

// Pad makes records of least to most cells as long as the number of columns, by adding empty cells.
func (r *Reader) Pad(least, most, columns int) { r.least, r.most, r.columns = least, most, columns }

// Padded returns how many cells were added to the record.
func (r *Reader) Padded() int { return r.padded }

// End returns the line after those of the record.
func (r *Reader) End() int { return r.next }

// SkipLines skips the next n lines, whatever they contain.
func (r *Reader) SkipLines(n int) {
	for ; n > 0 && (r.at < r.end || r.done == nil); n-- {
		r.skipLine()
	}
}

// Len returns the number of cells of the record.
func (r *Reader) Len() int { return len(r.cells) }

// Cell returns cell i of the record, without its quotes. It is valid until the next call of Next.
func (r *Reader) Cell(i int) []byte {
	c := r.cells[i]
	return r.record[c.from:c.to:c.to]
}

// ASCII reports whether the record is certainly ASCII only.
func (r *Reader) ASCII() bool { return r.seen == 0 }

// Line returns the line on which the record began; the first line is 1.
func (r *Reader) Line() int { return r.line }

// Next reads the next record. It returns io.EOF at the end, and an *Error for a record that can't
// be read; unless that is Fatal, Next continues after it: with the next line if its quotes are at
// fault. The cells of a record with ErrUTF8 can still be looked at.
func (r *Reader) Next() error {
	for {
		b := r.buf[r.at:r.end]
		r.short = false
		size, err := r.scan(b)
		if err != nil {
			if r.short { // the message needs more of the text
				r.fill()
				continue
			}
			r.line = r.next
			if size == 0 {
				r.skipLine()
			} else {
				r.record = b[:size]
				r.at += size
				r.next += 1 + r.breaks
			}
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
		if r.columns > 0 {
			r.pad()
		}
		return nil
	}
}

// Eight bytes at a time: one in each byte of a word.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// scan finds the cells of the record at the start of b and returns the bytes
// that it occupies with its line end: 0 if b may not hold all of it. A blank line has no
// cells. With an error it returns the bytes to skip, or 0 for the rest of the line.
//
// It searches eight bytes at a time for those that may matter: control characters and
// the delimiter, but also all others below '-' or beyond ASCII, which are rare in names.
func (r *Reader) scan(b []byte) (size int, err *Error) {
	if r.long != nil {
		return r.scanPlain(b)
	}
	kind, cells := &r.kind, r.cells[:0]
	r.doubled, r.breaks = r.doubled[:0], 0
	padded, delims := b[:len(b)+padding], r.delims
	from := 0
	var seen byte
	for i := 0; i < len(b); i += 8 {
		w := binary.LittleEndian.Uint64(padded[i:])
		d := w ^ delims
		// A byte of mark is set where w may matter. Borrows may set a few too many.
		mark := ((w-'-'*ones)&^w | (d-ones)&^d | w) & highs
		for ; mark != 0; mark &= mark - 1 {
			at := i + bits.TrailingZeros64(mark)/8
			if at >= len(b) {
				break
			}
			switch k := kind[b[at]]; k {
			case plain:
			case delimiter:
				if len(cells) == r.limits.Columns {
					return 0, r.wrong(b, len(cells), from, ErrColumns)
				}
				cells = append(cells, span{int32(from), int32(at)})
				from = at + 1
			case lineEnd:
				if b[at] == '\r' && at+1 == len(b) && r.done == nil {
					r.cells, r.open = cells, from
					return 0, nil // a LF may follow
				}
				if size = at + lineEndAt(b[at:]); seen == 0 && size <= r.limits.Cell && at > 0 && len(cells) < r.limits.Columns {
					r.cells, r.seen = append(cells, span{int32(from), int32(at)}), 0
					return size, nil // as finish, without a call
				}
				return r.finish(b, cells, from, at, seen)
			case quote:
				return r.scanPlain(b)
			default:
				seen |= k
			}
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
		if len(cells) == r.limits.Columns {
			return 0, r.wrong(b, len(cells), from, ErrColumns)
		}
		cells = append(cells, span{int32(from), int32(to)})
	}
	r.cells, r.seen = cells, seen
	if seen == 0 && size <= r.limits.Cell {
		return size, nil
	}
	return r.check(b[:size])
}

// scanPlain is scan, byte by byte, for records with quotes and for delimiters of several bytes.
func (r *Reader) scanPlain(b []byte) (size int, err *Error) {
	r.cells, r.doubled, r.open = r.cells[:0], r.doubled[:0], 0
	for len(b) > 0 {
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
		} else {
			for to = from; ; to++ {
				for to < len(b) && r.kind[b[to]]&(delimiter|lineEnd) == 0 {
					to++
				}
				if r.long == nil || to == len(b) || r.kind[b[to]] != delimiter || bytes.HasPrefix(b[to:], r.long) {
					break
				}
			}
			if to < len(b) && b[to] == '"' {
				return 0, r.wrong(b, len(r.cells), from, ErrStrayQuote)
			}
			after = to
		}
		if r.done == nil && after+1+len(r.long) >= len(b) {
			return 0, nil // a delimiter, a quote or a LF may follow
		}
		if r.done != io.EOF && after == len(b) {
			return 0, nil
		}
		delim := 0
		if after < len(b) && r.kind[b[after]] == delimiter {
			if delim = 1; r.long != nil {
				delim = r.delimiterAt(b, after)
			}
		}
		if to < after && delim == 0 && after < len(b) && r.kind[b[after]] != lineEnd {
			return 0, r.wrong(b, len(r.cells), r.open, ErrAfterQuote)
		}
		r.cells = append(r.cells, span{int32(from), int32(to)})
		if delim > 0 {
			r.open = after + delim
			continue
		}
		if after == 0 {
			r.cells = r.cells[:0] // a blank line
		}
		size = after + lineEndAt(b[after:])
		r.breaks, r.seen = lineEnds(b[:after]), nul|high
		return r.check(b[:size])
	}
	return 0, nil
}

// delimiterAt returns the size of the delimiter that begins at b[at], 0 if there is none.
func (r *Reader) delimiterAt(b []byte, at int) int {
	switch {
	case at >= len(b) || r.kind[b[at]] != delimiter:
		return 0
	case r.long == nil:
		return 1
	case bytes.HasPrefix(b[at:], r.long):
		return len(r.long)
	}
	return 0
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

// pad adds the missing cells of the record.
func (r *Reader) pad() {
	n := len(r.cells)
	r.padded = 0
	if n < r.columns && n >= r.least && n <= r.most {
		r.padded = r.columns - n
		r.cells = append(r.cells, make([]span, r.padded)...)
	}
}

// undouble replaces doubled quotes in place: the Reader owns the record until Next.
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

// lineEndAt returns the length of the line end that b begins with, 0 if b is empty.
func lineEndAt(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case len(b) > 1 && b[0] == '\r' && b[1] == '\n':
		return 2
	}
	return 1
}
