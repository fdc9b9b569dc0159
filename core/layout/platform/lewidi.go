package platform

import (
	"strings"

	"concord/core/table"
)

// The shared tasks on learning with disagreements (LeWiDi) have an object of items, each with lists of its annotators and their answers.
var leWiDi = Platform{
	Name: "LeWiDi",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("item"), Worker: t.Column("annotator"), Answers: t.Asked}
	},
	Record: func(v table.Value) bool { return has(v, "annotations") && v.Get("annotators").Type() == table.String },
	Unfold: unfoldLeWiDi,
	Truth:  func(string) []string { return nil }, // the hard label is the majority's
}

// unfoldLeWiDi makes a row of each annotation. Later editions give them by annotator.
func unfoldLeWiDi(s *Sheet, v table.Value) {
	row := func(annotator string, answer []byte) {
		s.Row()
		s.Put("item", s.Key)
		s.Put("annotator", []byte(annotator))
		s.Ask("annotation")
		s.Put("annotation", answer)
		s.PutMembers(v, "", "text", "lang", "split")
		s.Flatten("text.", v.Get("text"))
	}
	annotations := v.Get("annotations")
	for m := range annotations.Each() {
		row(string(m.Key()), Cell(m))
	}
	if !annotations.Scalar() || len(annotations.Text()) == 0 {
		return
	}
	annotators := strings.Split(string(v.Get("annotators").Text()), ",")
	for n, answer := range strings.Split(string(annotations.Text()), ",") {
		annotator := ""
		if n < len(annotators) {
			annotator = strings.TrimSpace(annotators[n])
		}
		row(annotator, []byte(strings.TrimSpace(answer)))
	}
}
