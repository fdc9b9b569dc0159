package platform

import (
	"concord/core/table"
)

// The LM Evaluation Harness (lm-eval) writes a record for each document and filter, with a member for each metric.
var lmEval = Platform{
	Name: "lm-eval",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("doc_id"), Worker: t.Column("metric"), Answers: t.Asked, Content: []int{t.Column("response")}}
	},
	Record: func(v table.Value) bool { return has(v, "doc_id", "doc", "filtered_resps") },
	Unfold: unfoldLMEval,
	Truth:  func(string) []string { return nil }, // the target is what the model should say
}

// unfoldLMEval makes a row of each metric, which the numbers in a record are. Where answers are filtered in several ways, each metric
// counts in each.
func unfoldLMEval(s *Sheet, v table.Value) {
	by := ""
	if filter := string(v.Get("filter").Text()); filter != "" && filter != "none" {
		by = ", " + filter
	}
	for m := range v.Each() {
		name := string(m.Key())
		if m.Type() != table.Number && m.Type() != table.Bool || name == "doc_id" {
			continue
		}
		s.Row()
		s.Put("doc_id", v.Get("doc_id").Text())
		s.Put("metric", []byte(name+by))
		s.Ask("score")
		s.Put("score", m.Text())
		s.Put("response", Cell(v.Get("filtered_resps")))
		s.Flatten("doc.", v.Get("doc"))
	}
}
