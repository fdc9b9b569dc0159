package platform

// Langfuse exports a score a row, of a trace or of an observation in it.
var langfuse = Platform{
	Name:   "Langfuse",
	Judges: true,
	Match:  func(h Header) bool { return h.Has("trace_id", "name", "value", "source") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.fuller("trace_id", "observation_id"), Answers: []int{t.fuller("value", "string_value")}}
		c.Worker, c.Note = t.judge("name", "author_user_id", "source")
		return c
	},
}

// Phoenix gives the annotations of spans as a table, an annotation a row.
var phoenix = Platform{
	Name:   "Phoenix",
	Judges: true,
	Match:  func(h Header) bool { return h.Has("span_id", "annotator_kind", "score", "label") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("span_id"), Answers: []int{t.fuller("score", "label")}}
		c.Worker, c.Note = t.judge("annotation_name", "name", "identifier", "user_id", "annotator_kind")
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

// judge is the first of these columns with more than one value, or the first that is there; and what to say where another has several, too.
func (t *Table) judge(names ...string) (int, Note) {
	var there, several []int
	for _, name := range names {
		c := t.Column(name)
		if c >= 0 {
			there = append(there, c)
		}
		if c >= 0 && t.Values[c] > 1 {
			several = append(several, c)
		}
	}
	switch {
	case len(there) == 0:
		return -1, Note{}
	case len(several) == 0:
		return there[0], Note{}
	case len(several) == 1:
		return several[0], Note{}
	}
	first, second := t.Names[several[0]], t.Names[several[1]]
	return several[0], Note{"judges are told apart by “" + first + "”, and not by “" + second + "”",
		"Choose another column as the worker if that is wrong"}
}
