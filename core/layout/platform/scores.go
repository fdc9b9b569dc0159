package platform

// Langfuse exports a score a row, of a trace or of an observation in it.
var langfuse = Platform{
	Name:  "Langfuse",
	Match: func(h Header) bool { return h.Has("trace_id", "name", "value", "source") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.fuller("trace_id", "observation_id"), Worker: t.several("name", "author_user_id", "source"),
			Answers: []int{t.fuller("value", "string_value")}}
		c.Note = t.named(c.Worker)
		return c
	},
}

// Phoenix gives the annotations of spans as a table, an annotation a row.
var phoenix = Platform{
	Name:  "Phoenix",
	Match: func(h Header) bool { return h.Has("span_id", "annotator_kind", "score", "label") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("span_id"), Worker: t.several("annotation_name", "name", "identifier", "user_id", "annotator_kind"),
			Answers: []int{t.fuller("score", "label")}}
		c.Note = t.named(c.Worker)
		return c
	},
}

// fuller is the later of two columns if it is there and has as many cells, else the first.
func (t *Table) fuller(first, later string) int {
	a, b := t.Column(first), t.Column(later)
	if b >= 0 && t.Filled[b] > 0 && (a < 0 || t.Filled[b] >= t.Filled[a]) {
		return b
	}
	return a
}

// several is the first of these columns with more than one value, or the first that is there.
func (t *Table) several(names ...string) int {
	found := -1
	for _, name := range names {
		c := t.Column(name)
		if c >= 0 && t.Values[c] > 1 {
			return c
		}
		if found < 0 {
			found = c
		}
	}
	return found
}

// named says what tells judges apart.
func (t *Table) named(worker int) Note {
	return Note{"who gave a score is told by “" + t.Names[worker] + "”", "Choose another column as the worker if judges go by that"}
}
