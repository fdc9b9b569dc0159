package intake

import (
	"bytes"

	"golang.org/x/text/unicode/norm"
)

// cell returns what a cell says: without white space around it, and with each
// letter and its accents as one character where there is one (NFC), since the
// two ways of writing it can't be told apart by eye.
func (rs *rows) cell(c int) []byte {
	b := trim(rs.t.Cell(c))
	if !rs.t.ASCII() && !norm.NFC.IsNormal(b) {
		return norm.NFC.Bytes(b)
	}
	return b
}

// trim takes white space off both ends of a cell.
func trim(b []byte) []byte {
	if n := len(b); n > 0 && plainEnd(b[0]) && plainEnd(b[n-1]) {
		return b
	}
	return bytes.TrimSpace(b)
}

// plainEnd reports whether c is certainly no white space, nor a part of it.
func plainEnd(c byte) bool { return c > ' ' && c < 0x80 }

// Missing are the cells that mean "no answer" unless the user says otherwise,
// beside the empty one.
func Missing() []string {
	return []string{"NA", "N/A", "NaN", "nan", "null", "None", "."}
}

// tokens is a small set of short strings.
type tokens struct {
	begins [256]bool
	all    []string
}

func newTokens(all []string) tokens {
	t := tokens{all: all}
	for _, s := range all {
		if s != "" {
			t.begins[s[0]] = true
		}
	}
	return t
}

// has reports whether a trimmed cell is empty or one of the tokens.
func (t *tokens) has(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if !t.begins[b[0]] {
		return false
	}
	for _, s := range t.all {
		if s == string(b) {
			return true
		}
	}
	return false
}
