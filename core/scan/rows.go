// Package scan reads the rows of a file as its Layout says, whatever the file is:
// delimited text, JSON, a sheet of a workbook, or members of an archive. It finds
// fault with bad rows, counts, and reports progress.
package scan

import (
	"bytes"
	"fmt"
	"io"

	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/table"
	"concord/internal/humanize"
)

// Rows reads the records of a file, finds fault with those that are bad, and
// counts. It serves every kind of file that has one thing a row.
type Rows struct {
	File     string
	Layout   *layout.Layout
	Options  Options
	Source   *source
	Record   records
	Text     *table.Reader // t, where it is delimited text; else nil
	Width    int           // cells of a good record
	Read     int           // rows so far, without the header
	Bad      int
	Short    int         // rows that end before the last columns
	Padded   func() bool // whether the current row does; nil: none may …
	exact    bool        // … and all have to
	Problems problem.Problems
}

// source counts the bytes of the file as they are read, and tells how far the
// reading has come.
type source struct {
	src   io.Reader
	Bytes int64
	tell  func() error
	ended error // what tell returned
	torn  error // why the file can't be read any further
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.src.Read(p)
	s.Bytes += int64(n)
	if err != nil && err != io.EOF {
		s.torn = err
	}
	if s.ended = s.tell(); s.ended != nil {
		return n, s.ended
	}
	return n, err
}

func Open(file string, r io.Reader, lay *layout.Layout, o Options) (*Rows, error) {
	rs := &Rows{File: file, Layout: lay, Options: o, Width: len(lay.Columns)}
	rs.Source = &source{src: r, tell: func() error { return rs.progress() }}
	if lay.IsText() {
		if err := layout.CheckDelimiter(file, lay.Delimiter); err != nil {
			return nil, err
		}
	}
	if err := rs.open(); err != nil {
		return nil, rs.failed(err)
	}
	if lay.Header && (lay.JSON == nil || lay.JSON.Rows) {
		return rs, rs.passHeader()
	}
	return rs, nil
}

// fill has a reader give rows that end before the last columns empty cells there.
func (rs *Rows) fill(r *table.Reader, columns int) {
	if g := rs.Layout; g.Least > 0 {
		r.Pad(g.Least, g.Most, columns)
		rs.Padded, rs.exact = r.Padded, g.Most < columns
	}
}

// above reports whether the current record stands above the table. Of text the
// lines are passed over unread.
func (rs *Rows) above() bool { return rs.Text == nil && rs.Record.Line() < rs.Layout.HeaderLine }

// passHeader goes behind the header, above which there may be lines of spaces.
func (rs *Rows) passHeader() error {
	for {
		err := rs.Record.Next()
		if err == io.EOF {
			return layout.Empty(rs.File, true)
		}
		if err != nil || !rs.blank() && !rs.above() {
			return rs.bear(err)
		}
	}
}

func (rs *Rows) progress() error {
	if rs.Options.Progress == nil {
		return nil
	}
	return rs.Options.Progress(rs.Read, rs.Source.Bytes)
}

// Next goes on to the next row that has the right number of cells. It returns
// false at the end of the file, or with what ended the reading before.
func (rs *Rows) Next() (bool, error) {
	for {
		err := rs.Record.Next()
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
		if rs.Record.Len() != rs.Width || rs.exact && !rs.Padded() {
			if rs.blank() {
				continue
			}
			rs.Read++
			rs.Reject(rs.ragged())
			continue
		}
		rs.Read++
		if rs.Padded != nil && rs.Padded() {
			rs.Short++
		}
		return true, nil
	}
}

// bear notes an error of the table that is no more than a bad row, and returns
// any other.
func (rs *Rows) bear(err error) error {
	if err == nil {
		return nil
	}
	e, ok := err.(*table.Error)
	if !ok || e.Fatal {
		return rs.failed(err)
	}
	rs.Read++
	rs.Reject(*rs.Layout.ExplainRow(rs.File, e, rs.Source.torn, rs.Options.Limits))
	return nil
}

// blank reports whether the record is a line of spaces.
func (rs *Rows) blank() bool {
	return rs.Record.Len() == 1 && len(bytes.TrimSpace(rs.Record.Cell(0))) == 0
}

// Reject notes that the current row is bad.
func (rs *Rows) Reject(p problem.Problem) {
	rs.Bad++
	rs.Note(p)
}

