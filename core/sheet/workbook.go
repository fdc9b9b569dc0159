package sheet

import (
	"archive/zip"
	"cmp"
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

// The styles of cells, by their number in styles.
const (
	plainCell = iota
	headCell
	textCell // whatever is typed into it stays text
	decimalCell
	percentCell
	boolCell // LibreOffice would show 0 and 1
	longCell // text of several lines
)

// styles are those of the cells: black on white but for the header, which is bold on grey with a line below.
const styles = `<styleSheet ` + xlsxMain + `><numFmts count="3"><numFmt numFmtId="164" formatCode="0.0000"/>` +
	`<numFmt numFmtId="165" formatCode="0.0%"/>` +
	`<numFmt numFmtId="166" formatCode="&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;"/></numFmts>` +
	`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
	`<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
	`<fill><patternFill patternType="solid"><fgColor rgb="FFE7E9EE"/></patternFill></fill></fills>` +
	`<borders count="2"><border/><border><left/><right/><top/><bottom style="thin"><color rgb="FF8A8F9C"/></bottom></border></borders>` +
	`<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7">` +
	`<xf applyAlignment="1">` + atTop + `<xf fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1"/>` +
	`<xf numFmtId="49" applyNumberFormat="1" applyAlignment="1">` + atTop +
	`<xf numFmtId="164" applyNumberFormat="1" applyAlignment="1">` + atTop +
	`<xf numFmtId="165" applyNumberFormat="1" applyAlignment="1">` + atTop +
	`<xf numFmtId="166" applyNumberFormat="1" applyAlignment="1">` + atTop +
	`<xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
	`</cellXfs></styleSheet>`

// atTop ends a style: where a text has several lines, the other cells of its row stand beside the first.
const atTop = `<alignment vertical="top"/></xf>`

// smallest is the smallest number of which four decimals show anything.
const smallest = 1e-4

// The widths of columns, in characters: as wide as what the first rows hold, between these.
const (
	narrowest = 9
	widest    = 60
)

// WriteWorkbook writes tables as an XLSX workbook, a sheet each, after one that says what they are. Text is typed as text
// (t="inlineStr"), so 01 keeps its zero and =1 never runs. A table with more rows than a sheet can hold continues on the next; one with
// too many columns is left out.
func WriteWorkbook(w io.Writer, tables []*Table) error {
	b := &workbook{zip: zip.NewWriter(w), rows: maxRows}
	tables = slices.DeleteFunc(slices.Clone(tables), func(t *Table) bool { return len(at(Files, t.Columns)) > maxColumns })
	for _, t := range append([]*Table{About(tables)}, tables...) {
		if err := t.encode(&xlSheet{book: b, table: t.Name, columns: at(Files, t.Columns)}); err != nil {
			return err
		}
	}
	return b.close()
}

// About says what tables are, and their columns.
func About(tables []*Table) *Table {
	var rows [][3]string
	for _, t := range tables {
		rows = append(rows, [3]string{t.Name, "", t.Says})
		for _, c := range at(Files, t.Columns) {
			if c.Says != "" {
				rows = append(rows, [3]string{t.Name, cmp.Or(c.File, c.Name), c.Says})
			}
		}
	}
	cell := func(name string, n int) *Column { return Text(name, "", func(i int) string { return rows[i][n] }, nil) }
	return &Table{Name: "Read me", Size: len(rows), Columns: []*Column{cell("sheet", 0), cell("column", 1), cell("what it is", 2)}}
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
	relations = fmt.Appendf(relations, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/>`, len(b.names)+1, xlsxOffice)
	root := fmt.Sprintf(`<Relationship Id="rId1" Type="%s/officeDocument" Target="xl/workbook.xml"/>`, xlsxOffice)
	for _, p := range []struct{ name, text string }{
		{"xl/workbook.xml", fmt.Sprintf(`<workbook %s xmlns:r="%s"><sheets>%s</sheets></workbook>`, xlsxMain, xlsxOffice, sheets)},
		{"xl/_rels/workbook.xml.rels", fmt.Sprintf(`<Relationships %s>%s</Relationships>`, xlsxRelations, relations)},
		{"xl/styles.xml", styles},
		{"_rels/.rels", fmt.Sprintf(`<Relationships %s>%s</Relationships>`, xlsxRelations, root)},
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + xlsxPart + `sheet.main+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="` + xlsxPart + `styles+xml"/>` + string(types) + `</Types>`},
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
	buffer  // to is the sheet; nil: none is begun
	book    *workbook
	table   string
	columns []*Column // of the table
	sheets  int       // of this table, so far
	at      int       // rows of the sheet, the current one included
	column  int       // cells of the current row
	head    []string  // the header, which every sheet of the table has
	past    bool      // the header is written
	top     int       // where the widths of the columns belong in buf; 0: they are written
	wide    []int     // how wide they are so far
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
		// The header stays in sight, and on paper the columns stay side by side.
		s.buf = append(s.buf, xmlHead+`<worksheet `+xlsxMain+`><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`+
			`<sheetViews><sheetView workbookViewId="0">`+
			`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`...)
		s.top, s.wide = len(s.buf), nil
		s.buf = append(s.buf, `<sheetData>`...)
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

