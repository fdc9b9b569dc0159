package humanize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Near returns the place of the name that was probably meant by what was typed, or -1. Case, dashes and spaces don't count.
func Near(typed string, names []string) int {
	typed = letters(typed)
	length := len([]rune(typed))
	if length == 0 {
		return -1
	}
	_, size := utf8.DecodeRuneInString(typed)
	first := typed[:size]
	at, least := -1, 2+(length-1)/3 // one slip in a word of three letters, two in one of four
	for n, name := range names {
		name = letters(name)
		d := edits(typed, name)
		if d > 1 && !strings.HasPrefix(name, first) {
			continue // few mistype the first letter
		}
		if shorter := min(length, len([]rune(name))); shorter > 1 && (strings.HasPrefix(name, typed) || strings.HasPrefix(typed, name)) {
			d = min(d, 1)
		}
		if d < least {
			at, least = n, d
		}
	}
	return at
}

// letters are the letters and digits of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// edits is how many letters must be put in, left out, replaced or swapped with the next one to make a of b (the optimal string alignment
// distance).
func edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before []int // the row above the one above
	above := make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			row[j+1] = min(above[j+1], row[j]) + 1
			if x[i] == y[j] {
				row[j+1] = min(row[j+1], above[j])
			} else {
				row[j+1] = min(row[j+1], above[j]+1)
			}
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(y)]
}
