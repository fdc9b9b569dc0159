package scan

import (
	"bytes"
	"io"
	"slices"

	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/parse"
	"concord/core/table"
)

// record is one record of a file.
type record struct {
	cells  [][]byte // valid until the next record is read
	line   int      // where it begins; the first line is 1
	end    int      // of delimited text, the line after it …
	lacks  int      // … and how many cells it lacked
	number int      // of the record, where the line alone is ambiguous; else 0
}

// records returns the next record of a file, whatever that is, with errors as those of table.Reader.Next.
type records func() (record, error)

// open begins to read the records, as what the file is.
func (rs *Rows) open() error {
	lay, limits := rs.Layout, rs.Options.Limits
	archive, encoding := rs.archived(), lay.Encoding
	if archive {
		encoding = "" // the bytes as they are
	}
	r, err := table.Open(&rs.source, encoding, limits)
	if err != nil {
		return err
	}
	if archive {
		z, err := table.ReadArchive(r, limits)
		if err != nil {
			return err
		}
		size := max(float64(z.Size(lay.Members)), 1)
		z.Follow(func(unpacked int64) error {
			rs.unpacked = min(float64(unpacked)/size, 1)
			rs.source.ended = rs.progress()
			return rs.source.ended
		})
		switch {
		case len(lay.Members) > 1:
			if lay.ByMember {
				rs.made = 1
			}
			all := &joinedRows{rs: rs, archive: rs.File, z: z, left: lay.Members}
			rs.records = all.next
			if err := all.open(); err != nil {
				return err
			}
			rs.shape()
			return nil
		case lay.Sheet != "":
			if err := rs.openSheet(z); err != nil {
				return err
			}
			rs.shape()
			return nil
		}
		if r, err = rs.member(z, lay.Members[0]); err != nil {
			return err
		}
	}
	switch {
	case lay.JSON != nil:
		rs.records = rs.json(*lay.JSON, r)
	case lay.Packed != nil:
		rs.made = len(lay.Packed.Columns)
		rs.records = rs.packed(rs.recordsOf(rs.openText(r)))
	default:
		rs.text = rs.openText(r)
	}
	rs.shape()
	return nil
}

// member opens a file of an archive.
func (rs *Rows) member(z *table.Archive, name string) (io.Reader, error) {
	r, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	return table.Open(r, rs.Layout.Encoding, rs.Options.Limits)
}

// openText reads delimited text. Rows that end before the last columns get empty cells there.
func (rs *Rows) openText(r io.Reader) *table.Reader {
	lay, columns := rs.Layout, rs.width-rs.made
	t := table.NewReader(r, lay.Delimiter, rs.Options.Limits)
	t.SkipLines(lay.HeaderLine - 1)
	if lay.Least > 0 {
		t.Pad(lay.Least, lay.Most, columns)
		rs.exact = lay.Most < columns
	}
	return t
}

// openSheet begins to read a sheet of a workbook.
func (rs *Rows) openSheet(z *table.Archive) error {
	book, err := z.Workbook()
	if err != nil {
		return err
	}
	for _, sheet := range book.Sheets {
		if sheet.Name != rs.Layout.Sheet {
			continue
		}
		if f := rs.Layout.JSON; f != nil {
			s, err := book.Sheet(sheet, f.Width)
			rs.records = rs.unfolded(*f, rowRecords(s, rs.Layout.HeaderLine))
			return err
		}
		s, err := book.Sheet(sheet, rs.width)
		rs.records = rs.recordsOf(s)
		return err
	}
	return table.ErrWorkbook // not the one that was detected
}

// rowReader reads delimited text, or a sheet.
type rowReader interface {
	Next() error
	Len() int
	Cell(i int) []byte
	Line() int
}

// recordsOf returns the records of delimited text, or of a sheet.
func (rs *Rows) recordsOf(r rowReader) records {
	var cells [][]byte
	return func() (record, error) {
		if err := r.Next(); err != nil {
			return record{}, err
		}
		cells = slices.Grow(cells[:0], r.Len()+rs.made) // room for what is added
		for c := range r.Len() {
			cells = append(cells, r.Cell(c))
		}
		one := record{cells: cells, line: r.Line()}
		if text, ok := r.(*table.Reader); ok {
			one.end, one.lacks = text.End(), text.Padded()
		}
		return one, nil
	}
}

