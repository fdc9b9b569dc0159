package layout

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/table"
	"concord/internal/humanize"
)

// Explain turns an error of the table into a problem for the user; a problem stays as it is. torn
// is why the file could not be read to its end, if so.
func (g *Layout) Explain(file string, err, torn error, l table.Limits) error {
	if _, ok := errors.AsType[*api.Problem](err); ok {
		return err
	}
	e, ok := errors.AsType[*table.Error](err)
	if !ok {
		e = &table.Error{Err: err, Fatal: true}
	}
	return g.ExplainRow(file, e, torn, l)
}

// remedies are the errors that mean the same in every file.
var remedies = []struct {
	err      error
	what, do string
}{
	{table.ErrStrayQuote, "a quote stands inside a cell that does not begin with one",
		`Put the whole cell in quotes and double those inside, as in "say ""yes""", or skip the row`},
	{table.ErrAfterQuote, "text follows the closing quote of a cell",
		`Double the quotes inside a quoted cell, as in "say ""yes""", or skip the row`},
	{table.ErrOpenQuote, "a quote opens here and is never closed", "Close it or take it out, or skip the row"},
	{table.ErrNUL, "a NUL byte: this looks like a binary file, or a damaged one", "Export the data as CSV text, or skip the row"},
	{table.ErrUTF8, "not valid UTF-8 text", "Save the file as UTF-8, or choose its encoding (often Windows-1252), or skip the row"},
	{table.ErrJSON, "this is not valid JSON", "Correct it, or skip the record"},
	{table.ErrControl, "a text in quotes that does not end on its line",
		`Close the quotes, and write a line end within them as \n, or skip the record`},
	{table.ErrMarkup, "this is not well-formed XML", "Export the file again, or correct it at this place, or keep the records before it"},
	{table.ErrCut, "the file ends here in the middle: it is cut off", "Download or copy it again, or keep the records before it"},
	{table.ErrAfterJSON, "something follows the end of the JSON", "Take it out, or keep the records before it"},
	{ErrAnswers, "the answers in this cell can't be understood: they are not written as the platform writes them",
		"Correct the cell, or skip the row"},
	{ErrLists, "the lists of this row are not as long as each other, so that it can't be told who gave which label",
		"Correct the row, or skip it"},
	{ErrNoRecord, "a value that is not a record: each needs a task, a worker and a label", "Correct it, or skip it"},
	{ErrCells, "another number of cells than the header has", "Add what is missing, or skip the row"},
	{ErrUnknownName, "a name that none of the first records has, so that it may be a worker's or a label's, and has no column",
		"Put it into the first record too, as null, or skip the record"},
	{table.ErrArchive, "the zip archive is damaged or cut off", "Download or copy it again"},
	{table.ErrMethod, "a file in this zip archive is compressed in a way that is not read",
		"Unpack the archive, and open what is in it; deflate and zstd are read"},
	{table.ErrMembers, "there are too many files in this archive", "Unpack it, and open the file of the labels"},
	{table.ErrLocked, "the archive is locked with a password", "Unpack it with its password, and open the file of the labels"},
	{table.ErrWorkbook, damagedWorkbook, saveAgain},
	{table.ErrXML, damagedWorkbook, saveAgain},
	{table.ErrShared, "there is more text in this workbook than can be held in memory",
		"Save the sheet as CSV, and open that: such files may be of any size"},
	{table.ErrParts, "this workbook has so many more sheets or formats than people make that it may be a trap",
		"If you trust it, save the sheet as CSV, and open that"},
	{table.ErrBomb, "the compressed file unpacks to so much more than its size that it may be a trap",
		"If you trust it, unpack it yourself and open the result"},
	{table.ErrTail, "the compressed data are whole, but something else follows them, as if a compressed file and another were joined",
		"Unpack the file yourself, and open what was meant"},
	{table.ErrTooLarge, "the compressed file unpacks to more than can be read", "Unpack it yourself and open a part of it"},
}

const (
	damagedWorkbook = "the workbook is damaged: a part of it is missing or not as it should be"
	saveAgain       = "Open it in Excel and save it again, or save the sheet as CSV"
)

