package intake

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/crowd"
)

// TextOptions are how words are made of texts. The zero value takes every word
// of every document, in lower case.
type TextOptions struct {
	Language     string  // one of Languages, whose stop words are left out and whose words are cut to their stems; "": neither
	KeepStop     bool    // keep the stop words
	KeepEndings  bool    // leave words as they are
	Markup       bool    // strip tags and entities of HTML first
	MinDocuments int     // words in fewer documents are left out; 0: 1
	MaxShare     float64 // words in more than this share of the documents are left out; 0: 1
	Vocabulary   int     // keep the words of the most documents, at most so many; 0: 1,000,000
}

// mostWords is the largest vocabulary where none is asked for.
const mostWords = 1_000_000

// TextSet is what a file of texts says of the tasks of a Set, as bags of words.
type TextSet struct {
	Words      *crowd.Words // N documents, in the order of the set's tasks
	Vocabulary []string     // the words, by term, in order of first appearance
	Unknown    []string     // tasks of the file that nobody labelled, in its order …
	Extra      *crowd.Words // … and their words
	Choices    []TextChoice // what each choice did, in the order in which they were made
	Without    int          // labelled tasks that the file does not have
	Empty      int          // documents in which no word is left
	Problems   Problems     // bad rows that were left out
	Warnings   []Problem    // what is odd about the file as a whole, but no hindrance

	options TextOptions
	index   map[string]int32 // of the words that were kept
	tokens  bool             // the file holds tokens or a bag: words are taken as they stand
}

// TextChoice is the effect of one choice: how many words, repeats counted, and
// how many different ones are left after it.
type TextChoice struct {
	Name              string
	Words, Vocabulary int
}

// Texts reads a file of texts: a text or tokens for each task, or a bag of words
// (TextFile, BagFile). Several rows of a task are one document. Words of a column
// that is named for tokens, and terms of a bag, are taken as they stand, between
// spaces; only MinDocuments, MaxShare and Vocabulary apply to them.
func Texts(name string, r io.Reader, guess *Guess, set *Set, how TextOptions, o Options) (*TextSet, error) {
	if how.Language != "" && !slices.Contains(Languages(), how.Language) {
		return nil, fmt.Errorf("no stop words and stems are known of the language %q; there are %s", how.Language, strings.Join(Languages(), ", "))
	}
	t := &TextSet{options: how}
	read, err := t.read(name, r, guess, set, o, true)
	if err != nil {
		return nil, err
	}
	t.choose(read)
	t.place(read, set)
	if t.Without == set.Tasks.Len() {
		return nil, &Problem{
			File: name, Column: read.rows.column(read.task), What: "not one of these tasks is among those that were labelled", Text: printable(read.names[0]),
			Do: fmt.Sprintf("Use the same names in both files; the labels speak of “%s”", printable(set.Tasks.At(0))),
		}
	}
	t.Problems = read.rows.problems
	t.warn(name, set)
	return t, nil
}

// AsIs reports whether words were taken as they stand: the file holds tokens, or
// bags of words.
func (t *TextSet) AsIs() bool { return t.tokens }

// Bags reports whether a file of texts holds bags of words: term and count in
// columns of their own.
func (g *Guess) Bags(set *Set) bool {
	look := *g
	look.Columns = slices.Clone(g.Columns)
	return look.texts(set) == BagFile
}

// MoreTexts reads the texts of further tasks in the vocabulary of t. Words that
// it lacks are left out; unseen counts them, repeats too.
func (t *TextSet) MoreTexts(name string, r io.Reader, guess *Guess, o Options) (tasks []string, words *crowd.Words, unseen int, problems Problems, err error) {
	more := &TextSet{options: t.options}
	read, err := more.read(name, r, guess, nil, o, false)
	if err != nil {
		return nil, nil, 0, Problems{}, err
	}
	term := make([]int32, len(read.words))
	for v, w := range read.words {
		term[v] = -1
		if at, ok := t.index[w]; ok {
			term[v] = at
		}
	}
	words = &crowd.Words{Terms: len(t.Vocabulary), Start: []int32{0}}
	for _, d := range read.docs {
		for _, e := range d {
			if term[e.term] >= 0 {
				words.Term, words.Count = append(words.Term, term[e.term]), append(words.Count, e.count)
			} else {
				unseen += int(e.count)
			}
		}
		words.Start = append(words.Start, int32(len(words.Term)))
	}
	return read.names, words, unseen, read.rows.problems, nil
}

