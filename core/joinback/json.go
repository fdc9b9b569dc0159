package joinback

import (
	"bytes"
	"io"

	"concord/core/sheet"
)

// json writes JSON again, records one after the other (lines) or in an array.
func (w *writer) json(rs *rows, lines bool) error {
	t := &tokens{w: w, at: 1}
	if lines {
		t.at = 0
	}
	for {
		r, err := rs.take()
		if err != nil {
			return err
		}
		if r == nil {
			break
		}
		if lines { // what can't be read on a line is passed over
			for w.from.line < r.line {
				if _, err := w.copyLine(); err != nil {
					return changed(err)
				}
			}
		}
		if err := t.toEnd(r.number); err != nil {
			return changed(err)
		}
		t.join(w.answers.Names, w.answers.cells(r))
		if err := w.put(true); err != nil {
			return err
		}
	}
	if _, err := io.Copy(rest{w}, w.from); err != nil {
		return err
	}
	return w.put(true)
}

// rest takes what follows the records.
type rest struct{ w *writer }

func (r rest) Write(p []byte) (int, error) {
	r.w.buf = append(r.w.buf, p...)
	return len(p), r.w.put(false)
}

// tokens follows the text of JSON.
type tokens struct {
	w      *writer
	at     int // the depth of the records
	depth  int
	record int  // the number of the one that began last
	scalar bool // in a number or a word
	empty  bool // the object that ended last has no members
}

// toEnd copies up to the bracket that closes the record of a number, 0: the next, without it.
func (t *tokens) toEnd(number int) error {
	for before := t.record; ; {
		c, err := t.copy()
		if err != nil {
			return err
		}
		switch inside := t.depth == t.at; c {
		case ' ', '\t', '\r', '\n', ',', ':', 0xef, 0xbb, 0xbf: // the last three make a byte order mark; elsewhere they are in strings
			t.scalar = false
		case '"':
			t.begin(inside && !t.scalar)
			if err := t.copyString(); err != nil {
				return err
			}
		case '{', '[':
			t.begin(inside)
			t.depth++
			t.empty = true
		case '}', ']':
			t.scalar = false
			t.depth--
			if t.depth == t.at && c == '}' && (t.record == number || number == 0 && t.record > before) {
				return nil
			}
			t.empty = false
		default:
			t.begin(inside && !t.scalar)
			t.scalar = true
		}
	}
}

// begin notes that a value begins, perhaps a record.
func (t *tokens) begin(record bool) {
	if record {
		t.record++
	}
	t.empty = false
}

// copy copies a byte.
func (t *tokens) copy() (byte, error) {
	c, err := t.w.from.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\n' {
		t.w.from.line++
	}
	t.w.buf = append(t.w.buf, c)
	return c, nil
}

// copyString copies the rest of a string.
func (t *tokens) copyString() error {
	for {
		c, err := t.copy()
		if err == nil && c == '\\' {
			_, err = t.copy()
		}
		if err != nil || c == '"' {
			return err
		}
	}
}

// join adds members to the object whose closing bracket was copied last.
func (t *tokens) join(names []string, cells []sheet.Cell) {
	w := t.w
	inside := bytes.TrimRight(w.buf[:len(w.buf)-1], " \t\r\n")
	tail := string(w.buf[len(inside):])
	w.buf = inside
	for n, c := range cells {
		if n > 0 || !t.empty {
			w.buf = append(w.buf, ", "...)
		}
		w.buf = append(sheet.AppendString(w.buf, names[n]), ": "...)
		if c.JSON == "" {
			w.buf = append(w.buf, "null"...)
		} else {
			w.buf = append(w.buf, c.JSON...)
		}
	}
	w.buf = append(w.buf, tail...)
}
