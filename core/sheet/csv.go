package sheet

import (
	"bytes"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
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
// spreadsheet would run as formulas. All processors take part where the table is large and can be had again.
func (t *Table) WriteCSV(w io.Writer, safe bool) error {
	s := newCSV(w, safe)
	if n := runtime.GOMAXPROCS(0); n > 1 && t.Again != nil && t.Size > piece {
		t.header(s)
		return t.inPieces(s, n)
	}
	return t.encode(s)
}

// piece is how many rows a goroutine makes at a time, and pieceCells is about how many cells: it holds what it makes.
const (
	piece      = 1 << 12
	pieceCells = 1 << 16
)

// inPieces writes the rows of the table to s. So many goroutines take turns in making pieces of it. If a column panics, so does the caller.
func (t *Table) inPieces(s *csvSheet, routines int) error {
	made, stop := make([]chan []byte, routines), make(chan struct{})
	piece := max(1, min(piece, pieceCells/max(1, len(at(Files, t.Columns)))))
	panicked := make(chan any, routines)
	var all sync.WaitGroup
	defer all.Wait()
	defer close(stop)
	for g := range made {
		made[g] = make(chan []byte)
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panicked <- p
				}
			}()
			own, columns := newCSV(nil, s.safe), at(Files, t.Again().Columns)
			var written []byte // or being written
			for from := g * piece; from < t.Size; from += routines * piece {
				for i := from; i < min(from+piece, t.Size); i++ {
					own.cells(columns, i)
				}
				select {
				case made[g] <- own.buf:
					own.buf, written = written[:0], own.buf
				case <-stop:
					return
				}
			}
		})
	}
	s.flush() // the header
	for n := 0; n*piece < t.Size && s.err == nil; n++ {
		select {
		case rows := <-made[n%routines]:
			_, s.err = s.to.Write(rows)
		case p := <-panicked:
			panic(p)
		}
	}
	return s.err
}

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

func (s *csvSheet) share(x float64) {
	s.comma()
	s.buf = AppendShare(s.buf, x)
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
	s.end()
	return s.spill()
}

func (s *csvSheet) end() {
	s.buf = append(s.buf, '\n')
	s.begun = false
}

// cells adds a row.
func (s *csvSheet) cells(columns []*Column, i int) {
	for _, c := range columns {
		c.cell(s, i)
	}
	s.end()
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

// AppendShare appends the shortest decimal form of a number with six significant digits, as AppendNumber writes that. A number between 0
// and 1 becomes neither: those closest to 1 become 0.999999. Nothing is appended for NaN.
func AppendShare(to []byte, x float64) []byte {
	if !(x >= 1e-6 && x < 1) {
		return appendRounded(to, x)
	}
	zeros, scaled := 0, x*1e6
	for ; scaled < 1e5; scaled *= 10 {
		zeros++
	}
	n := uint32(scaled + .5)
	switch {
	case n < 1e6:
	case zeros == 0:
		n--
	default:
		n, zeros = 1e5, zeros-1
	}
	text := [len("0.00000") + 6]byte{'0', '.', '0', '0', '0', '0', '0'}
	end := len("0.") + zeros + 6
	copy(text[end-6:], threeDigits[n/1000][:])
	copy(text[end-3:], threeDigits[n%1000][:])
	for text[end-1] == '0' {
		end--
	}
	to = slices.Grow(to, len(text))
	from := len(to)
	*(*[len(text)]byte)(to[from : from+len(text)]) = text // of constant size: no call
	return to[:from+end]
}

// threeDigits has the numbers below 1000.
var threeDigits = func() (all [1000][3]byte) {
	for n := range all {
		all[n] = [3]byte{'0' + byte(n/100), '0' + byte(n/10%10), '0' + byte(n%10)}
	}
	return all
}()

// appendRounded is AppendShare of any number.
func appendRounded(to []byte, x float64) []byte {
	if x != math.Trunc(x) {
		x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', 5, 64), 64) // the text is a number
	}
	return AppendNumber(to, x)
}
