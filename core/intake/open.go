package intake

import (
	"bytes"
	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/table"
	"io"
)

// open begins to read the records, as what the file is.
func (rs *rows) open() error {
	g := rs.guess
	plain, err := rs.plain()
	switch {
	case err != nil:
	case len(g.Members) > 1:
		rs.t, err = rs.openMembers(plain)
	case g.JSON != nil:
		rs.t = openJSON(*g.JSON, rs, plain)
	case g.Packed != nil:
		rs.t = rs.openPacked(plain)
	case g.Sheet != "":
		rs.t, err = rs.openSheet(plain)
	default:
		rs.text = table.NewReader(plain, g.Delimiter, rs.o.Limits)
		rs.text.SkipLines(g.Line - 1)
		rs.fill(rs.text, rs.columns)
		rs.t = text{rs.text}
	}
	return err
}

// plain returns the text of a file, unpacked and decoded.
func (rs *rows) plain() (io.Reader, error) {
	if rs.guess.Members == nil && rs.guess.Sheet == "" {
		return table.Open(rs.src, rs.guess.Encoding, rs.o.Limits)
	}
	raw, err := table.Open(rs.src, "utf-8", rs.o.Limits) // the bytes as they are
	if err != nil || len(rs.guess.Members) != 1 {
		return raw, err
	}
	z, err := table.ReadArchive(raw, rs.o.Limits)
	if err != nil {
		return nil, err
	}
	return rs.member(z, rs.guess.Members[0])
}

// member opens a file of an archive.
func (rs *rows) member(z *table.Archive, name string) (io.Reader, error) {
	r, err := z.Open(name)
	if err != nil {
		return nil, err
	}
	return table.Open(r, rs.guess.Encoding, rs.o.Limits)
}

// openSheet makes the rows of a sheet of a workbook.
func (rs *rows) openSheet(r io.Reader) (records, error) {
	z, err := table.ReadArchive(r, rs.o.Limits)
	if err != nil {
		return nil, err
	}
	book, err := z.Workbook()
	if err != nil {
		return nil, err
	}
	for _, sheet := range book.Sheets {
		if sheet.Name == rs.guess.Sheet {
			return book.Sheet(sheet, rs.columns)
		}
	}
	return nil, table.ErrWorkbook // it is not the one that was detected
}

func (rs *rows) openPacked(r io.Reader) records {
	a := rs.guess.Packed
	t := table.NewReader(r, rs.guess.Delimiter, rs.o.Limits)
	t.SkipLines(rs.guess.Line - 1)
	rs.fill(t, a.Own)
	return &answersRows{
		Packed: a, text: text{t}, platform: platform.Named(a.Platform), sheet: platform.NewSheet(a.Columns, false, rs.o.Limits),
		header: rs.guess.Header,
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
