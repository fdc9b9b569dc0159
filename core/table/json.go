package table

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// Shape says where the records of a JSON text are.
type Shape byte

const (
	Lines    Shape = iota // one after the other, as in NDJSON
	Elements              // in one array
	Members               // in one object, each with its name
)

// JSON reads the records of a JSON text one at a time, and holds no more of the text than
// that.
//
// It is lenient where that loses nothing: commas between values may be missing or
// repeated, and several arrays may follow each other.
type JSON struct {
	buffer
	limits Limits
	shape  Shape
	path   []string // the members that lead to the array of the records, from the object around all; nil: the array is not in one
	next   int      // line of the next byte

	inside bool // the array or object around the records
	stop   bool // nothing more can be read
	record int
	line   int
	key    []byte
	value  Value
	parser parser
	names  parser // of keys
}

// NewJSON returns a JSON of UTF-8 text. Where path is not empty, the text is an
// object, and the records are in the array that these members lead to.
func NewJSON(src io.Reader, shape Shape, path []string, l Limits) *JSON {
	return &JSON{buffer: newBuffer(src), limits: l.filled(), shape: shape, path: path, next: 1}
}

// Value returns the record. It is valid until the next call of Next.
func (j *JSON) Value() Value { return j.value }

// Key returns the name of the record, where records have one.
func (j *JSON) Key() []byte { return j.key }

// Line returns the line on which the record begins; the first line is 1.
func (j *JSON) Line() int { return j.line }

// Record returns the number of the record; the first is 1.
func (j *JSON) Record() int { return j.record }

// Next reads the next record. It returns io.EOF at the end, and an *Error for
// what can't be read; unless that is Fatal, Next continues after it, if only to return
// io.EOF because the start of the next record can't be found.
func (j *JSON) Next() error {
	if j.stop {
		return io.EOF
	}
	if err := j.enter(); err != nil {
		return err
	}
	j.record++
	j.line = j.next
	j.key = nil
	if j.shape == Members {
		if err := j.name(); err != nil {
			return err
		}
	}
	size, err := j.extent()
	if err != nil {
		return j.wrong(j.line, j.buf[j.at:j.end], err)
	}
	text := j.buf[j.at : j.at+size]
	if !utf8.Valid(text) {
		j.pass(size)
		return j.bad(j.line, text, ErrUTF8)
	}
	v, where, err := j.parser.parse(text, j.limits.Depth)
	if err == nil {
		j.pass(size)
		j.value = v
		return nil
	}
	shown := text[where:]
	if len(shown) == 0 {
		shown = text
	}
	bad := j.bad(j.line+bytes.Count(text[:where], []byte{'\n'}), shown, err)
	if j.shape == Lines {
		j.skipLine()
	} else {
		j.pass(size)
	}
	return bad
}

// bad describes what is wrong with the current record.
func (j *JSON) bad(line int, text []byte, err error) *Error {
	return &Error{Line: line, Record: j.record, Text: j.excerpt(text), Err: err}
}

// wrong describes where the text can't be divided into values, and decides how to go on.
func (j *JSON) wrong(line int, text []byte, err error) error {
	if torn, ok := err.(*Error); ok {
		return torn
	}
	bad := j.bad(line, text, err)
	switch {
	case err == ErrRecordSize: // already skipped
		bad.Text = ""
	case j.shape == Lines:
		j.skipLine()
	default:
		j.stop = true
	}
	return bad
}

// torn says why the text could not be read on. A source that knows what is wrong, and where, says so itself.
func (j *JSON) torn() error {
	j.stop = true
	if e, ok := j.done.(*Error); ok {
		e.Record = j.record
		return e
	}
	return &Error{Line: j.next, Fatal: true, Err: j.done}
}

// pass skips size bytes.
func (j *JSON) pass(size int) {
	j.next += bytes.Count(j.buf[j.at:j.at+size], []byte{'\n'})
	j.at += size
}

