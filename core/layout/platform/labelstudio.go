package platform

import (
	"iter"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// Label Studio writes tasks with their annotations as JSON, or a record for each annotation as JSON-MIN and CSV.
var labelStudio = Platform{
	Name: "Label Studio",
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("id"), Worker: t.Column("annotator"), Answers: t.Asked, ID: "annotation_id",
			Unanswered: &Doubt{Column: t.Column("was_cancelled"), Cell: "true"}}
		for n, name := range t.Header {
			if len(c.Answers) == 0 && heading.Labels.Has(name) && t.Filled[n] > 0 && n != c.Task && n != c.Worker {
				c.Answers = []int{n}
			}
		}
		c.ByValues = t.Prefixed("data.") == nil // of CSV, where all annotators may agree
		return c
	},
	// It used to call annotations completions.
	Record: func(v table.Value) bool {
		none := v.Get("annotations").Type() == table.Array && !v.Get("annotations").Any()
		return has(v, "data") && firstHas(labelStudioAnnotations(v), "result") || has(v, "id") && v.Get("data").Type() == table.Object && none ||
			has(v, "id", "annotator", "annotation_id", "lead_time")
	},
	Rows: func(h Header) bool { return h.Has("id", "annotator", "annotation_id", "lead_time") },
	Unfold: func(s *Sheet, v table.Value) {
		if has(v, "annotation_id") {
			unfoldAnnotation(s, v)
		} else {
			unfoldLabelStudio(s, v)
		}
	},
	Questions: labelStudioQuestions,
	Truth:     BesideLabel,
}

