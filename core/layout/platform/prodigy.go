package platform

import (
	"slices"

	"concord/core/table"
)

// Prodigy writes a record for each answer. What was chosen among options is the answer; else whether a task was accepted.
var prodigy = Platform{
	Name: "Prodigy",
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("_input_hash"), Worker: t.Column("worker"), Answers: t.Asked}
		if slices.Contains(t.Asked, t.Column("answer")) {
			c.Task = t.Column("_task_hash")
		}
		if t.Stem != "" {
			c.Note = Note{"the records do not say who gave them: each file is read as the labels of one worker, named after the file",
				"Name the file after the worker; Prodigy records who it was when it runs with named sessions"}
		}
		return c
	},
	Record:   func(v table.Value) bool { return has(v, "_task_hash", "_input_hash", "answer") },
	Unfold:   unfoldProdigy,
	Unsigned: func(v table.Value) bool { return len(prodigyWorker(v)) == 0 },
}

// prodigyWorker says who gave a record; without sessions it does not say so.
func prodigyWorker(v table.Value) []byte {
	if id := v.Get("_annotator_id").Text(); len(id) > 0 {
		return id
	}
	return v.Get("_session_id").Text()
}

func unfoldProdigy(s *Sheet, v table.Value) {
	s.Row()
	s.Put("_input_hash", v.Get("_input_hash").Text())
	s.Put("_task_hash", v.Get("_task_hash").Text())
	worker := prodigyWorker(v)
	if len(worker) == 0 {
		worker = []byte(s.Worker)
	}
	s.Put("worker", worker)
	answer := v.Get("answer").Text()
	accept := v.Get("accept")
	switch {
	case accept.Type() == table.Array || v.Get("options").Type() == table.Array:
		s.Ask("accept")
		var chosen []byte
		if string(answer) == "accept" {
			chosen = Cell(accept)
		}
		s.Put("accept", chosen)
	case v.Get("spans").Type() == table.Array && v.Get("label").Type() == table.None:
		s.Spans++
	default:
		s.Ask("answer")
		if string(answer) == "ignore" {
			answer = nil
		}
		s.Put("answer", answer)
	}
	s.PutMembers(v, "", "label", "text", "_view_id", "_timestamp")
}
