package sidefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

// choose keeps the words that are in neither too few documents nor too many, and
// notes what each choice leaves.
func (t *TextSet) choose(read *textReader) {
	how := t.options
	t.Choices = append(t.Choices, api.WordCount{Name: "words", Words: read.all, Vocabulary: read.single})
	if how.Language != "" && !t.AsIs {
		t.Choices[0].Vocabulary = len(read.seen)
		if !how.KeepStop {
			language := strings.ToUpper(how.Language[:1]) + how.Language[1:]
			t.Choices = append(t.Choices, api.WordCount{Name: "stop words of " + language, Words: read.stopped, Vocabulary: len(read.kept)})
		}
		if !how.KeepEndings {
			t.Choices = append(t.Choices, api.WordCount{Name: "stems", Words: read.stopped, Vocabulary: read.single})
		}
	}
	in, total := make([]int, len(read.words)), make([]int, len(read.words))
	for _, d := range read.docs {
		for _, e := range d {
			in[e.term]++
			total[e.term] += int(e.count)
		}
	}
	keep := slices.Repeat([]bool{true}, read.single) // n-grams come in when the rare ones are out
	note := func(name string, drop func(v int) bool) {
		words, vocabulary := 0, 0
		for v := range keep {
			if keep[v] = keep[v] && !drop(v); keep[v] {
				words += total[v]
				vocabulary++
			}
		}
		t.Choices = append(t.Choices, api.WordCount{Name: name, Words: words, Vocabulary: vocabulary})
	}
	if least := how.MinDocuments; least > 1 {
		note(fmt.Sprintf("in %d documents or more", least), func(v int) bool { return in[v] < least })
	}
	if how.Ngrams > 1 {
		keep = append(keep, slices.Repeat([]bool{true}, len(in)-read.single)...)
		note(fmt.Sprintf("with phrases of up to %d words", how.Ngrams), func(int) bool { return false })
	}
	if share := how.MaxShare; share > 0 && share < 1 {
		note(fmt.Sprintf("in %g %% of the documents or fewer", 100*share), func(v int) bool {
			return float64(in[v]) > share*float64(len(read.docs))
		})
	}
	most := cmp.Or(how.Vocabulary, mostWords)
	var left []int
	for v, k := range keep {
		if k {
			left = append(left, v)
		}
	}
	if len(left) > most {
		slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(in[b], in[a]) }) // the earlier word of two alike
		for _, v := range left[most:] {
			in[v] = -1
		}
		note(fmt.Sprintf("the %s of the most documents", humanize.Number(most)), func(v int) bool { return in[v] < 0 })
	}
	t.index = make(map[string]int32)
	for v, k := range keep {
		if k {
			t.index[read.words[v]] = int32(len(t.Vocabulary))
			t.Vocabulary = append(t.Vocabulary, read.words[v])
		}
	}
}
