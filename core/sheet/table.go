// Package sheet serves tables page by page: sorted by a column, filtered by a part of a name or by a label. Columns are
// typed: a number stays a number, by which rows are sorted, until a page draws it as text.
package sheet

import (
	"math"
	"strconv"

	"concord/core/api"
	"concord/internal/humanize"
)

// Table describes rows and columns. It stores no cells.
type Table struct {
	Name    string
	Size    int                 // number of rows
	RowName func(i int) string  // name of row i, which filters search
	Rank    *Rank               // places of the rows' names, filled in when rows are first sorted by name; tables may share it
	Has     func(i, k int) bool // whether class k is (among) the label of row i; nil: rows have no label
	Doubt   func(i int) float64 // how probably the label of row i is wrong, NaN: nobody can tell, or needs to; nil: rows have no label
	// Only returns what tells the rows that a choice takes, all but OnlyUncertain; nil: rows can't be chosen so.
	Only    func(o *api.Only) (func(i int) bool, error)
	Classes Names           // names of the classes that Has knows
	Index   func(i int) int // index in the input of the task or worker of row i; nil: i itself
	Columns []Column        // the first holds the rows' names
}

// Names are names that stand for the integers from 0.
type Names interface {
	Len() int
	At(i int) string
}

// Column is one column of a Table. Make it with Name, Text, Number or Share.
type Column struct {
	api.Heading
	text   func(i int) string
	number func(i int) float64 // rows are sorted by it unless byName, and it is shown unless there is text
	byName bool
}

// Name returns a column of the rows' names, which sorts by Table.Rank.
func Name(name, title string, text func(i int) string) Column {
	return Column{Heading: api.Heading{Name: name, Title: title, Kind: "text"}, text: text, byName: true}
}

// Text returns a column of text. Rows are sorted by number.
func Text(name, title string, text func(i int) string, number func(i int) float64) Column {
	return Column{Heading: api.Heading{Name: name, Title: title, Kind: "text"}, text: text, number: number}
}

// Number returns a column of numbers.
func Number(name, title string, number func(i int) float64) Column {
	return Column{Heading: api.Heading{Name: name, Title: title, Kind: "number"}, number: number}
}

// Share returns a column of numbers between 0 and 1.
func Share(name, title string, number func(i int) float64) Column {
	return Column{Heading: api.Heading{Name: name, Title: title, Kind: "share"}, number: number}
}

// Fixed returns the column with its numbers shown with four decimals each.
func (c Column) Fixed() Column {
	c.text = func(i int) string { return Decimals(c.number(i)) }
	return c
}

// Cell returns what a page shows in row i.
func (c *Column) Cell(i int) string {
	switch {
	case c.text != nil:
		return c.text(i)
	case c.Kind == "share":
		return Decimals(c.number(i))
	}
	return humanize.Figure(c.number(i))
}

// Exact returns what a file has in row i: numbers in the shortest form that reads back to the same
// bits, unknown ones empty.
func (t *Table) Exact(i int) []string {
	cells := t.Cells(i)
	for n, c := range t.Columns {
		if c.Kind == "text" {
			continue
		}
		if x := c.number(i); math.IsNaN(x) {
			cells[n] = ""
		} else {
			cells[n] = strconv.FormatFloat(x, 'g', -1, 64)
		}
	}
	return cells
}

// Cells returns what a page shows in row i, one cell a column.
func (t *Table) Cells(i int) []string {
	cells := make([]string, len(t.Columns))
	for n := range t.Columns {
		cells[n] = t.Columns[n].Cell(i)
	}
	return cells
}

// Figures returns the cells of row i under their headings, all but its name.
func (t *Table) Figures(i int) []api.Fact {
	var out []api.Fact
	for _, c := range t.Columns[1:] {
		out = append(out, api.Fact{Heading: c.Heading, Text: c.Cell(i)})
	}
	return out
}

// Decimals writes a number with four decimals; NaN is empty.
func Decimals(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}