// widen makes room for so many characters in the column of the last cell.
func (s *xlSheet) widen(length int) {
	if s.column > len(s.wide) {
		s.wide = append(s.wide, make([]int, s.column-len(s.wide))...)
	}
	s.wide[s.column-1] = max(s.wide[s.column-1], length)
}

// putWidths puts the widths of the columns before the rows.
func (s *xlSheet) putWidths() {
	if s.top == 0 {
		return
	}
	cols := []byte("<cols>")
	for n, length := range s.wide {
		cols = fmt.Appendf(cols, `<col min="%d" max="%[1]d" width="%d" customWidth="1"/>`, n+1, min(max(length+2, narrowest), widest))
	}
	s.buf = slices.Insert(s.buf, s.top, append(cols, "</cols>"...)...)
	s.top = 0
}

// cell begins a cell.
func (s *xlSheet) cell(kind string, style int) {
	s.begin()
	if s.at == 1 {
		style = headCell
	}
	s.buf = append(s.buf, `<c r="`...)
	s.buf = AppendColumn(s.buf, s.column)
	s.buf = strconv.AppendInt(s.buf, int64(s.at), 10)
	s.buf = append(s.buf, '"')
	if style != plainCell {
		s.buf = fmt.Appendf(s.buf, ` s="%d"`, style)
	}
	if kind != "" {
		s.buf = append(append(append(s.buf, ` t="`...), kind...), '"')
	}
	s.buf = append(s.buf, '>')
	s.column++
}

// AppendColumn appends the letters of a column: A … Z, AA …
func AppendColumn(to []byte, n int) []byte {
	if n >= 26 {
		to = AppendColumn(to, n/26-1)
	}
	return append(to, byte('A'+n%26))
}

func (s *xlSheet) text(cell string) {
	if !s.past && s.sheets <= 1 {
		s.head = append(s.head, cell)
	}
	style := textCell
	if strings.Contains(cell, "\n") {
		style = longCell
	}
	s.cell("inlineStr", style)
	s.widen(utf8.RuneCountInString(cell))
	content := s.at > 1 && s.columns != nil && s.columns[s.column-1].kind == "content"
	s.buf = append(s.buf, `<is><t xml:space="preserve">`...)
	length := 0
	for n, r := range cell {
		length++
		if r > 0xffff {
			length++
		}
		if content && length >= maxCell { // it is whole in other files
			s.buf = append(s.buf, "…"...)
			break
		}
		s.buf = appendXML(s.buf, r, cell[n:])
	}
	if length > maxCell && !content && s.err == nil {
		s.err = fmt.Errorf("%w: “%s” has %s", ErrTooLong, humanize.Short(cell, 40), humanize.Number(length))
	}
	s.buf = append(s.buf, `</t></is></c>`...)
}

// AppendText appends a text as a workbook has it.
func AppendText(to []byte, text string) []byte {
	for n, r := range text {
		to = appendXML(to, r, text[n:])
	}
	return to
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

func (s *xlSheet) number(x float64) { s.figure(x, AppendNumber) }

func (s *xlSheet) share(x float64) { s.figure(x, AppendShare) }

// figure adds a number as digits writes it.
func (s *xlSheet) figure(x float64, digits func(to []byte, x float64) []byte) {
	if math.IsInf(x, 0) {
		s.text(strconv.FormatFloat(x, 'f', -1, 64))
		return
	}
	style := plainCell
	switch {
	case s.columns != nil && s.columns[s.column].percent:
		style = percentCell
	case x != math.Trunc(x) && math.Abs(x) >= smallest:
		style = decimalCell
	}
	s.cell("", style)
	s.widen(len("0.0000"))
	if !math.IsNaN(x) {
		s.buf = append(s.buf, "<v>"...)
		s.buf = append(digits(s.buf, x), "</v>"...)
	}
	s.buf = append(s.buf, "</c>"...)
}

func (s *xlSheet) bool(b bool) {
	s.cell("b", boolCell)
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
	if len(s.buf) >= full {
		s.putWidths()
	}
	return s.spill()
}

// flush ends the sheet.
func (s *xlSheet) flush() error {
	if s.to == nil || s.err != nil {
		return s.err
	}
	s.putWidths()
	s.buf = append(s.buf, "</sheetData>"...)
	if len(s.wide) > 0 {
		s.buf = fmt.Appendf(s.buf, `<autoFilter ref="A1:%s%d"/>`, AppendColumn(nil, len(s.wide)-1), s.at)
	}
	s.buf = append(s.buf, `<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`...)
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
