package intake

import (
	"fmt"
	"io"

	"concord/core/table"
)

// excel is the format of workbooks.
const excel = "Excel workbook"

// workbook is a sheet of a workbook.
type workbook struct{ sheet table.Sheet }

func (b *workbook) unnamed() bool { return true }

func (b *workbook) open(rs *rows, r io.Reader) (records, error) {
	z, err := table.ReadArchive(r, rs.o.Limits)
	if err != nil {
		return nil, err
	}
	book, err := z.Workbook()
	if err != nil {
		return nil, err
	}
	return book.Sheet(b.sheet, rs.columns)
}

// detectWorkbook understands the first sheet that has rows, of those that are
// not hidden.
func detectWorkbook(name string, z *table.Archive, known Choice) (*Guess, error) {
	rs := &rows{file: name, guess: &Guess{Packing: excel}, src: &source{}}
	book, err := z.Workbook()
	if err != nil {
		return nil, rs.failed(err)
	}
	var (
		found *sample
		of    table.Sheet
		more  []string
	)
	for _, sheet := range book.Sheets {
		if sheet.Hidden {
			continue
		}
		r, err := book.Sheet(sheet, 0)
		if err != nil {
			return nil, rs.failed(err)
		}
		s, err := sampleSheet(r)
		switch {
		case err != nil:
			return nil, rs.fault(err)
		case len(s.records) < 2:
		case found == nil:
			found, of = s, sheet
		default:
			more = append(more, sheet.Name)
		}
	}
	if found == nil {
		return nil, &Problem{File: name, What: "not one sheet of this workbook has a header and a row", Do: "Choose a workbook with one label a row: task, worker, label"}
	}
	g := &Guess{Format: excel, Encoding: "utf-8", Missing: Missing(), in: &workbook{of}}
	if p := headerOf(found.records[0]).noVotes(name, printable(of.Name)); p != nil && known.Kind == LabelFile {
		return nil, p
	}
	g.assign(found, known, nil)
	if g.Format == "long" {
		g.Format = excel
	}
	if len(more) > 0 {
		g.note(name, fmt.Sprintf("of this workbook only the sheet “%s” is read, and not the others%s", printable(of.Name), listed(more)),
			"To read another, move it to the front or save it as CSV")
	}
	return g, nil
}

// sampleSheet reads the beginning of a sheet.
func sampleSheet(r *table.SheetReader) (*sample, error) {
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
		record := make([]string, r.Len())
		for c := range record {
			record[c] = string(tidy(r.Cell(c)))
			read += len(record[c])
		}
		s.columns = max(s.columns, len(record))
		s.records = append(s.records, record)
	}
	if len(s.records) > 0 { // a title or a remark beside the table makes it no wider
		if n := len(s.records[0]); n > 1 {
			s.columns = n
		}
	}
	kept := s.records[:0]
	for _, record := range s.records {
		for len(record) < s.columns {
			record = append(record, "")
		}
		if len(record) > s.columns {
			s.ragged++
			continue
		}
		kept = append(kept, record)
	}
	s.records = kept
	return s, nil
}
