package labels

import (
	"math"
	"strings"
	"unicode"

	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/parse"
)

// By these, without case and punctuation, people and programs say that they have
// no answer.
var (
	emptyWords = wordSet("na null nan nil undefined empty blank missing noanswer nolabel notanswered unanswered notavailable notapplicable " +
		"skip skipped abstain idk dk")
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

// IsNoAnswer reports whether a label says that there is none: by a word or a sign,
// or by the number -1, which programs write for it.
func IsNoAnswer(label string) bool {
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

// NoAnswers finds the labels of a set that may mean that there is none, in the
// order of the classes. What the data say decides: a word such as “unknown” where
// it is rare beside other classes; −1 where no other class is below zero; 0 where
// it fills the gaps of a table. It calls pause now and then; an error ends it.
func NoAnswers(s *Set, pause func() error) (all []choice.NoAnswer, err error) {
	d := s.Data
	if d.Numeric() {
		return nil, nil
	}
	n := classNumbers(s.Classes)
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
	for _, k := range candidates {
		name, is := s.Classes.At(k), false
		switch letters := lettersOf(name); {
		case name == "0":
			is = n.all-1 >= 2 && (n.numbers == 1 || n.numbers == n.all && n.negative == 0 && fillsGaps(d, k))
		case name == "-1":
			is = n.all-1 >= 2 && n.negative == 1
		case name == "-":
			is = !has("+")
		case name == "*":
			is = !has("**")
		case doubtWords[letters]:
			is = n.all-1 >= 2 && 2*n.all*labels[k] < d.Len() // less than half of an even share
		default:
			is = true
		}
		if is {
			all = append(all, choice.NoAnswer{Name: name, Labels: labels[k]})
		}
	}
	return all, nil
}

// classNumbers counts classes, those that are whole numbers, and those below zero.
func classNumbers(classes Names) (n struct{ all, numbers, negative int }) {
	n.all = classes.Len()
	for k := range n.all {
		if x, err := parse.Number([]byte(classes.At(k))); err == nil && x == math.Trunc(x) {
			n.numbers++
			if x < 0 {
				n.negative++
			}
		}
	}
	return n
}

// fillsGaps reports whether class k seems to fill the gaps of a table of tasks and
// workers: nearly every cell has a label, and gaps looks like it.
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
