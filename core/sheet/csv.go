package sheet

import (
	"bytes"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Formula reports whether a spreadsheet would run a cell as a formula (OWASP, CSV
// injection): whether it begins with = + - @, also as wide as a Chinese character, a tab or
// a line end, but is not a plain number: -1 and +1 are everyday labels.
func Formula(cell []byte) bool {
	if len(cell) == 0 {
		return false
	}
	switch cell[0] {
	case '=', '@', '\t', '\r', '\n':
		return true
	case '+', '-':
		return !plainNumber(cell[1:])
	case 0xef: // with which all that are wide begin
		switch r, size := utf8.DecodeRune(cell); r {
		case '＝', '＠':
			return true
		case '＋', '－':
			return !plainNumber(cell[size:])
		}
	}
	return false
}

// plainNumber matches \d+(\.\d+)?(e[+-]\d+)?, as Go writes a number.
func plainNumber(b []byte) bool {
	digits := func(b []byte) bool { return len(b) > 0 && len(bytes.Trim(b, "0123456789")) == 0 }
	b, power, exponent := bytes.Cut(b, []byte{'e'})
	whole, part, point := bytes.Cut(b, []byte{'.'})
	return digits(whole) && (!point || digits(part)) &&
		(!exponent || len(power) > 1 && (power[0] == '-' || power[0] == '+') && digits(power[1:]))
}

// full is the size at which a buffer hands its text on.
const full = 1 << 16

// buffer gathers text and hands it on in large pieces. It keeps the first error.
type buffer struct {
	to  io.Writer
	buf []byte
	err error
}

func newBuffer(to io.Writer) buffer { return buffer{to: to, buf: make([]byte, 0, full+1<<12)} }

// spill hands the text on once there is enough of it.
func (b *buffer) spill() error {
	if len(b.buf) >= full {
		return b.flush()
	}
	return b.err
}

// flush hands on what is left.
func (b *buffer) flush() error {
	if b.err == nil {
		_, b.err = b.to.Write(b.buf)
	}
	b.buf = b.buf[:0]
	return b.err
}

// WriteCSV writes the table as CSV: UTF-8 with RFC 4180 quoting and LF line ends. If safe is set, an apostrophe precedes cells that a
// spreadsheet would run as formulas.
func (t *Table) WriteCSV(w io.Writer, safe bool) error { return t.encode(newCSV(w, safe)) }

// csvSheet writes CSV, cell by cell.
type csvSheet struct {
	buffer
	safe  bool // prefix ' to what a spreadsheet would run
	begun bool // the row has a cell
}

func newCSV(to io.Writer, safe bool) *csvSheet { return &csvSheet{buffer: newBuffer(to), safe: safe} }

func (s *csvSheet) comma() {
	if s.begun {
		s.buf = append(s.buf, ',')
	}
	s.begun = true
}

// text adds a cell, quoted where RFC 4180 or a reader that trims asks for it.
func (s *csvSheet) text(cell string) {
	s.comma()
	from := len(s.buf)
	s.buf = append(s.buf, cell...)
	s.quote(from)
}

// name adds a name as text does.
func (s *csvSheet) name(of Names, i int) {
	s.comma()
	from := len(s.buf)
	s.buf = of.Append(s.buf, i)
	s.quote(from)
}

// list adds several texts as one cell.
func (s *csvSheet) list(of iter.Seq[string], separator string) {
	s.text(strings.Join(slices.Collect(of), separator))
}

// quote turns the end of the buffer into a cell. Few texts need to change: those are copied.
func (s *csvSheet) quote(from int) {
	if s.safe && Formula(s.buf[from:]) {
		s.buf = slices.Insert(s.buf, from, '\'')
	}
	if cell := s.buf[from:]; quoted(cell) {
		cell = bytes.ReplaceAll(cell, []byte{'"'}, []byte(`""`)) // a copy
		s.buf = append(append(append(s.buf[:from], '"'), cell...), '"')
	}
}

// quoted reports whether a cell needs quotes. For short cells a plain loop is faster than
// the library's searches, above all in wasm.
func quoted(cell []byte) bool {
	if len(cell) == 0 {
		return false
	}
	if cell[0] <= ' ' || cell[len(cell)-1] <= ' ' {
		return true
	}
	for _, c := range cell {
		if c <= ',' && (c == ',' || c == '"' || c == '\r' || c == '\n') { // most are above
			return true
		}
	}
	return false
}

func (s *csvSheet) int(n int) {
	s.comma()
	s.buf = strconv.AppendInt(s.buf, int64(n), 10)
}

func (s *csvSheet) number(x float64) {
	s.comma()
	s.buf = AppendNumber(s.buf, x)
}

func (s *csvSheet) bool(b bool) {
	s.comma()
	s.buf = strconv.AppendBool(s.buf, b)
}

func (s *csvSheet) ratio(part, whole int) {
	s.comma()
	s.buf = strconv.AppendInt(append(strconv.AppendInt(s.buf, int64(part), 10), " of "...), int64(whole), 10)
}

// row ends a row. It returns the first error of writing.
func (s *csvSheet) row() error {
	s.buf = append(s.buf, '\n')
	s.begun = false
	return s.spill()
}

// AppendNumber appends the shortest decimal form that reads back to the same bits, with an
// exponent only below 1e-6 and from 1e21 on; nothing for NaN.
func AppendNumber(to []byte, x float64) []byte {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return to
	case size < 1e15 && x == math.Trunc(x) && (x != 0 || !math.Signbit(x)):
		return strconv.AppendInt(to, int64(x), 10)
	case x >= .1 && x < 1:
		// Mostly probabilities: 'e' copies the digits that 'f' appends one by one.
		// 09.25e-01 becomes 0.925, and 09e-01 becomes 0.9.
		from := len(to)
		to = strconv.AppendFloat(append(to, '0'), x, 'e', -1, 64)
		text := to[from:]
		text[1], text[2] = '.', text[1]
		return to[:from+max(3, len(text)-len("e-01"))]
	case x != 0 && (size < 1e-6 || size >= 1e21):
		return strconv.AppendFloat(to, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(to, x, 'f', -1, 64)
}
