package labels

import (
	"unicode"

	"concord/core/layout"
	"concord/core/parse"
)

// Labels that people type contain slips of the keyboard: “catt” once, where all others
// say “cat”. They are pointed out, like names that look alike, if
//
//   - they differ in one letter: one more, one less, another one, or two swapped;
//   - the word in question has four letters (counting the one too many), or five if a
//     letter differs or two are swapped: short words are naturally similar, such as
//     cat, car and cats, or form and from;
//   - one has at least four times the labels of the other: what is frequent is meant;
//   - they consist of letters and what joins words, since 1 and 10, B1 and B2, or iii
//     and ii differ on purpose, and the letter is no leading “a”, which makes the
//     opposite of a word (typical, atypical).
const (
	longWord     = 4
	longerWord   = 5
	oftenEnough  = 4
	mostMisspelt = layout.ManyClasses // classes that are compared, each with each
	longestName  = 60                 // letters of a name: longer ones are sentences
)

// slips finds classes that seem to be slips, each with the class that may be meant.
func slips(classes Names, labels func() ([]int, error), pause func() error) (pairs [][]int, err error) {
	n := classes.Len()
	if n > mostMisspelt {
		return nil, nil
	}
	words := make([][]rune, n) // nil: not of letters alone
	for k := range n {
		words[k] = lettersAlone(lookOf(classes.At(k)))
	}
	var near [][2]int
	for a := range n {
		if err := pause(); err != nil {
			return nil, err
		}
		for b := range a {
			if words[a] != nil && words[b] != nil && slip(words[a], words[b]) {
				near = append(near, [2]int{a, b})
			}
		}
	}
	if len(near) == 0 {
		return nil, nil
	}
	count, err := labels()
	if err != nil {
		return nil, err
	}
	meant := make(map[int]int)
	for _, p := range near {
		few, many := p[0], p[1]
		if count[few] > count[many] {
			few, many = many, few
		}
		if count[few] == 0 || oftenEnough*count[few] > count[many] {
			continue
		}
		if other, ok := meant[few]; !ok || count[many] > count[other] {
			meant[few] = many
		}
	}
	for k := range n {
		if to, ok := meant[k]; ok {
			pairs = append(pairs, []int{k, to})
		}
	}
	return pairs, nil
}

// lettersAlone returns a name if it is short and consists of letters and what joins words.
func lettersAlone(name string) []rune {
	word := []rune(name)
	if len(word) > longestName {
		return nil
	}
	for _, r := range word {
		if !joins(r) && (!unicode.IsLetter(r) || parse.Spaceless(r)) {
			return nil
		}
	}
	return word
}

func joins(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\'' }

// slip reports whether two names differ as by a slip of the keyboard.
func slip(a, b []rune) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) > 1 {
		return false
	}
	at, end := 0, 0 // letters in common at the beginning and at the end
	for at < len(b) && a[at] == b[at] {
		at++
	}
	for end < len(b)-at && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	switch {
	case len(a) > len(b):
		return at+end == len(b) && (joins(a[at]) || isLong(a, at, longWord) && !(a[at] == 'a' && (at == 0 || joins(a[at-1]))))
	case at+end == len(a): // the same
		return false
	case at+end == len(a)-1:
		return joins(a[at]) && joins(b[at]) || !joins(a[at]) && !joins(b[at]) && isLong(a, at, longerWord)
	case at+end == len(a)-2:
		return a[at] == b[at+1] && a[at+1] == b[at] && isLong(a, at, longerWord)
	}
	return false
}

// isLong reports whether the word at a place of a name has so many letters, and is no Roman numeral.
func isLong(name []rune, at, letters int) bool {
	from, to := at, at
	for from > 0 && !joins(name[from-1]) {
		from--
	}
	for to < len(name) && !joins(name[to]) {
		to++
	}
	for _, r := range name[from:to] {
		if r != 'i' && r != 'v' && r != 'x' {
			return to-from >= letters
		}
	}
	return false
}
