package table

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SheetReader reads the non-empty rows of a sheet: numbers as one would type them, dates
// as 2026-01-05, formulas by their last result.
type SheetReader struct {
	book  *Workbook
	xml   *xmlReader
	width int // cells of a record; those beyond are present only if they are filled
	most  int64
	row   int
	cells [][]byte
}

// Sheet begins to read a sheet. Records have at least width cells.
func (w *Workbook) Sheet(s Sheet, width int) (*SheetReader, error) {
	x, err := w.archive.xml(s.part)
	if err != nil {
		return nil, err
	}
	return &SheetReader{book: w, xml: x, width: width}, nil
}

// ErrBeginning: the beginning of the sheet that was asked for ends here.
var ErrBeginning = errors.New("no more of a sheet was asked for")

// Begin has only the beginning of the sheet read: once so many bytes of its XML are, Next returns ErrBeginning.
func (s *SheetReader) Begin(most int64) { s.most = most }

// Len returns the number of cells of the record.
func (s *SheetReader) Len() int { return max(s.width, len(s.cells)) }

// Cell returns cell i of the record, valid until the next call of Next.
func (s *SheetReader) Cell(i int) []byte {
	if i < len(s.cells) {
		return s.cells[i]
	}
	return nil
}

// Line returns the number of the row.
func (s *SheetReader) Line() int { return s.row }

// Record returns 0: the row suffices.
func (s *SheetReader) Record() int { return 0 }

// Next reads the next non-empty row. It returns io.EOF at the end, and an *Error for what can't be read.
func (s *SheetReader) Next() error {
	for {
		t, err := s.xml.next()
		if err == io.EOF {
			return io.EOF
		}
		if err != nil {
			return s.fatal(err)
		}
		switch e := t.(type) {
		case xml.StartElement:
			if e.Name.Local != "row" {
				continue
			}
			if s.most > 0 && s.xml.InputOffset() > s.most {
				return ErrBeginning
			}
			s.row++
			if n, err := strconv.Atoi(attribute(e, "r")); err == nil && n > 0 {
				s.row = n
			}
			if err := s.readRow(); err != nil {
				return err
			}
			if len(s.cells) > 0 {
				return nil
			}
		case xml.EndElement:
			if e.Name.Local == "sheetData" {
				return io.EOF
			}
		}
	}
}

func (s *SheetReader) fatal(err error) error { return &Error{Line: s.row, Fatal: true, Err: err} }

// inRow returns the next token where a row has yet to end.
func (s *SheetReader) inRow() (xml.Token, error) {
	t, err := s.xml.next()
	switch {
	case err == io.EOF:
		return nil, s.fatal(ErrCut)
	case err != nil:
		return nil, s.fatal(err)
	}
	return t, nil
}

// readRow reads the cells of a row, up to the last that is filled.
func (s *SheetReader) readRow() error {
	s.cells = s.cells[:0]
	column, size := -1, 0
	var bad error
	for {
		t, err := s.inRow()
		if err != nil {
			return err
		}
		switch e := t.(type) {
		case xml.StartElement:
			if e.Name.Local != "c" || bad != nil {
				continue // what is left of a bad row is not made into text
			}
			column++
			if n := ColumnOf(attribute(e, "r")); n >= 0 {
				column = n
			}
			text, err := s.readCell(attribute(e, "t"), attribute(e, "s"))
			if err != nil {
				return err
			}
			size += len(text)
			switch {
			case len(text) == 0:
			case size > s.book.archive.limits.Record: // cells share texts, so that a short row may hold much
				bad = &Error{Line: s.row, Text: excerptOf(text), Err: ErrRecordSize}
			case column >= s.book.archive.limits.Columns:
				bad = &Error{Line: s.row, Text: excerptOf(text), Err: ErrColumns}
			case !utf8.Valid(text):
				bad = &Error{Line: s.row, Column: column + 1, Text: excerptOf(text), Err: ErrUTF8}
			default:
				for len(s.cells) <= column {
					s.cells = append(s.cells, nil)
				}
				s.cells[column] = text
			}
		case xml.EndElement:
			if e.Name.Local == "row" {
				return bad
			}
		}
	}
}

// readCell reads the text of a cell, given its type and style.
func (s *SheetReader) readCell(kind, style string) ([]byte, error) {
	var value, inline []byte
	var into *[]byte
	hints := 0
	for {
		t, err := s.inRow()
		if err != nil {
			return nil, err
		}
		switch e := t.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "v":
				into = &value
			case "t":
				if hints == 0 {
					into = &inline
				}
			case "rPh":
				hints++
			}
		case xml.CharData:
			if into != nil {
				if *into = append(*into, e...); len(*into) > s.book.archive.limits.Cell {
					return nil, s.fatal(ErrCellSize)
				}
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "v", "t":
				into = nil
			case "rPh":
				hints--
			case "c":
				return s.shown(kind, style, value, inline)
			}
		}
	}
}