// skipLine skips to the next line that begins like an object or an array.
func (j *JSON) skipLine() {
	for {
		n := bytes.IndexByte(j.buf[j.at:j.end], '\n')
		if n < 0 {
			j.pass(j.end - j.at)
			if !j.more() {
				return
			}
			continue
		}
		j.pass(n + 1)
		if j.at == j.end && !j.more() {
			return
		}
		if c := j.buf[j.at]; c == '{' || c == '[' {
			return
		}
	}
}

// enter goes to the next record, into and out of the array or object around the records.
// It returns io.EOF at the end.
func (j *JSON) enter() error {
	for {
		c, ok := j.peek()
		switch {
		case !ok && j.done != io.EOF:
			return j.torn()
		case !ok && j.inside:
			j.stop = true
			return &Error{Line: j.next, Record: j.record, Err: ErrCut}
		case !ok:
			return io.EOF
		case c == ',':
			j.pass(1)
		case j.shape == Lines:
			return nil
		case !j.inside && len(j.path) > 0:
			if err := j.find(); err != nil {
				j.stop = true
				return err
			}
		case !j.inside && (j.shape == Elements && c == '[' || j.shape == Members && c == '{'):
			j.inside = true
			j.pass(1)
		case j.inside && (j.shape == Elements && c == ']' || j.shape == Members && c == '}'):
			j.inside = false
			j.pass(1)
			if len(j.path) > 0 {
				j.stop = true
				return io.EOF
			}
		case j.inside:
			return nil
		default:
			j.stop = true
			return j.bad(j.next, j.buf[j.at:j.end], ErrAfterJSON)
		}
	}
}

// find goes to the array of the records in its object.
func (j *JSON) find() error {
	if c, _ := j.peek(); c != '{' {
		return j.bad(j.next, j.buf[j.at:j.end], ErrJSON)
	}
	j.pass(1)
	outer := j.path[:len(j.path)-1] // the objects that are not entered yet
	last := j.path[len(j.path)-1]
	for {
		if c, ok := j.peek(); ok && c == ',' {
			j.pass(1)
			continue
		} else if !ok || c == '}' {
			return io.EOF
		}
		if err := j.name(); err != nil {
			return err
		}
		switch c, _ := j.peek(); {
		case len(outer) == 0 && string(j.key) == last && c == '[':
			j.pass(1)
			j.inside = true
			return nil
		case len(outer) > 0 && string(j.key) == outer[0] && c == '{':
			j.pass(1)
			outer = outer[1:]
			continue
		}
		size, err := j.extent()
		if err != nil && err != ErrRecordSize {
			return j.wrong(j.next, j.buf[j.at:j.end], err)
		}
		if err == nil {
			j.pass(size)
		}
	}
}

// name reads the name of a member and goes to its value.
func (j *JSON) name() error {
	if c, ok := j.peek(); !ok || c != '"' {
		return j.wrong(j.next, j.buf[j.at:j.end], ErrJSON)
	}
	size, err := j.extent()
	if err != nil {
		return j.wrong(j.next, j.buf[j.at:j.end], err)
	}
	text := bytes.Clone(j.buf[j.at : j.at+size]) // it stays while the value is read
	v, _, err := j.names.parse(text, 1)
	if err == nil && !utf8.Valid(text) {
		err = ErrUTF8
	}
	if err != nil {
		return j.wrong(j.next, text, err)
	}
	j.key = v.Text()
	j.pass(size)
	if c, ok := j.peek(); !ok || c != ':' {
		return j.wrong(j.next, text, ErrJSON)
	}
	j.pass(1)
	if _, ok := j.peek(); !ok {
		return j.wrong(j.next, text, ErrCut)
	}
	return nil
}

// peek returns the next byte that is not whitespace.
func (j *JSON) peek() (c byte, ok bool) {
	for {
		for j.at < j.end {
			if c := j.buf[j.at]; !isSpace(c) {
				return c, true
			} else if c == '\n' {
				j.next++
			}
			j.at++
		}
		if !j.more() {
			return 0, false
		}
	}
}