// entry is a word of a document.
type entry struct{ term, count int32 }

// textReader gathers documents.
type textReader struct {
	rows               *rows
	task, text, number int // columns; number is -1 without counts
	names              []string
	docs               [][]entry
	words              []string // by term
	index              map[string]int32
	stop               language
	stems              map[string]string
	stopped            TextChoice // what stop words made of it
	all                TextChoice // before
	seen, kept         map[string]bool
	every              bool // whether seen is kept
}

// read takes in the whole file.
func (t *TextSet) read(name string, r io.Reader, guess *Guess, set *Set, o Options, count bool) (*textReader, error) {
	g := *guess
	g.Columns = slices.Clone(guess.Columns)
	kind := g.texts(set)
	if err := g.needs(name, kind); err != nil {
		return nil, err
	}
	rs, err := openRows(name, r, &g, o)
	if err != nil {
		return nil, err
	}
	read := &textReader{
		rows: rs, task: g.role(Task), text: g.role(Text), number: -1, index: map[string]int32{},
		stop: languageOf(t.options.Language), stems: map[string]string{}, seen: map[string]bool{}, kept: map[string]bool{},
	}
	if kind == BagFile {
		read.text, read.number, t.tokens = g.role(Term), g.role(Count), true
	} else {
		t.tokens = rank(plainNames("tokens"), g.Columns[read.text].Name) >= 0
	}
	read.every = !t.tokens && t.options.Language != ""
	missing := newTokens(g.Missing)
	at := map[string]int{}
	for {
		ok, err := rs.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		id := string(rs.cell(read.task))
		if missing.has([]byte(id)) {
			rs.reject(rs.wrong(read.task, "a row without the name of a task", "Name the task, or go on without the row"))
			continue
		}
		times := int32(1)
		if read.number >= 0 {
			x, err := number(rs.cell(read.number))
			if err != nil || x < 0 || x != math.Trunc(x) || x > math.MaxInt32 {
				rs.reject(rs.wrong(read.number, "not a count: a whole number, 0 or more", "Correct it, or go on without the row"))
				continue
			}
			times = int32(x)
		}
		i, ok := at[id]
		if !ok {
			i = len(read.names)
			at[id] = i
			read.names, read.docs = append(read.names, id), append(read.docs, nil)
		}
		t.document(read, i, string(rs.t.Cell(read.text)), times)
	}
	if rs.read == 0 {
		return nil, rs.empty()
	}
	if err := rs.verdict(); err != nil {
		return nil, err
	}
	if len(read.names) == 0 {
		return nil, verdict(rs.problems, rs.bad, 0, Options{})
	}
	read.gather()
	if count {
		read.all.Name, read.all.Vocabulary = "words", len(read.words)
		if read.every {
			read.all.Vocabulary = len(read.seen)
		}
		t.Choices = append(t.Choices, read.all)
		if read.every {
			if !t.options.KeepStop {
				t.Choices = append(t.Choices, TextChoice{"stop words of " + t.options.Language, read.stopped.Words, len(read.kept)})
			}
			if !t.options.KeepEndings {
				t.Choices = append(t.Choices, TextChoice{"stems", read.stopped.Words, len(read.words)})
			}
		}
	}
	return read, nil
}

// texts gives the roles that are open, by name or else by what the preview shows:
// the task is the column that holds tasks of the set, the text the longest of the
// others. It returns what the file is: a bag where columns for terms and counts,
// and none for texts, are named or chosen.
func (g *Guess) texts(set *Set) Kind {
	named := func(role Role, names []string) int {
		if c := g.role(role); c >= 0 {
			return c
		}
		return slices.IndexFunc(g.Columns, func(c Column) bool { return c.Role != Task && rank(names, c.Name) >= 0 })
	}
	if g.role(Task) < 0 {
		if c := g.likeTasks(set); c >= 0 && c < len(g.Columns) {
			g.Columns[c].Role = Task
		}
	}
	if term, count := named(Term, termNames), named(Count, countNames); g.role(Text) < 0 && term >= 0 && count >= 0 {
		g.Columns[term].Role, g.Columns[count].Role = Term, Count
		return BagFile
	}
	if c := named(Text, textNames); c >= 0 {
		g.Columns[c].Role = Text
		return TextFile
	}
	best, most := -1, 0
	for c := range g.Columns {
		size := 0
		for _, row := range g.Preview {
			if c < len(row) {
				size += len(row[c])
			}
		}
		if g.Columns[c].Role != Task && size > most {
			best, most = c, size
		}
	}
	if best >= 0 {
		g.Columns[best].Role = Text
	}
	return TextFile
}

