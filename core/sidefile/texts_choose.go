package sidefile

import (
	"cmp"
	"fmt"
	"slices"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout/choice"
	"concord/internal/humanize"
)

// choose keeps the words that are in neither too few documents nor too many.
func (t *TextSet) choose(read *textReader) {
	in, total := make([]int, len(read.words)), make([]int, len(read.words))
	for _, d := range read.docs {
		for _, e := range d {
			in[e.term]++
			total[e.term] += int(e.count)
		}
	}
	keep := make([]bool, len(in))
	for v := range keep {
		keep[v] = true
	}
	note := func(name string, drop func(v int) bool) {
		words, vocabulary := 0, 0
		for v := range keep {
			if keep[v] && drop(v) {
				keep[v] = false
			}
			if keep[v] {
				words += total[v]
				vocabulary++
			}
		}
		t.Choices = append(t.Choices, choice.WordCount{Name: name, Words: words, Vocabulary: vocabulary})
	}
	if least := t.options.MinDocuments; least > 1 {
		note(fmt.Sprintf("in %d documents or more", least), func(v int) bool { return in[v] < least })
	}
	if share := t.options.MaxShare; share > 0 && share < 1 {
		note(fmt.Sprintf("in %g %% of the documents or fewer", 100*share), func(v int) bool {
			return float64(in[v]) > share*float64(len(read.docs))
		})
	}
	most := t.options.Vocabulary
	if most == 0 {
		most = mostWords
	}
	left := make([]int, 0, len(in))
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

// place puts the documents in the order of the set's tasks.
func (t *TextSet) place(read *textReader, set *labels.Set) {
	term := make([]int32, len(read.words))
	for v, w := range read.words {
		term[v] = -1
		if at, ok := t.index[w]; ok {
			term[v] = at
		}
	}
	n := set.Tasks.Len()
	doc := make([]int, n)
	for i := range doc {
		doc[i] = -1
	}
	t.Words = &crowd.Words{Terms: len(t.Vocabulary), Start: []int32{0}}
	t.Extra = &crowd.Words{Terms: len(t.Vocabulary), Start: []int32{0}}
	put := func(into *crowd.Words, d []entry) {
		for _, e := range d {
			if term[e.term] >= 0 {
				into.Term, into.Count = append(into.Term, term[e.term]), append(into.Count, e.count)
			}
		}
		if int(into.Start[len(into.Start)-1]) == len(into.Term) {
			t.Empty++
		}
		into.Start = append(into.Start, int32(len(into.Term)))
	}
	for d, id := range read.names {
		if i, ok := set.Tasks.Find(id); ok {
			doc[i] = d
			continue
		}
		t.Unknown = append(t.Unknown, id)
		put(t.Extra, read.docs[d])
	}
	for _, d := range doc {
		if d < 0 {
			t.Without++
			t.Words.Start = append(t.Words.Start, int32(len(t.Words.Term)))
			continue
		}
		put(t.Words, read.docs[d])
	}
}
