package sidefile

import (
	"cmp"
	"io"
	"unicode/utf8"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

// mostCell is how much of a cell is shown: some two pages of text, more than anybody reads to judge a label.
const mostCell = 8 << 10

// Content is what workers saw of tasks: what some columns say in the first row of each task that has anything there.
type Content struct {
	Names []string // of the columns
	Left  int      // tasks of which nothing is kept any more, for want of room

	find  func(task string) (int, bool)
	tasks int
	row   []int32 // by task: its place, 1 the first; 0: none; -1: there was no room; nil: nothing was read yet
	text  []byte
	most  int     // bytes of text from which on nothing is added
	ends  []int32 // in text, of each column of each place
}

// NewContent returns the content of tasks of which nothing is known yet. find numbers them, from 0 to n − 1. About so many bytes are
// kept at most.
func NewContent(n int, find func(task string) (int, bool), most int) *Content {
	return &Content{find: find, tasks: n, most: most}
}

// Read adds what the columns with the role of content say in a file of labels. Files with other columns than the first say nothing.
func (x *Content) Read(name string, r io.Reader, g *layout.Layout, o scan.Options) error {
	columns := g.ColumnsOf(layout.Content)
	if task := g.Column(layout.Task); task >= 0 && len(columns) > 0 && (x.Names == nil || len(x.Names) == len(columns)) {
		return x.read(name, r, g, o, task, columns)
	}
	return nil
}

// ReadTexts adds the texts of a file of texts, also those of tasks that nobody labelled, in place of what is known.
func ReadTexts(name string, r io.Reader, d *layout.Detection, set *labels.Set, most int, o scan.Options) (*Content, error) {
	g := d.Copy()
	index := map[string]int{}
	x := NewContent(0, func(task string) (int, bool) {
		i, ok := index[task]
		return i, ok
	}, most)
	kind := textRoles(g, set)
	if kind == layout.BagFile {
		return x, nil
	}
	if err := g.Check(name, kind); err != nil {
		return nil, err
	}
	find := x.find
	x.find = func(task string) (int, bool) {
		i, ok := index[task]
		if !ok {
			i = len(x.row)
			index[task], x.row = i, append(x.row, 0)
		}
		return i, true
	}
	err := x.read(name, r, &g.Layout, o, g.Column(layout.Task), []int{g.Column(layout.Text)})
	x.find = find
	return x, err
}

func (x *Content) read(name string, r io.Reader, g *layout.Layout, o scan.Options, task int, columns []int) error {
	if x.Names == nil {
		for _, c := range columns {
			x.Names = append(x.Names, cmp.Or(g.ColumnName(c), "content"))
		}
	}
	if x.row == nil { // many files say nothing
		x.row = make([]int32, x.tasks)
	}
	missing := parse.NewTokens(g.Missing)
	skipping := *g
	skipping.Skip = true // its problems were told when it was opened
	_, err := scan.Read(name, r, &skipping, o, func(rs *scan.Rows) *api.Problem {
		i, ok := x.find(string(rs.Cell(task)))
		if !ok || x.row[i] != 0 {
			return nil
		}
		if len(x.text) > x.most {
			x.row[i] = -1
			x.Left++
			return nil
		}
		from := len(x.text)
		for _, c := range columns {
			if cell := rs.Cell(c); !missing.Has(cell) {
				x.text = append(x.text, cell...)
			}
			x.ends = append(x.ends, int32(len(x.text)))
		}
		if len(x.text) == from {
			x.ends = x.ends[:len(x.ends)-len(columns)]
			return nil
		}
		x.row[i] = int32(len(x.ends) / len(columns))
		return nil
	})
	return err
}

// beginning cuts a long text.
func beginning(text []byte) string {
	if len(text) <= mostCell {
		return string(text)
	}
	text = text[:mostCell]
	for len(text) > 0 && !utf8.RuneStart(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return string(text[:len(text)-1]) + "…"
}

// Of yields the columns that say something of a task, with what they say, or its beginning.
func (x *Content) Of(task string) func(yield func(column, text string) bool) {
	return func(yield func(column, text string) bool) {
		if x == nil {
			return
		}
		for c, name := range x.Names {
			if text := x.cell(task, c); len(text) > 0 && !yield(name, beginning(text)) {
				return
			}
		}
	}
}

// Cell returns what a column says of a task, as it is.
func (x *Content) Cell(task string, column int) string { return string(x.cell(task, column)) }

func (x *Content) cell(task string, column int) []byte {
	if x.row == nil {
		return nil
	}
	i, ok := x.find(task)
	if !ok || x.row[i] <= 0 {
		return nil
	}
	at, from := int(x.row[i]-1)*len(x.Names)+column, int32(0)
	if at > 0 {
		from = x.ends[at-1]
	}
	return x.text[from:x.ends[at]]
}
