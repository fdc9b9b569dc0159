// Package sheet describes tables, and writes them: page by page, sorted and filtered; as CSV, JSON and workbooks; and as the listings
// of a report. A table declares each of its columns once: where the column is shown, what it is called there, and what its cells are.
// Cells are typed: a number stays a number, by which rows are sorted, until a page draws it as text.
package sheet

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

// Table describes rows and columns. It stores no cells.
type Table struct {
	Name string
	Says string // what its rows are, for who opens a file of it
	Size int    // number of rows
	// Rows yields the rows of a file, where they are more than numbers from 0 to Size: a row may then be what was last read or
	// computed, and Size is 0 if nobody has counted.
	Rows    func(yield func(i int) bool) error
	Columns []*Column // the first holds the names of the rows, which filters search
	// Again returns the same table for another goroutine: columns may keep what they computed last. Nil: there is none.
	Again func() *Table

	Rank  *Rank               // places of the rows' names, filled in when rows are first sorted by name; tables may share it
	Has   func(i, k int) bool // whether class k is (among) the label of row i; nil: rows have no label
	Doubt func(i int) float64 // how probably the label of row i is wrong, NaN: nobody can tell, or needs to; nil: rows have no label
	// Only returns what tells the rows that a choice takes, all but OnlyUncertain; nil: rows can't be chosen so.
	Only    func(o *api.Only) (func(i int) bool, error)
	Classes Names           // names of the classes that Has knows
	Index   func(i int) int // index in the input of the task or worker of row i; nil: i itself
}

// Names are the names of tasks, workers or classes, by index.
type Names interface {
	Len() int
	At(i int) string
	Append(to []byte, i int) []byte // appends name i, without allocating a string
}

// Place is where a column is shown. Several make a sum.
type Place uint8

const (
	Files   Place = 1 << iota // CSV, JSON and workbooks
	Objects                   // JSON alone
	Page
	Report
)

// Column is one column of a Table. Make it with one of the functions below: it is then in files and, if it has a title, on the page.
// The methods change what they are called on, and return it. Functions that are called often aren't inlined: the program would hold a
// copy of their closures for each column.
type Column struct {
	Name  string // on a page, and in files
	Title string // on a page, and in a report
	File  string // its name in files, if another
	Key   string // its name in JSON, if another
	Says  string // what its cells are, for who opens a file of it
	In    Place

	kind    string // as api.Heading has it
	digits  bool   // a report aligns it as a number
	heading string // in a report, if another than Title
	moved   Place  // where it is before the column of that name
	before  string

	cell   func(to cells, i int) // in a file
	text   func(i int) string    // on a page; nil: the number
	listed func(i int) string    // in a report; nil: as on a page
	number func(i int) float64   // rows are sorted by it unless byRank
	byRank bool

	percent bool // a workbook shows percentages
}

// cells takes the cells of a row, one by one.
type cells interface {
	text(cell string)
	name(of Names, i int) // as text: name i
	list(of iter.Seq[string], separator string)
	int(n int)
	number(x float64) // NaN: unknown
	share(x float64)  // as number, rounded (AppendShare)
	bool(b bool)
	ratio(part, whole int) // “3 of 5”; in JSON the whole
}

func column(name, title, kind string, cell func(to cells, i int)) *Column {
	c := &Column{Name: name, Title: title, In: Files, kind: kind, digits: kind != "text", cell: cell}
	if title != "" {
		c.In |= Page
	}
	return c
}

// Row returns a column of the rows' names, which sorts by Table.Rank. Row i has the name at(i); nil: i.
func Row(name, title string, of Names, at func(i int) int) *Column {
	c := Name(name, title, of, at, nil)
	c.byRank = true
	return c
}

// Name returns a column of names. Row i has the name at(i), none where that is negative; nil: i. Rows are sorted by number.
//
//go:noinline
func Name(name, title string, of Names, at func(i int) int, number func(i int) float64) *Column {
	c := column(name, title, "text", func(to cells, i int) { to.name(of, i) })
	c.text, c.number = of.At, number
	if at == nil {
		return c
	}
	c.cell = func(to cells, i int) {
		if n := at(i); n >= 0 {
			to.name(of, n)
		} else {
			to.text("")
		}
	}
	c.text = func(i int) string {
		if n := at(i); n >= 0 {
			return of.At(n)
		}
		return ""
	}
	return c
}

