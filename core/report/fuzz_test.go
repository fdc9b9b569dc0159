package report

import (
	"html"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
)

// named is a report on data whose names are all the same.
func named(t *testing.T, name string) string {
	list := sheet.Listing{Header: []string{name, "b"}, Digits: []bool{false, false}, Rows: [][]string{{name, "1"}, {name, name}}, Of: 3}
	facts, texts := []Fact{{name, name}}, []string{name}
	r := &Report{
		Name: name, Verdict: name, Summary: name, Methods: texts, Reading: facts, Agreement: list, Accuracy: list, Classes: list, Tasks: list,
		Workers: list, Labels: list, Compared: list, Files: list, Over: name, Notes: texts, Settings: facts, References: texts,
		Crew:         Crew{Average: .8, What: name, Dots: []Dot{{Name: "W01", Labels: 3, At: .5, Look: true}}},
		Coefficients: []Coefficient{{name, api.Figure{Value: .5, Low: .4, High: .6, Interval: true}}},
		Record: &export.Record{
			Recipe: export.Recipe{
				Version: "1", Files: []export.Used{{Name: name}}, Fit: api.Fit{Values: map[string]string{"a": name}},
				Decisions: api.Decisions{Excluded: []string{name}, Reviewed: []api.Decision{{Task: name, Label: name}}},
			},
		},
	}
	var b strings.Builder
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(" class=id", "", " class=long", "").Replace(b.String()) // by how long a name is
}

// FuzzReport writes a report with any name: it is the report with another name, but for the name, escaped.
func FuzzReport(f *testing.F) {
	for _, name := range []string{"a", "<script>alert(1)</script>", `" onload="x`, "'&amp;--></style>", "\x00\xff\u2028", ""} {
		f.Add(name)
	}
	const plain = "☂"
	f.Fuzz(func(t *testing.T, name string) {
		got, of := named(t, name), named(t, plain)
		if want := strings.ReplaceAll(of, plain, html.EscapeString(name)); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", name, got, want)
		}
		for _, c := range []string{"<", ">", `"`, "'"} {
			if strings.Count(got, c) != strings.Count(of, c) {
				t.Errorf("%q: got %d times %s, want %d", name, strings.Count(got, c), c, strings.Count(of, c))
			}
		}
	})
}
