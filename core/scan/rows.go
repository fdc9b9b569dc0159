// Package scan reads the rows of a file as its Layout says, whatever the file is:
// delimited text, JSON, a sheet of a workbook, or members of an archive. It rejects
// bad rows, counts, and reports progress.
package scan

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
	"concord/internal/humanize"
)

// Options are of one reading of a file. How it is read, its Layout says.
type Options struct {
	Limits   table.Limits                      // zero: the defaults
	Counted  int                               // how many labels may be made of a file's counts; 0: 10,000,000
	Found    func(api.Problem)                 // called with each problem of a row, also beyond Problems.First; may be nil
	Size     int64                             // bytes of what is to be read, to make room for it; 0: unknown
	Progress func(rows int, bytes int64) error // called now and then with the bytes read, or unpacked; an error ends the reading
}

// Rows reads the records of a file of any kind that has one thing a row. It passes over bad ones, which it lists and counts.
type Rows struct {
	File     string // for messages
	Layout   *layout.Layout
	Options  Options
	Read     int // rows so far, without the header
	Bad      int
	Passed   int // rows that don't count (Choices.Where, Question)
	Short    int // rows that end before the last columns
	Problems api.Problems

	Questions []string        // further on than detection looked, which are answered and not read
	questions map[string]bool // with those that it saw; nil: all rows so far answer the one that is read

	source   source
	unpacked float64       // the share of an archive
	text     *table.Reader // where the file is just delimited text; else nil
	records  records       // of any other file
	row      record        // of those
	width    int           // cells of a good record
	made     int           // of which so many are not in the file
	meant    []condition   // that a row must meet to count
	parts    []int         // several columns that tell tasks apart together; nil: one does, or none
	task     []byte        // what they say in the current row
	exact    bool          // all rows end before the last columns
	header   [2]int        // of a header, its line and the one after it
}

// source counts the bytes of a file as they are read, and reports progress.
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

// Read reads a whole file and hands each good row to take, which returns what is
// wrong with it, if anything. A file without rows is an error, but not one in which none counts; bad rows are not (see
// Verdict). The Rows returned are never nil.
func Read(file string, r io.Reader, lay *layout.Layout, o Options, take func(*Rows) *api.Problem) (*Rows, error) {
	rs, err := Open(file, r, lay, o)
	if err != nil {
		return &Rows{}, err
	}
	for {
		ok, err := rs.Next()
		if err != nil {
			return rs, err
		}
		if !ok {
			break
		}
		if p := take(rs); p != nil {
			rs.Reject(p)
		}
	}
	if rs.Read == 0 && rs.Passed == 0 { // other files may have the rows that count
		return rs, layout.Empty(rs.File, lay.Header)
	}
	return rs, nil
}

// Open begins to read a file, and passes its header.
func Open(file string, r io.Reader, lay *layout.Layout, o Options) (*Rows, error) {
	rs := &Rows{File: file, Layout: lay, Options: o, width: len(lay.Columns)}
	if err := rs.choose(); err != nil {
		return nil, err
	}
	rs.source = source{src: r, tell: rs.progress}
	if lay.IsText() {
		if err := layout.CheckDelimiter(file, lay.Delimiter); err != nil {
			return nil, err
		}
	}
	if err := rs.open(); err != nil {
		return nil, rs.failed(err)
	}
	if lay.Header && !lay.Keyed() {
		return rs, rs.passHeader()
	}
	return rs, nil
}

// above reports whether the current record is above the table. Text lines there are skipped unread.
func (rs *Rows) above() bool { return rs.text == nil && rs.Line() < rs.Layout.HeaderLine }

// passHeader skips the header, and lines of spaces above it.
func (rs *Rows) passHeader() error {
	for {
		err := rs.advance()
		if err == io.EOF {
			return layout.Empty(rs.File, rs.Layout.Header)
		}
		if err != nil || !rs.blank() && !rs.above() {
			if err = rs.recordBadRow(err); err != nil {
				return err
			}
			rs.header = [2]int{rs.Line(), rs.End()}
			break
		}
	}
	for range rs.Layout.Below {
		if err := rs.advance(); err != nil && err != io.EOF {
			return rs.recordBadRow(err)
		}
	}
	return nil
}

