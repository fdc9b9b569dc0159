package sheet

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"
)

// WriteEach writes n pieces of text with something before, between and behind.
func WriteEach(w io.Writer, open, between, end string, n int, piece func(to []byte, i int) []byte) error {
	b := newBuffer(w)
	b.buf = append(b.buf, open...)
	for i := range n {
		if i > 0 {
			b.buf = append(b.buf, between...)
		}
		b.buf = piece(b.buf, i)
		if err := b.spill(); err != nil {
			return err
		}
	}
	b.buf = append(b.buf, end...)
	return b.flush()
}

// WriteJSON writes the table as a list with an object for each row, whose members are the columns.
func (t *Table) WriteJSON(w io.Writer) error {
	b, object, before := newBuffer(w), t.AppendObject(), "[\n"
	err := t.rows(func(i int) bool {
		b.buf = object(append(b.buf, before...), i)
		before = ",\n"
		return b.spill() == nil
	})
	if before == "[\n" {
		b.buf = append(b.buf, '[')
	}
	b.buf = append(b.buf, "\n]\n"...)
	return cmp.Or(err, b.flush())
}

// AppendObject returns the function that appends row i as an object of JSON.
func (t *Table) AppendObject() func(to []byte, i int) []byte {
	columns := at(Files|Objects, t.Columns)
	var o object
	return func(to []byte, i int) []byte {
		o.buf = to
		o.members(columns, i)
		return o.buf
	}
}

// object writes the cells of a row as the members of a JSON object.
type object struct{ buf []byte }

func (o *object) members(columns []*Column, i int) {
	for n, c := range columns {
		before := byte(',')
		if n == 0 {
			before = '{'
		}
		o.buf = append(AppendString(append(o.buf, before), cmp.Or(c.Key, c.Name)), ':')
		c.cell(o, i)
	}
	o.buf = append(o.buf, '}')
}

func (o *object) text(cell string)     { o.buf = AppendString(o.buf, cell) }
func (o *object) name(of Names, i int) { o.text(of.At(i)) }
func (o *object) int(n int)            { o.buf = strconv.AppendInt(o.buf, int64(n), 10) }
func (o *object) number(x float64)     { o.buf = AppendFinite(o.buf, x) }
func (o *object) share(x float64)      { o.buf = appendShareOrNull(o.buf, x) }
func (o *object) ratio(_, whole int)   { o.int(whole) }
func (o *object) bool(b bool)          { o.buf = strconv.AppendBool(o.buf, b) }

func (o *object) list(of iter.Seq[string], _ string) { o.buf = AppendStrings(o.buf, of) }

// AppendStrings appends a list of strings.
func AppendStrings(to []byte, of iter.Seq[string]) []byte {
	to = append(to, '[')
	from := len(to)
	for s := range of {
		if len(to) > from {
			to = append(to, ',')
		}
		to = AppendString(to, s)
	}
	return append(to, ']')
}

// AppendFinite appends a number of JSON; null where it is none or not finite.
func AppendFinite(to []byte, x float64) []byte {
	if x-x != 0 { // NaN or infinite
		return append(to, "null"...)
	}
	return AppendNumber(to, x)
}

// appendShareOrNull is AppendFinite with AppendShare.
func appendShareOrNull(to []byte, x float64) []byte {
	if x-x != 0 {
		return append(to, "null"...)
	}
	return AppendShare(to, x)
}

// AppendString appends a string of JSON. What is no valid UTF-8 becomes U+FFFD, as JSON can't hold it.
func AppendString(to []byte, s string) []byte {
	to = append(to, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r < ' ' || r == '\u2028' || r == '\u2029' || r == 0x7f:
			to = fmt.Appendf(to, `\u%04x`, r)
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}
