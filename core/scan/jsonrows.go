package scan

import (
	"io"

	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/layout/unfold"
	"concord/core/table"
)

// openJSON makes the rows of a JSON text.
func openJSON(f unfold.JSON, rs *Rows, r io.Reader) records {
	l := rs.Options.Limits
	s := platform.NewSheet(f.Columns, false, l)
	s.Worker, s.Strict = f.Worker, rs.Layout.Wide() || rs.Layout.Shape() == layout.ByClass
	return &jsonRows{JSON: &f, json: table.NewJSON(r, f.Shape, f.Member, l), sheet: s}
}

// jsonRows are the rows of a JSON text.
type jsonRows struct {
	*unfold.JSON
	json  *table.JSON
	sheet *platform.Sheet
	at    int // the current row, plus one
}

func (j *jsonRows) Next() error {
	for j.at == j.sheet.N {
		if err := j.json.Next(); err != nil {
			return err
		}
		j.sheet.N, j.at = 0, 0
		if v := j.json.Value(); !j.IsRecord(v) {
			return &table.Error{Line: j.Line(), Record: j.json.Record(), Text: string(v.Text()[:min(80, len(v.Text()))]), Err: layout.ErrNoRecord}
		}
		if j.Unfold(j.sheet, j.json.Key(), j.json.Value()); j.sheet.Unknown != "" {
			bad := &table.Error{Line: j.Line(), Record: j.json.Record(), Text: j.sheet.Unknown, Err: layout.ErrUnknownName}
			j.sheet.Unknown, j.sheet.N = "", 0
			return bad
		}
	}
	j.at++
	return nil
}

func (j *jsonRows) Len() int { return len(j.Columns) }

func (j *jsonRows) Cell(i int) []byte { return j.sheet.Rows[j.at-1][i] }

func (j *jsonRows) ASCII() bool { return false }

func (j *jsonRows) Line() int { return j.json.Line() }

// Record is the number of the record, which helps where many are on one line.
func (j *jsonRows) Record() int {
	if j.Shape == table.Lines {
		return 0
	}
	return j.json.Record()
}
