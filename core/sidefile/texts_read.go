package sidefile

import (
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/scan"
)

// entry is a word of a document.
type entry struct{ term, count int32 }

// textReader gathers documents.
type textReader struct {
	rows               *scan.Rows
	task, text, number int // columns; number is -1 without counts
	names              []string
	docs               [][]entry
	words              []string // by term
	index              map[string]int32
	stop               language
	stems              map[string]string
	stopped            choice.WordCount // what stop words made of it
	all                choice.WordCount // before
	seen, kept         map[string]bool
	every              bool // whether seen is kept
	foreign            int  // words in other letters than the language's
	marked             int  // cells with markup that stays
}

// read takes in the whole file.
func (t *TextSet) read(name string, r io.Reader, d *layout.Detection, set *labels.Set, o scan.Options, count bool) (*textReader, error) {
	g := d.Copy()
	kind := textRoles(g, set)
	if err := g.Check(name, kind); err != nil {
		return nil, err
	}
	rs, err := scan.Open(name, r, &g.Layout, o)
	if err != nil {
		return nil, err
	}
	read := &textReader{
		rows: rs, task: g.Column(layout.Task), text: g.Column(layout.Text), number: -1, index: map[string]int32{},
		stop: languageOf(t.options.Language), stems: map[string]string{}, seen: map[string]bool{}, kept: map[string]bool{},
	}
	if kind == layout.BagFile {
		read.text, read.number, t.tokens = g.Column(layout.Term), g.Column(layout.Count), true
	} else {
		t.tokens = heading.Words("tokens").Has(g.Columns[read.text].Name)
	}
	read.every = !t.tokens && t.options.Language != ""
	missing := parse.NewTokens(g.Missing)
	at := map[string]int{}
	for {
		ok, err := rs.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		id := string(rs.Cell(read.task))
		if missing.Has([]byte(id)) {
			rs.Reject(rs.Wrong(read.task, "a row without the name of a task", "Name the task, or go on without the row"))
			continue
		}
		times := int32(1)
		if read.number >= 0 {
			x, err := parse.Number(rs.Cell(read.number))
			if err != nil || x < 0 || x != math.Trunc(x) || x > mostTimes {
				rs.Reject(rs.Wrong(read.number, "not a count: a whole number from 0 to 1,000,000", "Correct it, or go on without the row"))
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
		t.document(read, i, string(rs.Record.Cell(read.text)), times)
	}
	if rs.Read == 0 {
		return nil, layout.Empty(rs.File, rs.Layout.Header)
	}
	if err := rs.Verdict(); err != nil {
		return nil, err
	}
	if len(read.names) == 0 {
		return nil, scan.Verdict(rs.Problems, rs.Bad, 0, scan.Options{})
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
				t.Choices = append(t.Choices, choice.WordCount{
					Name:  "stop words of " + strings.ToUpper(t.options.Language[:1]) + t.options.Language[1:],
					Words: read.stopped.Words, Vocabulary: len(read.kept),
				})
			}
			if !t.options.KeepEndings {
				t.Choices = append(t.Choices, choice.WordCount{Name: "stems", Words: read.stopped.Words, Vocabulary: len(read.words)})
			}
		}
	}
	return read, nil
}

// textRoles gives the roles that are open, by name or else by what the preview shows:
// the task is the column that holds tasks of the set, the text the longest of the
// others. It returns what the file is: a bag where columns for terms and counts,
// and none for texts, are named or chosen.
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
		if c := likeTasks(g, set); c >= 0 && c < len(g.Columns) {
			g.Roles[c] = layout.Task
		}
	}
	if term, count := named(layout.Term, heading.Terms), named(layout.Count, heading.Counts); g.Column(layout.Text) < 0 && term >= 0 &&
		count >= 0 {
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
		} else if plainText(cell) != cell {
			read.marked++
		}
		eachWord(cell, func(w string) {
			read.see(w, 1)
			if foreignLetters(t.options.Language, w) {
				read.foreign++
			}
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

// mostTimes is how often a bag may say that a text has a word.
const mostTimes = 1_000_000

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
				was := &d[at[e.term]].count
				*was += min(e.count, math.MaxInt32-*was)
				continue
			}
			in[e.term], at[e.term] = int32(i+1), int32(n)
			d[n] = e
			n++
		}
		read.docs[i] = slices.Clip(d[:n])
	}
}
