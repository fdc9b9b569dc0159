package unfold

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/table"
)

// What pandas and others write besides records: an object around them that names their cells, and tables column by column.

// frame recognises an object around the records: {"columns": […], "data": [[…], …]} (orient split), or {"schema": …, "data": [{…}, …]}
// (orient table).
func (f *JSON) frame(head []byte) {
	if f.Shape == table.Lines && !oneObject(head) {
		return
	}
	j := table.NewJSON(bytes.NewReader(head), table.Members, nil, table.Limits{})
	var names []string
	schema := false
	for {
		err := j.Next() // the last member may be cut off
		switch key := string(j.Key()); {
		case key == "data" && (schema || names != nil):
			f.Shape, f.Path, f.Heads = table.Elements, []string{key}, names
			return
		case err != nil:
			return
		case key == "columns" && j.Value().Type() == table.Array && platform.Scalars(j.Value()):
			for e := range j.Value().Each() {
				names = append(names, string(e.Text()))
			}
		case key == "schema":
			schema = j.Value().Get("fields").Type() == table.Array
		}
	}
}

// oneObject reports whether text begins with an object, and not with several, one after the other.
func oneObject(head []byte) bool {
	j := table.NewJSON(bytes.NewReader(head), table.Lines, nil, table.Limits{})
	err := j.Next()
	return err != nil || j.Value().Type() == table.Object && j.Next() == io.EOF
}

// BeginsColumn reports whether text may be JSON that is written column by column, and so makes no sense in parts: an object whose first
// member is a list of scalars, or scalars by row number.
func BeginsColumn(head []byte) bool {
	d := json.NewDecoder(bytes.NewReader(head))
	object, _ := d.Token()
	d.Token() // the name of the member
	cells, _ := d.Token()
	cell, err := d.Token()
	if cells == json.Delim('{') {
		row, _ := cell.(string)
		if row == "" || strings.Trim(row, "0123456789") != "" {
			return false
		}
		cell, err = d.Token()
	} else if cells != json.Delim('[') {
		return false
	}
	_, nested := cell.(json.Delim)
	return object == json.Delim('{') && err == nil && !nested && !bytes.Contains(head, []byte("\n{"))
}

// column is one of a JSON text that is written column by column.
type column struct {
	name  string
	keys  []string // of its cells, where they have some …
	cells [][]byte // … or their order tells which row they are of
}

// columnOf returns the column that a member holds; ok is false if it holds none.
func columnOf(key []byte, v table.Value) (c column, ok bool) {
	c.name = string(key)
	for m := range v.Each() {
		if m.Type() == table.Object || m.Type() == table.Array && !platform.Scalars(m) || strings.Trim(string(m.Key()), "0123456789") != "" {
			return c, false
		}
		if c.cells = append(c.cells, bytes.Clone(platform.Cell(m))); v.Type() == table.Object {
			c.keys = append(c.keys, string(m.Key()))
		}
	}
	return c, len(c.cells) > 0
}

// byColumn reports whether JSON is written column by column: two members that are columns have names of tasks or workers, or all
// members are lists of the same length.
func (f *JSON) byColumn(head []byte) bool {
	if f.Shape == table.Elements && f.Path == nil || !BeginsColumn(head) {
		return false
	}
	columns, named, length, alike := 0, 0, 0, true
	members := JSON{Shape: table.Members, ByColumn: true}
	members.each(head, func(key []byte, v table.Value) bool {
		c, ok := columnOf(key, v)
		if !ok {
			alike = false
			return true
		}
		if heading.Tasks.Has(c.name) || heading.Workers.Has(c.name) {
			named++
		}
		alike = alike && c.keys == nil && len(c.cells) > 1 && (columns == 0 || len(c.cells) == length)
		columns, length = columns+1, len(c.cells)
		return true
	}, func(*table.Error) { alike = false })
	f.ByColumn = named >= 2 || alike && columns >= 3
	return f.ByColumn
}

// lookAtColumns is Look for JSON that is written column by column.
func (f *JSON) lookAtColumns(name string, head []byte) (*Head, error) {
	f.Form, f.Shape, f.Path = plainJSON, table.Members, nil
	u := &Head{File: f, Sheet: platform.NewSheet(nil, true, table.Limits{})}
	j := table.NewJSON(bytes.NewReader(head), f.Shape, nil, f.Limits(table.Limits{}))
	if err := f.Transpose(u.Sheet, j); err != nil {
		return nil, &api.Problem{File: name, Line: 1, Err: err,
			What: "this JSON is written column by column, and can't be read as a whole",
			Do:   "Write it record by record, with pandas for example: to_json('labels.json', orient='records')"}
	}
	f.Columns, f.Own = u.Columns, u.Inner
	return u, nil
}

// Limits returns the limits for reading the text: a column may be as large as what is held in memory.
func (f *JSON) Limits(l table.Limits) table.Limits {
	if f.ByColumn {
		l.Record = int(cmp.Or(l.Archive, table.MaxArchive))
	}
	return l
}

// Transpose makes rows of JSON that is written column by column, all of it.
func (f *JSON) Transpose(s *platform.Sheet, j *table.JSON) error {
	var all []column
	row := make(map[string]int) // by key
	rows := 0
	for {
		err := j.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		c, ok := columnOf(j.Key(), j.Value())
		if !ok {
			continue
		}
		for _, key := range c.keys {
			if _, ok := row[key]; !ok {
				row[key] = len(row)
			}
		}
		all, rows = append(all, c), max(rows, len(c.cells), len(row))
	}
	cells := make([][][]byte, len(all)) // of each column, in the order of the rows
	for n, c := range all {
		if cells[n] = c.cells; c.keys != nil {
			cells[n] = make([][]byte, rows)
			for at, key := range c.keys {
				cells[n][row[key]] = c.cells[at]
			}
		}
	}
	for i := range rows {
		s.Row()
		for n, c := range all {
			if i < len(cells[n]) {
				s.Put(c.name, cells[n][i])
			}
		}
	}
	return nil
}
