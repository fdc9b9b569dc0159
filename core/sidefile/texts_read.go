package sidefile

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/scan"
)

// entry is a word of a document.
type entry struct{ term, count int32 }

// textReader gathers documents.
type textReader struct {
	*scan.Rows
	taskRows
	text, count int // columns; count is -1 without counts
	how         api.Words
	language    language
	tokens      bool // words are taken as they stand

	docs       [][]entry
	words      []string // by term, the n-grams last
	single     int      // words that are no n-grams
	terms      map[string]int32
	stems      map[string]string
	all        int             // words, repeats counted
	seen, kept map[string]bool // different words before and after stop words are left out; only where there is a language
	stopped    int             // words, repeats counted, after that
	foreign    int             // words in other letters than the language's
	marked     int             // cells with markup that stays
}

// readTexts reads the whole file. Of n-grams it keeps those in known, or where that is nil, those in enough documents.
func readTexts(name string, r io.Reader, d *layout.Detection, set *labels.Set, how api.Words, known map[string]int32,
	o scan.Options) (*textReader, error) {
	g := d.Copy()
	kind := textRoles(g, set)
	if err := g.Check(name, kind); err != nil {
		return nil, err
	}
	if kind == layout.BagFile && how.Ngrams > 1 {
		return nil, refuse(name, "bags of words have no order, so they hold no phrases", "Open the texts, or use single words")
	}
	t := &textReader{
		taskRows: newTaskRows(g.Column(layout.Task), &g.Layout), text: g.Column(layout.Text), count: -1,
		how: how, language: languages[how.Language],
		terms: map[string]int32{}, stems: map[string]string{}, seen: map[string]bool{}, kept: map[string]bool{},
	}
	if kind == layout.BagFile {
		t.text, t.count, t.tokens = g.Column(layout.Term), g.Column(layout.Count), true
	} else {
		t.tokens = heading.Words("tokens").Has(g.Columns[t.text].Name)
	}
	var err error
	t.Rows, err = scan.Read(name, r, &g.Layout, o, t.row)
	if err := cmp.Or(err, t.Verdict()); err != nil {
		return nil, err
	}
	if len(t.names) == 0 {
		return nil, &api.BadRows{Problems: t.Problems}
	}
	t.single = len(t.words)
	switch {
	case how.Ngrams < 2:
	case known == nil:
		err = t.addNgrams(name)
	default:
		err = t.findNgrams(known)
	}
	if err != nil {
		return nil, err
	}
	t.gather()
	return t, nil
}

// row adds the words of the current row to the document of its task.
func (t *textReader) row(rs *scan.Rows) *api.Problem {
	id, p := t.name(rs)
	if p != nil {
		return p
	}
	times := int32(1)
	if t.count >= 0 {
		x, err := parse.Number(rs.Cell(t.count))
		if err != nil || x < 0 || x != math.Trunc(x) || x > mostTimes {
			return rs.Wrong(t.count, "not a count: a whole number from 0 to 1,000,000", correct)
		}
		times = int32(x)
	}
	i, fresh := t.number(id)
	if fresh {
		t.docs = append(t.docs, nil)
	}
	t.endSentence(i)
	cell := string(rs.Raw(t.text))
	switch {
	case t.count >= 0:
		if cell = strings.TrimSpace(cell); cell != "" && times > 0 {
			t.all += int(times)
			t.add(i, cell, times)
		}
	case t.tokens:
		for _, w := range strings.Fields(cell) {
			t.all++
			t.add(i, w, 1)
		}
	default:
		if plain := plainText(cell); t.how.Markup {
			cell = plain
		} else if plain != cell {
			t.marked++
		}
		eachWord(cell, func(w string) { t.word(i, w) }, func() { t.endSentence(i) })
	}
	return nil
}

// word adds a word of a text to document i, unless it is a stop word.
func (t *textReader) word(i int, w string) {
	t.all++
	if t.how.Language == "" {
		t.add(i, w, 1)
		return
	}
	t.seen[w] = true
	if foreignLetters(t.how.Language, w) {
		t.foreign++
	}
	if !t.how.KeepStop && t.language.stop(w) {
		return
	}
	t.stopped++
	t.kept[w] = true
	if !t.how.KeepEndings {
		stem, ok := t.stems[w]
		if !ok {
			stem = t.language.stem(w, true)
			t.stems[w] = stem
		}
		w = stem
	}
	t.add(i, w, 1)
}

// textRoles assigns the roles that are open, by name or else by what the preview shows: the task is
// the column that holds tasks of the set, the text the longest of the others. It returns what the
// file is: a bag if columns for terms and counts, and none for texts, are named or chosen.
func textRoles(g *layout.Detection, set *labels.Set) layout.Kind {
	named := func(role layout.Role, names heading.Names) int {
		if c := g.Column(role); c >= 0 {
			return c
		}
		for c, column := range g.Columns {
			if g.Roles[c] != layout.Task && names.Has(column.Name) {
				return c
			}
		}
		return -1
	}
	if g.Column(layout.Task) < 0 {
		var tasks labels.Names
		if set != nil {
			tasks = set.Tasks
		}
		if c := likeTasks(g, tasks); c >= 0 && c < len(g.Columns) {
			g.Roles[c] = layout.Task
		}
	}
	term, count := named(layout.Term, heading.Terms), named(layout.Count, heading.Counts)
	if g.Column(layout.Text) < 0 && term >= 0 && count >= 0 {
		g.Roles[term], g.Roles[count] = layout.Term, layout.Count
		return layout.BagFile
	}
	if c := named(layout.Text, heading.Texts); c >= 0 {
		g.Roles[c] = layout.Text
		return layout.TextFile
	}
	best, most := -1, 0
	for c := range g.Columns {
		size := 0
		for _, row := range g.Preview {
			if c < len(row) {
				size += len(row[c])
			}
		}
		if g.Roles[c] != layout.Task && size > most {
			best, most = c, size
		}
	}
	if best >= 0 {
		g.Roles[best] = layout.Text
	}
	return layout.TextFile
}

// mostTimes is the largest count of a word in a bag.
const mostTimes = 1_000_000

// add counts a word of document i.
func (t *textReader) add(i int, w string, times int32) {
	v, ok := t.terms[w]
	if !ok {
		v = int32(len(t.words))
		w = strings.Clone(w) // not the whole cell
		t.terms[w] = v
		t.words = append(t.words, w)
	}
	t.docs[i] = append(t.docs[i], entry{v, times})
}

// endSentence keeps the words before and after from being neighbours.
func (t *textReader) endSentence(i int) {
	if d := t.docs[i]; t.how.Ngrams > 1 && len(d) > 0 && d[len(d)-1].term != sentenceEnd {
		t.docs[i] = append(d, entry{term: sentenceEnd})
	}
}

// gather merges the entries of a document that are of the same word.
func (t *textReader) gather() {
	in, at := make([]int32, len(t.words)), make([]int32, len(t.words))
	for i, d := range t.docs {
		n := 0
		for _, e := range d {
			if e.term == sentenceEnd {
				continue
			}
			if in[e.term] == int32(i+1) {
				was := &d[at[e.term]].count
				*was += min(e.count, math.MaxInt32-*was)
				continue
			}
			in[e.term], at[e.term] = int32(i+1), int32(n)
			d[n] = e
			n++
		}
		t.docs[i] = slices.Clip(d[:n])
	}
}
