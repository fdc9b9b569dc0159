package sidefile

import (
	"html"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
	"golang.org/x/text/unicode/norm"

	"concord/core/parse"
)

// language recognises stop words and stems the others.
type language struct {
	stop func(word string) bool
	stem func(word string, stopWords bool) string
}

// languages are the stop words and Snowball stemmers of github.com/kljensen/snowball.
var languages = map[string]language{
	"english":   {english.IsStopWord, english.Stem},
	"french":    {french.IsStopWord, french.Stem},
	"hungarian": {hungarian.IsStopWord, hungarian.Stem},
	"norwegian": {norwegian.IsStopWord, norwegian.Stem},
	"russian":   {russian.IsStopWord, russian.Stem},
	"spanish":   {spanish.IsStopWord, spanish.Stem},
	"swedish":   {swedish.IsStopWord, swedish.Stem},
}

// Languages returns the languages whose stop words and word stems are known.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// foreignLetters reports whether a word is in other letters than a language uses; without a language none is.
func foreignLetters(name, word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	letters := unicode.Latin
	if name == "russian" {
		letters = unicode.Cyrillic
	}
	return name != "" && unicode.IsLetter(r) && !unicode.Is(letters, r)
}

// plainText strips tags, comments, scripts and styles, and decodes entities, as well as
// that works without parsing: a "<" not followed by a letter, "/" or "!" is no markup.
func plainText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	for {
		at := strings.IndexByte(s, '<')
		if at < 0 || at+1 == len(s) {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:at])
		rest := s[at+1:]
		end := "\x00"
		switch c := rest[0]; {
		case strings.HasPrefix(rest, "!--"):
			end = "-->"
		case foldPrefix(rest, "script"):
			end = "</script>"
		case foldPrefix(rest, "style"):
			end = "</style>"
		case c == '/' || c == '!' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			end = ">"
		}
		n := indexFold(rest, end)
		if n < 0 { // no tag
			b.WriteByte('<')
			s = rest
			continue
		}
		b.WriteByte(' ')
		s = rest[n+len(end):]
	}
	return html.UnescapeString(b.String())
}

func foldPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// indexFold finds ASCII text whatever its case.
func indexFold(s, text string) int {
	for i := 0; i+len(text) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(text)], text) {
			return i
		}
	}
	return -1
}

// eachWord finds the words of a text: runs of letters, marks and digits with at
// least one letter, in lower case and composed (NFC). An apostrophe or a hyphen
// between letters belongs to the word. In scripts without spaces (Han, kana, Thai,
// Lao, Khmer, Burmese) each character is a word, as is usual without a dictionary.
// It calls end where a sentence ends.
func eachWord(s string, word func(string), end func()) {
	s = norm.NFC.String(s)
	runes := []rune(s)
	for i := 0; i < len(runes); {
		if !inWord(runes[i]) {
			if endsSentence(runes[i:]) {
				end()
			}
			i++
			continue
		}
		if parse.Spaceless(runes[i]) {
			j := i + 1
			for j < len(runes) && unicode.Is(unicode.M, runes[j]) {
				j++
			}
			word(string(runes[i:j]))
			i = j
			continue
		}
		j, letters := i, false
		for ; j < len(runes) && !parse.Spaceless(runes[j]); j++ {
			switch c := runes[j]; {
			case unicode.IsLetter(c):
				letters = true
			case inWord(c):
			case (c == '\'' || c == '’' || c == '-') && j > i && unicode.IsLetter(runes[j-1]) && j+1 < len(runes) && unicode.IsLetter(runes[j+1]):
			default:
				goto end
			}
		}
	end:
		if letters {
			word(strings.ToLower(strings.ReplaceAll(string(runes[i:j]), "’", "'")))
		}
		i = j
	}
}

// endsSentence reports whether a text begins with a mark that ends a sentence: any of Unicode's, or three dots in one. The dot of
// 3.5 and example.com does not.
func endsSentence(text []rune) bool {
	if text[0] == '.' {
		return len(text) == 1 || !inWord(text[1])
	}
	return unicode.Is(unicode.STerm, text[0]) || text[0] == '…'
}

func inWord(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.M, c)
}
