package platform

import "concord/core/table"

// Labelbox writes a record for each data row, with its labels in each project.
var labelbox = Platform{
	Name: "Labelbox",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("data_row.id"), Worker: t.Column("created_by"), Answers: t.Asked}
	},
	Record: func(v table.Value) bool { return has(v, "data_row", "projects") },
	Unfold: unfoldLabelbox,
}

func unfoldLabelbox(s *Sheet, v table.Value) {
	row := v.Get("data_row")
	for project := range v.Get("projects").Each() {
		for label := range project.Get("labels").Each() {
			s.Row()
			s.Put("data_row.id", row.Get("id").Text())
			s.Put("created_by", label.Get("label_details").Get("created_by").Text())
			s.PutMembers(row, "data_row.", "external_id", "global_key")
			s.Put("project", project.Key())
			annotations := label.Get("annotations")
			if Objects(annotations.Get("objects")) {
				s.Spans++
			}
			for c := range annotations.Get("classifications").Each() {
				labelboxAnswer(s, c)
			}
		}
	}
}

// labelboxAnswer writes the answer to one question.
func labelboxAnswer(s *Sheet, c table.Value) {
	var given []string
	for _, kind := range []string{"radio_answer", "text_answer", "checklist_answers"} {
		switch a := c.Get(kind); a.Type() {
		case table.Object:
			given = append(given, labelboxName(a))
		case table.Array:
			for e := range a.Each() {
				given = append(given, labelboxName(e))
			}
		}
	}
	if name := string(c.Get("name").Text()); name != "" && len(given) > 0 {
		s.Ask(name)
		s.Put(name, ListCell(given))
	}
}

func labelboxName(answer table.Value) string {
	for _, name := range []string{"name", "value", "content"} {
		if m := answer.Get(name); m.Scalar() && len(m.Text()) > 0 {
			return string(m.Text())
		}
	}
	return ""
}
