package intake

import (
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"concord/core/layout/platform"
	"concord/core/table"
)

// unfold makes rows of a record.
func (f *jsonFile) unfold(s *platform.Sheet, key []byte, v table.Value) {
	switch f.form {
	case peerannot:
		for m := range v.Each() {
			s.Row()
			s.Put("task", key)
			s.Put("worker", m.Key())
			s.Put("label", platform.Cell(m))
		}
		return
	case mapJSON:
		s.Row()
		s.Put("task", key)
		s.Put("label", platform.Cell(v))
		return
	}
	if f.rows {
		s.Row()
		n := 0
		for e := range v.Each() {
			n++
			s.Put(columnName(n-1), platform.Cell(e))
		}
		return
	}
	if f.platform != nil && f.platform.Unfold != nil {
		f.platform.Unfold(s, v)
		return
	}
	list := f.listIn(v)
	if list.Type() != table.Array {
		s.Row()
		f.flatten(s, key, v)
		return
	}
	for e := range list.Each() {
		s.Row()
		f.flatten(s, key, v)
		s.Flatten(f.list+".", e)
		if e.Get("start_offset").Scalar() {
			s.Spans++
		}
	}
}

// flatten writes a record that is one row.
func (f *jsonFile) flatten(s *platform.Sheet, key []byte, v table.Value) {
	if f.shape == table.Members {
		s.Put("key", key)
	}
	if f.worker != "" {
		s.Put(platform.FileColumn, []byte(f.worker))
	}
	s.Flatten("", v)
}

// listIn returns the list of answers in a record.
func (f *jsonFile) listIn(v table.Value) table.Value {
	if f.list == "" {
		return table.Value{}
	}
	if list := v.Get(f.list); list.Type() != table.None {
		return list
	}
	outer, inner, _ := strings.Cut(f.list, ".")
	return v.Get(outer).Get(inner)
}

// ofCells reports whether each element of an array is what a cell may say: a scalar,
// or a list of them.
func ofCells(v table.Value) bool {
	for e := range v.Each() {
		if !e.Scalar() && (e.Type() != table.Array || !platform.Scalars(e)) {
			return false
		}
	}
	return true
}

// stem is the name of a file without its folders and endings. Other dots are part of
// it: ann.m.jsonl and ann.p.jsonl are those of two users.
func stem(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, ending := range slices.Concat([]string{".gz", ".zst"}, endings) {
		if n := len(name) - len(ending); n > 0 && strings.EqualFold(name[n:], ending) {
			name = name[:n]
		}
	}
	return name
}

// sampleOf is the beginning of the file as a table with a header.
func (u *unfolded) sample() *sample {
	s := &sample{columns: len(u.Columns)}
	if !u.file.rows {
		s.records = [][]string{u.Columns}
	}
	for _, row := range u.Rows[:u.N] {
		record := make([]string, len(u.Columns))
		for c, cell := range row {
			record[c] = string(tidy(cell))
		}
		s.records = append(s.records, record)
	}
	return s
}

// open makes the rows of a file.
func (f *jsonFile) open(rs *rows, r io.Reader) (records, error) {
	l := rs.o.Limits
	s := platform.NewSheet(f.columns, false, l)
	s.Worker, s.Strict = f.worker, rs.guess.isWide() || rs.guess.shape() == byClass
	return &jsonRows{jsonFile: f, json: table.NewJSON(r, f.shape, f.inner, l), sheet: s}, nil
}

// jsonRows are the rows of a JSON text.
type jsonRows struct {
	*jsonFile
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
		if v := j.json.Value(); !j.isRecord(v) {
			return &table.Error{Line: j.Line(), Record: j.json.Record(), Text: string(v.Text()[:min(80, len(v.Text()))]), Err: errNoRecord}
		}
		if j.unfold(j.sheet, j.json.Key(), j.json.Value()); j.sheet.Unknown != "" {
			bad := &table.Error{Line: j.Line(), Record: j.json.Record(), Text: j.sheet.Unknown, Err: errStranger}
			j.sheet.Unknown, j.sheet.N = "", 0
			return bad
		}
	}
	j.at++
	return nil
}

// errStranger is what is wrong with a record that has an answer under a name that
// is none of the columns.
var errStranger = errors.New("a name that is not one of the columns")

// isRecord reports whether rows can be made of a value.
func (f *jsonFile) isRecord(v table.Value) bool {
	switch {
	case f.form == mapJSON:
		return v.Scalar()
	case f.rows:
		return v.Type() == table.Array && ofCells(v)
	}
	return v.Type() == table.Object
}

// errNoRecord is what is wrong with a value that is no object.
var errNoRecord = errors.New("a value that is no object")

func (f *jsonFile) unnamed() bool     { return f.rows }
func (j *jsonRows) Len() int          { return len(j.columns) }
func (j *jsonRows) Cell(i int) []byte { return j.sheet.Rows[j.at-1][i] }
func (j *jsonRows) ASCII() bool       { return false }
func (j *jsonRows) Line() int         { return j.json.Line() }

// Record is the number of the record, which helps where many are on one line.
func (j *jsonRows) Record() int {
	if j.shape == table.Lines {
		return 0
	}
	return j.json.Record()
}
