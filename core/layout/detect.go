package layout

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/layout/crosstab"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/parse"
	"concord/core/table"
)

// headSize is how much of an unpacked file Detect looks at.
const headSize = 1 << 20

// previewRows are shown to the user.
const previewRows = 20

// Detect finds out how a file is read, from its name and its first bytes (see Head). An error
// means that it can't be read at all; a missing role is reported by Check.
func Detect(name string, head []byte) (*Detection, error) { return DetectAs(name, head, Choice{}) }

// DetectAs is Detect with some things known. If the sheet of a workbook can't be used, it returns
// the workbook's other sheets together with the error.
func DetectAs(name string, head []byte, known Choice) (*Detection, error) {
	g := newDetection("long")
	if len(bytes.TrimSpace(head)) == 0 {
		return nil, Empty(name, false)
	}
	if table.IsZip(head) {
		return detectZip(name, head, known)
	}
	g.part = len(head) == headSize // and the end is cut off
	packing := table.PackingOf(head)
	g.Packing = string(packing)
	if p := foreign(name, head); p != nil {
		return nil, p
	}
	if packing != table.Unpacked {
		text, err := unpack(head)
		if err != nil {
			return nil, g.Explain(name, err, nil, table.Limits{})
		}
		if table.IsZip(text) {
			return detectPacked(name, head, known)
		}
		if p := foreign(name, text); p != nil {
			return nil, p
		}
		head = text
		g.part = g.part || len(head) >= headSize
		if len(bytes.TrimSpace(head)) == 0 {
			return nil, Empty(name, false)
		}
	}
	encoding, valid := table.EncodingOf(head)
	if known.Encoding != "" && known.Encoding != encoding {
		if page := table.CodePageOf(head); !valid && known.Encoding == page {
			g.Guessed = page
		}
		encoding, valid = known.Encoding, true
	}
	if encoding == "utf-8" {
		if n := bytes.IndexByte(head, 0); n >= 0 {
			return nil, &api.Problem{File: name, Line: 1 + bytes.Count(head[:n], []byte{'\n'}), Err: table.ErrNUL,
				What: "a NUL byte: this looks like a binary file", Do: "Export the data as CSV text, and open that"}
		}
		if !valid {
			page := table.CodePageOf(head)
			if g.Offer = cmp.Or(page, "windows-1252"); page != "" && known.Encoding == "" {
				encoding, g.Guessed, g.Offer = page, page, ""
			}
		}
	}
	g.Encoding = encoding
	text, err := table.Open(bytes.NewReader(head), encoding, table.Limits{})
	if err == nil {
		head, err = io.ReadAll(text)
	}
	if err != nil {
		return nil, g.Explain(name, err, nil, table.Limits{})
	}
	if text := bytes.TrimPrefix(head, []byte("\ufeff")); bytes.HasPrefix(bytes.TrimSpace(text), []byte{'<'}) {
		if p := platform.OfXML(text); p != nil {
			u, err := unfold.XML(p, name, text, !g.part)
			if err != nil {
				return nil, explainJSON(name, err)
			}
			return g.detectJSON(name, u, known)
		}
	}
	if p := annotationFormat(name, head); p != nil {
		return nil, p
	}
	if p := pictureList(name, head); p != nil && known.Delimiter == "" && known.Kind == LabelFile {
		return nil, p
	}
	if isJSON(head) {
		u, err := unfold.Look(name, head, !g.part, known.Kind == TruthFile)
		if err != nil {
			return nil, explainJSON(name, err)
		}
		return g.detectJSON(name, u, known)
	}
	if p := foreignText(name, head); p != nil {
		return nil, p
	}
	if end := bytes.LastIndexByte(head, '\n'); g.part && end >= 0 {
		head = head[:end+1]
	}
	return g.detectRows(name, head, known)
}

// detectJSON is DetectAs for JSON and XML.
func (g *Detection) detectJSON(name string, u *unfold.Head, known Choice) (*Detection, error) {
	s := unfoldedSample(u)
	if p := noVotes(name, api.Printable(strings.Join(u.Columns, ", ")), u.Columns); p != nil && known.Kind == LabelFile {
		return nil, p
	}
	g.Format, g.JSON, g.Lists, g.Nested = u.File.Form, u.File, true, u.Nested
	if g.Keyed() {
		known.Header = new(true)
	}
	g.assign(name, s, known, u)
	return g, nil
}

