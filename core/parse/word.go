package parse

import "unicode"

// Spaceless reports whether a letter is of a script that puts no spaces between words: Han, kana, Thai, Lao, Khmer, Burmese.
func Spaceless(c rune) bool {
	return c >= 0x0e00 && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar)
}
