package export

import (
	"io"
	"math"
	"strconv"
	"strings"
)

// Formula reports whether a spreadsheet would run a cell as a formula (OWASP,
// CSV injection): it begins with = + - @, a tab or a carriage return. Plain
// numbers are none: -1 and +1 are everyday labels.
func Formula(cell string) bool {
	if cell == "" {
		return false
	}
	switch cell[0] {
	case '=', '@', '\t', '\r':
		return true
	case '+', '-':
		return !plainNumber(cell[1:])
	}
	return false
}

// plainNumber matches \d+(\.\d+)?
func plainNumber(s string) bool {
	whole, part, point := strings.Cut(s, ".")
	return digits(whole) && (!point || digits(part))
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// Formulas returns how many of the names a spreadsheet would run as a formula,
// and the first of them. It calls pause now and then; an error ends it.
func Formulas(n Named, pause func() error) (count int, first string, err error) {
	tasks, classes := n.Tasks, n.Classes
	if n.Sets != nil {
		tasks, classes = n.Sets.Tasks, n.Sets.Classes
	}
	for _, names := range []Names{classes, n.Workers, tasks} {
		for i := range names.Len() {
			if i%block == 0 {
				if err := pause(); err != nil {
					return 0, "", err
				}
			}
			if s := names.At(i); Formula(s) {
				if count == 0 {
					first = s
				}
				count++
			}
		}
	}
	return count, first, nil
}

// sheet writes CSV, cell by cell. It keeps the first error until end or flush.
type sheet struct {
	to    io.Writer
	safe  bool // prefix ' to what a spreadsheet would run
	buf   []byte
	begun bool // the row has a cell
	err   error
}

// full is the size at which a sheet hands its text on.
const full = 1 << 16

func newSheet(to io.Writer, safe bool, header ...string) *sheet {
	s := &sheet{to: to, safe: safe, buf: make([]byte, 0, full+1<<12)}
	for _, h := range header {
		s.text(h)
	}
	return s
}

func (s *sheet) comma() {
	if s.begun {
		s.buf = append(s.buf, ',')
	}
	s.begun = true
}

// text adds a cell, quoted where RFC 4180 or a reader that trims asks for it.
func (s *sheet) text(cell string) {
	s.comma()
	if s.safe && Formula(cell) {
		cell = "'" + cell
	}
	if !quoted(cell) {
		s.buf = append(s.buf, cell...)
		return
	}
	s.buf = append(s.buf, '"')
	for i := range len(cell) {
		if cell[i] == '"' {
			s.buf = append(s.buf, '"')
		}
		s.buf = append(s.buf, cell[i])
	}
	s.buf = append(s.buf, '"')
}

func quoted(cell string) bool {
	if cell == "" {
		return false
	}
	first, last := cell[0], cell[len(cell)-1]
	return first <= ' ' || last <= ' ' || strings.ContainsAny(cell, ",\"\r\n")
}

func (s *sheet) int(n int) {
	s.comma()
	s.buf = strconv.AppendInt(s.buf, int64(n), 10)
}

func (s *sheet) number(x float64) {
	s.comma()
	s.buf = AppendNumber(s.buf, x)
}

func (s *sheet) bool(b bool) {
	s.comma()
	s.buf = strconv.AppendBool(s.buf, b)
}

// row ends a row. It returns the first error of writing.
func (s *sheet) row() error {
	s.buf = append(s.buf, '\n')
	s.begun = false
	if len(s.buf) >= full {
		s.flush()
	}
	return s.err
}

// flush hands on what is left.
func (s *sheet) flush() error {
	if s.err == nil {
		_, s.err = s.to.Write(s.buf)
	}
	s.buf = s.buf[:0]
	return s.err
}

// AppendNumber appends the shortest decimal form that reads back to the same
// bits, with an exponent only below 1e-6 and from 1e21 on; nothing for NaN.
func AppendNumber(to []byte, x float64) []byte {
	size := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return to
	case size < 1e15 && x == math.Trunc(x) && (x != 0 || !math.Signbit(x)):
		return strconv.AppendInt(to, int64(x), 10)
	case x != 0 && (size < 1e-6 || size >= 1e21):
		return strconv.AppendFloat(to, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(to, x, 'f', -1, 64)
}