// Text returns a column of text. Rows are sorted by number; nil: they can't be.
//
//go:noinline
func Text(name, title string, text func(i int) string, number func(i int) float64) *Column {
	c := column(name, title, "text", func(to cells, i int) { to.text(text(i)) })
	c.text, c.number = text, number
	return c
}

// Content returns a column of long texts, of which a page shows what short makes of them. Rows can't be sorted by it.
func Content(name string, text, short func(i int) string) *Column {
	c := Text(name, name, text, nil)
	c.kind, c.text = "content", short
	return c
}

// List returns a column of several texts a row: in JSON a list, elsewhere joined. Rows are sorted by number.
func List(name, title, separator string, of func(i int) iter.Seq[string], number func(i int) float64) *Column {
	c := column(name, title, "text", func(to cells, i int) { to.list(of(i), separator) })
	c.text, c.number = func(i int) string { return strings.Join(slices.Collect(of(i)), separator) }, number
	return c
}

// Flag returns a column of what is true or false. A page shows says where it is true.
func Flag(name, title, says string, of func(i int) bool) *Column {
	c := column(name, title, "text", func(to cells, i int) { to.bool(of(i)) })
	c.number = func(i int) float64 {
		if of(i) {
			return 1
		}
		return 0
	}
	c.text = func(i int) string { return strings.Repeat(says, int(c.number(i))) }
	return c
}

// Count returns a column of whole numbers.
//
//go:noinline
func Count(name, title string, of func(i int) int) *Column {
	c := column(name, title, "number", func(to cells, i int) { to.int(of(i)) })
	c.number = func(i int) float64 { return float64(of(i)) }
	return c
}

// Ratio returns a column of how many of some there are, as “3 of 5”. In JSON it is two: of all, and of those, which key names.
func Ratio(name, title, key string, part, whole func(i int) int) []*Column {
	of := column(name, title, "text", func(to cells, i int) { to.ratio(part(i), whole(i)) })
	of.text = func(i int) string { return ratio(part(i), whole(i)) }
	of.number = func(i int) float64 { return float64(part(i)) / float64(whole(i)) }
	those := Count(key, "", part)
	those.In = Objects
	return []*Column{of, those}
}

func ratio(part, whole int) string { return fmt.Sprintf("%d of %d", part, whole) }

// Number returns a column of numbers.
//
//go:noinline
func Number(name, title string, of func(i int) float64) *Column {
	c := column(name, title, "number", func(to cells, i int) { to.number(of(i)) })
	c.number = of
	return c
}

// Share returns a column of numbers between 0 and 1, of which files have six digits.
func Share(name, title string, of func(i int) float64) *Column {
	c := Number(name, title, of)
	c.kind, c.cell = "share", func(to cells, i int) { to.share(of(i)) }
	return c
}

// Figure returns a column of figures and, in files alone, those of their intervals. A page and a report
// show what text makes of a figure; what is undefined is empty.
func Figure(name, low, high, title string, of func(i int) api.Figure, text func(api.Figure) string) []*Column {
	unless := func(value func(api.Figure) float64) func(i int) float64 {
		return func(i int) float64 {
			if f := of(i); f.Defined() {
				return value(f)
			}
			return math.NaN()
		}
	}
	c := Number(name, title, unless(func(f api.Figure) float64 { return f.Value }))
	c.kind, c.text = "text", func(i int) string {
		if f := of(i); f.Defined() {
			return text(f)
		}
		return ""
	}
	return []*Column{c, Number(low, "", unless(func(f api.Figure) float64 { return f.Low })),
		Number(high, "", unless(func(f api.Figure) float64 { return f.High }))}
}

// Group returns a column of JSON alone, of objects that have those columns as their members.
func Group(name string, members []*Column) *Column {
	c := column(name, "", "text", func(to cells, i int) { to.(*object).members(members, i) })
	c.In = Objects
	return c
}

// Only returns columns as they are in some places, and not in the others.
func Only(in Place, columns ...*Column) []*Column {
	var out []*Column
	for _, c := range columns {
		one := *c
		one.In &= in
		out = append(out, &one)
	}
	return out
}

// Listed puts the column into a report, too, perhaps under another title (empty: none) and with another text (nil: none).
func (c *Column) Listed(title string, text func(i int) string) *Column {
	c.In |= Report
	c.heading = title
	if text != nil {
		c.listed = text
	}
	return c
}

// Fixed shows the numbers of the column with four decimals each.
func (c *Column) Fixed() *Column {
	c.text = func(i int) string { return Decimals(c.number(i)) }
	return c
}

