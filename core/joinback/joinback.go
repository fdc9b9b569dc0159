// Package joinback writes a file again as it was, with the answers to its tasks at the end of each row: delimited text, JSON whose records
// are objects, or a workbook. All else stays as it is: order, delimiter, quotes, encoding and line ends, titles and totals, and what
// surrounds the rows of JSON or of a sheet. Nothing but a row at a time is in memory, and a workbook's file.
package joinback

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/scan"
	"concord/core/sheet"
	"concord/core/table"
)

// Answers are what rows get.
type Answers struct {
	Names []string                               // of the columns
	Of    func(of []string) (cells []sheet.Cell) // as many, for a task or the two items of a row; nil: there is no answer
	Safe  bool                                   // an apostrophe precedes what a spreadsheet would run as a formula
}

// Refuse says why a file can't be written again so; empty: it can.
func Refuse(lay *layout.Layout) string {
	switch j := lay.JSON; {
	case lay.People():
		return "its rows are of people, not of tasks"
	case lay.Compares() && keys(lay) == nil:
		return "its rows don’t compare two items each"
	case keys(lay) == nil:
		return "no column of it says which task a row is of"
	case lay.Packed != nil && lay.Column(layout.Task) >= lay.Packed.Own, slices.Contains(lay.Parallel, lay.Column(layout.Task)):
		return "a row of it is about several tasks"
	case lay.Members != nil && lay.Sheet == "":
		return "it is an archive: open the file that is in it"
	case j == nil:
		return ""
	case platform.Named(j.Form) != nil, j.Rows, j.ByColumn, j.Turned, j.Heads != nil, j.Width > 0, j.Path != nil, j.Shape == table.Members:
		return fmt.Sprintf("its records (%s) are no rows with a cell for each column", cmp.Or(j.Form, "JSON"))
	}
	return ""
}

// keys are the columns that say which task a row is of: one, or two with the items that it compares; nil: none do.
func keys(lay *layout.Layout) []int {
	task, items := lay.Column(layout.Task), lay.Items()
	best, worst := lay.Column(layout.Best), lay.Column(layout.Worst)
	switch {
	case !lay.Compares() && task >= 0:
		return []int{task}
	case !lay.Compares():
		return nil
	case len(items) == 2 && lay.Column(layout.Rank) < 0 && best < 0 && worst < 0:
		return items
	case len(items) == 0 && best >= 0 && worst >= 0:
		return []int{best, worst}
	}
	return nil
}

// Write writes a file again. open opens it from its start, as often as need be.
func Write(to io.Writer, name string, open func() (io.ReadCloser, error), lay *layout.Layout, o scan.Options, a Answers) error {
	if why := Refuse(lay); why != "" {
		return api.Refuse("%s can't be given back with the answers: %s.", name, why)
	}
	src, err := open()
	if err != nil {
		return err
	}
	defer src.Close()
	rows, err := newRows(name, src, lay, o)
	if err != nil {
		return err
	}
	again, err := open()
	if err != nil {
		return err
	}
	defer again.Close()
	if lay.Sheet != "" {
		return writeSheet(to, again, lay, o, rows, a)
	}
	text, err := table.Open(again, lay.Encoding, o.Limits)
	if err != nil {
		return err
	}
	encoded := table.Encode(to, lay.Encoding)
	w := &writer{from: newSource(text), to: encoded, answers: a}
	if lay.JSON != nil {
		err = w.json(rows, lay.JSON.Shape == table.Lines)
	} else {
		err = w.text(rows, lay.Delimiter)
	}
	return cmp.Or(err, encoded.Close())
}

// row is a row of a file that has a task.
type row struct {
	line, end int      // of it, and after it
	number    int      // of a record of JSON
	lacks     int      // cells
	of        []string // its task, or its items
	several   bool     // tasks
}

// rows are those of a file. Several that are made of one are one.
type rows struct {
	*scan.Rows
	keys     []int
	asked    int
	question []byte
	next     *row
	header   row
}

func newRows(name string, src io.Reader, lay *layout.Layout, o scan.Options) (*rows, error) {
	g := *lay
	g.Where, g.Question, g.Human, g.Skip = nil, "", "", true // every row is given back
	r, err := scan.Open(name, src, &g, o)
	if err != nil {
		return nil, err
	}
	rs := &rows{Rows: r, keys: keys(lay), asked: lay.Column(layout.Asked), question: []byte(lay.Question)}
	rs.header.line, rs.header.end = r.HeaderLines()
	return rs, rs.advance()
}

// advance reads the next row of the file; next is nil after the last.
func (rs *rows) advance() error {
	rs.next = nil
	ok, err := rs.Next()
	if err != nil || !ok {
		return err
	}
	rs.next = &row{line: rs.Line(), end: rs.End(), number: rs.Number(), lacks: rs.Lacks()}
	if rs.asked < 0 || len(rs.question) == 0 || bytes.Equal(rs.Cell(rs.asked), rs.question) {
		for _, c := range rs.keys {
			rs.next.of = append(rs.next.of, string(rs.Cell(c)))
		}
	}
	return nil
}

// take returns the next row, nil after the last.
func (rs *rows) take() (*row, error) {
	r := rs.next
	if r == nil {
		return nil, nil
	}
	for {
		if err := rs.advance(); err != nil {
			return nil, err
		}
		n, j := rs.next, rs.Layout.JSON
		if n == nil || n.line != r.line || n.number != r.number || j != nil && j.List == "" { // a line may hold several records
			return r, nil
		}
		r.several = r.several || !slices.Equal(n.of, r.of)
	}
}

// cells returns what a row gets, empty cells where it has no answer.
func (a *Answers) cells(r *row) []sheet.Cell {
	if !r.several && r.of != nil {
		if cells := a.Of(r.of); cells != nil {
			return cells
		}
	}
	return make([]sheet.Cell, len(a.Names))
}

// names returns the names of the columns as cells.
func (a *Answers) names() []sheet.Cell {
	var cells []sheet.Cell
	for _, name := range a.Names {
		cells = append(cells, sheet.Cell{Text: name})
	}
	return cells
}

// errChanged is the error of a file that has another content the second time.
var errChanged = errors.New("it was changed while it was read")
