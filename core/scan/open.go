package scan

import (
	"bytes"
	"io"
	"slices"

	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/table"
)

// record is one record of a file.
type record struct {
	cells  [][]byte // valid until the next record is read
	line   int      // where it begins; the first line is 1
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
		rs.padded, rs.exact = t.Padded, lay.Most < columns
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
		if sheet.Name == rs.Layout.Sheet {
			s, err := book.Sheet(sheet, rs.width)
			rs.records = rs.recordsOf(s)
			return err
		}
	}
	return table.ErrWorkbook // not the one that was detected
}

// recordsOf returns the records of delimited text, or of a sheet.
func (rs *Rows) recordsOf(r interface {
	Next() error
	Len() int
	Cell(i int) []byte
	Line() int
}) records {
	var cells [][]byte
	return func() (record, error) {
		if err := r.Next(); err != nil {
			return record{}, err
		}
		cells = slices.Grow(cells[:0], r.Len()+rs.made) // room for what is added
		for c := range r.Len() {
			cells = append(cells, r.Cell(c))
		}
		return record{cells: cells, line: r.Line()}, nil
	}
}

// packed adds to the records of a text the columns that are packed into one.
func (rs *Rows) packed(text records) records {
	p, header := rs.Layout.Packed, rs.Layout.Header
	platform, sheet := platform.Named(p.Platform), platform.NewSheet(p.Columns, false, rs.Options.Limits)
	return func() (record, error) {
		r, err := text()
		if err != nil {
			return r, err
		}
		sheet.N = 0
		sheet.Row()
		if !header && len(r.cells) == p.Own { // a ragged row is rejected later
			if cell := r.cells[p.Column]; !platform.Unpack(sheet, bytes.Clone(cell)) {
				return r, &table.Error{Line: r.line, Column: p.Column + 1, Text: excerpt(cell), Err: layout.ErrAnswers}
			}
		}
		header = false
		r.add(sheet.Rows[0]...)
		return r, nil
	}
}

// add appends cells, unless the record is a blank line.
func (r *record) add(cells ...[]byte) {
	if len(r.cells) > 1 {
		r.cells = append(r.cells, cells...)
	}
}

// json returns the rows of a JSON text.
func (rs *Rows) json(f unfold.JSON, src io.Reader) records {
	j := table.NewJSON(src, f.Shape, f.Member, f.Limits(rs.Options.Limits))
	sheet := platform.NewSheet(f.Columns, false, rs.Options.Limits)
	sheet.Worker, sheet.Strict = f.Worker, rs.Layout.Wide() || rs.Layout.Shape() == layout.ByClass
	bad := func(text string, err error) error {
		return &table.Error{Line: j.Line(), Record: j.Record(), Text: text, Err: err}
	}
	at, whole := 0, false
	return func() (record, error) {
		if f.ByColumn && !whole {
			whole = true
			if err := f.Transpose(sheet, j); err != nil {
				return record{}, err
			}
		}
		for at == sheet.N {
			if err := j.Next(); err != nil {
				return record{}, err
			}
			sheet.N, at = 0, 0
			v := j.Value()
			if !f.IsRecord(v) {
				return record{}, bad(excerpt(v.Text()), layout.ErrNoRecord)
			}
			f.Unfold(sheet, j.Key(), v)
			if name := sheet.Unknown; name != "" {
				sheet.Unknown, sheet.N = "", 0
				return record{}, bad(name, layout.ErrUnknownName)
			}
		}
		at++
		r := record{cells: sheet.Rows[at-1], line: j.Line()}
		switch {
		case f.ByColumn:
			r.number = at
		case f.Shape != table.Lines:
			r.number = j.Record() // many may be on one line
		}
		return r, nil
	}
}

// excerpt is the beginning of a cell, for a message.
func excerpt(cell []byte) string { return string(cell[:min(80, len(cell))]) }
