package platform

import (
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// Label Studio writes tasks with their annotations as JSON, or an annotation a row as CSV.
var labelStudio = Platform{
	Name:  "Label Studio",
	Match: func(h Header) bool { return h.Has("annotation_id", "annotator", "id", "lead_time") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("id"), Worker: t.Column("annotator"), Answers: t.Asked}
		if t.Record {
			return c
		}
		c.Lists, c.ByValues = true, true
		for n, name := range t.Header {
			if heading.Labels.Has(name) && t.Filled[n] > 0 && n != c.Task && n != c.Worker {
				c.Answers = []int{n}
				break
			}
		}
		return c
	},
	// It used to call annotations completions.
	Record: func(v table.Value) bool {
		none := v.Get("annotations").Type() == table.Array && !v.Get("annotations").Any()
		return has(v, "data") && firstHas(labelStudioAnnotations(v), "result") || has(v, "id") && v.Get("data").Type() == table.Object && none
	},
	Unfold: unfoldLabelStudio,
	Truth:  BesideLabel,
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
		s.PutMembers(a, "", "ground_truth", "lead_time", "created_at", "updated_at")
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
		if len(value.Get("start").Text()) > 0 || len(value.Get("x").Text()) > 0 || value.Get("points").Type() == table.Array {
			s.Spans++
			continue
		}
		if given := labelStudioValue(value); len(given) > 0 {
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

// labelStudioValue returns what the value of a result says.
func labelStudioValue(value table.Value) (given []string) {
	for _, kind := range []string{"choices", "rating", "taxonomy", "text", "number", "selected", "datetime"} {
		switch m := value.Get(kind); {
		case m.Type() == table.Array:
			for e := range m.Each() {
				given = append(given, labelStudioChoice(e))
			}
		case m.Scalar():
			given = append(given, string(m.Text()))
		}
	}
	return given
}

// labelStudioChoice is a choice: its name, or its place in a taxonomy.
func labelStudioChoice(v table.Value) string {
	if v.Type() != table.Array {
		return string(v.Text())
	}
	var steps []string
	for e := range v.Each() {
		steps = append(steps, string(e.Text()))
	}
	return strings.Join(steps, " > ")
}
