package layout

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"concord/core/layout/choice"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/table"
)

// excel is the format of workbooks.
const excel = "Excel workbook"

// detectWorkbook understands one sheet of a workbook: the one that is asked for,
// or else, of those that are not hidden, the first in which every role has its
// column, or, where there is none, the first that has rows. A workbook whose
// sheet can't be used is told what sheets it has all the same.
func detectWorkbook(name string, z *table.Archive, known Choice) (*Detection, error) {
	packed := &Layout{Packing: excel}
	book, err := z.Workbook()
	if err != nil {
		return nil, packed.Explain(name, err, nil, table.Limits{})
	}
	var (
		all   []choice.Sheet
		tries []try
	)
	for _, sheet := range book.Sheets {
		asked := known.Sheet == sheet.Name
		if sheet.Hidden && !asked {
			all = append(all, choice.Sheet{Name: sheet.Name, Hidden: true})
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
		all = append(all, choice.Sheet{Name: sheet.Name, Hidden: sheet.Hidden})
		if known.Sheet == "" || asked {
			tries = append(tries, understood(name, sheet, s, known))
		}
	}
	if len(tries) == 0 {
		return nil, noSheet(name, known.Sheet, book.Sheets, all)
	}
	at := slices.IndexFunc(tries, func(t try) bool {
		return t.problem == nil && t.found.Confirm == "" && t.found.complete(known.Kind)
	})
	why := "it is the first with everything that is needed"
	if at < 0 {
		at, why = max(0, slices.IndexFunc(tries, func(t try) bool { return t.problem == nil })), "it is the first that has rows"
	}
	chosen := tries[at]
	g := chosen.found
	g.Sheets, g.Sheet = all, chosen.sheet
	switch {
	case known.Sheet != "":
		g.SheetWhy = "your choice"
	case len(all) > 1:
		g.SheetWhy = why
		others := slices.DeleteFunc(slices.Clone(all), func(s choice.Sheet) bool { return s.Name == g.Sheet })
		g.note(name, fmt.Sprintf("of this workbook only the sheet “%s” is read, since %s, and not the others%s", problem.Printable(g.Sheet), why,
			listed(sheetNames(others))),
			"Choose another sheet to read that one")
	}
	return g, chosen.problem
}

// try is a sheet as it would be read.
type try struct {
	sheet   string
	found   *Detection
	problem error // why it can't be
}

func understood(name string, of table.Sheet, s *sample, known Choice) try {
	t := try{sheet: of.Name, found: newDetection(excel)}
	t.found.Encoding, t.found.HeaderLine, t.found.Sheet = "utf-8", known.Line, of.Name
	if p := noVotes(name, problem.Printable(of.Name), s.records[0]); p != nil && known.Kind == LabelFile {
		t.problem = p
		return t
	}
	t.found.assign(name, s, known, nil)
	if p := t.found.headerBelow(name, s, known); p != nil {
		t.problem = p
	}
	if t.found.Format == "long" {
		t.found.Format = excel
	}
	return t
}

// ErrNoSheet is what is wrong where a workbook has no sheet of the name that was
// chosen.
var ErrNoSheet = errors.New("no such sheet")

// noSheet says that there is nothing to read: no sheet that was asked for, or
// none at all.
func noSheet(name, asked string, are []table.Sheet, all []choice.Sheet) error {
	if asked == "" {
		return &problem.Problem{File: name, What: "not one sheet of this workbook has a header and a row",
			Do: "Choose a workbook with one label a row: task, worker, label"}
	}
	p := &problem.Problem{File: name, Err: ErrNoSheet, What: fmt.Sprintf("the workbook has no sheet “%s”", problem.Printable(asked))}
	if slices.ContainsFunc(are, func(s table.Sheet) bool { return s.Name == asked }) {
		p.What = fmt.Sprintf("the sheet “%s” has no header with a row below it", problem.Printable(asked))
	}
	if len(all) > 0 {
		p.Do = "Choose another sheet" + listed(sheetNames(all))
	}
	return p
}

func sheetNames(sheets []choice.Sheet) (all []string) {
	for _, s := range sheets {
		all = append(all, s.Name)
	}
	return all
}

// sampleSheet reads the beginning of a sheet.
func sampleSheet(r *table.SheetReader, known Choice) (*sample, error) {
	const enough, size = 5000, headSize
	s := &sample{}
	read := 0
	for len(s.records) < enough && read < size {
		err := r.Next()
		if err == io.EOF {
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
		s.columns = max(s.columns, len(record))
		s.records, s.lines = append(s.records, record), append(s.lines, r.Line())
	}
	if len(s.records) > 0 { // a title or a remark beside the table makes it no wider
		wider := 0
		for _, record := range s.records {
			if len(record) > len(s.records[0]) {
				wider++
			}
		}
		if n := len(s.records[0]); n > 1 && (2*wider <= len(s.records) || slices.ContainsFunc(s.records[0], heading.Known)) {
			s.columns = n
		}
	}
	records, lines := s.records, s.lines
	s.records, s.lines = nil, nil
	for n, record := range records {
		for len(record) < s.columns {
			record = append(record, "")
		}
		if len(record) > s.columns {
			s.ragged++
			continue
		}
		s.records, s.lines = append(s.records, record), append(s.lines, lines[n])
	}
	return s, nil
}
