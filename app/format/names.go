package format

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastCommon is how many characters names must share to be shown without them.
const leastCommon = 12

// Common returns what all names begin with, in whole words or parts of an address, if it is long enough to be said once instead of
// before each name; otherwise "".
func Common(names []string) string {
	if len(names) < 2 {
		return ""
	}
	common := names[0]
	for _, name := range names[1:] {
		n := 0
		for n < len(common) && n < len(name) && common[n] == name[n] {
			n++
		}
		common = common[:n]
	}
	end := strings.LastIndexFunc(common, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return ""
	}
	_, size := utf8.DecodeRuneInString(common[end:])
	common = common[:end+size]
	for _, name := range names {
		if name == common || utf8.RuneCountInString(common) < leastCommon {
			return ""
		}
	}
	return common
}

// CommonNote says what was left out before each name of such things, if anything was.
func CommonNote(noun, common string) string {
	if common == "" {
		return ""
	}
	return "Each " + noun + " begins with " + Quoted(common) + "."
}

// Matching returns the first so many of the names that contain a text, in whatever case, and how many do. Those that begin with it, after
// what all begin with, come first.
func Matching(names []string, text string, most int) (at []int, of int) {
	text, common := strings.ToLower(strings.TrimSpace(text)), len(Common(names))
	var later []int
	for n, name := range names {
		switch lower := strings.ToLower(name); {
		case strings.HasPrefix(strings.ToLower(name[common:]), text):
			at = append(at, n)
		case strings.Contains(lower, text):
			later = append(later, n)
		}
	}
	at = append(at, later...)
	return at[:min(most, len(at))], len(at)
}
