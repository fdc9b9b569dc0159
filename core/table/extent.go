package table

import (
	"bytes"
	"io"
)

// extent returns the size of the value that begins at j.at, and has all of it in the
// buffer. It skips a value that is too large.
func (j *JSON) extent() (size int, err error) {
	var s scanner
	before, large := byte(0), false
	i := j.at
	fail := func(err error) (int, error) {
		if large || i-j.at > j.limits.Record {
			j.pass(i - j.at) // part of it may have left the buffer already
		}
		return 0, err
	}
	for ; ; i++ {
		if i == j.end {
			if large = large || i-j.at > j.limits.Record; large {
				j.pass(i - j.at)
			}
			i -= j.at
			more := j.more()
			i += j.at
			switch {
			case more:
			case j.done != io.EOF:
				return 0, j.torn()
			case s.word && !large:
				return i - j.at, nil
			default:
				return fail(ErrCut)
			}
		}
		c := j.buf[i]
		if j.shape == Lines {
			switch {
			case c == '\n' && s.quoted:
				return fail(ErrControl) // the next line is another record
			case c == '{' && before == '\n':
				return fail(ErrJSON) // so it is
			}
			before = c
		}
		switch s.step(c) {
		case within:
			continue
		case wrong:
			return fail(ErrJSON)
		case last:
			size = i + 1 - j.at
		case behind:
			size = i - j.at
		}
		if large || size > j.limits.Record {
			j.pass(size)
			return 0, ErrRecordSize
		}
		return size, nil
	}
}

// scanner finds where a value ends, byte by byte.
type scanner struct {
	depth           int
	quoted, escaped bool
	word            bool // a number, true, false or null outside everything
}

// The role of a byte in a value.
type place byte

const (
	within place = iota
	last
	behind
	wrong // impossible in a value
)

func (s *scanner) step(c byte) place {
	switch {
	case s.escaped:
		s.escaped = false
	case s.quoted && c == '\\':
		s.escaped = true
	case s.quoted:
		if s.quoted = c != '"'; !s.quoted && s.depth == 0 {
			return last
		}
	case s.word:
		if !isWord(c) {
			return behind
		}
	case c == '"':
		s.quoted = true
	case c == '{' || c == '[':
		s.depth++
	case c == '}' || c == ']':
		switch s.depth--; {
		case s.depth < 0:
			return wrong
		case s.depth == 0:
			return last
		}
	case s.depth == 0:
		if !isWord(c) {
			return wrong
		}
		s.word = true
	}
	return within
}

// more reads on. It returns false at the end.
func (j *JSON) more() bool { return j.done == nil && j.fill() }

// excerpt copies the beginning of a text, to the end of its line.
func (j *JSON) excerpt(b []byte) string {
	b = b[:min(len(b), mostExcerpt)]
	if n := bytes.IndexAny(b, "\r\n"); n > 0 {
		b = b[:n]
	}
	return string(b)
}
