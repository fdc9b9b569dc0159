package intake

import (
	"bytes"
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// The forms of JSON that platforms export (formats.md, rows 7 and 9 to 13); the
// name of Label Studio's is that of its CSV.
const (
	doccano  = "doccano"
	prodigy  = "Prodigy"
	argilla  = "Argilla"
	labelbox = "Labelbox"
)

// formsOf are the forms whose rows are not just their members.
var formsOf = map[string]func(*sheet, table.Value){
	labelStudio: unfoldLabelStudio,
	prodigy:     unfoldProdigy,
	argilla:     unfoldArgilla,
	labelbox:    unfoldLabelbox,
	mturkAPI:    unfoldAssignment,
}

// formOf returns the form whose signature a record bears, or "".
func formOf(v table.Value) string {
	has := func(names ...string) bool {
		for _, name := range names {
			if v.Get(name).Type() == table.None {
				return false
			}
		}
		return true
	}
	switch {
	case has("_task_hash", "_input_hash", "answer"):
		return prodigy
	case has("AssignmentId", "HITId", "WorkerId", "Answer"):
		return mturkAPI
	case has("data_row", "projects"):
		return labelbox
	case firstHas(annotationsOf(v), "result") && has("data"),
		has("id") && v.Get("data").Type() == table.Object && v.Get("annotations").Type() == table.Array && !v.Get("annotations").Any():
		return labelStudio
	case isArgilla(v):
		return argilla
	case isDoccano(v):
		return doccano
	}
	return ""
}

// firstHas reports whether v is a list whose first element has a member.
func firstHas(v table.Value, name string) bool {
	for e := range v.Each() {
		return e.Get(name).Type() != table.None
	}
	return false
}

// annotationsOf returns the annotations of a task of Label Studio, which it used
// to call completions.
func annotationsOf(v table.Value) table.Value {
	if list := v.Get("annotations"); list.Type() == table.Array {
		return list
	}
	return v.Get("completions")
}

// unfoldLabelStudio makes a row of each annotation of a task, with a column for
// each question (from_name). What was skipped has no answers.
func unfoldLabelStudio(s *sheet, v table.Value) {
	for a := range annotationsOf(v).Each() {
		s.row()
		s.put([]byte("id"), v.Get("id").Text())
		by := a.Get("completed_by")
		if by.Type() == table.Object {
			if by = by.Get("email"); len(by.Text()) == 0 {
				by = a.Get("completed_by").Get("id")
			}
		}
		s.put([]byte("annotator"), by.Text())
		s.put([]byte("annotation_id"), a.Get("id").Text())
		if string(a.Get("was_cancelled").Text()) != "true" {
			labelStudioAnswers(s, a.Get("result"), string(a.Get("ground_truth").Text()) == "true")
		}
		for _, name := range []string{"ground_truth", "lead_time", "created_at", "updated_at"} {
			if m := a.Get(name); m.Scalar() {
				s.put([]byte(name), m.Text())
			}
		}
		s.path = append(s.path[:0], "data."...)
		s.flatten(v.Get("data"))
	}
}

// labelStudioAnswers writes the answers of one annotation; once more as what is
// right where it is a ground truth.
func labelStudioAnswers(s *sheet, result table.Value, truth bool) {
	answers := make(map[string][]string)
	var order []string
	for r := range result.Each() {
		value := r.Get("value")
		name := string(r.Get("from_name").Text())
		if name == "" || value.Type() != table.Object {
			continue
		}
		if len(value.Get("start").Text()) > 0 || len(value.Get("x").Text()) > 0 || value.Get("points").Type() == table.Array {
			s.spans++
			continue
		}
		var said []string
		for _, kind := range []string{"choices", "rating", "taxonomy", "text", "number", "selected", "datetime"} {
			switch m := value.Get(kind); {
			case m.Type() == table.Array:
				for e := range m.Each() {
					said = append(said, steps(e))
				}
			case m.Scalar():
				said = append(said, string(m.Text()))
			}
		}
		if len(said) == 0 {
			continue
		}
		if _, ok := answers[name]; !ok {
			order = append(order, name)
		}
		answers[name] = append(answers[name], said...)
	}
	for _, name := range order {
		s.ask(name)
		s.put([]byte(name), listCell(answers[name]))
		if truth {
			s.put([]byte(name+"_gold"), listCell(answers[name]))
		}
	}
}

// steps is a choice: its name, or its place in a taxonomy.
func steps(v table.Value) string {
	if v.Type() != table.Array {
		return string(v.Text())
	}
	var all []string
	for e := range v.Each() {
		all = append(all, string(e.Text()))
	}
	return strings.Join(all, " > ")
}

// unfoldProdigy makes a row of a record. What was chosen among options is the
// answer; else whether a task was accepted.
func unfoldProdigy(s *sheet, v table.Value) {
	s.row()
	s.put([]byte("_input_hash"), v.Get("_input_hash").Text())
	s.put([]byte("_task_hash"), v.Get("_task_hash").Text())
	s.put([]byte("worker"), annotatorOf(v))
	answer := v.Get("answer").Text()
	accept := v.Get("accept")
	switch {
	case accept.Type() == table.Array || v.Get("options").Type() == table.Array:
		s.ask("accept")
		var chosen []byte
		if string(answer) == "accept" {
			chosen = cellOf(accept)
		}
		s.put([]byte("accept"), chosen)
	case v.Get("spans").Type() == table.Array && v.Get("label").Type() == table.None:
		s.spans++
	default:
		s.ask("answer")
		if string(answer) == "ignore" {
			answer = nil
		}
		s.put([]byte("answer"), answer)
	}
	for _, name := range []string{"label", "text", "_view_id", "_timestamp"} {
		if m := v.Get(name); m.Scalar() {
			s.put([]byte(name), m.Text())
		}
	}
}

// annotatorOf says who gave a record of Prodigy; it does not say so without sessions.
func annotatorOf(v table.Value) []byte {
	if id := v.Get("_annotator_id").Text(); len(id) > 0 {
		return id
	}
	return v.Get("_session_id").Text()
}

// isArgilla recognises the three ways in which Argilla has written responses.
func isArgilla(v table.Value) bool {
	responses := v.Get("responses")
	if firstHas(responses, "values") {
		return true
	}
	for q := range responses.Each() {
		if responses.Type() == table.Object && firstHas(q, "user_id") {
			return true
		}
	}
	for q := range v.Each() {
		if bytes.HasSuffix(q.Key(), []byte(".responses.users")) || firstHas(q, "user_id") && firstHas(q, "value") {
			return true
		}
	}
	return false
}

// response is one user's answer to one question.
type response struct {
	user, status string
	question     string
	value        table.Value
}

// responsesOf gathers the responses of a record however they are written.
func responsesOf(v table.Value) (all []response) {
	list := func(question string, q table.Value) {
		for r := range q.Each() {
			all = append(all, response{string(r.Get("user_id").Text()), string(r.Get("status").Text()), question, r.Get("value")})
		}
	}
	responses := v.Get("responses")
	for r := range responses.Each() {
		if responses.Type() == table.Object { // question: [{value, user_id}]
			list(string(r.Key()), r)
			continue
		}
		for q := range r.Get("values").Each() { // [{user_id, status, values: {question: {value}}}]
			value := q.Get("value")
			if q.Type() != table.Object {
				value = q
			}
			all = append(all, response{string(r.Get("user_id").Text()), string(r.Get("status").Text()), string(q.Key()), value})
		}
	}
	for q := range v.Each() {
		name := string(q.Key())
		question, flat := strings.CutSuffix(name, ".responses")
		switch {
		case flat: // question.responses, and beside it …responses.users and …responses.status
			users, status := elements(v.Get(name+".users")), elements(v.Get(name+".status"))
			for n, value := range elements(q) {
				r := response{question: question, value: value}
				if n < len(users) {
					r.user = string(users[n].Text())
				}
				if n < len(status) {
					r.status = string(status[n].Text())
				}
				all = append(all, r)
			}
		case name != "responses" && name != "suggestions" && firstHas(q, "user_id") && firstHas(q, "value"): // question: [{user_id, value, status}]
			list(name, q)
		}
	}
	return all
}

func elements(v table.Value) (all []table.Value) {
	for e := range v.Each() {
		all = append(all, e)
	}
	return all
}

// unfoldArgilla makes a row of what each user has said of a record. What was not
// submitted is no answer.
func unfoldArgilla(s *sheet, v table.Value) {
	all := responsesOf(v)
	done := make(map[string]bool)
	for _, first := range all {
		if done[first.user] {
			continue
		}
		done[first.user] = true
		s.row()
		s.put([]byte("id"), v.Get("id").Text())
		s.put([]byte("user_id"), []byte(first.user))
		s.put([]byte("status"), []byte(first.status))
		for _, r := range all {
			if r.user != first.user {
				continue
			}
			s.ask(r.question)
			if (r.status == "" || r.status == "submitted") && (r.value.Type() != table.Array || scalars(r.value)) {
				s.put([]byte(r.question), cellOf(r.value))
			}
		}
		for _, name := range []string{"fields", "metadata"} {
			s.path = append(append(s.path[:0], name...), '.')
			s.flatten(v.Get(name))
		}
		for m := range v.Each() { // of a record that is flat
			if m.Scalar() && string(m.Key()) != "id" && string(m.Key()) != "status" {
				s.put(m.Key(), m.Text())
			}
		}
	}
}

// unfoldLabelbox makes a row of each label of a data row in each project.
func unfoldLabelbox(s *sheet, v table.Value) {
	for project := range v.Get("projects").Each() {
		for label := range project.Get("labels").Each() {
			s.row()
			row := v.Get("data_row")
			s.put([]byte("data_row.id"), row.Get("id").Text())
			s.put([]byte("created_by"), label.Get("label_details").Get("created_by").Text())
			for _, name := range []string{"external_id", "global_key"} {
				if m := row.Get(name); m.Scalar() {
					s.put([]byte("data_row."+name), m.Text())
				}
			}
			s.put([]byte("project"), project.Key())
			annotations := label.Get("annotations")
			if objectsIn(annotations.Get("objects")) {
				s.spans++
			}
			for c := range annotations.Get("classifications").Each() {
				name := string(c.Get("name").Text())
				var said []string
				for _, kind := range []string{"radio_answer", "text_answer", "checklist_answers"} {
					switch a := c.Get(kind); a.Type() {
					case table.Object:
						said = append(said, string(answerName(a)))
					case table.Array:
						for e := range a.Each() {
							said = append(said, string(answerName(e)))
						}
					}
				}
				if name != "" && len(said) > 0 {
					s.ask(name)
					s.put([]byte(name), listCell(said))
				}
			}
		}
	}
}

// answerName is what an answer of Labelbox says.
func answerName(v table.Value) []byte {
	for _, name := range []string{"name", "value", "content"} {
		if m := v.Get(name); m.Scalar() && len(m.Text()) > 0 {
			return m.Text()
		}
	}
	return nil
}

// isDoccano recognises a record of doccano, which does not say who labelled it:
// a text and its labels, and no worker.
func isDoccano(v table.Value) bool {
	text := v.Get("text").Type() == table.String || v.Get("data").Type() == table.String
	label := v.Get("label")
	if label.Type() == table.None {
		label = v.Get("labels")
	}
	if !text || v.Get("id").Type() == table.None || label.Type() != table.Array {
		return false
	}
	for m := range v.Each() {
		if heading.Workers.Has(string(m.Key())) {
			return false
		}
	}
	return true
}
