package intake

import (
	"bytes"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// cell returns what a cell says: without white space around it, and with each
// letter and its accents as one character where there is one (NFC), since the
// two ways of writing it can't be told apart by eye.
func (rs *rows) cell(c int) []byte { return tidy(rs.t.Cell(c)) }

// cells3 is cell for three columns. A call costs more in wasm than what cell does
// for most cells, which is nothing.
func (rs *rows) cells3(c1, c2, c3 int) (b1, b2, b3 []byte) {
	if rs.text == nil {
		return rs.cell(c1), rs.cell(c2), rs.cell(c3)
	}
	b1, b2, b3 = rs.text.Cell(c1), rs.text.Cell(c2), rs.text.Cell(c3)
	if rs.text.ASCII() && trimmed(b1) && trimmed(b2) && trimmed(b3) {
		return b1, b2, b3
	}
	return tidy(b1), tidy(b2), tidy(b3)
}

// trimmed reports whether b, which is ASCII, certainly has no white space around
// it.
func trimmed(b []byte) bool {
	n := len(b)
	return n > 0 && b[0] > ' ' && b[n-1] > ' '
}

func tidy(b []byte) []byte {
	if b = bytes.TrimSpace(b); !norm.NFC.IsNormal(b) {
		return norm.NFC.Bytes(b)
	}
	return b
}

// Missing are the cells that mean "no answer" unless the user says otherwise,
// beside the empty one.
func Missing() []string {
	return []string{"NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL", none, "."}
}

const none = "None"

// nameless are those of the tokens that are no name of a task or worker either.
// What the user adds, such as -1 or 0, is of labels only: task 0 is a task.
func nameless(missing []string) []string {
	usual := Missing()
	return slices.DeleteFunc(slices.Clone(missing), func(s string) bool { return !slices.Contains(usual, s) })
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
