// Package parse interprets single cells: as a number, a count, a time, a list, or no answer.
package parse

import (
	"bytes"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// Trimmed reports whether b, which is ASCII, certainly has no white space around it.
func Trimmed(b []byte) bool {
	n := len(b)
	return n > 0 && b[0] > ' ' && b[n-1] > ' '
}

// Tidy returns the content of a cell: without surrounding white space, and with letters and
// accents composed (NFC), because both spellings look the same.
func Tidy(b []byte) []byte {
	if b = bytes.TrimSpace(b); !norm.NFC.IsNormal(b) {
		return norm.NFC.Bytes(b)
	}
	return b
}

// Missing returns the cells that mean "no answer" by default, beside the empty one.
func Missing() []string {
	return []string{"NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", None, "."}
}

// None is how Python writes a missing value, and how people say “none of them”.
const None = "None"

// Nameless returns those of the missing cells that can't name a task or a worker either. What the
// user adds, such as -1 or 0, only concerns labels: a task may be called 0.
func Nameless(missing []string) []string {
	usual := Missing()
	return slices.DeleteFunc(slices.Clone(missing), func(s string) bool { return !slices.Contains(usual, s) })
}

// Tokens are the cells that mean "no answer": a small set of short strings.
type Tokens struct {
	Judged bool // what judges write in place of a verdict means so, too

	begins [256]bool
	all    []string
}

// NewTokens returns the set of all.
func NewTokens(all []string) Tokens {
	t := Tokens{all: all}
	for _, s := range all {
		if s != "" {
			t.begins[s[0]] = true
		}
	}
	return t
}

// Has reports whether a trimmed cell is empty or one of the tokens.
func (t *Tokens) Has(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if t.begins[b[0]] {
		for _, s := range t.all { // no string is made of b
			if s == string(b) {
				return true
			}
		}
	}
	return t.Judged && LapseOf(b) != NoLapse
}
