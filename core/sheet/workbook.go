package sheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"concord/internal/humanize"
)

// Limits of a sheet (ECMA-376; Excel specifications and limits).
const (
	maxRows    = 1 << 20
	maxColumns = 1 << 14
	maxCell    = 32_767 // characters, counted as UTF-16 does
)

// ErrTooLong is the error of names that do not fit into a cell.
var ErrTooLong = errors.New("a spreadsheet holds at most 32,767 characters in a cell")

// The constant parts of a workbook.
const (
	xmlHead       = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	xlsxMain      = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	xlsxRelations = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
	xlsxOffice    = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	xlsxPart      = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
)

// WriteWorkbook writes tables as an XLSX workbook, a sheet each. Text is typed as text (t="inlineStr"), so 01 keeps its zero and =1
// never runs. A table with more rows than a sheet can hold continues on the next; one with too many columns is left out.
func WriteWorkbook(w io.Writer, tables []*Table) error {
	b := &workbook{zip: zip.NewWriter(w), rows: maxRows}
	for _, t := range tables {
		if len(at(Files, t.Columns)) > maxColumns {
			continue
		}
		if err := t.encode(&xlSheet{book: b, table: t.Name}); err != nil {
			return err
		}
	}
	return b.close()
}

// workbook is an XLSX file being written, one sheet after the other.
type workbook struct {
	zip   *zip.Writer
	rows  int      // the most of a sheet
	names []string // of the sheets
}

// close writes the parts that name the sheets.
func (b *workbook) close() error {
	var types, sheets, relations []byte
	for n, name := range b.names {
		types = fmt.Appendf(types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, n+1, xlsxPart)
		sheets = fmt.Appendf(sheets, `<sheet name="%s" sheetId="%d" r:id="rId%[2]d"/>`, name, n+1)
		relations = fmt.Appendf(relations, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%[1]d.xml"/>`, n+1, xlsxOffice)
	}
	root := fmt.Sprintf(`<Relationship Id="rId1" Type="%s/officeDocument" Target="xl/workbook.xml"/>`, xlsxOffice)
	for _, p := range []struct{ name, text string }{
		{"xl/workbook.xml", fmt.Sprintf(`<workbook %s xmlns:r="%s"><sheets>%s</sheets></workbook>`, xlsxMain, xlsxOffice, sheets)},
		{"xl/_rels/workbook.xml.rels", fmt.Sprintf(`<Relationships %s>%s</Relationships>`, xlsxRelations, relations)},
		{"_rels/.rels", fmt.Sprintf(`<Relationships %s>%s</Relationships>`, xlsxRelations, root)},
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + xlsxPart + `sheet.main+xml"/>` + string(types) + `</Types>`},
	} {
		w, err := CreateEntry(b.zip, p.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, xmlHead+p.text); err != nil {
			return err
		}
	}
	return b.zip.Close()
}

// xlSheet writes a table into a workbook.
type xlSheet struct {
	buffer // to is the sheet; nil: none is begun
	book   *workbook
	table  string
	sheets int      // of this table, so far
	at     int      // rows of the sheet, the current one included
	column int      // cells of the current row
	head   []string // the header, which every sheet of the table has
	past   bool     // the header is written
}

// begin begins a sheet, and a row where none is.
func (s *xlSheet) begin() {
	if s.to == nil && s.err == nil {
		name := s.table
		if s.sheets++; s.sheets > 1 {
			name = fmt.Sprintf("%s %d", s.table, s.sheets)
		}
		s.book.names = append(s.book.names, name)
		s.to, s.err = CreateEntry(s.book.zip, fmt.Sprintf("xl/worksheets/sheet%d.xml", len(s.book.names)))
		// The header stays in sight.
		s.buf = append(s.buf, xmlHead+`<worksheet `+xlsxMain+`><sheetViews><sheetView workbookViewId="0">`+
			`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`...)
		s.at = 0
		if s.past {
			for _, h := range s.head {
				s.text(h)
			}
			s.end()
		}
	}
	if s.column == 0 {
		s.at++
		s.buf = fmt.Appendf(s.buf, `<row r="%d">`, s.at)
	}
}

