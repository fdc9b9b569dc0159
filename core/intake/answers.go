package intake

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"concord/core/layout/platform"
	"concord/core/table"
)

// A platform may pack several answers into one cell; each becomes a column of its own.

// answers is text with a column whose cells hold several answers.
type answers struct {
	platform  *platform.Platform
	delimiter string
	column    int      // that holds them
	own       int      // columns of the text
	columns   []string // that are made of them
}

// takeApart makes columns of the answers in a sample, and returns how; nil where
// there are none to be found.
func (s *sample) takeApart() *answers {
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
	a := &answers{platform: p, delimiter: s.delimiter, column: packed, own: s.columns, columns: made.Columns}
	if len(a.columns) == 0 || slices.ContainsFunc(a.columns, func(name string) bool { return h.Has(name) }) {
		return nil
	}
	for n, r := range s.records {
		more := a.columns
		if n > 0 {
			more = make([]string, len(a.columns))
			for c, cell := range made.Rows[n-1] {
				more[c] = string(tidy(cell))
			}
		}
		s.records[n] = append(slices.Clip(r), more...)
	}
	s.columns += len(a.columns)
	return a
}

func (a *answers) unnamed() bool { return true }

func (a *answers) open(rs *rows, r io.Reader) (records, error) {
	t := table.NewReader(r, a.delimiter, rs.o.Limits)
	t.SkipLines(rs.guess.Line - 1)
	rs.fill(t, a.own)
	return &answersRows{
		answers: a, text: text{t}, sheet: platform.NewSheet(a.columns, false, rs.o.Limits),
		header: rs.guess.Header,
	}, nil
}

// answersRows are the rows of such a text.
type answersRows struct {
	*answers
	text
	sheet  *platform.Sheet
	header bool // the next record is the header
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
	if a.text.Len() != a.own {
		return nil // which is wrong, and will be said
	}
	if cell := a.text.Cell(a.column); !a.platform.Unpack(a.sheet, bytes.Clone(cell)) {
		return &table.Error{Line: a.text.Line(), Column: a.column + 1, Text: string(cell[:min(80, len(cell))]), Err: errAnswers}
	}
	return nil
}

// errAnswers is what is wrong with a cell that is to hold answers.
var errAnswers = errors.New("answers that can't be understood")

func (a *answersRows) Len() int {
	if n := a.text.Len(); n <= 1 { // a blank line stays one
		return n
	}
	return a.text.Len() + len(a.columns)
}

func (a *answersRows) Cell(i int) []byte {
	if i < a.text.Len() {
		return a.text.Cell(i)
	}
	return a.sheet.Rows[0][i-a.text.Len()]
}

func (a *answersRows) ASCII() bool { return false }

// made is how many of the cells are not in the file.
func (a *answersRows) made() int { return len(a.columns) }
