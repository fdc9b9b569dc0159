package intake

import (
	"bytes"
	"errors"
	"io"
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

// takeApart makes columns of the answers in a sample, and returns how; nil where
// there are none to be found.
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

func (rs *rows) openPacked(r io.Reader) records {
	a := rs.guess.Packed
	t := table.NewReader(r, rs.guess.Delimiter, rs.o.Limits)
	t.SkipLines(rs.guess.Line - 1)
	rs.fill(t, a.Own)
	return &answersRows{
		Packed: a, text: text{t}, platform: platform.Named(a.Platform), sheet: platform.NewSheet(a.Columns, false, rs.o.Limits),
		header: rs.guess.Header,
	}
}

// answersRows are the rows of such a text.
type answersRows struct {
	*Packed
	text
	platform *platform.Platform
	sheet    *platform.Sheet
	header   bool // the next record is the header
}

func (a *answersRows) Next() error {
	if err := a.text.Next(); err != nil {
		return err
	}
	a.sheet.N = 0
	a.sheet.Row()
	if a.header {
		a.header = false
		return nil
	}
	if a.text.Len() != a.Own {
		return nil // which is wrong, and will be said
	}
	if cell := a.text.Cell(a.Packed.Column); !a.platform.Unpack(a.sheet, bytes.Clone(cell)) {
		return &table.Error{Line: a.text.Line(), Column: a.Packed.Column + 1, Text: string(cell[:min(80, len(cell))]), Err: errAnswers}
	}
	return nil
}

// errAnswers is what is wrong with a cell that is to hold answers.
var errAnswers = errors.New("answers that can't be understood")

func (a *answersRows) Len() int {
	if n := a.text.Len(); n <= 1 { // a blank line stays one
		return n
	}
	return a.text.Len() + len(a.Columns)
}

func (a *answersRows) Cell(i int) []byte {
	if i < a.text.Len() {
		return a.text.Cell(i)
	}
	return a.sheet.Rows[0][i-a.text.Len()]
}

func (a *answersRows) ASCII() bool { return false }

// made is how many of the cells are not in the file.
func (a *answersRows) made() int { return len(a.Columns) }