// cell begins a cell.
func (s *xlSheet) cell(kind string) {
	s.begin()
	s.buf = append(s.buf, `<c r="`...)
	s.buf = appendColumn(s.buf, s.column)
	s.buf = strconv.AppendInt(s.buf, int64(s.at), 10)
	s.buf = append(s.buf, '"')
	if kind != "" {
		s.buf = append(append(append(s.buf, ` t="`...), kind...), '"')
	}
	s.buf = append(s.buf, '>')
	s.column++
}

// appendColumn appends the letters of a column: A … Z, AA …
func appendColumn(to []byte, n int) []byte {
	if n >= 26 {
		to = appendColumn(to, n/26-1)
	}
	return append(to, byte('A'+n%26))
}

func (s *xlSheet) text(cell string) {
	if !s.past && s.sheets <= 1 {
		s.head = append(s.head, cell)
	}
	s.cell("inlineStr")
	s.buf = append(s.buf, `<is><t xml:space="preserve">`...)
	length := 0
	for n, r := range cell {
		length++
		if r > 0xffff {
			length++
		}
		s.buf = appendXML(s.buf, r, cell[n:])
	}
	if length > maxCell && s.err == nil {
		s.err = fmt.Errorf("%w: “%s” has %s", ErrTooLong, humanize.Short(cell, 40), humanize.Number(length))
	}
	s.buf = append(s.buf, `</t></is></c>`...)
}

// appendXML appends r, the first character of rest. Characters that XML can't hold are
// written as _xHHHH_ (ECMA-376, ST_Xstring), and so is the underscore of text like that.
func appendXML(to []byte, r rune, rest string) []byte {
	switch {
	case r == '&':
		return append(to, "&amp;"...)
	case r == '<':
		return append(to, "&lt;"...)
	case r == '>':
		return append(to, "&gt;"...)
	case !inXML(r), r == '_' && escaped(rest):
		return fmt.Appendf(to, "_x%04X_", r)
	}
	return utf8.AppendRune(to, r)
}

func inXML(r rune) bool { return (r >= ' ' || r == '\t' || r == '\n') && r != 0xfffe && r != 0xffff }

// escaped reports whether a text, once written, begins with _xHHHH_.
func escaped(s string) bool {
	if len(s) < 7 || s[1] != 'x' {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(s[6:]); r != '_' && inXML(r) {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}

func (s *xlSheet) name(of Names, i int) { s.text(of.At(i)) }

func (s *xlSheet) list(of iter.Seq[string], separator string) {
	s.text(strings.Join(slices.Collect(of), separator))
}

func (s *xlSheet) ratio(part, whole int) { s.text(ratio(part, whole)) }

func (s *xlSheet) int(n int) { s.number(float64(n)) }

func (s *xlSheet) number(x float64) {
	if math.IsInf(x, 0) {
		s.text(strconv.FormatFloat(x, 'f', -1, 64))
		return
	}
	s.cell("")
	if !math.IsNaN(x) {
		s.buf = append(s.buf, "<v>"...)
		s.buf = append(AppendNumber(s.buf, x), "</v>"...)
	}
	s.buf = append(s.buf, "</c>"...)
}

func (s *xlSheet) bool(b bool) {
	s.cell("b")
	digit := byte('0')
	if b {
		digit = '1'
	}
	s.buf = append(append(append(s.buf, "<v>"...), digit), "</v></c>"...)
}

// end ends a row.
func (s *xlSheet) end() {
	s.buf = append(s.buf, "</row>\n"...)
	s.column, s.past = 0, true
}

func (s *xlSheet) row() error {
	s.end()
	if s.at == s.book.rows {
		return s.flush()
	}
	return s.spill()
}

// flush ends the sheet.
func (s *xlSheet) flush() error {
	if s.to == nil || s.err != nil {
		return s.err
	}
	s.buf = append(s.buf, "</sheetData></worksheet>"...)
	s.buffer.flush()
	s.to = nil
	return s.err
}

// CreateEntry begins a file of an archive. Its date is 1980-01-01, the first that the format knows, so the same files give the same
// bytes.
func CreateEntry(z *zip.Writer, name string) (io.Writer, error) {
	return z.CreateHeader(&zip.FileHeader{
		Name: name, Method: zip.Deflate,
		//lint:ignore SA1019 Modified would need a time zone and add a field to each entry
		ModifiedDate: 1<<5 | 1,
	})
}
