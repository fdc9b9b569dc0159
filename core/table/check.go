package table

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// more makes room for the record that begins at r.at and reads more of it. It returns
// io.EOF at the end, and an *Error if the record is too large or the source failed.
func (r *Reader) more() error {
	if r.done != nil {
		if r.done == io.EOF {
			return io.EOF
		}
		r.at = r.end
		return &Error{Line: r.next, Fatal: true, Err: r.done}
	}
	b := r.buf[r.at:r.end]
	var err *Error
	switch full, quoted := len(b) > r.limits.Record, r.open < len(b) && b[r.open] == '"'; {
	case len(b)-r.open > r.limits.Cell && (full || !quoted): // a quote may yet be closed
		err = r.wrong(b, len(r.cells), r.open, ErrCellSize)
	case full:
		err = r.wrong(b, -1, 0, ErrRecordSize)
	}
	if err != nil && !r.short {
		r.skipLine()
		return err
	}
	r.fill()
	return nil
}

// skipLine skips the line at r.at, reading on as far as needed.
func (r *Reader) skipLine() {
	r.next++
	for {
		b := r.buf[r.at:r.end]
		n := bytes.IndexAny(b, "\r\n")
		if n >= 0 && (n+1 < len(b) || r.done != nil || b[n] == '\n') {
			r.at += n + lineEndAt(b[n:])
			return
		}
		if n < 0 {
			n = len(b)
		}
		r.at += n
		if r.done != nil {
			return
		}
		r.fill()
	}
}

// check examines a record that scan has split for cells that are too large and, if seen
// says so, for bytes that are not text. It returns the size of the record to skip, or 0
// to skip only a line: an excessive record is more likely a quote never closed.
func (r *Reader) check(record []byte) (size int, err *Error) {
	if size = len(record); size > r.limits.Record {
		size = 0
	}
	if len(record) > r.limits.Cell {
		for c, s := range r.cells {
			if int(s.to-s.from) > r.limits.Cell {
				return size, r.wrong(record, c, start(record, s), ErrCellSize)
			}
		}
	}
	if size == 0 {
		return 0, r.wrong(record, -1, 0, ErrRecordSize)
	}
	if r.seen == 0 {
		return size, nil
	}
	if bytes.IndexByte(record, 0) >= 0 {
		return size, r.blame(record, ErrNUL, func(cell []byte) bool { return bytes.IndexByte(cell, 0) >= 0 })
	}
	if !utf8.Valid(record) {
		return size, r.blame(record, ErrUTF8, func(cell []byte) bool { return !utf8.Valid(cell) })
	}
	return size, nil
}

// blame finds the first cell that is bad.
func (r *Reader) blame(record []byte, err error, bad func(cell []byte) bool) *Error {
	for c, s := range r.cells {
		if bad(record[s.from:s.to]) {
			return r.wrong(record, c, start(record, s), err)
		}
	}
	return r.wrong(record, -1, 0, err)
}

// start returns where a cell begins, with its quote.
func start(record []byte, s span) int {
	if s.from > 0 && record[s.from-1] == '"' {
		return int(s.from) - 1
	}
	return int(s.from)
}

// wrong describes what is wrong with cell c (the first is 0; -1: the record) of
// the record at the start of b, which begins at from.
func (r *Reader) wrong(b []byte, c, from int, err error) *Error {
	return &Error{Line: r.next + lineEnds(b[:from]), Column: c + 1, Text: r.excerpt(b[from:]), Err: err}
}

// excerpt copies the beginning of a cell, including quotes: up to its delimiter, if it
// has no quotes, or to the end of its line. It notes whether that may be incomplete.
func (r *Reader) excerpt(b []byte) string {
	quoted := len(b) > 0 && b[0] == '"'
	for n, c := range b {
		if n == mostExcerpt || r.kind[c] == lineEnd || !quoted && r.delimiterAt(b, n) > 0 {
			return string(b[:n])
		}
	}
	r.short = r.done == nil
	return string(b)
}