// explainJSON explains why JSON or XML has no rows.
func explainJSON(name string, err error) error {
	e, ok := err.(*table.Error)
	if !ok {
		return err
	}
	p := (&Layout{}).ExplainRow(name, e, nil, table.Limits{})
	if errors.Is(e, table.ErrJSON) {
		p.Do = "Export the file again, or correct it at this place"
	}
	return p
}

// unfoldedSample returns the beginning of JSON as a table with a header.
func unfoldedSample(u *unfold.Head) *sample {
	s := &sample{columns: len(u.Columns)}
	if !u.File.Rows {
		s.records = [][]string{u.Columns}
	}
	for _, row := range u.Rows[:u.N] {
		record := make([]string, len(u.Columns))
		for c, cell := range row {
			record[c] = string(parse.Tidy(cell))
		}
		s.records = append(s.records, record)
	}
	return s
}

// detectRows is DetectAs for delimited text.
func (g *Detection) detectRows(name string, head []byte, known Choice) (*Detection, error) {
	delimiters := []string{",", "\t", ";", "|"}
	if d := known.Delimiter; d != "" {
		if err := CheckDelimiter(name, d); err != nil {
			return nil, err
		}
		delimiters = []string{d}
	}
	known.part = g.part
	s := sampleOf(head, delimiters, known)
	if known.Delimiter == "" && s.columns < 2 {
		if m := bySeldom(head, known); m != nil {
			s = m
		}
	}
	g.Delimiter, g.HeaderLine, g.RowNames, g.Least, g.Most = s.delimiter, known.Line, s.rowNames, s.least, s.most
	if s.broken != nil {
		p := g.ExplainRow(name, s.broken, nil, table.Limits{})
		p.Do = "Correct the first line, which must name the columns"
		if at := s.names(); at >= 0 {
			below(p, s.lines[at])
		}
		return nil, p
	}
	if p := s.platform(known); p != nil {
		u, err := unfold.Text(p, name, s.records[0], s.records[1:])
		if err != nil {
			return nil, err
		}
		return g.detectJSON(name, u, known)
	}
	if s.rowNames || s.least > 0 && !s.lastInSome {
		known.Header = new(true) // nothing else is wider or narrower than all rows
	}
	if a := s.takeApart(); a != nil && (known.Header == nil || *known.Header) {
		g.Packed, g.Lists = a, true
	}
	if known.Kind == LabelFile && len(s.records) > 0 && (known.Header == nil || *known.Header) {
		first := s.records[0]
		if p := noVotes(name, api.Printable(strings.Join(first, s.delimiter)), first); p != nil {
			return nil, p
		}
	}
	g.assign(name, s, known, nil)
	if s.rowNames {
		if names := crosstab.StatisticsOf(s.records[1:], 0, parse.Tokens{}); !names.Index() { // R numbers the rows by default
			g.note(name, "the header has one cell less than the rows: the first cell of each row is taken for its name, as R writes it",
				"If it is another column that has no name, give it one")
		}
	}
	if p := g.headerBelow(name, s, known); p != nil {
		return nil, p
	}
	return g, nil
}

// unpack returns the first bytes of what is packed in head, which may be cut off anywhere.
func unpack(head []byte) ([]byte, error) {
	r, err := table.Open(bytes.NewReader(head), "utf-8", table.Limits{})
	if err != nil {
		return nil, err
	}
	text, err := unfold.ReadHead(r, headSize)
	if len(text) > 0 {
		return text, nil
	}
	return nil, err
}

// isJSON reports whether text begins like a JSON object or array.
func isJSON(text []byte) bool {
	if text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff"))); len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	inner := bytes.TrimSpace(text[1:])
	return len(inner) > 0 && bytes.IndexByte([]byte(`"{[]}`), inner[0]) >= 0
}

// sample is the beginning of a table.
type sample struct {
	delimiter  string
	records    [][]string // all with the same number of cells
	lines      []int      // on which they begin
	columns    int
	top        []string // the first record of all, where it is none of them …
	line       int      // … and where it begins
	ragged     int      // records with another number of cells, or that can't be read
	rowNames   bool     // as in Layout …
	least      int      // … and so are these
	most       int
	lastInSome bool         // only some rows have the last cell
	broken     *table.Error // what is wrong with the first record
	part       bool         // there is more, which was not looked at
	begins     int          // the line of the table, below a title; 0: there is none …
	title      string       // … and this
	total      string       // how the last rows begin that are totals …
	totals     int          // … and how many these are
	below      int          // rows below the header that name the columns, too
}

