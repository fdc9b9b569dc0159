package sheet

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Cell is a cell by itself.
type Cell struct {
	Text string // as in CSV, without quotes
	JSON string // empty: the cell is
}

// Number reports whether the cell is a number.
func (c Cell) Number() bool { return c.JSON == c.Text && c.Text != "true" && c.Text != "false" }

// Append appends the cell to a row of text, in quotes where it needs them or is to have them, and with an apostrophe before what a
// spreadsheet would run if it is to be safe.
func (c Cell) Append(to []byte, delimiter string, inQuotes, safe bool) []byte {
	text := c.Text
	if safe && Formula([]byte(text)) {
		text = "'" + text
	}
	if !inQuotes && !quoted([]byte(text)) && !strings.Contains(text, delimiter) {
		return append(to, text...)
	}
	return append(append(append(to, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}

// RowOf returns what some columns say in row i of a file, cell by cell, and HeaderOf how they are called there.
func RowOf(columns []*Column, i int) []Cell {
	var row cellRow
	for _, c := range columns {
		c.cell(&row, i)
	}
	return row
}

func HeaderOf(columns []*Column) (names []string) {
	for _, c := range columns {
		names = append(names, cmp.Or(c.File, c.Name))
	}
	return names
}

// FilesOf returns those of columns that files have, in their order there.
func FilesOf(columns []*Column) []*Column { return at(Files, columns) }

// cellRow gathers cells.
type cellRow []Cell

func (r *cellRow) add(text string, json []byte) { *r = append(*r, Cell{text, string(json)}) }

func (r *cellRow) text(cell string)      { r.add(cell, AppendString(nil, cell)) }
func (r *cellRow) name(of Names, i int)  { r.text(of.At(i)) }
func (r *cellRow) int(n int)             { r.number(float64(n)) }
func (r *cellRow) number(x float64)      { r.add(string(AppendNumber(nil, x)), AppendFinite(nil, x)) }
func (r *cellRow) share(x float64)       { r.add(string(AppendShare(nil, x)), appendShareOrNull(nil, x)) }
func (r *cellRow) bool(b bool)           { r.add(strconv.FormatBool(b), strconv.AppendBool(nil, b)) }
func (r *cellRow) ratio(part, whole int) { r.text(ratio(part, whole)) }

func (r *cellRow) list(of iter.Seq[string], separator string) {
	all := slices.Collect(of)
	r.add(strings.Join(all, separator), AppendStrings(nil, slices.Values(all)))
}
