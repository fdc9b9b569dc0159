package table

import (
	"encoding/xml"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Workbook is an Excel workbook (Office Open XML, ECMA-376 part 1, clause 18): a zip archive of XML.
type Workbook struct {
	Sheets []Sheet // in the order of their tabs

	archive *Archive
	shared  []string // texts that cells refer to by number
	dates   []date   // by style: what its numbers stand for
	from    int      // day 0 in days after 1900-01-01: there are two calendars
}

// Sheet is one sheet of a workbook.
type Sheet struct {
	Name   string
	Hidden bool
	part   string
}

// Part is the name of the file within the archive that holds the sheet.
func (s Sheet) Part() string { return s.part }

// maxParts is how many sheets a workbook may have, how many relations, and how many formats of numbers. A sheet is a tab that
// somebody has to find, each takes a relation, and Excel allows 250 formats of numbers (its specifications and limits).
const maxParts = 10_000

// maxStyles is how many styles the cells of a workbook may have: as many as Excel allows.
const maxStyles = 65_490

const workbookPart = "xl/workbook.xml"

// IsWorkbook reports whether an archive is a workbook.
func (a *Archive) IsWorkbook() bool { return slices.Contains(a.Names(), workbookPart) }

// Workbook reads the list of sheets of a workbook, and the texts that they share.
func (a *Archive) Workbook() (*Workbook, error) {
	w := &Workbook{archive: a}
	targets := make(map[string]string)
	err := a.each("xl/_rels/workbook.xml.rels", func(e xml.StartElement) error {
		if e.Name.Local != "Relationship" {
			return nil
		}
		part := attribute(e, "Target")
		if !strings.HasPrefix(part, "/") {
			part = path.Join("xl", part)
		}
		targets[attribute(e, "Id")] = strings.TrimPrefix(part, "/") // made once, however many sheets refer to it
		return few(len(targets), maxParts)
	})
	if err != nil {
		return nil, err
	}
	w.from = -1 // day 1 is 1900-01-01
	err = a.each(workbookPart, func(e xml.StartElement) error {
		switch e.Name.Local {
		case "workbookPr":
			if v := attribute(e, "date1904"); v == "1" || v == "true" {
				w.from = 1460 // day 0 is 1904-01-01
			}
		case "sheet":
			state := attribute(e, "state")
			w.Sheets = append(w.Sheets, Sheet{
				Name: attribute(e, "name"), Hidden: state != "" && state != "visible", part: targets[attribute(e, "id")],
			})
		}
		return few(len(w.Sheets), maxParts)
	})
	if err != nil {
		return nil, err
	}
	for _, optional := range []struct {
		part string
		read func(part string) error
	}{{"xl/styles.xml", w.styles}, {"xl/sharedStrings.xml", w.texts}} {
		if !slices.Contains(a.Names(), optional.part) {
			continue
		}
		if err := optional.read(optional.part); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// few refuses more parts of a kind than there may be.
func few(n, most int) error {
	if n > most {
		return ErrParts
	}
	return nil
}

// each calls do with the beginning of every element of a part until it returns an error.
func (a *Archive) each(part string, do func(xml.StartElement) error) error {
	return a.tokens(part, func(t xml.Token) error {
		if e, ok := t.(xml.StartElement); ok {
			return do(e)
		}
		return nil
	})
}

// tokens calls do with each token of a part until it returns an error.
func (a *Archive) tokens(part string, do func(xml.Token) error) error {
	x, err := a.xml(part)
	if err != nil {
		return err
	}
	for {
		t, err := x.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := do(t); err != nil {
			return err
		}
	}
}

// xmlReader reads XML token by token. It holds one at a time, and bounds its size.
type xmlReader struct {
	*xml.Decoder
	src         io.Reader
	limit       int
	read, token int64 // bytes so far, and where the last token ended
	err         error // of src
	syntax      error // why the last token is ErrXML; nil: it is a directive
}

func newXMLReader(src io.Reader, limit int) *xmlReader {
	x := &xmlReader{src: src, limit: limit}
	x.Decoder = xml.NewDecoder(x)
	return x
}

func (a *Archive) xml(part string) (*xmlReader, error) {
	if err := a.fits(part); err != nil {
		return nil, err
	}
	r, err := a.Open(part)
	if err != nil {
		return nil, err
	}
	return newXMLReader(r, a.limits.Cell), nil
}

func (x *xmlReader) Read(p []byte) (int, error) {
	n, err := x.src.Read(p)
	x.read += int64(n)
	if x.read-x.token > int64(x.limit+len(p)) {
		err = ErrCellSize
	}
	if err != nil && err != io.EOF {
		x.err = err
		return 0, err
	}
	return n, err
}

// next returns the next token. It refuses definitions of entities, which may grow without bound.
func (x *xmlReader) next() (xml.Token, error) {
	t, err := x.RawToken()
	x.token = x.InputOffset()
	switch {
	case x.err != nil:
		return nil, x.err
	case err == io.EOF:
		return nil, err
	case err != nil:
		x.syntax = err
		return nil, ErrXML
	}
	if _, ok := t.(xml.Directive); ok {
		return nil, ErrXML
	}
	return t, nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// texts reads the shared texts. Each may be in pieces, between which there may be hints of
// pronunciation (rPh), which are no part of it.
func (w *Workbook) texts(part string) error {
	var b strings.Builder
	var hints, total int
	inside := false // of t
	return w.archive.tokens(part, func(t xml.Token) error {
		switch e := t.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "si":
				b.Reset()
			case "rPh":
				hints++
			case "t":
				inside = hints == 0
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "si":
				total += b.Len() + 16
				w.shared = append(w.shared, string(unescaped([]byte(b.String()))))
				b = strings.Builder{}
			case "rPh":
				hints--
			case "t":
				inside = false
			}
		case xml.CharData:
			if inside {
				b.Write(e)
			}
		}
		if total+b.Len() > w.archive.limits.Shared {
			return ErrShared
		}
		return nil
	})
}

// styles finds out from their formats what the numbers of each style stand for.
func (w *Workbook) styles(part string) error {
	own := make(map[string]date)
	cells := false
	return w.archive.tokens(part, func(t xml.Token) error {
		switch e := t.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "numFmt":
				own[attribute(e, "numFmtId")] = dateOf(attribute(e, "formatCode"))
				return few(len(own), maxParts)
			case "cellXfs":
				cells = true
			case "xf":
				if !cells {
					break
				}
				id := attribute(e, "numFmtId")
				d, ok := own[id]
				if !ok {
					d = builtIn(id)
				}
				w.dates = append(w.dates, d)
				return few(len(w.dates), maxStyles)
			}
		case xml.EndElement:
			if e.Name.Local == "cellXfs" {
				cells = false
			}
		}
		return nil
	})
}