// Note lists a problem.
func (rs *Rows) Note(p problem.Problem) {
	rs.Problems.Add(p)
	if rs.Options.Found != nil {
		rs.Options.Found(p)
	}
}

// Wrong describes what is wrong with one cell of the current row.
func (rs *Rows) Wrong(column int, what, do string) problem.Problem {
	return problem.Problem{
		File: rs.File, Line: rs.Record.Line(), Record: rs.Record.Record(), Column: rs.ColumnName(column),
		Text: problem.Printable(string(rs.Record.Cell(column))), What: what, Do: do,
	}
}

// ColumnName names a column for a message.
func (rs *Rows) ColumnName(c int) string { return rs.Layout.ColumnName(c) }

// failed explains an error of the file as a whole, unless the caller itself ended
// the reading.
func (rs *Rows) failed(err error) error {
	if rs.Source.ended != nil {
		return rs.Source.ended
	}
	return rs.Layout.Explain(rs.File, err, rs.Source.torn, rs.Options.Limits)
}

// Verdict is the error of a file with bad rows that were not to be skipped.
func (rs *Rows) Verdict() error {
	return Verdict(rs.Problems, rs.Bad, rs.Read-rs.Bad, rs.Options)
}

func Verdict(problems problem.Problems, bad, good int, o Options) error {
	if bad == 0 || o.Skip {
		return nil
	}
	return &problem.BadRows{Problems: problems, Good: good}
}

// Cell returns what a cell says: without white space around it, and with each
// letter and its accents as one character where there is one (NFC), since the
// two ways of writing it can't be told apart by eye.
func (rs *Rows) Cell(c int) []byte { return parse.Tidy(rs.Record.Cell(c)) }

// Cells3 is cell for three columns. A call costs more in wasm than what cell does
// for most cells, which is nothing.
func (rs *Rows) Cells3(c1, c2, c3 int) (b1, b2, b3 []byte) {
	if rs.Text == nil {
		return rs.Cell(c1), rs.Cell(c2), rs.Cell(c3)
	}
	b1, b2, b3 = rs.Text.Cell(c1), rs.Text.Cell(c2), rs.Text.Cell(c3)
	if rs.Text.ASCII() && parse.Trimmed(b1) && parse.Trimmed(b2) && parse.Trimmed(b3) {
		return b1, b2, b3
	}
	return parse.Tidy(b1), parse.Tidy(b2), parse.Tidy(b3)
}

// ragged says that the current row has too few or too many cells.
func (rs *Rows) ragged() problem.Problem {
	p := problem.Problem{File: rs.File, Line: rs.Record.Line(), Record: rs.Record.Record()}
	n, columns, made := rs.Record.Len(), rs.Width, false
	if m, ok := rs.Record.(interface{ made() int }); ok && m.made() > 0 { // what the file holds counts
		made = true
		if columns -= m.made(); n > 1 {
			n -= m.made()
		}
	}
	p.What = fmt.Sprintf("%s where %s expected", humanize.Count(n, "cell"), humanize.Are(columns, ""))
	if n > columns {
		c := columns // the first that is one too many, or the first of them that says anything
		for c < n-1 && len(rs.Record.Cell(c)) == 0 {
			c++
		}
		if len(rs.Record.Cell(c)) == 0 {
			c = columns
		}
		if p.Column = rs.ColumnName(c); made {
			p.Column = platform.NumberedColumn(c)
		}
		p.Text = problem.Printable(string(rs.Record.Cell(c)))
		if rs.Layout.Delimiter == "" {
			p.Do = "Empty it, or go on without the row"
			return p
		}
		p.Do = fmt.Sprintf("Put a cell that holds the delimiter %s in quotes, or go on without the row", delimiterName(rs.Layout.Delimiter))
		return p
	}
	p.Text = problem.Printable(string(rs.Record.Cell(n - 1)))
	p.Do = "Add what is missing, or go on without the row"
	return p
}

// Options govern the reading of a whole file.
type Options struct {
	Skip        bool                              // leave bad rows out instead of refusing the file
	Drop        bool                              // leave out the rows of Layout.Doubt
	Again       string                            // what becomes of labels by a worker who had labelled the task before
	Merge       []choice.Merge                    // names that stand for others
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
