package intake

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"concord/core/table"
)

// rows reads the records of a file, finds fault with those that are bad, and
// counts. It serves every kind of file that has one thing a row.
type rows struct {
	file     string
	guess    *Guess
	o        Options
	src      *source
	t        records
	text     *table.Reader // t, where it is delimited text; else nil
	columns  int           // cells of a good record
	read     int           // rows so far, without the header
	bad      int
	short    int         // rows that end before the last columns
	padded   func() bool // whether the current row does; nil: none may …
	exact    bool        // … and all have to
	problems Problems
}

// source counts the bytes of the file as they are read, and tells how far the
// reading has come.
type source struct {
	src   io.Reader
	bytes int64
	tell  func() error
	ended error // what tell returned
	torn  error // why the file can't be read any further
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.src.Read(p)
	s.bytes += int64(n)
	if err != nil && err != io.EOF {
		s.torn = err
	}
	if s.ended = s.tell(); s.ended != nil {
		return n, s.ended
	}
	return n, err
}

func openRows(file string, r io.Reader, guess *Guess, o Options) (*rows, error) {
	rs := &rows{file: file, guess: guess, o: o, columns: len(guess.Columns)}
	rs.src = &source{src: r, tell: func() error { return rs.progress() }}
	if guess.in != nil {
		return rs, rs.unpack()
	}
	if err := usable(file, guess.Delimiter); err != nil {
		return nil, err
	}
	plain, err := rs.plain()
	if err != nil {
		return nil, rs.failed(err)
	}
	rs.text = table.NewReader(plain, guess.Delimiter, o.Limits)
	rs.text.SkipLines(guess.Line - 1)
	rs.fill(rs.text, rs.columns)
	rs.t = text{rs.text}
	if guess.Header {
		if err := rs.passHeader(); err != nil {
			return nil, err
		}
	}
	return rs, nil
}

// fill has a reader give rows that end before the last columns empty cells there.
func (rs *rows) fill(r *table.Reader, columns int) {
	if g := rs.guess; g.Least > 0 {
		r.Pad(g.Least, g.Most, columns)
		rs.padded, rs.exact = r.Padded, g.Most < columns
	}
}

// above reports whether the current record stands above the table. Of text the
// lines are passed over unread.
func (rs *rows) above() bool { return rs.text == nil && rs.t.Line() < rs.guess.Line }

// unpack opens what is no delimited text.
func (rs *rows) unpack() error {
	plain, err := rs.plain()
	if err == nil {
		rs.t, err = rs.guess.in.open(rs, plain)
	}
	if err != nil {
		return rs.failed(err)
	}
	if rs.guess.Header && rs.guess.in.unnamed() {
		return rs.passHeader()
	}
	return nil
}

// passHeader goes behind the header, above which there may be lines of spaces.
func (rs *rows) passHeader() error {
	for {
		err := rs.t.Next()
		if err == io.EOF {
			return rs.empty()
		}
		if err != nil || !rs.blank() && !rs.above() {
			return rs.bear(err)
		}
	}
}

// usable refuses what can't separate cells.
func usable(file string, d string) error {
	if !table.Usable(d) {
		return &Problem{File: file, What: fmt.Sprintf("the delimiter %q can't be used", d), Do: "Choose a comma, a tab, a semicolon or another character, or a few, without quotes and line ends"}
	}
	return nil
}

func (rs *rows) progress() error {
	if rs.o.Progress == nil {
		return nil
	}
	return rs.o.Progress(rs.read, rs.src.bytes)
}

// next goes on to the next row that has the right number of cells. It returns
// false at the end of the file, or with what ended the reading before.
func (rs *rows) next() (bool, error) {
	for {
		err := rs.t.Next()
		if err == io.EOF {
			return false, nil
		}
		if err != nil {
			if err := rs.bear(err); err != nil {
				return false, err
			}
			continue
		}
		if rs.above() {
			continue
		}
		if rs.t.Len() != rs.columns || rs.exact && !rs.padded() {
			if rs.blank() {
				continue
			}
			rs.read++
			rs.reject(rs.ragged())
			continue
		}
		rs.read++
		if rs.padded != nil && rs.padded() {
			rs.short++
		}
		return true, nil
	}
}

// bear notes an error of the table that is no more than a bad row, and returns
// any other.
func (rs *rows) bear(err error) error {
	if err == nil {
		return nil
	}
	e, ok := err.(*table.Error)
	if !ok || e.Fatal {
		return rs.fault(err)
	}
	rs.read++
	rs.reject(*rs.explain(e))
	return nil
}

// blank reports whether the record is a line of spaces.
func (rs *rows) blank() bool {
	return rs.t.Len() == 1 && len(bytes.TrimSpace(rs.t.Cell(0))) == 0
}

// reject notes that the current row is bad.
func (rs *rows) reject(p Problem) {
	rs.bad++
	rs.note(p)
}

// note lists a problem.
func (rs *rows) note(p Problem) {
	rs.problems.add(p)
	if rs.o.Found != nil {
		rs.o.Found(p)
	}
}

// wrong describes what is wrong with one cell of the current row.
func (rs *rows) wrong(column int, what, do string) Problem {
	return Problem{
		File: rs.file, Line: rs.t.Line(), Record: rs.t.Record(), Column: rs.column(column),
		Text: printable(string(rs.t.Cell(column))), What: what, Do: do,
	}
}

// column names a column for a message.
func (rs *rows) column(c int) string {
	if c < len(rs.guess.Columns) && rs.guess.Header && rs.guess.Columns[c].Name != "" {
		return rs.guess.Columns[c].Name
	}
	return columnName(c)
}

// role returns the column that plays a role, or -1.
func (g *Guess) role(r Role) int {
	for c := range g.Columns {
		if g.Columns[c].Role == r {
			return c
		}
	}
	return -1
}

// failed wraps an error of the file as a whole, unless the caller itself ended
// the reading.
func (rs *rows) failed(err error) error {
	if rs.src.ended != nil {
		return rs.src.ended
	}
	var p *Problem
	if errors.As(err, &p) {
		return err
	}
	return rs.explain(&table.Error{Err: err, Fatal: true})
}

// fault turns an error of the table into one of ours.
func (rs *rows) fault(err error) error {
	if rs.src.ended != nil {
		return rs.src.ended
	}
	var e *table.Error
	if errors.As(err, &e) {
		return rs.explain(e)
	}
	return rs.failed(err)
}

// verdict is the error of a file with bad rows that were not to be skipped.
func (rs *rows) verdict() error {
	return verdict(rs.problems, rs.bad, rs.read-rs.bad, rs.o)
}

func verdict(problems Problems, bad, good int, o Options) error {
	if bad == 0 || o.Skip {
		return nil
	}
	return &BadRows{Problems: problems, Good: good}
}
