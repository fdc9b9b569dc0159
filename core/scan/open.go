package scan

import (
	"bytes"
	"io"

	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/table"
)

// open begins to read the records, as what the file is.
func (rs *Rows) open() error {
	g := rs.Layout
	plain, err := rs.plain()
	switch {
	case err != nil:
	case len(g.Members) > 1:
		rs.Record, err = rs.openMembers(plain)
	case g.JSON != nil:
		rs.Record = openJSON(*g.JSON, rs, plain)
	case g.Packed != nil:
		rs.Record = rs.openPacked(plain)
	case g.Sheet != "":
		rs.Record, err = rs.openSheet(plain)
	default:
		rs.Text = table.NewReader(plain, g.Delimiter, rs.Options.Limits)
		rs.Text.SkipLines(g.HeaderLine - 1)
		rs.fill(rs.Text, rs.Width)
		rs.Record = text{rs.Text}
	}
	return err
}

// plain returns the text of a file, unpacked and decoded.
func (rs *Rows) plain() (io.Reader, error) {
	if rs.Layout.Members == nil && rs.Layout.Sheet == "" {
		return table.Open(rs.Source, rs.Layout.Encoding, rs.Options.Limits)
	}
	raw, err := table.Open(rs.Source, "utf-8", rs.Options.Limits) // the bytes as they are
	if err != nil || len(rs.Layout.Members) != 1 {
		return raw, err
	}
	z, err := table.ReadArchive(raw, rs.Options.Limits)
	if err != nil {
		return nil, err
	}
	return rs.member(z, rs.Layout.Members[0])
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
func (rs *Rows) openSheet(r io.Reader) (records, error) {
	z, err := table.ReadArchive(r, rs.Options.Limits)
	if err != nil {
		return nil, err
	}
	book, err := z.Workbook()
	if err != nil {
		return nil, err
	}
	for _, sheet := range book.Sheets {
		if sheet.Name == rs.Layout.Sheet {
			return book.Sheet(sheet, rs.Width)
		}
	}
	return nil, table.ErrWorkbook // it is not the one that was detected
}

func (rs *Rows) openPacked(r io.Reader) records {
	a := rs.Layout.Packed
	t := table.NewReader(r, rs.Layout.Delimiter, rs.Options.Limits)
	t.SkipLines(rs.Layout.HeaderLine - 1)
	rs.fill(t, a.Own)
	return &answersRows{
		Packed: a, text: text{t}, platform: platform.Named(a.Platform), sheet: platform.NewSheet(a.Columns, false, rs.Options.Limits),
		header: rs.Layout.Header,
	}
}

// answersRows are the rows of such a text.
type answersRows struct {
	*layout.Packed
	text
	platform *platform.Platform
	sheet    *platform.Sheet
	header   bool // the next record is the header
}

func (a *answersRows) Next() error {
	if err := a.text.Next(); err != nil {
		return err
	}
	a.sheet.N = 0
	a.sheet.Row()
	if a.header {
		a.header = false
		return nil
	}
	if a.text.Len() != a.Own {
		return nil // which is wrong, and will be said
	}
	if cell := a.text.Cell(a.Packed.Column); !a.platform.Unpack(a.sheet, bytes.Clone(cell)) {
		return &table.Error{Line: a.text.Line(), Column: a.Packed.Column + 1, Text: string(cell[:min(80, len(cell))]), Err: layout.ErrAnswers}
	}
	return nil
}

func (a *answersRows) Len() int {
	if n := a.text.Len(); n <= 1 { // a blank line stays one
		return n
	}
	return a.text.Len() + len(a.Columns)
}

func (a *answersRows) Cell(i int) []byte {
	if i < a.text.Len() {
		return a.text.Cell(i)
	}
	return a.sheet.Rows[0][i-a.text.Len()]
}

func (a *answersRows) ASCII() bool { return false }

// made is how many of the cells are not in the file.
func (a *answersRows) made() int { return len(a.Columns) }
