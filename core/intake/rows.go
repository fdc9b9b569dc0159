package intake

import (
	"bytes"
	"fmt"
	"io"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/table"
	"concord/internal/humanize"
)

// rows reads the records of a file, finds fault with those that are bad, and
// counts. It serves every kind of file that has one thing a row.
type rows struct {
	file     string
	guess    *layout.Guess
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
	problems problem.Problems
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

func openRows(file string, r io.Reader, guess *layout.Guess, o Options) (*rows, error) {
	rs := &rows{file: file, guess: guess, o: o, columns: len(guess.Columns)}
	rs.src = &source{src: r, tell: func() error { return rs.progress() }}
	if guess.IsText() {
		if err := layout.CheckDelimiter(file, guess.Delimiter); err != nil {
			return nil, err
		}
	}
	if err := rs.open(); err != nil {
		return nil, rs.failed(err)
	}
	if guess.Header && (guess.JSON == nil || guess.JSON.Rows) {
		return rs, rs.passHeader()
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

// passHeader goes behind the header, above which there may be lines of spaces.
func (rs *rows) passHeader() error {
	for {
		err := rs.t.Next()
		if err == io.EOF {
			return rs.guess.Empty(rs.file)
		}
		if err != nil || !rs.blank() && !rs.above() {
			return rs.bear(err)
		}
	}
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
		return rs.failed(err)
	}
	rs.read++
	rs.reject(*rs.guess.ExplainRow(rs.file, e, rs.src.torn, rs.o.Limits))
	return nil
}

// blank reports whether the record is a line of spaces.
func (rs *rows) blank() bool {
	return rs.t.Len() == 1 && len(bytes.TrimSpace(rs.t.Cell(0))) == 0
}

// reject notes that the current row is bad.
func (rs *rows) reject(p problem.Problem) {
	rs.bad++
	rs.note(p)
}

// note lists a problem.
func (rs *rows) note(p problem.Problem) {
	rs.problems.Add(p)
	if rs.o.Found != nil {
		rs.o.Found(p)
	}
}

// wrong describes what is wrong with one cell of the current row.
func (rs *rows) wrong(column int, what, do string) problem.Problem {
	return problem.Problem{
		File: rs.file, Line: rs.t.Line(), Record: rs.t.Record(), Column: rs.column(column),
		Text: problem.Printable(string(rs.t.Cell(column))), What: what, Do: do,
	}
}

// column names a column for a message.
func (rs *rows) column(c int) string { return rs.guess.ColumnName(c) }

// failed explains an error of the file as a whole, unless the caller itself ended
// the reading.
func (rs *rows) failed(err error) error {
	if rs.src.ended != nil {
		return rs.src.ended
	}
	return rs.guess.Explain(rs.file, err, rs.src.torn, rs.o.Limits)
}

// verdict is the error of a file with bad rows that were not to be skipped.
func (rs *rows) verdict() error {
	return verdict(rs.problems, rs.bad, rs.read-rs.bad, rs.o)
}

func verdict(problems problem.Problems, bad, good int, o Options) error {
	if bad == 0 || o.Skip {
		return nil
	}
	return &problem.BadRows{Problems: problems, Good: good}
}

// cell returns what a cell says: without white space around it, and with each
// letter and its accents as one character where there is one (NFC), since the
// two ways of writing it can't be told apart by eye.
func (rs *rows) cell(c int) []byte { return parse.Tidy(rs.t.Cell(c)) }

// cells3 is cell for three columns. A call costs more in wasm than what cell does
// for most cells, which is nothing.
func (rs *rows) cells3(c1, c2, c3 int) (b1, b2, b3 []byte) {
	if rs.text == nil {
		return rs.cell(c1), rs.cell(c2), rs.cell(c3)
	}
	b1, b2, b3 = rs.text.Cell(c1), rs.text.Cell(c2), rs.text.Cell(c3)
	if rs.text.ASCII() && parse.Trimmed(b1) && parse.Trimmed(b2) && parse.Trimmed(b3) {
		return b1, b2, b3
	}
	return parse.Tidy(b1), parse.Tidy(b2), parse.Tidy(b3)
}

// ragged says that the current row has too few or too many cells.
func (rs *rows) ragged() problem.Problem {
	p := problem.Problem{File: rs.file, Line: rs.t.Line(), Record: rs.t.Record()}
	n, columns, made := rs.t.Len(), rs.columns, false
	if m, ok := rs.t.(interface{ made() int }); ok && m.made() > 0 { // what the file holds counts
		made = true
		if columns -= m.made(); n > 1 {
			n -= m.made()
		}
	}
	p.What = fmt.Sprintf("%s where %s expected", humanize.Count(n, "cell"), humanize.Are(columns, ""))
	if n > columns {
		c := columns // the first that is one too many, or the first of them that says anything
		for c < n-1 && len(rs.t.Cell(c)) == 0 {
			c++
		}
		if len(rs.t.Cell(c)) == 0 {
			c = columns
		}
		if p.Column = rs.column(c); made {
			p.Column = layout.NumberedColumn(c)
		}
		p.Text = problem.Printable(string(rs.t.Cell(c)))
		if rs.guess.Delimiter == "" {
			p.Do = "Empty it, or go on without the row"
			return p
		}
		p.Do = fmt.Sprintf("Put a cell that holds the delimiter %s in quotes, or go on without the row", delimiterName(rs.guess.Delimiter))
		return p
	}
	p.Text = problem.Printable(string(rs.t.Cell(n - 1)))
	p.Do = "Add what is missing, or go on without the row"
	return p
}

// Options govern the reading of a whole file.
type Options struct {
	Skip        bool                              // leave bad rows out instead of refusing the file
	Drop        bool                              // leave out the rows of Guess.Doubt
	Again       layout.Again                      // what becomes of labels by a worker who had labelled the task before
	Merge       []layout.Alias                    // names that stand for others
	ManyClasses bool                              // take more than 1,000 different labels for what they are
	Limits      table.Limits                      // zero: the defaults
	Counted     int                               // how many labels may be made of a file's counts; 0: 10,000,000
	Found       func(problem.Problem)             // called with each problem of a row, those beyond Problems.First too; nil: nobody asks
	Size        int64                             // bytes of what is to be read, so that there is room for it; 0: nobody knows
	Progress    func(rows int, bytes int64) error // called now and then with bytes of the file; an error ends the reading with that error
}

// delimiterName names a delimiter for a message.
func delimiterName(d string) string {
	switch d {
	case "\t":
		return "tab"
	case " ":
		return "space"
	}
	return "“" + problem.Printable(d) + "”"
}
