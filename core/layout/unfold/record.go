package unfold

import (
	"bytes"
	"iter"
	"slices"

	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
)

// Text is Look for delimited text, or a sheet, whose rows are records of a platform.
func Text(p *platform.Platform, name string, header []string, rows [][]string) (*Head, error) {
	f := &JSON{Form: p.Name, Shape: table.Lines, Width: len(header)}
	if p.Unsigned != nil {
		f.Worker = platform.Stem(name)
	}
	u := f.newHead()
	record := NewRow(header)
	for _, row := range rows {
		cells := make([][]byte, len(row))
		for c, cell := range row {
			cells[c] = []byte(cell)
		}
		if v := record.Of(cells); f.IsRecord(v) {
			f.unfoldHead(u, nil, v)
		}
	}
	if p.Questions != nil {
		p.Questions(u.Sheet)
	}
	return u, f.finish(name, u, true)
}

// Row makes records of the rows of delimited text.
type Row struct {
	keys [][]byte // the names of the columns as JSON; nil: the column has none
	text []byte
}

// NewRow returns what makes records of the rows below a header.
func NewRow(header []string) *Row {
	r := &Row{keys: make([][]byte, len(header))}
	for c, name := range header {
		if name != "" {
			r.keys[c] = parse.Quoted([]byte(name))
		}
	}
	return r
}

// Of returns the record of a row, which is valid until that of the next is made. A cell that is a list or an object, as JSON or Python
// writes it, is one; any other is a string.
func (r *Row) Of(cells [][]byte) table.Value {
	r.text = append(r.text[:0], '{')
	for c, key := range r.keys {
		if key == nil || c >= len(cells) {
			continue
		}
		value, ok := parse.Literal(cells[c])
		if !ok {
			value = parse.Quoted(cells[c])
		}
		r.text = member(r.text, key, value)
	}
	r.text = append(r.text, '}')
	v, _ := table.Parse(r.text)
	return v
}

// member appends a member to the text of an object.
func member(text, key, value []byte) []byte {
	if len(text) > 1 {
		text = append(text, ',')
	}
	text = append(append(text, key...), ':')
	return append(text, value...)
}

// byRow returns the records of an object that holds a list for each column; none if its lists differ in length.
func byRow(v table.Value) iter.Seq[table.Value] {
	return func(yield func(table.Value) bool) {
		var keys [][]byte
		var columns [][]table.Value
		for m := range v.Each() {
			cells := slices.Collect(m.Each())
			if m.Type() != table.Array || len(columns) > 0 && len(cells) != len(columns[0]) {
				return
			}
			keys, columns = append(keys, parse.Quoted(m.Key())), append(columns, cells)
		}
		if len(columns) == 0 {
			return
		}
		for n := range columns[0] {
			text := []byte{'{'}
			for c, key := range keys {
				text = member(text, key, source(columns[c][n]))
			}
			record, ok := table.Parse(append(text, '}'))
			if ok && !yield(record) {
				return
			}
		}
	}
}

// source returns a value as JSON.
func source(v table.Value) []byte {
	switch v.Type() {
	case table.String:
		return parse.Quoted(v.Text())
	case table.Null:
		return []byte("null")
	}
	return v.Text()
}

// whole finds the platform that writes a file as one object, or column by column.
func (f *JSON) whole(head []byte) bool {
	v, ok := table.Parse(bytes.TrimPrefix(head, []byte("\ufeff")))
	if !ok || v.Type() != table.Object {
		return false
	}
	var p *platform.Platform
	for record := range byRow(v) {
		p = platform.OfRecord(record)
		break
	}
	if f.Turned = p != nil; p == nil {
		p = platform.OfRecord(v)
	}
	if p == nil {
		return false
	}
	f.Form, f.Shape = p.Name, table.Lines
	return true
}
