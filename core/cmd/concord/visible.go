package main

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// visible writes text to a terminal. Names of files, classes and workers are a stranger's, and may hold what a terminal obeys or what
// turns a line round: of those characters it writes the numbers, as \u001b, which in JSON means the same.
type visible struct{ to io.Writer }

// Write writes whole characters only: what it is given must not end in the middle of one.
func (v visible) Write(p []byte) (int, error) {
	if plain(p) {
		return v.to.Write(p)
	}
	var b bytes.Buffer
	for rest := p; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "\\x%02x", rest[0])
		case obeyed(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.Write(rest[:size])
		}
		rest = rest[size:]
	}
	if _, err := v.to.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// plain reports whether a text has nothing but what ASCII prints.
func plain(p []byte) bool {
	for _, c := range p {
		if c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// obeyed reports whether a terminal does something else with a character than show it.
func obeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}
