package layout

import (
	"slices"

	"concord/core/layout/platform"
	"concord/core/parse"
	"concord/core/table"
)

// A platform may pack several answers into one cell; each becomes a column of its own.

// Packed is a column whose cells hold several answers each.
type Packed struct {
	Platform string   // that packs them
	Column   int      // that holds them
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
	made := platform.NewSheet(nil, true, table.Limits{})
	for _, r := range s.records[1:] {
		made.Row()
		p.Unpack(made, []byte(r[packed]))
	}
	a := &Packed{Platform: p.Name, Column: packed, Own: s.columns, Columns: made.Columns}
	if len(a.Columns) == 0 || slices.ContainsFunc(a.Columns, func(name string) bool { return h.Has(name) }) {
		return nil
	}
	for n, r := range s.records {
		more := a.Columns
		if n > 0 {
			more = make([]string, len(a.Columns))
			for c, cell := range made.Rows[n-1] {
				more[c] = string(parse.Tidy(cell))
			}
		}
		s.records[n] = append(slices.Clip(r), more...)
	}
	s.columns += len(a.Columns)
	return a
}
