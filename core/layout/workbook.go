package layout

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/parse"
	"concord/core/table"
)

// excel is the format of workbooks.
const excel = "Excel workbook"

// detectWorkbook detects one sheet of a workbook: the one asked for; or the first visible one with
// all roles, surely or in doubt; or the first visible one with rows. If the sheet can't be used, the result still
// lists the sheets.
func detectWorkbook(name string, z *table.Archive, known Choice) (*Detection, error) {
	packed := packedAs(excel)
	book, err := z.Workbook()
	if err != nil {
		return nil, packed.Explain(name, err, nil, table.Limits{})
	}
	var all []api.Sheet
	var best candidate
	rank := unseen
	for _, sheet := range book.Sheets {
		asked := known.Sheet == sheet.Name
		if sheet.Hidden && !asked {
			all = append(all, api.Sheet{Name: sheet.Name, Hidden: true})
			continue
		}
		r, err := book.Sheet(sheet, 0)
		if err != nil {
			return nil, packed.Explain(name, err, nil, table.Limits{})
		}
		s, err := sampleSheet(r, known)
		if err != nil {
			return nil, packed.Explain(name, err, nil, table.Limits{})
		}
		if len(s.records) < 2 {
			continue
		}
		all = append(all, api.Sheet{Name: sheet.Name, Hidden: sheet.Hidden})
		if known.Sheet == "" || asked {
			c := sheetAs(name, sheet.Name, s, known) // of which one is kept: there may be many sheets
			if r := c.rank(known.Kind); r > rank {
				best, rank = c, r
			}
		}
	}
	if rank == unseen {
		return nil, noSheet(name, known.Sheet, book.Sheets, all)
	}
	why := "it is the first that looks like labels"
	if rank < inDoubt {
		why = "it is the first that has rows"
	}
	g := best.found
	g.Sheets = all
	switch {
	case known.Sheet != "":
		g.SheetWhy = yourChoice
	case len(all) > 1:
		g.SheetWhy = why
	}
	return g, best.err
}

// otherSheets says which sheet of several is read.
func (g *Detection) otherSheets(file string) api.Problem {
	others := slices.DeleteFunc(slices.Clone(g.Sheets), func(s api.Sheet) bool { return s.Name == g.Sheet })
	return api.Problem{File: file, Do: "Choose another sheet to read that one",
		What: fmt.Sprintf("of this workbook only the sheet “%s” is read, since %s, and not the others%s", api.Printable(g.Sheet), g.SheetWhy,
			listed(sheetNames(others)))}
}

// How well a sheet suits.
const (
	unseen   = iota // there is none yet
	faulty          // something is wrong with it
	lacking         // it has rows, and lacks a role
	inDoubt         // the roles are a guess
	complete        // it has everything that is needed
)

func (c *candidate) rank(kind Kind) int {
	switch {
	case c.err != nil:
		return faulty
	case c.found.Check("", kind) != nil:
		return lacking
	case c.found.Confirm != "":
		return inDoubt
	}
	return complete
}

// sheetAs returns a sheet as it would be read.
func sheetAs(name, sheet string, s *sample, known Choice) candidate {
	g := newDetection(excel)
	g.Encoding, g.HeaderLine, g.Sheet = "utf-8", known.Line, sheet
	if p := noVotes(name, api.Printable(sheet), s.records[0]); p != nil && known.Kind == LabelFile {
		return candidate{found: g, err: p}
	}
	if p := s.platform(known); p != nil {
		u, err := unfold.Text(p, name, s.records[0], s.records[1:])
		if err == nil {
			_, err = g.detectJSON(name, u, known)
		}
		return candidate{found: g, err: err}
	}
	g.assign(name, s, known, nil)
	if g.Format == "long" {
		g.Format = excel
	}
	if p := g.headerBelow(name, s, known); p != nil {
		return candidate{found: g, err: p}
	}
	return candidate{found: g}
}

// platform returns the platform of which the rows are records, or nil.
func (s *sample) platform(known Choice) *platform.Platform {
	if len(s.records) == 0 || s.rowNames || s.least > 0 || known.Header != nil && !*known.Header {
		return nil
	}
	return platform.OfRows(platform.HeaderOf(s.records[0]))
}

// ErrNoSheet: the workbook has no sheet of the chosen name.
var ErrNoSheet = errors.New("no such sheet")

// noSheet returns the problem of a workbook without the chosen sheet, or without any that can be read.
func noSheet(name, asked string, are []table.Sheet, all []api.Sheet) error {
	if asked == "" {
		return &api.Problem{File: name, What: "not one sheet of this workbook has a header and a row",
			Do: "Choose a workbook with one label a row: task, worker, label"}
	}
	p := &api.Problem{File: name, Err: ErrNoSheet, What: fmt.Sprintf("the workbook has no sheet “%s”", api.Printable(asked))}
	if slices.ContainsFunc(are, func(s table.Sheet) bool { return s.Name == asked }) {
		p.What = fmt.Sprintf("the sheet “%s” has no header with a row below it", api.Printable(asked))
	}
	if len(all) > 0 {
		p.Do = "Choose another sheet" + listed(sheetNames(all))
	}
	return p
}

func sheetNames(sheets []api.Sheet) (all []string) {
	for _, s := range sheets {
		all = append(all, s.Name)
	}
	return all
}

// sampleSheet reads the beginning of a sheet. Rows and cells without text end it, too: a program may have written a million of them.
func sampleSheet(r *table.SheetReader, known Choice) (*sample, error) {
	const enough, size = 5000, headSize
	r.Begin(16 * headSize) // of XML, which has at most so many bytes for one of text in the tables that people make
	s := &sample{}
	var all [][]string
	var lines []int
	for read := 0; len(all) < enough && read < size; {
		err := r.Next()
		if s.part = err == table.ErrBeginning; s.part || err == io.EOF {
			break
		}
		if err != nil {
			if e, ok := err.(*table.Error); ok && !e.Fatal {
				s.ragged++
				continue
			}
			return nil, err
		}
		if r.Line() < known.Line {
			continue
		}
		record := make([]string, r.Len())
		for c := range record {
			record[c] = string(parse.Tidy(r.Cell(c)))
			read += len(record[c]) + 1 // an empty cell takes room too
		}
		all, lines = append(all, record), append(lines, r.Line())
	}
	s.part = s.part || len(all) == enough
	all, lines = s.trim(all, lines, known)
	for _, record := range all {
		s.columns = max(s.columns, len(record))
	}
	if len(all) > 0 { // a title or a remark beside the table makes it no wider
		n, wider := len(all[0]), 0
		for _, record := range all {
			if len(record) > n {
				wider++
			}
		}
		if n > 1 && (2*wider <= len(all) || slices.ContainsFunc(all[0], heading.Known)) {
			s.columns = n
		}
	}
	for n := range all {
		for len(all[n]) < s.columns {
			all[n] = append(all[n], "")
		}
	}
	s.keep(all, lines)
	return s, nil
}
