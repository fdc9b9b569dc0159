package joinback

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sheet"
	"concord/core/table"
)

// writeSheet writes a workbook again: the sheet that was read gets columns, and all else stays.
func writeSheet(to io.Writer, file io.Reader, lay *layout.Layout, o scan.Options, rs *rows, a Answers) error {
	content, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	part, err := partOf(content, lay.Sheet, o.Limits)
	if err != nil {
		return err
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return err
	}
	out := zip.NewWriter(to)
	for _, f := range z.File {
		if f.Name != part {
			if err := out.Copy(f); err != nil {
				return err
			}
			continue
		}
		from, err := f.Open()
		if err != nil {
			return err
		}
		defer from.Close()
		entry, err := sheet.CreateEntry(out, f.Name)
		if err != nil {
			return err
		}
		s := &splicer{from: bufio.NewReader(from), to: bufio.NewWriter(entry), rows: rs, answers: a, first: len(lay.Columns)}
		if s.first+len(a.Names) > mostColumns {
			return api.Refuse("There is no room for more columns in the sheet “%s”.", lay.Sheet)
		}
		if err := s.all(); err != nil {
			return err
		}
	}
	return out.Close()
}

// mostColumns is how many a sheet may have (Excel specifications and limits).
const mostColumns = 1 << 14

// partOf returns the file of a sheet within a workbook.
func partOf(content []byte, name string, l table.Limits) (string, error) {
	z, err := table.ReadArchive(bytes.NewReader(content), l)
	if err != nil {
		return "", err
	}
	book, err := z.Workbook()
	if err != nil {
		return "", err
	}
	for _, s := range book.Sheets {
		if s.Name == name {
			return s.Part(), nil
		}
	}
	return "", table.ErrWorkbook
}

// splicer adds cells to the rows of a sheet.
type splicer struct {
	from    *bufio.Reader
	to      *bufio.Writer
	rows    *rows
	next    *row // that gets cells; nil: none after it
	answers Answers
	first   int // the column of the first

	at      int          // the number of the row at hand
	cells   []sheet.Cell // that it gets; nil: none
	passing bool         // in a cell that has to make way: it holds nothing but a style
}

func (s *splicer) all() error {
	var err error
	if h := s.rows.header; h.line > 0 {
		s.next = &h
	} else if s.next, err = s.rows.take(); err != nil {
		return err
	}
	for {
		text, err := s.from.ReadBytes('<')
		if err == io.EOF {
			s.put(text)
			return s.to.Flush()
		}
		if err != nil {
			return err
		}
		s.put(text[:len(text)-1])
		tag, err := s.tag()
		if err != nil {
			return changed(err)
		}
		if err := s.take(tag); err != nil {
			return err
		}
	}
}

func (s *splicer) put(text []byte) {
	if !s.passing {
		s.to.Write(text)
	}
}

// tag reads the rest of a tag, of which < was read, up to its end; a comment, whatever it holds.
func (s *splicer) tag() ([]byte, error) {
	tag := []byte{'<'}
	for quote := byte(0); ; {
		c, err := s.from.ReadByte()
		if err != nil {
			return nil, err
		}
		tag = append(tag, c)
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case bytes.HasPrefix(tag, []byte("<!--")):
			if bytes.HasSuffix(tag, []byte("-->")) && len(tag) > len("<!-->") {
				return tag, nil
			}
		case bytes.HasPrefix(tag, []byte("<![CDATA[")):
			if bytes.HasSuffix(tag, []byte("]]>")) {
				return tag, nil
			}
		case (c == '"' || c == '\'') && !bytes.HasPrefix(tag, []byte("<!")):
			quote = c
		case c == '>':
			return tag, nil
		}
	}
}

// attribute returns where the value of an attribute stands in a tag; false: the tag has none.
func attribute(tag []byte, name string) (from, to int, ok bool) {
	for at := 0; ; {
		n := bytes.Index(tag[at:], []byte(name+"="))
		if n < 0 {
			return 0, 0, false
		}
		before := at + n - 1
		from = before + len(name) + 3
		if at = from; from > len(tag) {
			return 0, 0, false
		}
		if !bytes.ContainsAny(tag[before:before+1], " \t\r\n") {
			continue
		}
		if n := bytes.IndexByte(tag[from:], tag[from-1]); n >= 0 {
			return from, from + n, true
		}
	}
}

// take writes a tag, and what comes before it.
func (s *splicer) take(tag []byte) error {
	name, _, _ := strings.Cut(strings.Trim(string(tag), "</>"), " ")
	prefix, local, found := strings.Cut(name, ":")
	if !found {
		prefix, local = "", name
	} else {
		prefix += ":"
	}
	closes, alone := tag[1] == '/', tag[len(tag)-2] == '/'
	switch {
	case local == "dimension": // it may be left out, and is another now
		return nil
	case local == "row" && !closes:
		s.at++
		if from, to, ok := attribute(tag, "r"); ok {
			if n, err := strconv.Atoi(string(tag[from:to])); err == nil && n > 0 {
				s.at = n
			}
		}
		if err := s.cellsOf(); err != nil {
			return err
		}
		if from, to, ok := attribute(tag, "spans"); ok && s.cells != nil { // it would be another
			tag = slices.Delete(tag, from-len(` spans="`), to+1)
		}
	case local == "row" && s.cells != nil:
		s.splice(prefix)
	case local == "c" && !closes && s.cells != nil:
		if from, to, ok := attribute(tag, "r"); ok && table.ColumnOf(string(tag[from:to])) >= s.first {
			s.passing = !alone
			return nil
		}
	case local == "c" && s.passing:
		s.passing = false
		return nil
	}
	s.put(tag)
	return nil
}

// cellsOf finds what the row at hand gets.
func (s *splicer) cellsOf() (err error) {
	for s.next != nil && s.next.line < s.at {
		if s.next, err = s.rows.take(); err != nil {
			return err
		}
	}
	s.cells = nil
	switch {
	case s.next == nil || s.next.line > s.at:
	case s.at == s.rows.header.line:
		s.cells = s.answers.names()
	default:
		s.cells = s.answers.cells(s.next)
	}
	return nil
}

// splice writes the cells of the row at hand.
func (s *splicer) splice(prefix string) {
	for n, c := range s.cells {
		if c.Text == "" {
			continue
		}
		at := string(sheet.AppendColumn(nil, s.first+n)) + strconv.Itoa(s.at)
		if c.Number() {
			fmt.Fprintf(s.to, `<%sc r="%s"><%[1]sv>%[3]s</%[1]sv></%[1]sc>`, prefix, at, c.Text)
			continue
		}
		fmt.Fprintf(s.to, `<%sc r="%s" t="inlineStr"><%[1]sis><%[1]st xml:space="preserve">%[3]s</%[1]st></%[1]sis></%[1]sc>`, prefix, at,
			sheet.AppendText(nil, c.Text))
	}
}