// sampleOf splits text by each delimiter and picks the one that gives most records the same number of cells, more than one.
func sampleOf(text []byte, delimiters []string, known Choice) *sample {
	best, score := delimiters[0], 0.0
	width := 0
	for _, d := range delimiters {
		const fewer = 200 // records that tell delimiters apart
		s := split(text, d, fewer, known)
		if s.columns < 2 {
			continue
		}
		agree := float64(len(s.records)) / float64(len(s.records)+s.ragged)
		if agree > score || agree == score && s.columns > width {
			best, score, width = d, agree, s.columns
		}
	}
	return split(text, best, sampled, known)
}

// bySeldom splits text by a rare delimiter, if one gives all records the same three or more cells.
// Space also requires numbers, as in a matrix, or a header; or it lists items with a label each, as in lists of pictures.
func bySeldom(text []byte, known Choice) *sample {
	for _, d := range []string{"::", "~", "^", "\x01", "¦", ", ", "; ", " "} {
		s := split(text, d, sampled, known)
		if s.ragged == 0 && d == " " && s.columns == 2 && listsItems(s.records) {
			return s
		}
		if s.ragged == 0 && s.columns >= 3 && (d != " " || allNumbers(s.records) || s.rowNames || namesRoles(s.records[0])) {
			return s
		}
	}
	return nil
}

// listsItems reports whether records are names of items, each another one with a digit or a dot in it, and one of a few labels.
func listsItems(records [][]string) bool {
	items, labels := make(map[string]bool), make(map[string]bool)
	for _, r := range records {
		if items[r[0]] || !strings.ContainsAny(r[0], ".0123456789") {
			return false
		}
		items[r[0]], labels[r[1]] = true, true
	}
	return len(records) >= 2 && 2*len(labels) <= len(records)
}

// sampled is how many records are looked at for roles.
const sampled = 5000

// split reads the first records of text.
func split(text []byte, d string, most int, known Choice) *sample {
	t := table.NewReader(bytes.NewReader(text), d, table.Limits{})
	t.SkipLines(known.Line - 1)
	s := &sample{delimiter: d}
	var all [][]string
	var lines []int
	s.part = true // unless it ends here
	for len(all)+s.ragged < most {
		err := t.Next()
		if err == io.EOF {
			s.part = known.part
			break
		}
		if err != nil && !errors.Is(err, table.ErrUTF8) { // which the preview is to show
			if s.ragged == 0 && len(all) == 0 {
				errors.As(err, &s.broken)
			}
			if errors.Is(err, table.ErrOpenQuote) {
				break // closed beyond the end of text, perhaps
			}
			s.ragged++
			continue
		}
		record := make([]string, t.Len())
		for c := range record {
			record[c] = string(parse.Tidy(t.Cell(c)))
		}
		if filled(record) == 0 {
			continue
		}
		all, lines = append(all, record), append(lines, t.Line())
	}
	all, lines = s.trim(all, lines, known)
	if len(all) == 0 {
		return s
	}
	widths := make(map[int]int)
	for _, record := range all {
		widths[len(record)]++
	}
	header := known.Header != nil && *known.Header
	if (known.Header == nil || header) && s.square(all) || !header && s.partly(all) {
		s.keep(all, lines)
		return s
	}
	// A header decides how wide the table is. Any other first record does, unless most rows differ from it.
	s.columns = len(all[0])
	if 2*widths[s.columns] < len(all) && !(s.columns > 1 && slices.ContainsFunc(all[0], heading.Known)) {
		for _, record := range all {
			if w := len(record); widths[w] > widths[s.columns] {
				s.columns = w
			}
		}
	}
	if s.keep(all, lines); len(all[0]) != s.columns {
		s.top, s.line = all[0], lines[0]
	}
	return s
}

// keep keeps the records with the right number of cells.
func (s *sample) keep(all [][]string, lines []int) {
	for n, record := range all {
		if len(record) == s.columns {
			s.records, s.lines = append(s.records, record), append(s.lines, lines[n])
		} else {
			s.ragged++
		}
	}
}
