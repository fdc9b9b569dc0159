package joinback

import (
	"bufio"
	"bytes"
	"io"

	"concord/core/sheet"
)

// source is the text of a file, byte by byte.
type source struct {
	*bufio.Reader
	line int // of the next byte; the first is 1
}

func newSource(text io.Reader) *source { return &source{bufio.NewReaderSize(text, 1<<16), 1} }

// writer writes a text again.
type writer struct {
	from    *source
	to      io.Writer
	answers Answers
	buf     []byte // to be written
	err     error
}

// put writes what is in the buffer once that is enough, or all of it.
func (w *writer) put(all bool) error {
	if w.err == nil && (all || len(w.buf) >= 1<<16) {
		_, w.err = w.to.Write(w.buf)
		w.buf = w.buf[:0]
	}
	return w.err
}

// text writes delimited text again.
func (w *writer) text(rs *rows, delimiter string) error {
	if h := rs.header; h.line > 0 {
		if err := w.join(&h, w.answers.names(), delimiter, false); err != nil {
			return err
		}
	}
	for {
		r, err := rs.take()
		if err != nil {
			return err
		}
		if r == nil {
			break
		}
		if err := w.join(r, w.answers.cells(r), delimiter, w.answers.Safe); err != nil {
			return err
		}
	}
	for {
		_, err := w.copyLine()
		if err == io.EOF {
			return w.put(true)
		}
		if err != nil {
			return err
		}
	}
}

// join copies what comes before a row, and the row with cells at its end.
func (w *writer) join(r *row, cells []sheet.Cell, delimiter string, safe bool) error {
	for w.from.line < r.line {
		if _, err := w.copyLine(); err != nil {
			return changed(err)
		}
	}
	if err := w.put(true); err != nil {
		return err
	}
	end := 0
	for w.from.line < r.end {
		var err error
		if end, err = w.copyLine(); err == io.EOF && len(w.buf) > 0 { // the last line has no end
			break
		}
		if err != nil {
			return changed(err)
		}
	}
	text := w.buf[:len(w.buf)-end]
	lineEnd := string(w.buf[len(text):])
	quote := []byte{'"'}
	quoted := bytes.HasPrefix(bytes.TrimPrefix(text, []byte("\ufeff")), quote) && bytes.HasSuffix(text, quote) // as all cells may be
	w.buf = text
	for range r.lacks {
		w.buf = append(w.buf, delimiter...)
	}
	for _, c := range cells {
		w.buf = append(w.buf, delimiter...)
		w.buf = c.Append(w.buf, delimiter, quoted, safe)
	}
	w.buf = append(w.buf, lineEnd...)
	return w.put(false)
}

// changed is the error of a text that ends too early.
func changed(err error) error {
	if err == io.EOF {
		return errChanged
	}
	return err
}

// copyLine copies a line, and returns how many bytes its end has. The error at the end of the text is io.EOF, also after a last line
// without an end.
func (w *writer) copyLine() (end int, err error) {
	for {
		if err := w.put(false); err != nil {
			return 0, err
		}
		c, err := w.from.ReadByte()
		if err != nil {
			return 0, err
		}
		w.buf = append(w.buf, c)
		if c != '\n' && c != '\r' {
			continue
		}
		w.from.line++
		if next, _ := w.from.Peek(1); c == '\r' && len(next) > 0 && next[0] == '\n' {
			w.from.ReadByte()
			w.buf = append(w.buf, '\n')
			return 2, nil
		}
		return 1, nil
	}
}
