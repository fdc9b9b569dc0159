package platform

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"concord/core/table"
)

// MTurk writes batch results as CSV: an assignment a row, an answer a column. All
// answers may be packed into one cell instead: as XML where the API is asked
// (QuestionFormAnswers), as JSON where a page was made of crowd elements
// (taskAnswers). Each answer then becomes a column of its own, Answer.NAME.
var mturkBatch = Platform{
	Name:  "MTurk batch results",
	Match: isMTurkBatch,
	Apply: func(t *Table) Columns { return assignments(t, mturkAnswers(t.Header)) },
	Explain: func(h Header) (what, do string) {
		if !isMTurkBatch(h) || isMTurkAssignments(h) || len(mturkAnswers(h)) > 0 {
			return "", ""
		}
		return "the answers of these MTurk results are in one cell each, Answer.taskAnswers, and not one could be found there",
			"Write the answer of each row to a column of its own, such as Answer.label, and open that"
	},
	Packed: func(h Header) int {
		if !h.Has("HITId", "WorkerId") {
			return -1
		}
		if c := h.Column("Answer.taskAnswers"); c >= 0 {
			return c
		}
		return h.Column("Answer")
	},
	Unpack: func(s *Sheet, r Record) bool {
		s.Row()
		return unpackAnswers(s, r.Cells[r.Column])
	},
	Blank: []string{"Approve", "Reject"},
}

// What the API says of assignments, as JSON or CSV.
var mturkAssignments = Platform{
	Name:  "MTurk assignments",
	Match: isMTurkAssignments,
	Apply: func(t *Table) Columns {
		if t.Record {
			return assignments(t, t.Asked)
		}
		if answers := mturkAnswers(t.Header); len(answers) > 0 {
			return assignments(t, answers)
		}
		return assignments(t, []int{t.Column("Answer")})
	},
	Blank:  mturkBatch.Blank,
	Record: func(v table.Value) bool { return has(v, "AssignmentId", "HITId", "WorkerId", "Answer") },
	Unfold: unfoldAssignment,
}

func isMTurkBatch(h Header) bool { return h.Has("HITId", "WorkerId") && len(h.Prefixed("Answer.")) > 0 }

func isMTurkAssignments(h Header) bool { return h.Has("HITId", "WorkerId", "AssignmentId", "Answer") }

func assignments(t *Table, answers []int) Columns {
	return Columns{Task: t.Column("HITId"), Worker: t.Column("WorkerId"), Answers: answers, Options: true,
		Doubt: t.doubt("AssignmentStatus", "Rejected", "of an assignment that was rejected")}
}

// mturkAnswers are the columns of answers, but for the one that packs all of them.
func mturkAnswers(h Header) []int {
	return slices.DeleteFunc(h.Prefixed("Answer."), func(c int) bool { return h[c] == "answer.taskanswers" })
}

// unfoldAssignment makes a row of an assignment.
func unfoldAssignment(s *Sheet, v table.Value) {
	s.Row()
	first := len(s.Columns)
	for m := range v.Each() {
		if m.Scalar() && string(m.Key()) != "Answer" {
			s.putKey(m.Key(), m.Text())
		}
	}
	if cell := v.Get("Answer").Text(); !unpackAnswers(s, cell) {
		s.Put("Answer", cell)
	}
	for _, name := range s.Columns[min(first, len(s.Columns)):] {
		if strings.HasPrefix(name, "Answer") {
			s.Ask(name)
		}
	}
}

// unpackAnswers writes the answers in a cell as cells of the last row.
func unpackAnswers(s *Sheet, cell []byte) bool {
	switch cell = bytes.TrimSpace(cell); {
	case len(cell) == 0:
		return true
	case cell[0] == '<':
		return questionFormAnswers(s, cell)
	}
	return taskAnswers(s, cell)
}

// taskAnswers writes the answers of crowd elements: [{"mood": {"label": "happy"}}].
func taskAnswers(s *Sheet, cell []byte) bool {
	v, ok := table.Parse(cell)
	switch {
	case ok && v.Type() == table.Object:
		s.Flatten("Answer.", v)
	case ok && v.Type() == table.Array:
		for e := range v.Each() {
			if e.Type() == table.Object {
				s.Flatten("Answer.", e)
			}
		}
	default:
		return false
	}
	return true
}

// questionFormAnswers writes the answers of a QuestionFormAnswers document.
func questionFormAnswers(s *Sheet, cell []byte) bool {
	d := xml.NewDecoder(bytes.NewReader(cell))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the file as a whole was decoded
	question, given, in := "", []string(nil), ""
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
				question, given = "", nil
			}
		case xml.CharData:
			switch text := strings.TrimSpace(string(t)); in {
			case "QuestionIdentifier":
				question += text
			case "FreeText", "SelectionIdentifier", "OtherSelectionText", "UploadedFileKey":
				if text != "" {
					given = append(given, text)
				}
			}
		case xml.EndElement:
			in = ""
			if t.Name.Local != "Answer" || question == "" {
				continue
			}
			if question == "taskAnswers" && len(given) == 1 {
				if !taskAnswers(s, []byte(given[0])) {
					return false
				}
				continue
			}
			s.Put("Answer."+question, ListCell(given))
		}
	}
}
