package sidefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"concord/core/api"
	"concord/core/parse"
	"concord/core/yield"
	"concord/internal/humanize"
)

// mostNgrams is how many different n-grams of one length are counted: some 300 MB of counters. English text of 100 MB has
// about as many bigrams.
const mostNgrams = 4_000_000

// sentenceEnd stands between words that are no neighbours: in two sentences, or in two rows.
const sentenceEnd = -1

// checkNgrams refuses lengths of n-grams that can't be counted.
func checkNgrams(name string, how api.Words) error {
	if how.Ngrams < 0 || how.Ngrams > api.MostNgrams {
		return refuse(name, fmt.Sprintf("phrases of up to %d words", how.Ngrams), fmt.Sprintf("Choose 1 to %d words", api.MostNgrams))
	}
	return nil
}

// ngrams counts runs of neighbouring words, from two words to how.Ngrams, and adds those in how.MinDocuments documents or more to
// the words: first all of two words, in order of first appearance, then all of three, and so on.
//
// An n-gram is in no more documents than the n-grams of n − 1 words within it (Agrawal and Srikant, "Fast algorithms for mining
// association rules", VLDB 1994). So each length is counted only where the length before it was frequent enough. Before that, all are
// counted by their hash (Park, Chen and Yu, "An effective hash-based algorithm for mining association rules", SIGMOD 1995): where a
// bucket stays below the minimum, so do all n-grams in it, and they get no counter. Both prune exactly.
type ngrams struct {
	*textReader
	work  *yield.Work
	sizes []int   // words of each document, with the ends of sentences
	last  []int32 // by word of all documents: the term of the n-gram that ends there; -1 if there is none, or it is too rare
}

// ngram is one under count.
type ngram struct {
	key uint64 // the term of all words but the last, and that of the last
	in  int    // documents
	doc int    // the last of them
}

func (t *textReader) addNgrams(name string) error {
	g := &ngrams{textReader: t, work: yield.New(t.told)}
	least := max(t.how.MinDocuments, 1)
	total := 0
	for _, d := range t.docs {
		g.sizes = append(g.sizes, len(d))
		total += len(d)
	}
	in, doc := make([]int, len(t.words)), make([]int, len(t.words))
	for i, d := range t.docs {
		for _, e := range d {
			if e.term != sentenceEnd && doc[e.term] != i+1 {
				doc[e.term] = i + 1
				in[e.term]++
			}
		}
	}
	g.last = make([]int32, 0, total)
	for _, d := range t.docs {
		for _, e := range d {
			if e.term != sentenceEnd && in[e.term] < least {
				e.term = -1
			}
			g.last = append(g.last, e.term)
		}
	}
	for n := 2; n <= t.how.Ngrams; n++ {
		found, err := g.lengthen(name, n, least)
		if err != nil || found == 0 {
			return err
		}
	}
	return nil
}

// lengthen goes from n-grams of n − 1 words to those of n. It returns how many there are.
func (g *ngrams) lengthen(name string, n, least int) (kept int, err error) {
	frequent := g.buckets(least)
	index, found := map[uint64]int32{}, []ngram(nil)
	next := slices.Repeat([]int32{-1}, len(g.last))
	g.each(func(doc, at int, key uint64) bool {
		if !frequent(key) {
			return true
		}
		c, ok := index[key]
		if !ok {
			c = int32(len(found))
			index[key], found = c, append(found, ngram{key: key, doc: -1})
		}
		if f := &found[c]; f.doc != doc {
			f.doc = doc
			f.in++
		}
		next[at] = c
		return len(found) <= mostNgrams
	})
	if err := g.work.Err(); err != nil {
		return 0, err
	}
	if len(found) > mostNgrams {
		return 0, refuse(name, fmt.Sprintf("more than %s different phrases of %d words", humanize.Number(mostNgrams), n),
			"Keep only those found in more texts, or choose shorter phrases")
	}
	term := make([]int32, len(found))
	for c, f := range found {
		if term[c] = -1; f.in >= least {
			term[c] = int32(len(g.words))
			g.words = append(g.words, string(g.join(nil, g.words[f.key>>32], g.words[uint32(f.key)])))
			kept++
		}
	}
	g.last = next
	at := 0
	for i, size := range g.sizes {
		if !g.work.Continue(size) {
			return 0, g.work.Err()
		}
		here := next[at : at+size]
		at += size
		ends := 0
		for p, c := range here {
			if c >= 0 {
				if here[p] = term[c]; here[p] >= 0 {
					ends++
				}
			}
		}
		g.docs[i] = slices.Grow(g.docs[i], ends)
		for _, v := range here {
			if v >= 0 {
				g.docs[i] = append(g.docs[i], entry{v, 1})
			}
		}
	}
	return kept, nil
}

