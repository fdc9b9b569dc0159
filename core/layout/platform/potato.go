package platform

import (
	"strings"

	"concord/core/table"
)

// potato writes a row for each task and user. A question is a schema: its table has a column for each label, SCHEMA.LABEL, and its JSON
// lines an object whose members are the labels.
var potato = Platform{
	Name: "potato",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("instance_id"), Worker: t.Column("user_id"), Answers: t.Asked, Unanswered: &Doubt{Column: -1}}
	},
	Record: func(v table.Value) bool {
		return has(v, "instance_id", "user_id") && v.Get("labels").Type() == table.Object
	},
	Rows: func(h Header) bool {
		for _, name := range h {
			if _, label, ok := strings.Cut(name, "."); ok && label != "" && h.Has("instance_id", "user_id") {
				return true
			}
		}
		return false
	},
	Unfold: unfoldPotato,
	Explain: func(h Header) (what, do string) {
		if !h.Has("user_id", "instance_id_ordering") {
			return "", ""
		}
		return "this is the state of one user of potato, not an export of the labels",
			"Write the labels of all users with “python -m potato.export”, as csv, tsv or jsonl, and open that"
	},
}

func unfoldPotato(s *Sheet, v table.Value) {
	s.Row()
	s.PutMembers(v, "", "instance_id", "user_id")
	answers := make(map[string][]string)
	put := func(schema, label string, cell []byte) {
		if len(cell) == 0 || schema == "" || label == "" {
			return
		}
		if label == "text_box" {
			label = string(cell)
		}
		s.Ask(schema)
		answers[schema] = append(answers[schema], label)
		s.Put(schema, ListCell(answers[schema]))
	}
	for m := range v.Each() { // of a row
		if schema, label, ok := strings.Cut(string(m.Key()), "."); ok {
			put(schema, label, m.Text())
		}
	}
	for schema := range v.Get("labels").Each() {
		for label := range schema.Each() {
			put(string(schema.Key()), string(label.Key()), label.Text())
		}
	}
	if v.Get("spans").Any() {
		s.Spans++
	}
}
