package layout

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"concord/core/problem"
	"concord/core/table"
	"concord/internal/humanize"
)

// Explain says what an error of the table means for a person; one that is explained
// already stays as it is. torn is why the file could not be read to its end, if it was not.
func (g *Layout) Explain(file string, err, torn error, l table.Limits) error {
	var p *problem.Problem
	var e *table.Error
	switch {
	case errors.As(err, &p):
		return err
	case errors.As(err, &e):
		return g.ExplainRow(file, e, torn, l)
	}
	return g.ExplainRow(file, &table.Error{Err: err, Fatal: true}, torn, l)
}

// ExplainRow is Explain for an error of the table.
func (g *Layout) ExplainRow(file string, e *table.Error, torn error, l table.Limits) *problem.Problem {
	p := &problem.Problem{File: file, Line: e.Line, Record: e.Record, Text: problem.Printable(e.Text), Err: e.Err}
	if e.Column > 0 {
		p.Column = g.ColumnName(e.Column - 1)
	}
	const without = "Correct the row, or go on without it"
	switch e.Err {
	case table.ErrStrayQuote:
		p.What = "a quote stands inside a cell that does not begin with one"
		p.Do = `Put the whole cell in quotes and double those inside, as in "say ""yes""", or go on without the row`
	case table.ErrAfterQuote:
		p.What = "text follows the closing quote of a cell"
		p.Do = `Double the quotes inside a quoted cell, as in "say ""yes""", or go on without the row`
	case table.ErrOpenQuote:
		p.What = "a quote opens here and is never closed"
		p.Do = "Close it or take it out, or go on without the row"
	case table.ErrCellSize:
		p.What = fmt.Sprintf("a cell of more than %s, which is no name or label", bytesOf(l.Cell, 1<<20))
		p.Do = without
		if strings.HasPrefix(e.Text, `"`) {
			p.What += "; it begins with a quote, which may never be closed"
		}
	case table.ErrRecordSize:
		p.What = fmt.Sprintf("a row of more than %s", bytesOf(l.Record, 16<<20))
		p.Do = "Check that the lines of the file end as they should, or go on without the row"
	case table.ErrColumns:
		p.What = fmt.Sprintf("a row of more than %s cells", humanize.Number(cmp.Or(l.Columns, 10_000)))
		p.Do = "Check the delimiter, or go on without the row"
	case table.ErrNUL:
		p.What = "a NUL byte: this looks like a binary file, or a damaged one"
		p.Do = "Export the data as CSV text, or go on without the row"
	case table.ErrUTF8:
		p.What = "not valid UTF-8 text"
		p.Do = "Save the file as UTF-8, or choose its encoding (often Windows-1252), or go on without the row"
	case table.ErrJSON:
		p.What = "this is not JSON as it should be"
		p.Do = "Correct it, or go on without the record"
	case table.ErrControl:
		p.What = "a text in quotes that does not end on its line"
		p.Do = `Close the quotes, and write a line end within them as \n, or go on without the record`
	case table.ErrCut:
		p.What = "the file ends here in the middle: it is cut off"
		p.Do = "Download or copy it again, or go on with the records before"
	case table.ErrAfterJSON:
		p.What = "something follows the end of the JSON"
		p.Do = "Take it out, or go on with the records before"
	case table.ErrDepth:
		p.What = fmt.Sprintf("a record with more than %s levels of brackets within each other", humanize.Number(cmp.Or(l.Depth, 100)))
		p.Do = "Simplify it, or go on without the record"
	case ErrAnswers:
		p.What = "the answers in this cell can't be understood: they are neither JSON nor XML as MTurk writes it"
		p.Do = "Correct the cell, or go on without the row"
	case ErrNoRecord:
		p.What = "a value that is no record, where each is to have a task, a worker and a label"
		p.Do = "Correct it, or go on without it"
	case ErrUnknownName:
		p.What = "a name that none of the first records has, so that it may be a worker's or a label's, and has no column"
		p.Do = "Put it into the first record too, as null, or go on without the record"
	case table.ErrArchive:
		p.What = "the zip archive is damaged or cut off"
		p.Do = "Download or copy it again"
	case table.ErrSize:
		p.What = fmt.Sprintf("the file is larger than %s, and a zip archive or a workbook has to be held in memory as a whole",
			bytesOf(int(l.Archive), table.MaxArchive))
		p.Do = "Unpack it, or save the sheet as CSV, and open that: such files may be of any size"
	case table.ErrMembers:
		p.What = "there are too many files in this archive"
		p.Do = "Unpack it, and open the file of the labels"
	case table.ErrLocked:
		p.What = "the archive is locked with a password"
		p.Do = "Unpack it with its password, and open the file of the labels"
	case table.ErrWorkbook, table.ErrXML:
		p.What = "the workbook is damaged: a part of it is missing or not as it should be"
		p.Do = "Open it in Excel and save it again, or save the sheet as CSV"
	case table.ErrShared:
		p.What = "there is more text in this workbook than can be held in memory"
		p.Do = "Save the sheet as CSV, and open that: such files may be of any size"
	case table.ErrBomb:
		p.What = "the compressed file unpacks to so much more than its size that it may be a trap"
		p.Do = "If you trust it, unpack it yourself and open the result"
	case table.ErrTooLarge:
		p.What = "the compressed file unpacks to more than can be read"
		p.Do = "Unpack it yourself and open a part of it"
	case table.ErrEncoding:
		p.What = fmt.Sprintf("the encoding %q is not known", g.Encoding)
		p.Do = "Choose UTF-8, UTF-16, Windows-1252 or Windows-1251"
	default:
		p.Text = ""
		switch {
		case torn != nil:
			p.What = fmt.Sprintf("the file can't be read: %v", torn)
			p.Do = "Try again, or open a copy of the file"
		case errors.Is(e.Err, io.ErrUnexpectedEOF):
			p.What = "the compressed file ends before its end: it is cut off"
			p.Do = "Download or copy it again"
		case g.Packing != "":
			p.What = fmt.Sprintf("the %s file is damaged", g.Packing)
			p.Do = "Download or copy it again"
		default:
			p.What = fmt.Sprintf("the file can't be read: %v", e.Err)
			p.Do = "Try again, or open a copy of the file"
		}
	}
	return p
}

func bytesOf(n, or int) string {
	n = cmp.Or(n, or)
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return humanize.Count(n, "byte")
}

// Empty says that there is nothing in the file, or nothing but a header.
func Empty(file string, header bool) *problem.Problem {
	if header {
		return &problem.Problem{File: file, Line: 1, What: "there is a header and not one row below it",
			Do: "Export the file again, with its rows"}
	}
	return &problem.Problem{File: file, What: "the file is empty", Do: "Choose a file with one label a row: task, worker, label"}
}

// ErrAnswers is what is wrong with a cell that is to hold answers.
var ErrAnswers = errors.New("answers that can't be understood")

// ErrNoRecord is what is wrong with a value that is no object.
var ErrNoRecord = errors.New("a value that is no object")

// ErrUnknownName is what is wrong with a record that has an answer under a name that
// is none of the columns.
var ErrUnknownName = errors.New("a name that is not one of the columns")

// listed names files, the first few of them.
func listed(files []string) string {
	const few = 8
	if len(files) == 0 {
		return ""
	}
	var names []string
	for _, file := range files[:min(few, len(files))] {
		names = append(names, problem.Printable(file))
	}
	s := ": " + strings.Join(names, ", ")
	if more := len(files) - few; more > 0 {
		s += fmt.Sprintf(" and %s more", humanize.Number(more))
	}
	return s
}