// each visits the n-grams that can be frequent enough, since both that it is longer than by one word are, until visit returns false.
func (g *ngrams) each(visit func(doc, at int, key uint64) bool) {
	at := 0
	for i, size := range g.sizes {
		for p := 1; p < size; p++ {
			if !g.work.Continue(1) {
				return
			}
			if before := g.last[at+p-1]; before >= 0 && g.last[at+p] >= 0 &&
				!visit(i, at+p, uint64(before)<<32|uint64(g.docs[i][p].term)) {
				return
			}
		}
		at += size
	}
}

// buckets counts n-grams by their hash, and returns what tells those that can be in so many documents.
func (g *ngrams) buckets(least int) (frequent func(key uint64) bool) {
	if least < 2 {
		return func(uint64) bool { return true }
	}
	bits := 12
	for bits < 25 && 1<<bits < len(g.last) {
		bits++
	}
	enough := uint8(min(least, 255))
	counts := make([]uint8, 1<<bits)
	at := func(key uint64) *uint8 { return &counts[key*0x9e3779b97f4a7c15>>(64-bits)] } // Knuth's multiplicative hash, 2⁶⁴/φ
	g.each(func(_, _ int, key uint64) bool {
		if n := at(key); *n < enough {
			*n++
		}
		return true
	})
	return func(key uint64) bool { return *at(key) >= enough }
}

// findNgrams adds the n-grams that are known, in the order in which addNgrams does.
func (t *textReader) findNgrams(known map[string]int32) error {
	work := yield.New(t.told)
	var phrase, longer []byte
	for i, words := range t.docs {
		for n := 2; n <= t.how.Ngrams; n++ {
		ends:
			for p := n; p <= len(words); p++ {
				if !work.Continue(n) {
					return work.Err()
				}
				phrase = phrase[:0]
				for k, e := range words[p-n : p] {
					switch {
					case e.term == sentenceEnd:
						continue ends
					case k == 0:
						phrase = append(phrase, t.words[e.term]...)
					default:
						longer = t.join(longer[:0], string(phrase), t.words[e.term])
						phrase, longer = longer, phrase
					}
				}
				if _, ok := known[string(phrase)]; ok {
					t.add(i, string(phrase), 1)
				}
			}
		}
	}
	return nil
}

// told tells how far the file is read; its error ends the work.
func (t *textReader) told() error {
	if t.Options.Progress == nil {
		return nil
	}
	return t.Options.Progress(t.Read, t.Bytes())
}

// join appends a phrase with one more word to b. A space stands between words, but for characters of texts without spaces; there each
// character is a word, so no phrase is written like a word. Tokens may be several such characters, and always get a space.
func (t *textReader) join(b []byte, phrase, word string) []byte {
	b = append(b, phrase...)
	first, _ := utf8.DecodeRuneInString(word)
	if t.tokens || !parse.Spaceless(first) || unicode.Is(unicode.M, first) || !spacelessEnd(phrase) {
		b = append(b, ' ')
	}
	return append(b, word...)
}

// spacelessEnd reports whether the last character of a phrase, whatever marks it has, is of a script without spaces.
func spacelessEnd(phrase string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(phrase, func(c rune) bool { return unicode.Is(unicode.M, c) }))
	return parse.Spaceless(last)
}
