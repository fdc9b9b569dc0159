package intake

import (
	"strings"
	"unicode"
)

// By these, without case and punctuation, people and programs say that they have
// no answer.
var (
	emptyWords = wordsOf("na null nan nil undefined empty blank missing noanswer nolabel notanswered unanswered notavailable notapplicable skip skipped abstain idk dk")
	doubtWords = wordsOf("none unknown unsure notsure dontknow donotknow canttell cannottell uncertain undecided")
)

func wordsOf(list string) map[string]bool {
	all := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		all[word] = true
	}
	return all
}

// lettersOf is a name without case, white space and punctuation.
func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// noAnswer reports whether a label says that there is none: by a word or a sign,
// or by the number -1, which programs write for it.
func noAnswer(label string) bool {
	letters := lettersOf(label)
	if letters == "" {
		switch strings.TrimSpace(label) {
		case "?", "??", "???", "*", "-", "--", "---", "–", "—", ".", "..", "...", "…":
			return true
		}
		return false
	}
	return label == "-1" || emptyWords[letters] || doubtWords[letters]
}