// document adds the words of a cell to document i.
func (t *TextSet) document(read *textReader, i int, cell string, times int32) {
	switch {
	case read.number >= 0:
		if cell = strings.TrimSpace(cell); cell != "" && times > 0 {
			read.see(cell, times)
			read.add(i, cell, times)
		}
	case t.tokens:
		for _, w := range strings.Fields(cell) {
			read.see(w, 1)
			read.add(i, w, 1)
		}
	default:
		if t.options.Markup {
			cell = plainText(cell)
		}
		eachWord(cell, func(w string) {
			read.see(w, 1)
			if !t.options.KeepStop && read.stop.stop(w) {
				return
			}
			read.stopped.Words++
			if t.options.Language == "" {
				read.add(i, w, 1)
				return
			}
			read.kept[w] = true
			if !t.options.KeepEndings {
				stem, ok := read.stems[w]
				if !ok {
					stem = read.stop.stem(w, true)
					read.stems[w] = stem
				}
				w = stem
			}
			read.add(i, w, 1)
		})
	}
}

// see counts a word as it was found. Where words are taken as they stand, those
// that were seen are those that were added.
func (read *textReader) see(w string, times int32) {
	read.all.Words += int(times)
	if read.every {
		read.seen[w] = true
	}
}

// add counts a word of document i.
func (read *textReader) add(i int, w string, times int32) {
	v, ok := read.index[w]
	if !ok {
		v = int32(len(read.words))
		w = strings.Clone(w) // not the whole cell
		read.index[w] = v
		read.words = append(read.words, w)
	}
	read.docs[i] = append(read.docs[i], entry{v, times})
}

// gather makes one entry of those of a document that are of one word.
func (read *textReader) gather() {
	in, at := make([]int32, len(read.words)), make([]int32, len(read.words))
	for i, d := range read.docs {
		n := 0
		for _, e := range d {
			if in[e.term] == int32(i+1) {
				d[at[e.term]].count += e.count
				continue
			}
			in[e.term], at[e.term] = int32(i+1), int32(n)
			d[n] = e
			n++
		}
		read.docs[i] = slices.Clip(d[:n])
	}
}

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
		t.Choices = append(t.Choices, TextChoice{name, words, vocabulary})
	}
	if least := t.options.MinDocuments; least > 1 {
		note(fmt.Sprintf("in %d documents or more", least), func(v int) bool { return in[v] < least })
	}
	if share := t.options.MaxShare; share > 0 && share < 1 {
		note(fmt.Sprintf("in %g %% of the documents or fewer", 100*share), func(v int) bool { return float64(in[v]) > share*float64(len(read.docs)) })
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
		note(fmt.Sprintf("the %s of the most documents", grouped(most)), func(v int) bool { return in[v] < 0 })
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
func (t *TextSet) place(read *textReader, set *Set) {
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

// warn says what is odd.
func (t *TextSet) warn(name string, set *Set) {
	odd := func(what, do string) { t.Warnings = append(t.Warnings, Problem{File: name, What: what, Do: do}) }
	if t.Without > 0 {
		odd(fmt.Sprintf("%s without a text; the labels alone decide on them", count(t.Without, "labelled task")), "")
	}
	if n := len(t.Unknown); n > 0 {
		odd(fmt.Sprintf("%s without labels, “%s” the first; they will be predicted", count(n, "task"), printable(t.Unknown[0])), "")
	}
	if t.Empty > 0 {
		odd(fmt.Sprintf("%s without a word that is left", count(t.Empty, "document")), "Keep more words, if these documents have some")
	}
	if len(t.Vocabulary) == 0 {
		odd("no word is left", "Keep words of fewer, or of more, documents")
	}
}