// shown is the text of a cell.
func (s *SheetReader) shown(kind, style string, value, inline []byte) ([]byte, error) {
	switch kind {
	case "inlineStr":
		return unescaped(inline), nil
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(string(value)))
		if len(value) == 0 {
			return nil, nil
		}
		if err != nil || n < 0 || n >= len(s.book.shared) {
			return nil, s.fatal(ErrWorkbook)
		}
		return []byte(s.book.shared[n]), nil
	case "b":
		switch string(value) {
		case "":
			return nil, nil
		case "1", "true":
			return []byte("TRUE"), nil
		}
		return []byte("FALSE"), nil
	case "e": // #N/A and the like
		return nil, nil
	case "str":
		return unescaped(value), nil
	case "d":
		return value, nil
	}
	if len(value) == 0 {
		return nil, nil
	}
	if n, err := strconv.Atoi(style); err == nil && n >= 0 && n < len(s.book.dates) && s.book.dates[n] != noDate {
		if text := s.book.dateText(string(value), s.book.dates[n]); text != "" {
			return []byte(text), nil
		}
	}
	return []byte(typed(string(value))), nil
}

// unescaped undoes the escapes of a workbook: characters that XML can't hold are written
// as _xHHHH_, and so is the underscore of a text that looks like that (ECMA-376 part 1,
// 22.9.2.19). Surrogates, and NUL, stay escaped.
func unescaped(text []byte) []byte {
	if !bytes.Contains(text, []byte("_x")) {
		return text
	}
	var out []byte
	for len(text) > 0 {
		if len(text) >= 7 && text[0] == '_' && text[1] == 'x' && text[6] == '_' {
			if c, err := strconv.ParseUint(string(text[2:6]), 16, 16); err == nil && c > 0 && utf8.ValidRune(rune(c)) {
				out, text = utf8.AppendRune(out, rune(c)), text[7:]
				continue
			}
		}
		out, text = append(out, text[0]), text[1:]
	}
	return out
}

// typed is a number as one would type it. A workbook stores 0.1 + 0.2 as
// 0.30000000000000004 and shows 15 digits of it; it may store large numbers as 1.5E+6.
func typed(value string) string {
	digits := 0
	for _, c := range value {
		if c >= '0' && c <= '9' {
			digits++
		}
	}
	if digits <= 15 && !strings.ContainsAny(value, "eE") {
		return value
	}
	x, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return value
	}
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', 14, 64), 64)
	if a := math.Abs(x); a != 0 && (a < 1e-9 || a >= 1e21) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// dateText writes a number of days as a date; "" if it can't be one.
func (w *Workbook) dateText(value string, as date) string {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0) || x >= 2958466 { // the year 10000
		return ""
	}
	whole := math.Floor(x)
	seconds := int(math.Round((x - whole) * 86400))
	if seconds == 86400 {
		whole, seconds = whole+1, 0
	}
	time := fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	if as == instant {
		if whole > 0 {
			return typed(value) // a duration, or a date nevertheless
		}
		return time
	}
	n := int(whole) + w.from
	if w.from < 0 && n >= 60 {
		n-- // Excel considers 1900 a leap year
	}
	text := calendar(n)
	if as == moment || seconds > 0 {
		text += " " + time
	}
	return text
}

// calendar returns the day that is n days after 1900-01-01, by years that begin in
// March (Hinnant's civil_from_days).
func calendar(n int) string {
	day := max(n, 0) + 693901 // since 0000-03-01
	century := (4*day + 3) / 146097
	day -= century * 146097 / 4
	year := (4*day + 3) / 1461
	day -= year * 1461 / 4
	month := (5*day + 2) / 153 // 0: March
	day -= (153*month + 2) / 5
	if year += 100 * century; month >= 10 {
		year, month = year+1, month-12
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month+3, day+1)
}

// ColumnOf is the column of a cell's name: 0 for "A5", 27 for "AB5"; -1 for none.
func ColumnOf(name string) int {
	n := 0
	for _, c := range name {
		if c < 'A' || c > 'Z' || n > 1<<20 {
			break
		}
		n = 26*n + int(c-'A') + 1
	}
	return n - 1
}

func excerptOf(b []byte) string { return string(b[:min(len(b), mostExcerpt)]) }
