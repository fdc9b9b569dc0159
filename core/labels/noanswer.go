package labels

import (
	"math"
	"strings"
	"unicode"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/parse"
)

// What people and programs write for no answer, words without case and punctuation. The
// doubtful ones may also be answers.
var (
	emptyWords = wordSet("na null nan nil undefined empty blank missing noanswer nolabel notanswered unanswered notavailable notapplicable " +
		"skip skipped abstain idk dk")
	emptySigns = wordSet("? ?? ??? * - -- --- – — . .. ... …")
	doubtWords = wordSet("none unknown unsure notsure dontknow donotknow canttell cannottell uncertain undecided")
)

func wordSet(list string) map[string]bool {
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

// IsNoAnswer reports whether a label may mean that there is none: a word, a sign, or
// -1, which programs write for it.
func IsNoAnswer(label string) bool {
	letters := lettersOf(label)
	return label == "-1" || emptyWords[letters] || doubted(label) || letters == "" && emptySigns[strings.TrimSpace(label)]
}

// doubted reports whether a label may be an answer just as well.
func doubted(label string) bool {
	letters := lettersOf(label)
	return doubtWords[letters] || !emptyWords[letters] && parse.LapseOf([]byte(label)) != parse.NoLapse
}

// NoAnswers finds the labels of a set that may mean that there is none, in the order of the
// classes. The data decide: a word such as “unknown” does if it is rare, −1 if no other class is
// below zero, 0 if it fills the gaps of a table. It calls pause now and then; an error ends it.
func NoAnswers(s *Set, pause func() error) (all []api.NoAnswer, err error) {
	d := s.Data
	var candidates []int
	for k := range s.Classes.Len() {
		if name := s.Classes.At(k); name == "0" || IsNoAnswer(name) {
			candidates = append(candidates, k)
		}
	}
	if len(candidates) == 0 {
		return nil, nil
	}
	labels, err := occurrences(d.Class, d.Classes, pause)
	if err != nil {
		return nil, err
	}
	has := func(name string) bool { _, ok := s.Classes.Find(name); return ok }
	classes, numbers, negative := s.Classes.Len(), 0, 0 // numbers are whole
	for k := range classes {
		if x, err := parse.Number([]byte(s.Classes.At(k))); err == nil && x == math.Trunc(x) {
			numbers++
			if x < 0 {
				negative++
			}
		}
	}
	for _, k := range candidates {
		name, is := s.Classes.At(k), true
		switch {
		case name == "0":
			is = classes > 2 && (numbers == 1 || numbers == classes && negative == 0 && fillsGaps(d, k))
		case name == "-1":
			is = classes > 2 && negative == 1
		case name == "-":
			is = !has("+")
		case name == "*":
			is = !has("**")
		case doubted(name):
			is = classes > 2 && 2*classes*labels[k] < d.Len() // less than half of an even share
		}
		if is {
			all = append(all, api.NoAnswer{Name: name, Labels: labels[k]})
		}
	}
	return all, nil
}

// fillsGaps reports whether class k seems to fill the gaps of a table of tasks and
// workers: nearly every cell has a label, and LooksLikeGaps agrees.
func fillsGaps(d *crowd.Dataset, k int) bool {
	if 100*d.Len() < 95*d.Tasks*d.Workers || d.Anonymous {
		return false
	}
	of, given := make([]int, d.Tasks), make([]int, d.Tasks)
	for i := range d.Tasks {
		from, to := d.Of(i)
		given[i] = to - from
		for _, l := range d.Class[from:to] {
			if int(l) == k {
				of[i]++
			}
		}
	}
	return layout.LooksLikeGaps(of, given)
}
