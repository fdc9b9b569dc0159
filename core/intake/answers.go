package intake

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"concord/core/table"
)

// MTurk writes all answers of an assignment into one cell: as XML where its API
// is asked (QuestionFormAnswers), as JSON where a page was made of crowd elements
// (taskAnswers). Each answer becomes a column of its own, Answer.NAME.

// answers is text with a column whose cells hold several answers.
type answers struct {
	delimiter string
	column    int      // that holds them
	own       int      // columns of the text
	columns   []string // that are made of them
}

// answersIn finds the column of the answers, -1 where there is none.
func answersIn(h header) int {
	if h.has("HITId") < 0 || h.has("WorkerId") < 0 {
		return -1
	}
	if c := h.has("Answer.taskAnswers"); c >= 0 {
		return c
	}
	return h.has("Answer")
}

// takeApart makes columns of the answers in a sample, and returns how; nil where
// there are none to be found.
func (s *sample) takeApart() *answers {
	if len(s.records) < 2 {
		return nil
	}
	h := headerOf(s.records[0])
	a := &answers{delimiter: s.delimiter, column: answersIn(h), own: s.columns}
	if a.column < 0 {
		return nil
	}
	made := newSheet(nil, true, table.Limits{})
	for _, r := range s.records[1:] {
		made.row()
		made.answersOf([]byte(r[a.column]))
	}
	if a.columns = made.columns; len(a.columns) == 0 || slices.ContainsFunc(a.columns, func(name string) bool { return h.has(name) >= 0 }) {
		return nil
	}
	for n, r := range s.records {
		more := a.columns
		if n > 0 {
			more = make([]string, len(a.columns))
			for c, cell := range made.rows[n-1] {
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
		answers: a, text: text{t}, sheet: newSheet(a.columns, false, rs.o.Limits),
		header: rs.guess.Header,
	}, nil
}

// answersRows are the rows of such a text.
type answersRows struct {
	*answers
	text
	sheet  *sheet
	header bool // the next record is the header
}

func (a *answersRows) Next() error {
	if err := a.text.Next(); err != nil {
		return err
	}
	a.sheet.n = 0
	a.sheet.row()
	if a.header {
		a.header = false
		return nil
	}
	if a.text.Len() != a.own {
		return nil // which is wrong, and will be said
	}
	if cell := a.text.Cell(a.column); !a.sheet.answersOf(bytes.Clone(cell)) {
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
	return a.sheet.rows[0][i-a.text.Len()]
}

func (a *answersRows) ASCII() bool { return false }

// made is how many of the cells are not in the file.
func (a *answersRows) made() int { return len(a.columns) }

// answersOf writes the answers in a cell as cells of the row that was begun last.
// It returns false where the cell can't be understood.
func (s *sheet) answersOf(cell []byte) bool {
	switch cell = bytes.TrimSpace(cell); {
	case len(cell) == 0:
		return true
	case cell[0] == '<':
		return s.questionForm(cell)
	}
	return s.taskAnswers(cell)
}

// taskAnswers writes the answers of crowd elements: [{"mood": {"label": "happy"}}].
func (s *sheet) taskAnswers(cell []byte) bool {
	v, ok := table.Parse(cell)
	if !ok || v.Type() != table.Array && v.Type() != table.Object {
		return false
	}
	write := func(v table.Value) {
		if v.Type() == table.Object {
			s.path = append(s.path[:0], "Answer."...)
			s.flatten(v)
		}
	}
	if v.Type() == table.Array {
		for e := range v.Each() {
			write(e)
		}
		return true
	}
	write(v)
	return true
}

// questionForm writes the answers of a QuestionFormAnswers document.
func (s *sheet) questionForm(cell []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(cell))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the file as a whole was decoded
	question, said, in := "", []string(nil), ""
	for {
		t, err := d.Token()
		if err != nil {
			return err == io.EOF
		}
		switch t := t.(type) {
		case xml.Directive: // no document of MTurk has one
			return false
		case xml.StartElement:
			if in = t.Name.Local; in == "Answer" {
				question, said = "", nil
			}
		case xml.CharData:
			switch text := strings.TrimSpace(string(t)); in {
			case "QuestionIdentifier":
				question += text
			case "FreeText", "SelectionIdentifier", "OtherSelectionText", "UploadedFileKey":
				if text != "" {
					said = append(said, text)
				}
			}
		case xml.EndElement:
			in = ""
			if t.Name.Local != "Answer" || question == "" {
				continue
			}
			if question == "taskAnswers" && len(said) == 1 {
				if !s.taskAnswers([]byte(said[0])) {
					return false
				}
				continue
			}
			s.put([]byte("Answer."+question), listCell(said))
		}
	}
}

// mturkAPI is what the API of MTurk says of assignments, as JSON or CSV.
const mturkAPI = "MTurk assignments"

// unfoldAssignment makes a row of an assignment.
func unfoldAssignment(s *sheet, v table.Value) {
	s.row()
	cell := v.Get("Answer").Text()
	first := len(s.columns)
	for m := range v.Each() {
		if name := string(m.Key()); m.Scalar() && name != "Answer" {
			s.put(m.Key(), m.Text())
		}
	}
	if !s.answersOf(cell) {
		s.put([]byte("Answer"), cell)
	}
	for _, name := range s.columns[min(first, len(s.columns)):] {
		if strings.HasPrefix(name, "Answer") {
			s.ask(name)
		}
	}
}
