package layout

import (
	"slices"

	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
)

// A platform may pack several answers into one cell, or a record; each becomes a column of its own, or a row.

// Packed is a column, or several, whose cells hold several answers each.
type Packed struct {
	Platform string   // that packs them
	Column   int      // the first that holds them
	Own      int      // columns of the text
	Columns  []string // that are made of them
}

// takeApart adds the columns of packed answers to a sample and returns how; nil if there are none.
func (s *sample) takeApart() *Packed {
	if len(s.records) < 2 {
		return nil
	}
	h := platform.HeaderOf(s.records[0])
	p, packed := platform.Packed(h)
	if p == nil {
		return nil
	}
	names := s.records[0]
	made := platform.NewSheet(nil, true, table.Limits{})
	from := make([]int, len(s.records)+1) // the rows of each record
	for n, record := range s.records[1:] {
		cells := make([][]byte, len(record))
		for c, cell := range record {
			cells[c] = []byte(cell)
		}
		p.Unpack(made, platform.Record{Names: names, Cells: cells, Column: packed, Number: n})
		from[n+2] = made.N
	}
	a := &Packed{Platform: p.Name, Column: packed, Own: s.columns, Columns: made.Columns}
	if len(a.Columns) == 0 || slices.ContainsFunc(a.Columns, func(name string) bool { return h.Has(name) }) {
		return nil
	}
	records, lines := [][]string{slices.Concat(names, a.Columns)}, s.lines[:1:1]
	for n, record := range s.records[1:] {
		for _, row := range made.Rows[from[n+1]:from[n+2]] {
			more := make([]string, len(a.Columns))
			for c, cell := range row {
				more[c] = string(parse.Tidy(cell))
			}
			records, lines = append(records, slices.Concat(record, more)), append(lines, s.lines[n+1])
		}
	}
	s.records, s.lines = records, lines
	s.columns += len(a.Columns)
	return a
}