// ofAnnotation are the members of a record of JSON-MIN and CSV that are neither content nor answers.
var ofAnnotation = []string{"id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "agreement"}

// unfoldAnnotation makes a row of a record of JSON-MIN or CSV. A member that stands between the task and the annotator is an answer, and so
// is what has the form of one: CSV has its columns in the order of the alphabet.
func unfoldAnnotation(s *Sheet, v table.Value) {
	s.Row()
	task, annotation := false, false
	for m := range v.Each() {
		name := string(m.Key())
		task, annotation = task || name == "id", annotation || slices.Contains(ofAnnotation[1:], name)
		if m.Scalar() {
			if s.putKey(m.Key(), m.Text()); task && !annotation && name != "id" {
				s.Ask(name)
			}
			continue
		}
		if tiers := labelStudioRanking(m); tiers != nil {
			s.Rank(name, tiers)
		} else if given := labelStudioCell(s, m); len(given) > 0 {
			s.Ask(name)
			s.Put(name, ListCell(given))
		}
	}
}

// labelStudioCell returns the answers in a cell: choices, texts, or a list of values of results.
func labelStudioCell(s *Sheet, cell table.Value) (given []string) {
	if cell.Type() == table.Object {
		return labelStudioValue(s, cell)
	}
	for e := range cell.Each() {
		if e.Scalar() {
			given = append(given, string(e.Text()))
		} else {
			given = append(given, labelStudioValue(s, e)...)
		}
	}
	return given
}

// labelStudioQuestions asks for the columns of CSV in which annotators of a task differ.
func labelStudioQuestions(s *Sheet) {
	task := slices.Index(s.Columns, "id")
	if task < 0 {
		return
	}
	for c, name := range s.Columns {
		first := make(map[string]string)
		for _, row := range s.Rows[:s.N] {
			if slices.Contains(ofAnnotation, name) || c >= len(row) || task >= len(row) {
				continue
			}
			was, seen := first[string(row[task])]
			if !seen {
				first[string(row[task])] = string(row[c])
			} else if was != string(row[c]) {
				s.Ask(name)
				break
			}
		}
	}
}

// LabelStudioAnnotations yields the annotations of a task.
func LabelStudioAnnotations(v table.Value) iter.Seq[table.Value] {
	return labelStudioAnnotations(v).Each()
}

func labelStudioAnnotations(v table.Value) table.Value {
	if list := v.Get("annotations"); list.Type() == table.Array {
		return list
	}
	return v.Get("completions")
}

// unfoldLabelStudio makes a row of each annotation of a task, with a column for each question (from_name). What was skipped has no answers.
func unfoldLabelStudio(s *Sheet, v table.Value) {
	for a := range labelStudioAnnotations(v).Each() {
		s.Row()
		s.Put("id", v.Get("id").Text())
		by := a.Get("completed_by")
		if by.Type() == table.Object {
			if by = by.Get("email"); len(by.Text()) == 0 {
				by = a.Get("completed_by").Get("id")
			}
		}
		s.Put("annotator", by.Text())
		s.Put("annotation_id", a.Get("id").Text())
		if string(a.Get("was_cancelled").Text()) != "true" {
			labelStudioAnswers(s, a.Get("result"), string(a.Get("ground_truth").Text()) == "true")
		}
		s.PutMembers(a, "", "ground_truth", "was_cancelled", "lead_time", "created_at", "updated_at")
		s.Flatten("data.", v.Get("data"))
	}
}

// labelStudioAnswers writes the answers of one annotation; once more as what is right where it is a ground truth.
func labelStudioAnswers(s *Sheet, result table.Value, truth bool) {
	answers := make(map[string][]string)
	var order []string
	for r := range result.Each() {
		value := r.Get("value")
		name := string(r.Get("from_name").Text())
		if name == "" || value.Type() != table.Object {
			continue
		}
		if tiers := labelStudioRanking(value); tiers != nil {
			s.Rank(name, tiers)
		} else if given := labelStudioValue(s, value); len(given) > 0 {
			if answers[name] == nil {
				order = append(order, name)
			}
			answers[name] = append(answers[name], given...)
		}
	}
	for _, name := range order {
		s.Ask(name)
		s.Put(name, ListCell(answers[name]))
		if truth {
			s.Put(name+"_gold", ListCell(answers[name]))
		}
	}
}

// labelStudioValue returns what the value of a result says of the task as a whole.
func labelStudioValue(s *Sheet, value table.Value) (given []string) {
	switch {
	case len(value.Get("start").Text()) > 0 || len(value.Get("x").Text()) > 0 || value.Get("points").Type() == table.Array:
		s.Spans++
		return nil
	case has(value, "ranker"): // which sorts items into baskets
		s.Spans++
		return nil
	}
	switch _, m := LabelStudioValue(value); {
	case m.Type() == table.Array:
		for e := range m.Each() {
			given = append(given, LabelStudioChoice(e))
		}
	case m.Scalar():
		given = append(given, string(m.Text()))
	}
	return given
}

// labelStudioRanking returns the items of a ranking, best first; nil: the value of a result, or the first of a list of such, is none.
func labelStudioRanking(v table.Value) (tiers [][]string) {
	if v.Type() == table.Array {
		for one := range v.Each() {
			return labelStudioRanking(one)
		}
	}
	for item := range v.Get("ranker").Get("rank").Each() {
		tiers = append(tiers, []string{string(item.Text())})
	}
	return tiers
}

// LabelStudioValue returns what the value of a result says, a scalar or a list, and its name there; "": nothing of the task as a whole.
func LabelStudioValue(value table.Value) (key string, said table.Value) {
	for _, key := range []string{"choices", "rating", "taxonomy", "text", "number", "selected", "datetime"} {
		if m := value.Get(key); m.Scalar() || m.Type() == table.Array {
			return key, m
		}
	}
	return "", table.Value{}
}

// LabelStudioChoice is a choice: its name, or its place in a taxonomy.
func LabelStudioChoice(v table.Value) string {
	if v.Type() != table.Array {
		return string(v.Text())
	}
	var steps []string
	for e := range v.Each() {
		steps = append(steps, string(e.Text()))
	}
	return strings.Join(steps, " > ")
}
