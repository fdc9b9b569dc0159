package table

import (
	"bytes"
	"io"
)

// A file can be read in parts, by several readers at once, if it is cut where
// records begin. Where that is can't be told for sure from the middle of a file:
// a line end may stand in a quoted cell that began long before. So it is guessed,
// and checked when all is read. Reading a record depends on nothing but where it
// begins; hence if the reader of one part, having read all records that begin
// before its end, stands exactly where the next part begins, then that cut was
// right. If it stands elsewhere, the next part is read again from there.

// NewPart returns a Reader of the records that begin at offset from of a text or
// behind it, and before until; src begins at from.
func NewPart(src io.Reader, delim string, l Limits, from, until int64) *Reader {
	r := NewReader(src, delim, l)
	r.base, r.until = from, until
	return r
}

// Boundary guesses where in window, a piece from the middle of a text, a record
// begins: behind a line end, and so that the next few records have the right
// number of cells, least to most. It returns -1 if there is no line end in window.
func Boundary(window []byte, delim string, least, most int) int {
	const candidates = 100
	first, at := -1, 0
	for range candidates {
		n := bytes.IndexAny(window[at:], "\r\n")
		if n < 0 || at+n+1 >= len(window) {
			break
		}
		at += n + lineEndAt(window[at+n:])
		if first < 0 {
			first = at
		}
		if wellFormed(window[at:], delim, least, most) {
			return at
		}
	}
	return first
}

// wellFormed reports whether the first few records of text have the right number
// of cells, as far as text goes.
func wellFormed(text []byte, delim string, least, most int) bool {
	const few = 5
	r := NewReader(bytes.NewReader(text), delim, Limits{})
	for range few {
		err := r.Next()
		if err == io.EOF {
			return true
		}
		if r.at == r.end {
			return true // the end of text may have cut the record in two
		}
		if err != nil || r.Len() < least || r.Len() > most {
			return false
		}
	}
	return true
}