func (rs *Rows) progress() error {
	if rs.Options.Progress == nil {
		return nil
	}
	bytes := rs.source.bytes
	if rs.archived() { // read at once, then unpacked row by row
		bytes = int64(rs.unpacked * float64(bytes))
	}
	return rs.Options.Progress(rs.Read, bytes)
}

func (rs *Rows) archived() bool { return rs.Layout.Members != nil || rs.Layout.Sheet != "" }

// Next goes on to the next row that has the right number of cells. It returns
// false at the end of the file, or with the error that ended the reading early.
func (rs *Rows) Next() (bool, error) {
	for {
		err := rs.advance()
		switch {
		case err == io.EOF:
			return false, nil
		case err != nil:
			if err := rs.recordBadRow(err); err != nil {
				return false, err
			}
		case rs.above():
		case rs.len() == rs.width && (!rs.exact || rs.Lacks() > 0):
			if !rs.counts() {
				rs.Passed++
				continue
			}
			rs.Read++
			if rs.Lacks() > 0 {
				rs.Short++
			}
			return true, nil
		case !rs.blank():
			rs.Read++
			rs.Reject(rs.ragged())
		}
	}
}

// recordBadRow notes an error that is just a bad row, and returns any other.
func (rs *Rows) recordBadRow(err error) error {
	if err == nil {
		return nil
	}
	e, ok := err.(*table.Error)
	if !ok || e.Fatal {
		return rs.failed(err)
	}
	rs.Read++
	rs.Reject(rs.Layout.ExplainRow(rs.File, e, rs.source.torn, rs.Options.Limits))
	return nil
}

// failed explains an error of the file as a whole, unless the caller itself ended the reading.
func (rs *Rows) failed(err error) error {
	if rs.source.ended != nil {
		return rs.source.ended
	}
	return rs.Layout.Explain(rs.File, err, rs.source.torn, rs.Options.Limits)
}

// blank reports whether the record is a line of spaces.
func (rs *Rows) blank() bool { return rs.len() == 1 && len(bytes.TrimSpace(rs.Raw(0))) == 0 }

// Run reads plain rows as table.Reader.Run does: none where the file is not
// delimited text. Rows with more cells than any needs are left to Next.
func (rs *Rows) Run(want [3]int, run *table.Run) {
	run.N = 0
	if columns := rs.runColumns(); rs.text != nil && rs.parts == nil && rs.meant == nil && max(want[0], want[1], want[2]) < columns {
		rs.text.Run(columns, want, run)
	}
}

// Take counts the first n rows of a run as read; the others will be read again.
func (rs *Rows) Take(run *table.Run, n int) {
	if n < run.N {
		rs.text.Unread(run, n)
	}
	rs.Read += n
	if rs.runColumns() < rs.width {
		rs.Short += n
	}
}

func (rs *Rows) runColumns() int { return cmp.Or(rs.Layout.Least, rs.width) }

// Bytes returns how many bytes of the file have been read.
func (rs *Rows) Bytes() int64 { return rs.source.bytes }

// advance reads the next record.
func (rs *Rows) advance() (err error) {
	if rs.text != nil {
		return rs.text.Next()
	}
	rs.row, err = rs.records()
	return err
}

// Line returns the line on which the current row begins; the first line is 1.
func (rs *Rows) Line() int {
	if rs.text != nil {
		return rs.text.Line()
	}
	return rs.row.line
}

// End returns the line after the current row, where rows are those of delimited text.
func (rs *Rows) End() int {
	if rs.text != nil {
		return rs.text.End()
	}
	return rs.row.end
}

// Lacks returns how many cells are added to the current row, as it ends before the last columns.
func (rs *Rows) Lacks() int {
	if rs.text != nil {
		return rs.text.Padded()
	}
	return rs.row.lacks
}

// Number returns the number of the current row among the records of JSON, where the line alone is ambiguous; else 0.
func (rs *Rows) Number() int { return rs.row.number }

// HeaderLines returns the line of the header, and the one after it; zeros: there is none.
func (rs *Rows) HeaderLines() (line, end int) { return rs.header[0], rs.header[1] }