// Rounded gives files the numbers with four decimals each.
func (c *Column) Rounded() *Column {
	number := c.number
	c.cell = func(to cells, i int) { to.text(Decimals(number(i))) }
	return c
}

// Shown gives the column another text on a page.
func (c *Column) Shown(text func(i int) string) *Column {
	c.kind, c.text = "text", text
	return c
}

// SortedBy sorts rows by another number.
func (c *Column) SortedBy(number func(i int) float64) *Column {
	c.number = number
	return c
}

// Saying says what the cells of the column are.
func (c *Column) Saying(text string) *Column {
	c.Says = text
	return c
}

// Percent says that the numbers are between 0 and 1: files have six digits of them, and a workbook shows percentages.
func (c *Column) Percent() *Column {
	number := c.number
	c.percent, c.cell = true, func(to cells, i int) { to.share(number(i)) }
	return c
}

// Aligned has a report align the text as numbers.
func (c *Column) Aligned() *Column {
	c.digits = true
	return c
}

// AsShown gives files what a page shows, under its title.
func (c *Column) AsShown() *Column {
	show := c.show
	c.File, c.cell = c.Title, func(to cells, i int) { to.text(show(i)) }
	return c
}

// Before puts the column, in these places, before another that is declared earlier.
func (c *Column) Before(in Place, name string) *Column {
	c.moved, c.before = in, name
	return c
}

// show returns what a page shows in row i.
func (c *Column) show(i int) string {
	switch {
	case c.text != nil:
		return c.text(i)
	case c.kind == "share":
		return Decimals(c.number(i))
	}
	return humanize.Figure(c.number(i))
}

// Heading heads the column on a page.
func (c *Column) Heading() api.Heading {
	return api.Heading{Name: c.Name, Title: c.Title, Kind: c.kind}
}

// at returns the columns of a place in their order.
func at(p Place, columns []*Column) []*Column {
	var out []*Column
	for _, c := range columns {
		at := len(out)
		if c.moved&p != 0 {
			if n := slices.IndexFunc(out, func(x *Column) bool { return x.Name == c.before }); n >= 0 {
				at = n
			}
		}
		out = slices.Insert(out, at, c)
	}
	return slices.DeleteFunc(out, func(c *Column) bool { return c.In&p == 0 })
}

// rowName returns the name of row i.
func (t *Table) rowName(i int) string { return t.Columns[0].show(i) }

// rows yields the rows of a file.
func (t *Table) rows(yield func(i int) bool) error {
	if t.Rows != nil {
		return t.Rows(yield)
	}
	for i := 0; i < t.Size && yield(i); i++ {
	}
	return nil
}

// encoder writes a table, beginning with the header.
type encoder interface {
	cells
	row() error   // ends a row and returns the first error of writing
	flush() error // ends the table
}

// header writes the names of the columns, and returns the columns.
func (t *Table) header(to encoder) []*Column {
	columns := at(Files, t.Columns)
	for _, c := range columns {
		to.text(cmp.Or(c.File, c.Name))
	}
	to.row()
	return columns
}

func (t *Table) encode(to encoder) error {
	columns := t.header(to)
	err := t.rows(func(i int) bool {
		for c := range columns {
			columns[c].cell(to, i)
		}
		return to.row() == nil
	})
	return cmp.Or(err, to.flush())
}

// Figures returns what a page shows of row i in some columns, under their headings.
func Figures(columns []*Column, i int) []api.Fact {
	var out []api.Fact
	for _, c := range at(Page, columns) {
		out = append(out, api.Fact{Heading: c.Heading(), Text: c.show(i)})
	}
	return out
}

// Listing is a table in a report, perhaps a part of one.
type Listing struct {
	Header []string   `json:"header"`
	Digits []bool     `json:"numeric"` // of each column: it is aligned as a number
	Rows   [][]string `json:"rows"`
	Of     int        `json:"of"` // rows of the whole
}

// List returns some rows as a report has them.
func (t *Table) List(rows []int, of int) Listing {
	out := Listing{Of: of}
	columns := at(Report, t.Columns)
	for _, c := range columns {
		out.Header, out.Digits = append(out.Header, cmp.Or(c.heading, c.Title)), append(out.Digits, c.digits)
	}
	for _, i := range rows {
		var row []string
		for _, c := range columns {
			says := c.listed
			if says == nil {
				says = c.show
			}
			row = append(row, says(i))
		}
		out.Rows = append(out.Rows, row)
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