// date says what a number stands for.
type date byte

const (
	noDate  date = iota
	day          // 2026-01-05
	moment       // 2026-01-05 10:00:00
	instant      // 10:00:00
)

// builtIn are the formats without a code (ECMA-376 part 1, 18.8.30; those from 27 on are
// of East Asian versions).
func builtIn(id string) date {
	switch n, _ := strconv.Atoi(id); {
	case n >= 14 && n <= 17, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 58:
		return day
	case n >= 18 && n <= 21, n >= 32 && n <= 35, n >= 45 && n <= 47:
		return instant
	case n == 22:
		return moment
	}
	return noDate
}

// dateOf recognises date formats by the letters that stand for parts of dates.
func dateOf(code string) date {
	days, hours := false, false
	code, _, _ = strings.Cut(strings.ToLower(code), ";")
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '\\', '_', '*':
			i++
		case '"':
			if n := strings.IndexByte(code[i+1:], '"'); n >= 0 {
				i += n + 1
			}
		case '[':
			n := strings.IndexByte(code[i:], ']')
			if n < 0 {
				break
			}
			if inner := code[i+1 : i+n]; strings.Trim(inner, "hms") == "" && inner != "" {
				hours = true // time that has passed
			}
			i += n
		case 'y', 'd':
			days = true
		case 'h', 's':
			hours = true
		case 'g', 'e', '0', '#', '?', '@': // General, 0.00E+00, text
			return noDate
		}
	}
	switch {
	case days && hours:
		return moment
	case days:
		return day
	case hours:
		return instant
	}
	return noDate
}
