package parse

import (
	"bytes"
	"slices"
	"strings"
)

var ordinals = strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth")

// Ordinal reads a place: 1, 1st, #1, “Rank 1”, first or “first choice”.
func Ordinal(cell []byte) (x float64, ok bool) {
	if x, err := Number(cell); err == nil {
		return x, true
	}
	for word := range bytes.FieldsSeq(bytes.ToLower(cell)) {
		if n := slices.Index(ordinals, string(word)); n >= 0 {
			return float64(n + 1), true
		}
		word = bytes.TrimRight(bytes.TrimLeft(word, "#"), ".)")
		for _, end := range []string{"st", "nd", "rd", "th", "er", "e", "º", "ª"} {
			word = bytes.TrimSuffix(word, []byte(end))
		}
		if x, err := Number(word); err == nil {
			return x, true
		}
	}
	return 0, false
}
