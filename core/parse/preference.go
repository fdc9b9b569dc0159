package parse

import (
	"strings"
	"unicode"
)

// Preference is which of two items is preferred.
type Preference int8

// The preferences.
const (
	PreferLeft Preference = iota
	PreferRight
	PreferNeither
	PreferUnknown // the worker did not say
)

func wordSet(lists ...string) map[string]bool {
	all := map[string]bool{}
	for _, list := range lists {
		for word := range strings.FieldsSeq(list) {
			all[word] = true
		}
	}
	return all
}

// Words for the first and the second of two items, and for neither.
var (
	lefts  = wordSet("left a first 1 1st one l")
	rights = wordSet("right b second 2 2nd two r")
	ties   = wordSet(`tie tied ties draw drawn equal equals equally same both neither bothbad bothgood similar equivalent nopreference
		nodifference`)
)

// things are what the items may be called, fillers what else may be said of the better one, and unknowns what is said where nothing is.
var (
	things = wordSet(`model item option response answer assistant output completion image img text argument arg choice system candidate
		generator summary translation sentence video audio sample side version variant player team document doc passage picture photo story essay
		caption reply bot agent method`)
	unknowns = wordSet(`unsure unknown uncertain undecided notsure dontknow donotknow dk idk unclear cantdecide cannotdecide cantsay
		cannotsay`)
	fillers = wordSet(`the is are was better best wins win won winner preferred prefer preference much slightly significantly strongly clearly
		more on of hand about bad good no difference`)
)

// PreferenceOf reads what is said of two items: which side is better, as “left”, “model_a”, “Response 2 is better”, “[[A]]” and “A>>B”, or
// neither. Case does not matter.
func PreferenceOf(cell []byte) (p Preference, ok bool) {
	const longest = 80 // of what says which, and not why
	if len(cell) == 0 || len(cell) > longest {
		return 0, false
	}
	text := strings.ToLower(string(cell))
	if at := strings.IndexAny(text, "<>=~≻≺"); at >= 0 {
		return preferenceBySign(text, at)
	}
	if strings.Trim(text, "[] ") == "c" { // the verdict of MT-Bench on a tie
		return PreferNeither, true
	}
	if p, ok = preferenceByWords(text); ok {
		return p, true
	}
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text)
	return PreferUnknown, unknowns[letters] || LapseOf(cell) != NoLapse
}

// preferenceBySign reads “A>B”, “B >> A” and “A=B”.
func preferenceBySign(text string, at int) (p Preference, ok bool) {
	before, after := text[:at], strings.TrimLeft(text[at:], "<>=~≻≺")
	sign := strings.Trim(text[at:len(text)-len(after)], "=~")
	left, known := preferenceByWords(before)
	right, both := preferenceByWords(after)
	switch {
	case sign == "" && before+after == "": // “=”
		return PreferNeither, true
	case !known || !both || left == right || left == PreferNeither || right == PreferNeither:
		return 0, false
	case sign == "":
		return PreferNeither, true
	case strings.Trim(sign, ">≻") == "":
		return left, true
	case strings.Trim(sign, "<≺") == "":
		return right, true
	}
	return 0, false
}

func preferenceByWords(text string) (p Preference, ok bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var left, right, tie bool
	for n, word := range words {
		if rest, end := withoutEnd(word); things[rest] {
			word = end // “option1”, “modelB”
		}
		switch {
		case ties[word], word == "no" && n+1 < len(words) && ties["no"+words[n+1]]:
			tie = true
		case word == "one" && left != right: // “the left one”
		case lefts[word]:
			left = true
		case rights[word]:
			right = true
		case !things[strings.TrimSuffix(word, "s")] && !fillers[word]:
			return 0, false
		}
	}
	switch {
	case tie:
		return PreferNeither, true
	case left && !right:
		return PreferLeft, true
	case right && !left:
		return PreferRight, true
	}
	return 0, false
}

// withoutEnd parts a word from the letter or the number of an item at its end. In “a1” and “r2” the letter stands for a thing.
func withoutEnd(word string) (rest, end string) {
	at := len(word) - 1
	switch {
	case at < 1 || !strings.Contains("ab12", word[at:]):
		return "", ""
	case at == 1 && word[1] <= '2' && strings.Contains("aros", word[:at]):
		return "item", word[at:]
	}
	return word[:at], word[at:]
}
