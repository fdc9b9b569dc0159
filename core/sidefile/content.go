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

// Content is what workers saw of tasks: what some columns say in the first row of each task that has anything there. Of a pair of items, a
// column for the left item says what was seen of the first.
type Content struct {
	Names []string // of the columns
	Left  int      // tasks of which nothing is kept any more, for want of room

	find  func(task string) (int, bool)
	pairs labels.Names // nil: tasks are no pairs
	tasks int
	row   []int32 // by task: its place, 1 the first; 0: none; -1: there was no room; nil: nothing was read yet
	text  []byte
	most  int     // bytes of text from which on nothing is added
	ends  []int32 // in text, of each column of each place
}

// NewContent returns the content of the tasks of a set, of which nothing is known yet. About so many bytes are kept at most.
func NewContent(set *labels.Set, most int) *Content {
	x := &Content{find: set.Tasks.Find, tasks: set.Tasks.Len(), most: most}
	if set.Items != nil {
		x.pairs = set.Tasks
	}
	return x
}

// Read adds what the columns with the role of content, or of a text whose length counts, say in a file of labels. Files with other columns
// than the first say nothing.
func (x *Content) Read(name string, r io.Reader, g *layout.Layout, o scan.Options) error {
	columns, tasks := append(g.ColumnsOf(layout.Content), g.ColumnsOf(layout.Length)...), g.ColumnsOf(layout.Task)
	if g.Compares() {
		tasks = g.ColumnsOf(layout.Item)
	} else {
		tasks = tasks[:min(len(tasks), 1)]
	}
	if len(columns) == 0 || len(tasks) == 0 || g.Compares() && len(tasks) != 2 || x.Names != nil && len(x.Names) != len(columns) {
		return nil
	}
	return x.read(name, r, g, o, tasks, columns)
}

// ReadTexts adds the texts of a file of texts, also those of tasks that nobody labelled, in place of what is known.
func ReadTexts(name string, r io.Reader, d *layout.Detection, set *labels.Set, most int, o scan.Options) (*Content, error) {
	g := d.Copy()
	index := map[string]int{}
	x := &Content{most: most, find: func(task string) (int, bool) {
		i, ok := index[task]
		return i, ok
	}}
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
	err := x.read(name, r, &g.Layout, o, []int{g.Column(layout.Task)}, []int{g.Column(layout.Text)})
	x.find = find
	return x, err
}

// read reads what columns say of a task, which one column names, or the two items in two.
func (x *Content) read(name string, r io.Reader, g *layout.Layout, o scan.Options, tasks, columns []int) error {
	if x.Names == nil {
		for _, c := range columns {
			x.Names = append(x.Names, cmp.Or(g.ColumnName(c), "content"))
		}
	}
	if x.row == nil { // many files say nothing
		x.row = make([]int32, x.tasks)
	}
	missing, turned := parse.NewTokens(g.Missing), g.OfOther(columns)
	skipping := *g
	skipping.Skip = true // its problems were told when it was opened
	_, err := scan.Read(name, r, &skipping, o, func(rs *scan.Rows) *api.Problem {
		task, turn := string(rs.Cell(tasks[0])), ""
		if len(tasks) == 2 {
			left, right := task, string(rs.Cell(tasks[1]))
			task, turn = left+layout.Versus+right, right+layout.Versus+left
		}
		i, ok := x.find(task)
		if !ok || x.row[i] != 0 {
			return nil
		}
		of := columns
		if x.pairs != nil && x.pairs.At(i) == turn {
			of = turned
		}
		if len(x.text) > x.most {
			x.row[i] = -1
			x.Left++
			return nil
		}
		from := len(x.text)
		for _, c := range of {
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
