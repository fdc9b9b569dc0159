package table

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// byteOrderMark may begin UTF-8 text; it is no part of the first cell.
var byteOrderMark = []byte("\xef\xbb\xbf")

// more makes room for the record that begins at r.at and reads on. It returns
// io.EOF at the end, and an *Error where the record is too large or the source
// failed.
func (r *Reader) more() error {
	if r.done != nil {
		if r.done == io.EOF {
			return io.EOF
		}
		r.at = r.end
		return &Error{Line: r.next, Fatal: true, Err: r.done}
	}
	pending := r.end - r.at
	if pending-r.open > r.limits.Cell+2 {
		err := r.wrong(r.buf[r.at:r.end], len(r.cells), r.open, ErrCellSize)
		r.skipLine()
		return err
	}
	if pending > r.limits.Record {
		err := &Error{Line: r.next, Text: r.excerpt(r.buf[r.at:r.end]), Err: ErrRecordSize}
		r.skipLine()
		return err
	}
	r.fill()
	return nil
}

// fill moves what is pending to the front of the buffer, doubles the buffer if
// it is full of it, and reads until it is full or the source ends.
func (r *Reader) fill() {
	first := r.buf == nil
	if pending := r.end - r.at; pending == len(r.buf) {
		grown := make([]byte, max(bufferSize, 2*len(r.buf)))
		copy(grown, r.buf[r.at:r.end])
		r.buf = grown
	} else {
		copy(r.buf, r.buf[r.at:r.end])
	}
	r.base += int64(r.at)
	r.end -= r.at
	r.at = 0
	for empty := 0; r.end < len(r.buf) && r.done == nil; {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		r.done = err
		if n > 0 {
			empty = 0
		} else if empty++; empty == 100 && err == nil {
			r.done = io.ErrNoProgress
		}
	}
	if first && bytes.HasPrefix(r.buf[:r.end], byteOrderMark) {
		r.at = len(byteOrderMark)
	}
}

// skipLine passes over the line at r.at, reading on as far as need be.
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
			r.at = r.end
		} else {
			r.at += n
		}
		if r.done != nil {
			return
		}
		r.fill()
	}
}

// check looks again at a record that scan has split: for cells that are too
// large and, where seen says so, for bytes that are no text.
func (r *Reader) check(record []byte, seen byte) *Error {
	if len(record) > r.limits.Cell {
		for c, s := range r.cells {
			if int(s.to-s.from) > r.limits.Cell {
				return r.wrong(record, c, int(s.from), ErrCellSize)
			}
		}
		if len(record) > r.limits.Record {
			return &Error{Line: r.next, Text: r.excerpt(record), Err: ErrRecordSize}
		}
	}
	if seen == 0 {
		return nil
	}
	if bytes.IndexByte(record, 0) >= 0 {
		return r.blame(record, ErrNUL, func(cell []byte) bool { return bytes.IndexByte(cell, 0) >= 0 })
	}
	if !utf8.Valid(record) {
		return r.blame(record, ErrUTF8, func(cell []byte) bool { return !utf8.Valid(cell) })
	}
	return nil
}

// blame finds the first cell that is bad.
func (r *Reader) blame(record []byte, err error, bad func(cell []byte) bool) *Error {
	for c, s := range r.cells {
		if bad(record[s.from:s.to]) {
			return r.wrong(record, c, int(s.from), err)
		}
	}
	return &Error{Line: r.next, Text: r.excerpt(record), Err: err}
}

// wrong describes what is wrong with cell c (the first is 0) of the record at
// the start of b, which begins at from.
func (r *Reader) wrong(b []byte, c, from int, err error) *Error {
	return &Error{Line: r.next + lineEnds(b[:from]), Column: c + 1, Text: r.excerpt(b[from:]), Err: err}
}

// excerpt copies the beginning of a cell, up to its delimiter or line end.
func (r *Reader) excerpt(b []byte) string {
	const most = 80
	for n, c := range b {
		if n == most || n > 0 && (r.kind[c] == delimiter || r.kind[c] == lineEnd) {
			b = b[:n]
			break
		}
	}
	return string(b)
}
