// Package table turns bytes into records of cells, each with its position. It
// knows nothing of tasks or labels.
//
//	bytes ─Open─▶ plain UTF-8 text ─Reader─▶ records of cells
//
// Open undoes gzip and zstd and decodes UTF-16 and the Windows code pages. Reader then splits RFC
// 4180 text (any delimiter of one character or a few) in one pass over a reused buffer: cells are
// views into it, and records allocate nothing. A record that can't be read is reported with its
// position, and reading continues at the line after the one where the record began.
//
// JSON reads JSON text one value at a time, and XMLAsJSON makes such text of XML. An Archive is a zip archive in memory; a
// Workbook is one that holds an Excel workbook, whose rows a SheetReader reads.
package table

import (
	"cmp"
	"errors"
	"fmt"
)

// Limits bound what a file may cost. Zero means the default.
type Limits struct {
	Cell    int   // bytes of one cell; default 1 MiB
	Record  int   // bytes of one record; default 16 MiB
	Columns int   // cells of one record; default 10,000
	Depth   int   // arrays and objects of JSON, or elements of XML, within each other; default 100
	Archive int64 // bytes of a zip archive or a workbook, which is held in memory; default 200 MiB
	Shared  int   // bytes of the texts that the cells of a workbook share, which are held in memory; default 256 MiB
	Unpack  int64 // bytes that a compressed file may unpack to; default 16 GiB
	Ratio   int64 // how many times its size a compressed file may unpack to, beyond its first 16 MiB; default 100
}

// MaxArchive is the default of Limits.Archive.
const MaxArchive = 200 << 20

// filled returns l with zeros replaced by defaults.
func (l Limits) filled() Limits {
	return Limits{
		Cell:    cmp.Or(l.Cell, 1<<20),
		Record:  cmp.Or(l.Record, 16<<20),
		Columns: cmp.Or(l.Columns, 10_000),
		Depth:   cmp.Or(l.Depth, 100),
		Archive: cmp.Or(l.Archive, MaxArchive),
		Shared:  cmp.Or(l.Shared, 256<<20),
		Unpack:  cmp.Or(l.Unpack, 16<<30),
		Ratio:   cmp.Or(l.Ratio, MaxRatio),
	}
}

// What can be wrong with a record, or with the whole text.
var (
	ErrStrayQuote = errors.New("a quote inside a cell that does not begin with one")
	ErrAfterQuote = errors.New("text after the closing quote of a cell")
	ErrOpenQuote  = errors.New("a quote that is never closed")
	ErrCellSize   = errors.New("a cell that is too large")
	ErrRecordSize = errors.New("a record that is too large")
	ErrColumns    = errors.New("too many cells")
	ErrNUL        = errors.New("a NUL byte")
	ErrUTF8       = errors.New("text that is not valid UTF-8")

	ErrJSON      = errors.New("text that is not JSON")
	ErrControl   = errors.New("a line end or another control character in a string of JSON")
	ErrCut       = errors.New("a text that ends before its end")
	ErrAfterJSON = errors.New("text after the end of the JSON")
	ErrDepth     = errors.New("JSON with too many arrays and objects within each other")

	ErrBomb     = errors.New("a compressed file that unpacks to far more than its size")
	ErrTooLarge = errors.New("a compressed file that unpacks to too much")
	ErrTail     = errors.New("something after the end of the compressed data")
	ErrEncoding = errors.New("an unknown encoding")
)

// Error is one problem at one place. After an Error that is not Fatal the Reader
// continues with the next record.
type Error struct {
	Line   int    // where the bad cell begins; the first line is 1
	Column int    // the bad cell of the record, the first is 1; 0: the record as a whole
	Record int    // of JSON: the bad record, the first is 1; else 0
	Text   string // the beginning of the offending text, as it stands in the file
	Fatal  bool   // nothing more can be read
	Err    error  // one of the sentinels above, or what the underlying reader reported
}

func (e *Error) Error() string {
	s := fmt.Sprintf("line %d", e.Line)
	if e.Record > 0 {
		s += fmt.Sprintf(", record %d", e.Record)
	}
	if e.Column > 0 {
		s += fmt.Sprintf(", column %d", e.Column)
	}
	s += fmt.Sprintf(": %v", e.Err)
	if e.Text != "" || e.Column > 0 {
		s += fmt.Sprintf(": %q", e.Text)
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// mostExcerpt is how many bytes of a text an Error shows.
const mostExcerpt = 80
