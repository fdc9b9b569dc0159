package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// unfold makes rows of a record.
func (f *jsonFile) unfold(s *sheet, key []byte, v table.Value) {
	switch f.form {
	case peerannot:
		for m := range v.Each() {
			s.row()
			s.put([]byte("task"), key)
			s.put([]byte("worker"), m.Key())
			s.put([]byte("label"), cellOf(m))
		}
		return
	case mapJSON:
		s.row()
		s.put([]byte("task"), key)
		s.put([]byte("label"), cellOf(v))
		return
	}
	if f.rows {
		s.row()
		n := 0
		for e := range v.Each() {
			n++
			s.put([]byte(columnName(n-1)), cellOf(e))
		}
		return
	}
	if unfold := formsOf[f.form]; unfold != nil {
		unfold(s, v)
		if f.form == prodigy && f.worker != "" && len(annotatorOf(v)) == 0 {
			s.put([]byte("worker"), []byte(f.worker))
		}
		return
	}
	list := f.listIn(v)
	if list.Type() != table.Array {
		s.row()
		f.flatten(s, key, v)
		return
	}
	for e := range list.Each() {
		s.row()
		f.flatten(s, key, v)
		s.path = append(append(s.path[:0], f.list...), '.')
		s.flatten(e)
		if e.Get("start_offset").Scalar() {
			s.spans++
		}
	}
}

// flatten writes a record that is one row.
func (f *jsonFile) flatten(s *sheet, key []byte, v table.Value) {
	if f.shape == table.Members {
		s.put([]byte("key"), key)
	}
	if f.worker != "" {
		s.put([]byte(fileColumn), []byte(f.worker))
	}
	s.path = s.path[:0]
	s.flatten(v)
}

// fileColumn is the column of the worker where that is the name of the file.
const fileColumn = "file"

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

// flatten writes the members of an object as cells, under the path so far.
func (s *sheet) flatten(v table.Value) {
	size := len(s.path)
	for m := range v.Each() {
		s.path, s.outer = append(s.path[:size], m.Key()...), size
		switch m.Type() {
		case table.Object:
			if list := m.Get("choices"); list.Type() == table.Array { // as Label Studio writes several choices
				s.put(s.path, cellOf(list))
				continue
			}
			s.path = append(s.path, '.')
			s.flatten(m)
		case table.Array:
			if !scalars(m) {
				if heading.Labels.Has(string(m.Key())) && !objectsIn(m) { // as doccano writes labels of pieces of a text
					s.spans++
				}
				continue
			}
			s.put(s.path, cellOf(m))
		default:
			s.put(s.path, m.Text())
		}
	}
	s.path, s.outer = s.path[:size], 0
}

// scalars reports whether there is nothing but scalars in an array.
func scalars(v table.Value) bool {
	for e := range v.Each() {
		if !e.Scalar() {
			return false
		}
	}
	return true
}

// ofCells reports whether each element of an array is what a cell may say: a scalar,
// or a list of them.
func ofCells(v table.Value) bool {
	for e := range v.Each() {
		if !e.Scalar() && (e.Type() != table.Array || !scalars(e)) {
			return false
		}
	}
	return true
}

// cellOf is what a value says in one cell. A list of one is that one; a longer
// one stays JSON, which a labelReader takes apart.
func cellOf(v table.Value) []byte {
	if v.Type() != table.Array {
		return v.Text()
	}
	var only table.Value
	n := 0
	for e := range v.Each() {
		only = e
		n++
	}
	switch {
	case n == 0:
		return nil
	case n == 1 && only.Scalar():
		return only.Text()
	}
	return v.Text()
}

// listCell is a cell that says several things.
func listCell(all []string) []byte {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return []byte(all[0])
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(all); err != nil {
		panic(err) // strings always can be
	}
	return bytes.TrimSpace(b.Bytes())
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
	s := &sample{columns: len(u.columns)}
	if !u.file.rows {
		s.records = [][]string{u.columns}
	}
	for _, row := range u.rows[:u.n] {
		record := make([]string, len(u.columns))
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
	s := newSheet(f.columns, false, l)
	s.strict = rs.guess.isWide() || rs.guess.shape() == byClass
	return &jsonRows{jsonFile: f, json: table.NewJSON(r, f.shape, f.inner, l), sheet: s}, nil
}

// jsonRows are the rows of a JSON text.
type jsonRows struct {
	*jsonFile
	json  *table.JSON
	sheet *sheet
	at    int // the current row, plus one
}

func (j *jsonRows) Next() error {
	for j.at == j.sheet.n {
		if err := j.json.Next(); err != nil {
			return err
		}
		j.sheet.n, j.at = 0, 0
		if v := j.json.Value(); !j.isRecord(v) {
			return &table.Error{Line: j.Line(), Record: j.json.Record(), Text: string(v.Text()[:min(80, len(v.Text()))]), Err: errNoRecord}
		}
		if j.unfold(j.sheet, j.json.Key(), j.json.Value()); j.sheet.stranger != "" {
			bad := &table.Error{Line: j.Line(), Record: j.json.Record(), Text: j.sheet.stranger, Err: errStranger}
			j.sheet.stranger, j.sheet.n = "", 0
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
func (j *jsonRows) Cell(i int) []byte { return j.sheet.rows[j.at-1][i] }
func (j *jsonRows) ASCII() bool       { return false }
func (j *jsonRows) Line() int         { return j.json.Line() }

// Record is the number of the record, which helps where many are on one line.
func (j *jsonRows) Record() int {
	if j.shape == table.Lines {
		return 0
	}
	return j.json.Record()
}

// byForm gives the roles that a form of JSON fixes, and reports whether it fixes
// any.
func (g *Guess) byForm(u *unfolded, stats []statistics) bool {
	task, worker := "", ""
	switch u.file.form {
	case labelStudio:
		task, worker = "id", "annotator"
	case prodigy:
		task, worker = "_input_hash", "worker"
		if slices.Contains(u.asks, "answer") {
			task = "_task_hash"
		}
	case argilla:
		task, worker = "id", "user_id"
	case labelbox:
		task, worker = "data_row.id", "created_by"
	case mturkAPI:
		task, worker = "HITId", "WorkerId"
		if c := slices.Index(u.columns, "AssignmentStatus"); c >= 0 {
			g.Doubt = &Doubt{Column: c, Cell: "Rejected", What: "of an assignment that was rejected"}
		}
	case doccano:
		task, worker = "id", fileColumn
		if c := slices.Index(u.columns, "id"); c < 0 || stats[c].filled == 0 {
			task = "text"
		}
		if w := u.file.worker; slices.Contains([]string{"all", "unknown"}, strings.ToLower(w)) {
			g.Confirm = fmt.Sprintf("doccano writes one file for each user, whose name is taken for the worker; “%s” is no single user's", w)
		}
	default:
		return false
	}
	set := func(column string, r Role) {
		if c := slices.Index(u.columns, column); c >= 0 && column != "" {
			g.Columns[c].Role, g.Columns[c].Why = r, "by the format, "+u.file.form
		}
	}
	set(task, Task)
	set(worker, Worker)
	var answers []int
	for c, name := range u.columns {
		if slices.Contains(u.asks, name) {
			answers = append(answers, c)
		}
	}
	if u.file.form == mturkAPI {
		g.Questions = questionsOf(u.columns, answers, stats)
	}
	if c := g.answer(answers, stats); c >= 0 {
		set(u.columns[c], Label)
	}
	return true
}
