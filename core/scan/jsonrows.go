package scan

import (
	"io"

	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/table"
)

// jsonRows are the rows of a JSON text.
type jsonRows struct {
	*unfold.JSON
	json  *table.JSON
	sheet *platform.Sheet
	at    int // the current row, plus one
}

func openJSON(f unfold.JSON, rs *Rows, r io.Reader) records {
	l := rs.Options.Limits
	s := platform.NewSheet(f.Columns, false, l)
	s.Worker, s.Strict = f.Worker, rs.Layout.Wide() || rs.Layout.Shape() == layout.ByClass
	return &jsonRows{JSON: &f, json: table.NewJSON(r, f.Shape, f.Member, l), sheet: s}
}

func (j *jsonRows) Next() error {
	bad := func(text string, err error) error {
		return &table.Error{Line: j.Line(), Record: j.json.Record(), Text: text, Err: err}
	}
	for j.at == j.sheet.N {
		if err := j.json.Next(); err != nil {
			return err
		}
		j.sheet.N, j.at = 0, 0
		v := j.json.Value()
		if !j.IsRecord(v) {
			return bad(excerpt(v.Text()), layout.ErrNoRecord)
		}
		j.Unfold(j.sheet, j.json.Key(), v)
		if name := j.sheet.Unknown; name != "" {
			j.sheet.Unknown, j.sheet.N = "", 0
			return bad(name, layout.ErrUnknownName)
		}
	}
	j.at++
	return nil
}

func (j *jsonRows) Len() int { return len(j.Columns) }

func (j *jsonRows) Cell(i int) []byte { return j.sheet.Rows[j.at-1][i] }

func (j *jsonRows) Line() int { return j.json.Line() }

// Record is the number of the record, since many may be on one line.
func (j *jsonRows) Record() int {
	if j.Shape == table.Lines {
		return 0
	}
	return j.json.Record()
}
