package platform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// Sheet is rows of cells in named columns, filled while the values of a file are unfolded.
type Sheet struct {
	Columns []string
	Inner   []int      // where in the name of each column its own part begins, behind a path
	Rows    [][][]byte // the first N are in use; a row may end before the last columns
	N       int
	Asks    []string // columns that hold answers, where the format tells
	Ranked  []string // those of them that hold rankings
	Spans   int      // answers about pieces of a task, which are left out
	Worker  string   // who gave the records that do not say so themselves; "": nobody knows
	Key     []byte   // the name of the record, where records have one
	Nested  string   // the first list of records within a record; "": there is none

	// Strict says that a cell whose column is not there may be an answer; Unknown is the first name of such a column.
	Strict  bool
	Unknown string

	index map[string]int
	grow  bool   // a name that is new makes a new column; else its cells are left out
	most  int    // columns
	path  []byte // of the cell that is written
	outer int    // where in path the name begins that is not of an object around
}

// NewSheet returns an empty sheet. If it may grow, unknown names add columns, up to the limit.
func NewSheet(columns []string, grow bool, l table.Limits) *Sheet {
	s := &Sheet{index: make(map[string]int), grow: true, most: l.Columns}
	if s.most == 0 {
		s.most = 10_000
	}
	for _, name := range columns {
		s.column(name)
	}
	s.grow = grow
	return s
}

// column returns the column of a name, -1 if there is none.
func (s *Sheet) column(name string) int {
	if c, ok := s.index[name]; ok {
		return c
	}
	if !s.grow || len(s.Columns) == s.most {
		return -1
	}
	s.index[name] = len(s.Columns)
	s.Columns, s.Inner = append(s.Columns, name), append(s.Inner, s.outer)
	return len(s.Columns) - 1
}

// Row begins a row.
func (s *Sheet) Row() {
	if s.N == len(s.Rows) {
		s.Rows = append(s.Rows, nil)
	}
	row := s.Rows[s.N]
	if cap(row) < len(s.Columns) {
		row = make([][]byte, len(s.Columns))
	}
	s.Rows[s.N] = row[:len(s.Columns)]
	clear(s.Rows[s.N])
	s.N++
}

// Put writes a cell of the last row.
func (s *Sheet) Put(name string, cell []byte) {
	c := s.column(name)
	if c < 0 {
		if s.Strict && len(cell) > 0 && s.Unknown == "" {
			s.Unknown = name
		}
		return
	}
	row := &s.Rows[s.N-1]
	for len(*row) <= c {
		*row = append(*row, nil)
	}
	(*row)[c] = cell
}

// PutMembers writes the scalar members of an object, each under its name with a prefix.
func (s *Sheet) PutMembers(v table.Value, prefix string, names ...string) {
	for _, name := range names {
		if m := v.Get(name); m.Scalar() {
			s.Put(prefix+name, m.Text())
		}
	}
}

// Ask marks a column as holding answers.
func (s *Sheet) Ask(name string) {
	if s.grow && !slices.Contains(s.Asks, name) {
		s.Asks = append(s.Asks, name)
	}
}

// Rank is Ask for a column that holds rankings, of which it writes one: the items, best first, those that are as good as each other
// together.
func (s *Sheet) Rank(name string, tiers [][]string) {
	s.Ask(name)
	if s.grow && !slices.Contains(s.Ranked, name) {
		s.Ranked = append(s.Ranked, name)
	}
	s.Put(name, TiersCell(tiers))
}

// Flatten writes the members of an object as cells under their paths, such as "data.text" for a nested member. A prefix ends with a dot.
func (s *Sheet) Flatten(prefix string, v table.Value) {
	s.path = append(s.path[:0], prefix...)
	s.flatten(v)
}

func (s *Sheet) flatten(v table.Value) {
	size := len(s.path)
	for m := range v.Each() {
		s.path, s.outer = append(s.path[:size], m.Key()...), size
		switch m.Type() {
		case table.Object:
			if list := m.Get("choices"); list.Type() == table.Array { // as Label Studio writes several choices
				s.putPath(Cell(list))
				continue
			}
			s.path = append(s.path, '.')
			s.flatten(m)
		case table.Array:
			if Scalars(m) {
				s.putPath(Cell(m))
			} else if heading.Labels.Has(string(m.Key())) && !Objects(m) { // as doccano writes labels of pieces of a text
				s.Spans++
			} else if s.grow && s.Nested == "" && Objects(m) {
				s.Nested = string(s.path)
			}
		default:
			s.putPath(m.Text())
		}
	}
	s.path, s.outer = s.path[:size], 0
}

// putKey is Put for a name in bytes; it allocates no string.
func (s *Sheet) putKey(name, cell []byte) {
	s.path = append(s.path[:0], name...)
	s.putPath(cell)
}

// putPath writes a cell under the path.
func (s *Sheet) putPath(cell []byte) {
	if c, ok := s.index[string(s.path)]; ok && c < len(s.Rows[s.N-1]) {
		s.Rows[s.N-1][c] = cell
		return
	}
	s.Put(string(s.path), cell)
}

// Cell returns a value as one cell. A list of one becomes its element; a longer one stays JSON, which parse.List reads.
func Cell(v table.Value) []byte {
	if v.Type() != table.Array {
		return v.Text()
	}
	var last table.Value
	n := 0
	for last = range v.Each() {
		n++
	}
	if n == 1 && last.Scalar() {
		return last.Text()
	}
	return v.Text()
}

// ListCell returns a cell with several answers.
func ListCell(all []string) []byte {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return []byte(all[0])
	}
	return encoded(all)
}

func encoded(x any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(x); err != nil {
		panic(err) // strings always can be
	}
	return bytes.TrimSpace(b.Bytes())
}

// TiersCell returns a cell with a ranking.
func TiersCell(tiers [][]string) []byte {
	var all []any
	for _, tier := range tiers {
		if len(tier) == 1 {
			all = append(all, tier[0])
		} else {
			all = append(all, tier)
		}
	}
	if all == nil {
		return nil
	}
	return encoded(all)
}

// Scalars reports whether an array contains only scalars.
func Scalars(v table.Value) bool {
	for e := range v.Each() {
		if !e.Scalar() {
			return false
		}
	}
	return true
}

// Objects reports whether v is an array that begins with an object.
func Objects(v table.Value) bool {
	for e := range v.Each() {
		return v.Type() == table.Array && e.Type() == table.Object
	}
	return false
}

// has reports whether an object has all these members.
func has(v table.Value, names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return v.Get(name).Type() == table.None })
}

// Either returns the first of these members of an object that says something.
func Either(v table.Value, names ...string) (m table.Value) {
	for _, name := range names {
		if m = v.Get(name); len(m.Text()) > 0 {
			break
		}
	}
	return m
}

// firstHas reports whether v is a list whose first element has all these members.
func firstHas(v table.Value, names ...string) bool {
	for e := range v.Each() {
		return has(e, names...)
	}
	return false
}

// Endings are the extensions of files that may hold labels, the surest first.
var Endings = []string{".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson", ".txt"}

// Stem returns the name of a file without folders and extensions. Other dots belong to it: ann.m.jsonl and ann.p.jsonl are of two users.
func Stem(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, ending := range slices.Concat([]string{".gz", ".zst"}, Endings) {
		if n := len(name) - len(ending); n > 0 && strings.EqualFold(name[n:], ending) {
			name = name[:n]
		}
	}
	return name
}

// NumberedColumn is the name of column c where there is no header.
func NumberedColumn(c int) string { return fmt.Sprintf("column %d", c+1) }