// ExplainRow is Explain for an error of the table.
func (g *Layout) ExplainRow(file string, e *table.Error, torn error, l table.Limits) *api.Problem {
	p := &api.Problem{File: file, Line: e.Line, Record: e.Record, Text: api.Printable(e.Text), Err: e.Err}
	if e.Column > 0 {
		p.Column = g.ColumnName(e.Column - 1)
	}
	if p.What, p.Do = g.remedy(e, l); p.What != "" {
		return p
	}
	p.Text = ""
	switch {
	case torn == nil && errors.Is(e.Err, io.ErrUnexpectedEOF):
		p.What, p.Do = "the compressed file ends before its end: it is cut off", "Download or copy it again"
	case torn == nil && g.Packing != "":
		p.What, p.Do = fmt.Sprintf("the %s file is damaged", g.Packing), "Download or copy it again"
	default:
		p.What, p.Do = fmt.Sprintf("the file can't be read: %v", cmp.Or(torn, e.Err)), "Try again, or open a copy of the file"
	}
	return p
}

// remedy says what an error of the table means, and what to do; "": it is of the file as a whole.
func (g *Layout) remedy(e *table.Error, l table.Limits) (what, do string) {
	switch e.Err {
	case table.ErrCellSize:
		what = fmt.Sprintf("a cell of more than %s, which is no name or label", bytesOf(l.Cell, 1<<20))
		if strings.HasPrefix(e.Text, `"`) {
			what += "; it begins with a quote, which may never be closed"
		}
		return what, "Correct the row, or skip it"
	case table.ErrRecordSize:
		return "a row of more than " + bytesOf(l.Record, 16<<20), "Check that the lines of the file end as they should, or skip the row"
	case table.ErrColumns:
		return fmt.Sprintf("a row of more than %s cells", humanize.Number(cmp.Or(l.Columns, 10_000))),
			"Check the delimiter, or skip the row"
	case table.ErrDepth:
		return fmt.Sprintf("a record with more than %s levels of brackets within each other", humanize.Number(cmp.Or(l.Depth, 100))),
			"Simplify it, or skip the record"
	case table.ErrSize:
		return fmt.Sprintf("the file is larger than %s, and a zip archive or a workbook has to be held in memory as a whole",
			bytesOf(int(l.Archive), table.MaxArchive)), "Unpack it, or save the sheet as CSV, and open that: such files may be of any size"
	case table.ErrEncoding:
		return fmt.Sprintf("the encoding %q is not known", g.Encoding), "Choose UTF-8, UTF-16, Windows-1252 or Windows-1251"
	}
	for _, r := range remedies {
		if r.err == e.Err {
			return r.what, r.do
		}
	}
	return "", ""
}

func bytesOf(n, or int) string {
	n = cmp.Or(n, or)
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return humanize.Count(n, "byte")
}

// Empty returns the problem of a file without rows.
func Empty(file string, header bool) *api.Problem {
	if header {
		return &api.Problem{File: file, Line: 1, What: "there is a header and not one row below it",
			Do: "Export the file again, with its rows"}
	}
	return &api.Problem{File: file, What: "the file is empty", Do: "Choose a file with one label a row: task, worker, label"}
}

// Errors of cells and records beside those of package table.
var (
	ErrAnswers     = errors.New("answers that can't be understood") // a cell of packed answers can't be parsed
	ErrLists       = errors.New("lists of different lengths")       // of a row that is taken apart
	ErrNoRecord    = errors.New("a value that is no object")
	ErrCells       = errors.New("another number of cells than the header has")
	ErrUnknownName = errors.New("a name that is not one of the columns") // an answer is under it
)

// listed lists the first few files for a message.
func listed(files []string) string {
	const few = 8
	if len(files) == 0 {
		return ""
	}
	var names []string
	for _, file := range files[:min(few, len(files))] {
		names = append(names, api.Printable(file))
	}
	s := ": " + strings.Join(names, ", ")
	if more := len(files) - few; more > 0 {
		s += fmt.Sprintf(" and %s more", humanize.Number(more))
	}
	return s
}