// len returns the number of cells of the current row.
func (rs *Rows) len() int {
	if rs.text != nil {
		return rs.text.Len()
	}
	return len(rs.row.cells)
}

// Raw returns a cell of the current row as it stands in the file.
func (rs *Rows) Raw(c int) []byte {
	if rs.text != nil {
		return rs.text.Cell(c)
	}
	return rs.row.cells[c]
}

// Cell returns what a cell says: without white space around it, and with each
// letter and its accents as one character where there is one (NFC), since the
// two ways of writing it look the same.
func (rs *Rows) Cell(c int) []byte {
	if rs.parts != nil && c == rs.parts[0] {
		return rs.task
	}
	return parse.Tidy(rs.Raw(c))
}

// Cells3 is Cell for three columns. In WebAssembly a call costs more than tidying most cells, which are tidy already.
func (rs *Rows) Cells3(c1, c2, c3 int) (b1, b2, b3 []byte) {
	if rs.text == nil || rs.parts != nil {
		return rs.Cell(c1), rs.Cell(c2), rs.Cell(c3)
	}
	b1, b2, b3 = rs.text.Cell(c1), rs.text.Cell(c2), rs.text.Cell(c3)
	if rs.text.ASCII() && parse.Trimmed(b1) && parse.Trimmed(b2) && parse.Trimmed(b3) {
		return b1, b2, b3
	}
	return parse.Tidy(b1), parse.Tidy(b2), parse.Tidy(b3)
}

// Reject notes that the current row is bad.
func (rs *Rows) Reject(p *api.Problem) {
	rs.Bad++
	rs.Note(p)
}

// Note lists a problem.
func (rs *Rows) Note(p *api.Problem) {
	rs.Problems.Add(*p)
	if rs.Options.Found != nil {
		rs.Options.Found(*p)
	}
}

// Wrong describes what is wrong with one cell of the current row.
func (rs *Rows) Wrong(column int, what, do string) *api.Problem {
	p := rs.problem(what, do)
	p.Column, p.Text = rs.ColumnName(column), api.Printable(string(rs.Raw(column)))
	return p
}

func (rs *Rows) problem(what, do string) *api.Problem {
	return &api.Problem{File: rs.File, Line: rs.Line(), Record: rs.row.number, What: what, Do: do}
}

// ColumnName names a column for a message.
func (rs *Rows) ColumnName(c int) string { return rs.Layout.ColumnName(c) }

// Verdict is the error of a file with bad rows that were not to be skipped.
func (rs *Rows) Verdict() error {
	return Verdict(rs.Problems, rs.Bad, max(0, rs.Read-rs.Bad), rs.Layout.Skip) // a row may be rejected for several cells
}

// Verdict is the error of a file with so many bad rows and good ones.
func Verdict(problems api.Problems, bad, good int, skip bool) error {
	if bad == 0 || skip {
		return nil
	}
	return &api.BadRows{Problems: problems, Good: good}
}

// ragged says that the current row has too few or too many cells of those in the file.
func (rs *Rows) ragged() *api.Problem {
	n, columns := rs.len(), rs.width-rs.made
	if n > 1 {
		n -= rs.made
	}
	p := rs.problem(fmt.Sprintf("%s where %s expected", humanize.Count(n, "cell"), humanize.Are(columns, "")),
		"Add what is missing, or skip the row")
	if n <= columns {
		p.Text = api.Printable(string(rs.Raw(n - 1)))
		return p
	}
	c := columns // the first that is one too many, or the first of them that says anything
	for c < n && len(rs.Raw(c)) == 0 {
		c++
	}
	if c == n {
		c = columns
	}
	if p.Column = rs.ColumnName(c); rs.made > 0 {
		p.Column = platform.NumberedColumn(c)
	}
	p.Text = api.Printable(string(rs.Raw(c)))
	p.Do = "Empty it, or skip the row"
	if d := rs.Layout.Delimiter; d != "" {
		p.Do = fmt.Sprintf("Put a cell that holds the delimiter %s in quotes, or skip the row", delimiterName(d))
	}
	return p
}

// delimiterName names a delimiter for a message.
func delimiterName(d string) string {
	switch d {
	case "\t":
		return "tab"
	case " ":
		return "space"
	}
	return "“" + api.Printable(d) + "”"
}
