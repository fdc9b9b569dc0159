package scan

import (
	"bytes"
	"io"

	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/table"
)

// records are the records of a file, each of the same cells. A table.Reader has them
// for delimited text; any other file is brought into this shape.
type records interface {
	Next() error       // as table.Reader.Next
	Len() int          // cells of the record
	Cell(i int) []byte // valid until the next call of Next
	Line() int         // where it begins; the first line is 1
	Record() int       // its number, where the line alone is ambiguous; else 0
}

// text is delimited text.
type text struct{ *table.Reader }

func (text) Record() int { return 0 }

// open begins to read the records, as what the file is.
func (rs *Rows) open() error {
	lay, limits := rs.Layout, rs.Options.Limits
	encoding := lay.Encoding
	if lay.Members != nil || lay.Sheet != "" {
		encoding = "" // an archive: the bytes as they are
	}
	r, err := table.Open(&rs.source, encoding, limits)
	if err != nil {
		return err
	}
	var z *table.Archive
	if lay.Members != nil || lay.Sheet != "" {
		if z, err = table.ReadArchive(r, limits); err != nil {
			return err
		}
	}
	switch {
	case len(lay.Members) > 1:
		all := &joinedRows{rs: rs, name: rs.File, z: z, left: lay.Members}
		if lay.ByMember {
			rs.made = 1
		}
		rs.record = all
		return all.next()
	case lay.Sheet != "":
		rs.record, err = rs.openSheet(z)
		return err
	case len(lay.Members) == 1:
		if r, err = rs.member(z, lay.Members[0]); err != nil {
			return err
		}
	}
	switch {
	case lay.JSON != nil:
		rs.record = openJSON(*lay.JSON, rs, r)
	case lay.Packed != nil:
		rs.made = len(lay.Packed.Columns)
		rs.record = &packedRows{
			Packed: lay.Packed, text: text{rs.openText(r)}, platform: platform.Named(lay.Packed.Platform),
			sheet: platform.NewSheet(lay.Packed.Columns, false, limits), header: lay.Header,
		}
	default:
		rs.text = rs.openText(r)
		rs.record = text{rs.text}
	}
	return nil
}

// openText makes the rows of delimited text. Those that end before the last columns
// get empty cells there.
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

// member opens a file of an archive.
func (rs *Rows) member(z *table.Archive, name string) (io.Reader, error) {
	r, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	return table.Open(r, rs.Layout.Encoding, rs.Options.Limits)
}

// openSheet makes the rows of a sheet of a workbook.
func (rs *Rows) openSheet(z *table.Archive) (records, error) {
	book, err := z.Workbook()
	if err != nil {
		return nil, err
	}
	for _, sheet := range book.Sheets {
		if sheet.Name == rs.Layout.Sheet {
			return book.Sheet(sheet, rs.width)
		}
	}
	return nil, table.ErrWorkbook // not the one that was detected
}

// packedRows are the rows of delimited text with a column whose cells hold several
// answers each.
type packedRows struct {
	*layout.Packed
	text
	platform *platform.Platform
	sheet    *platform.Sheet
	header   bool // the next record is the header
}

func (p *packedRows) Next() error {
	if err := p.text.Next(); err != nil {
		return err
	}
	p.sheet.N = 0
	p.sheet.Row()
	if p.header || p.text.Len() != p.Own {
		p.header = false
		return nil // a ragged row is rejected later
	}
	if cell := p.text.Cell(p.Packed.Column); !p.platform.Unpack(p.sheet, bytes.Clone(cell)) {
		return &table.Error{Line: p.Line(), Column: p.Packed.Column + 1, Text: excerpt(cell), Err: layout.ErrAnswers}
	}
	return nil
}

func (p *packedRows) Len() int { return widened(p.text.Len(), len(p.Columns)) }

func (p *packedRows) Cell(i int) []byte {
	if i < p.text.Len() {
		return p.text.Cell(i)
	}
	return p.sheet.Rows[0][i-p.text.Len()]
}

// widened is the size of a record of n cells with more after them; a blank line stays
// one.
func widened(n, more int) int {
	if n <= 1 {
		return n
	}
	return n + more
}

// excerpt is the beginning of a cell, for a message.
func excerpt(cell []byte) string { return string(cell[:min(80, len(cell))]) }
