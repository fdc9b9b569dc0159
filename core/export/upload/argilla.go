package upload

import (
	"fmt"
	"math"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/layout/platform"
	"concord/core/sheet"
	"concord/core/table"
)

// argilla takes records with their ids, fields and metadata side by side and the answers as suggestions (docs.argilla.io, records.log). It
// updates records whose ids it knows, and keeps their responses.
func argilla(r *Result) (*export.File, error) {
	said := make([]choices, len(r.Questions)) // ratings are numbers
	for n := range said {
		said[n] = choices{}
	}
	err := r.each(argillaFields, func(v table.Value, at []int) error {
		for question, value := range platform.ArgillaAnswers(v) {
			for n, q := range r.Questions {
				if q.Name == question && value.Type() == table.Number {
					said[n].add(string(value.Text()), value)
				}
			}
		}
		return nil
	})
	version := r.version()
	f := r.records(list, argillaFields, func(to []byte, v table.Value, at []int) []byte {
		to = appendValue(append(to, `{"id":`...), v.Get("id"))
		for m := range v.Each() {
			switch name := string(m.Key()); {
			case name == "fields" || name == "metadata":
				for inner := range m.Each() {
					to = appendValue(appendMember(to, string(inner.Key())), inner)
				}
			case m.Scalar() && name != "id" && name != "status" && name != "_server_id" && !strings.Contains(name, ".suggestion"):
				to = appendValue(appendMember(to, name), m)
			}
		}
		for n, i := range at {
			if i >= 0 {
				to = appendSuggestion(to, &r.Questions[n], i, said[n], version)
			}
		}
		return append(to, '}')
	})
	f.Next = func(file string) *api.Next { return argillaNext(r, file) }
	return f, err
}

// argillaFields tells records apart.
func argillaFields(v table.Value) table.Value { return platform.Either(v, "fields", "text") }

func appendSuggestion(to []byte, q *Question, i int, said choices, version string) []byte {
	to = appendMember(to, q.Name)
	if q.Label == nil { // a rating takes whole numbers
		to = sheet.AppendFinite(to, math.Round(q.Result.Value[i]))
	} else {
		to = said.appendAnswer(to, q, i, false)
		if p := q.Probability(i); p == p {
			to = sheet.AppendNumber(appendMember(to, q.Name+".score"), p)
		}
	}
	return sheet.AppendString(appendMember(to, q.Name+".agent"), version)
}

// argillaNext says what logs the records: scores and agents need a mapping.
func argillaNext(r *Result, file string) *api.Next {
	var mapping []string
	for _, q := range r.Questions {
		for _, of := range []string{"score", "agent"} {
			mapping = append(mapping, fmt.Sprintf("%q: %q", q.Name+"."+of, q.Name+".suggestion."+of))
		}
	}
	return &api.Next{Says: "To log them in Python, where dataset is yours:",
		Text: fmt.Sprintf("dataset.records.log(json.load(open(%q)), mapping={%s})", file, strings.Join(mapping, ", "))}
}