// packed makes rows of the records of a text, with the columns that are packed in it.
func (rs *Rows) packed(text records) records {
	p, header := rs.Layout.Packed, rs.Layout.Header
	from, sheet := platform.Named(p.Platform), platform.NewSheet(p.Columns, false, rs.Options.Limits)
	unpacked := platform.Record{Column: p.Column, Number: -1}
	for _, column := range rs.Layout.Columns[:p.Own] {
		unpacked.Names = append(unpacked.Names, column.Name)
	}
	var r record
	at := 0
	return func() (record, error) {
		for at == sheet.N {
			var err error
			if r, err = text(); err != nil {
				return r, err
			}
			sheet.N, at = 0, 0
			switch {
			case header || len(r.cells) != p.Own: // a ragged row is rejected later
				header = false
				sheet.Row()
			default:
				unpacked.Number++
				unpacked.Cells = unpacked.Cells[:0]
				for _, cell := range r.cells {
					unpacked.Cells = append(unpacked.Cells, bytes.Clone(cell))
				}
				if !from.Unpack(sheet, unpacked) {
					sheet.N = 0
					return r, &table.Error{Line: r.line, Column: p.Column + 1, Text: excerpt(r.cells[p.Column]), Err: layout.ErrAnswers}
				}
			}
		}
		row := r
		row.add(sheet.Rows[at]...)
		at++
		return row, nil
	}
}

// add appends cells, unless the record is a blank line.
func (r *record) add(cells ...[]byte) {
	if len(r.cells) > 1 {
		r.cells = append(r.cells, cells...)
	}
}

// json returns the rows of a JSON text, or of delimited text whose rows are records as those of JSON.
func (rs *Rows) json(f unfold.JSON, src io.Reader) records {
	if f.Width > 0 {
		t := table.NewReader(src, rs.Layout.Delimiter, rs.Options.Limits)
		t.SkipLines(rs.Layout.HeaderLine - 1)
		return rs.unfolded(f, rowRecords(t, rs.Layout.HeaderLine))
	}
	j := f.Reader(src, rs.Options.Limits)
	if f.ByColumn {
		return rs.transposed(f, j)
	}
	return rs.unfolded(f, func() (member, error) {
		if err := j.Next(); err != nil {
			return member{}, err
		}
		return member{j.Key(), j.Value(), j.Line(), j.Record()}, nil
	})
}

// transposed returns the rows of JSON that is written column by column, which is read as a whole.
func (rs *Rows) transposed(f unfold.JSON, j *table.JSON) records {
	sheet := platform.NewSheet(f.Columns, false, rs.Options.Limits)
	at, whole := 0, false
	return func() (record, error) {
		if !whole {
			whole = true
			if err := f.Transpose(sheet, j); err != nil {
				return record{}, err
			}
		}
		if at == sheet.N {
			return record{}, io.EOF
		}
		at++
		return record{cells: sheet.Rows[at-1], line: j.Line(), number: at}, nil
	}
}

// member is a record of a text before it is unfolded.
type member struct {
	key          []byte
	value        table.Value
	line, number int
}

// rowRecords returns the rows of delimited text or of a sheet, below the header on that line or the next, as records.
func rowRecords(t rowReader, from int) func() (member, error) {
	var row *unfold.Row
	var cells [][]byte
	return func() (member, error) {
		for {
			switch err := t.Next(); {
			case err != nil:
				return member{}, err
			case t.Line() < from, t.Len() == 1 && len(bytes.TrimSpace(t.Cell(0))) == 0:
			case row == nil:
				var header []string
				for c := range t.Len() {
					header = append(header, string(parse.Tidy(t.Cell(c))))
				}
				row, cells = unfold.NewRow(header), make([][]byte, len(header))
			case t.Len() != len(cells):
				return member{}, &table.Error{Line: t.Line(), Text: excerpt(t.Cell(t.Len() - 1)), Err: layout.ErrCells}
			default:
				for c := range cells {
					cells[c] = parse.Tidy(t.Cell(c))
				}
				return member{value: row.Of(cells), line: t.Line()}, nil
			}
		}
	}
}

// unfolded returns the rows of records.
func (rs *Rows) unfolded(f unfold.JSON, next func() (member, error)) records {
	sheet := platform.NewSheet(f.Columns, false, rs.Options.Limits)
	sheet.Worker, sheet.Strict = f.Worker, rs.Layout.Wide() || rs.Layout.Shape() == layout.ByClass
	at := 0
	var m member
	bad := func(text string, err error) error {
		return &table.Error{Line: m.line, Record: m.number, Text: text, Err: err}
	}
	return func() (r record, err error) {
		for at == sheet.N {
			if m, err = next(); err != nil {
				return record{}, err
			}
			sheet.N, at = 0, 0
			if !f.IsRecord(m.value) {
				return record{}, bad(excerpt(m.value.Text()), layout.ErrNoRecord)
			}
			f.Unfold(sheet, m.key, m.value)
			if name := sheet.Unknown; name != "" {
				sheet.Unknown, sheet.N = "", 0
				return record{}, bad(name, layout.ErrUnknownName)
			}
		}
		at++
		r = record{cells: sheet.Rows[at-1], line: m.line}
		if f.Shape != table.Lines {
			r.number = m.number // many may be on one line
		}
		return r, nil
	}
}

// excerpt is the beginning of a cell, for a message.
func excerpt(cell []byte) string { return string(cell[:min(80, len(cell))]) }
