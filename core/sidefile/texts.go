package sidefile

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/humanize"
)

// manyForeign is the share of words in foreign letters that is worth a warning: names
// and quotations are in every text.
const manyForeign = 0.1

// mostWords is the largest vocabulary where none is asked for.
const mostWords = 1_000_000

// TextSet holds the texts of the tasks of a Set, as bags of words.
type TextSet struct {
	Described
	Words      *crowd.Words    // N documents, in the order of the set's tasks
	Vocabulary []string        // by term: the words in order of first appearance, then the n-grams, the shorter first
	Extra      *crowd.Words    // of the unknown tasks
	Choices    []api.WordCount // what each choice did, in the order in which they were made
	AsIs       bool            // words are taken as they are: the file holds tokens or bags of words
	Bags       bool            // bags of words, which have no n-grams
	Empty      int             // documents in which no word is left

	options api.Words
	index   map[string]int32 // of the words that were kept
}

// Texts reads a file of texts: a text or tokens for each task, or a bag of words
// (TextFile, BagFile). Several rows of a task are one document. The words of a column
// named for tokens, and the terms of a bag, are taken as they are; only MinDocuments,
// MaxShare, Vocabulary and, of tokens, Ngrams apply to them.
//
// An n-gram is a run of neighbouring words of one sentence of one row, after stop words are
// left out and the others are cut to their stems. It counts beside its words.
func Texts(name string, r io.Reader, d *layout.Detection, set *labels.Set, how api.Words, o scan.Options) (*TextSet, error) {
	if how.Language != "" && !slices.Contains(Languages(), how.Language) {
		return nil, fmt.Errorf("no stop words and stems are known of the language %q; there are %s", how.Language,
			strings.Join(Languages(), ", "))
	}
	if err := checkNgrams(name, how); err != nil {
		return nil, err
	}
	read, err := readTexts(name, r, d, set, how, nil, o)
	if err != nil {
		return nil, err
	}
	t := &TextSet{options: how, AsIs: read.tokens, Bags: read.count >= 0, Described: Described{Problems: read.Problems}}
	t.choose(read)
	rows, unknown := read.place(set.Tasks, &t.Described)
	if t.Without == len(rows) {
		return nil, read.strangers(name, &d.Layout, set.Tasks)
	}
	var empty int
	t.Words, t.Empty, _ = t.bags(read, rows)
	t.Extra, empty, _ = t.bags(read, unknown)
	t.Empty += empty
	t.look(name, read)
	return t, nil
}

// Bags reports whether a file of texts holds bags of words: term and count in columns of their own.
func Bags(d *layout.Detection, set *labels.Set) bool {
	return textRoles(d.Copy(), set) == layout.BagFile
}

// MoreTexts reads the texts of further tasks in the vocabulary of t. Other words and n-grams are
// left out; unseen counts the words, including repeats.
func (t *TextSet) MoreTexts(name string, r io.Reader, d *layout.Detection, o scan.Options) (tasks []string, words *crowd.Words, unseen int,
	problems api.Problems, err error) {
	read, err := readTexts(name, r, d, nil, t.options, t.index, o)
	if err != nil {
		return nil, nil, 0, api.Problems{}, err
	}
	rows := make([]int, len(read.docs))
	for d := range rows {
		rows[d] = d
	}
	words, _, unseen = t.bags(read, rows)
	return read.names, words, unseen, read.Problems, nil
}

// bags returns the documents in these rows, -1 for none, in the vocabulary of t. It
// counts the documents that have no word of it, and the words that it lacks.
func (t *TextSet) bags(read *textReader, rows []int) (w *crowd.Words, empty, unseen int) {
	term := make([]int32, len(read.words))
	for v, word := range read.words {
		at, ok := t.index[word]
		if !ok {
			at = -1
		}
		term[v] = at
	}
	w = &crowd.Words{Terms: len(t.Vocabulary), Start: []int32{0}}
	for _, row := range rows {
		before := len(w.Term)
		if row >= 0 {
			for _, e := range read.docs[row] {
				if term[e.term] >= 0 {
					w.Term, w.Count = append(w.Term, term[e.term]), append(w.Count, e.count)
				} else {
					unseen += int(e.count)
				}
			}
			if len(w.Term) == before {
				empty++
			}
		}
		w.Start = append(w.Start, int32(len(w.Term)))
	}
	return w, empty, unseen
}

// look warns of what is odd.
func (t *TextSet) look(name string, read *textReader) {
	odd := func(what, do string) { t.warn(name, what, do) }
	if t.Without > 0 {
		odd(fmt.Sprintf("%s without a text; the labels alone decide on them", humanize.Count(t.Without, "labelled task")), "")
	}
	if n := len(t.Unknown); n > 0 {
		odd(fmt.Sprintf("%s without labels, “%s” the first; they will be predicted", humanize.Count(n, "task"), api.Printable(t.Unknown[0])),
			"")
	}
	if t.Empty > 0 {
		odd(fmt.Sprintf("%s without a word that is left", humanize.Count(t.Empty, "document")), "Keep more words, if these documents have some")
	}
	if share := float64(read.foreign) / float64(max(read.all, 1)); share > manyForeign {
		odd(fmt.Sprintf("%.0f %% of the words are not in the letters of the language chosen, %s: they keep their endings, and words that say "+
			"nothing", 100*share, t.options.Language),
			"Choose no language, if the texts are in several")
	}
	if read.marked > 0 {
		odd(fmt.Sprintf("%s with marks like <br> or &amp;, which are taken for words", humanize.Count(read.marked, "row")), "Strip the markup")
	}
	if len(t.Vocabulary) == 0 {
		odd("no word is left", "Keep words of fewer, or of more, documents")
	}
}
