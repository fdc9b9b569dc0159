package sheet

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
)

// One declaration of each column makes the CSV, the objects, the page and the listing, in which columns may have other names, places
// and texts.
func TestOneTableWrittenEveryWay(t *testing.T) {
	right := []api.Figure{{Value: .75, Low: .5, High: 1}, api.Undefined("nobody knows")}
	accuracy := Figure("accuracy", "low", "high", "Accuracy", func(i int) api.Figure { return right[i] }, api.Figure.Percents)
	accuracy[0].File, accuracy[0].Key = "expected", "expectedAccuracy"
	accuracy[0].Listed("Accuracy (interval)", nil)
	table := &Table{Name: "workers", Size: 2, Columns: slices.Concat(
		[]*Column{
			Row("worker", "Worker", names{"ann", "=bob"}, nil).Listed("", nil),
			Count("labels", "Labels", func(i int) int { return 1000 * (i + 1) }).Listed("", nil),
		},
		accuracy,
		Only(Page, Number("hidden", "Only here", func(i int) float64 { return math.NaN() }).Fixed()),
		[]*Column{
			Text("verdict", "Verdict", func(i int) string { return "fine" }, nil).Before(Page, "labels").
				Listed("", func(i int) string { return "all is fine" }),
			Count("changes", "", func(i int) int { return i }).Before(Files, "accuracy"),
			List("said", "", "|", func(i int) iter.Seq[string] { return slices.Values([]string{"x", "y"}[i:]) }, nil),
			Group("shares", []*Column{Share("x", "", func(i int) float64 { return .5 })}),
		})}

	for safe, bob := range map[bool]string{true: "'=bob", false: "=bob"} {
		var csv strings.Builder
		err := table.WriteCSV(&csv, safe)
		if want := "worker,labels,changes,expected,low,high,verdict,said\nann,1000,0,0.75,0.5,1,fine,x|y\n" +
			bob + ",2000,1,,,,fine,y\n"; csv.String() != want || err != nil {
			t.Errorf("CSV: got\n%s, %v, want\n%s", csv.String(), err, want)
		}
	}
	append := table.AppendObject()
	if got, want := string(append(nil, 1)), `{"worker":"=bob","labels":2000,"changes":1,"expectedAccuracy":null,"low":null,"high":null,`+
		`"verdict":"fine","said":["y"],"shares":{"x":0.5}}`; got != want {
		t.Errorf("JSON: got %s, want %s", got, want)
	}
	p, err := table.Page(job.New(context.Background(), still, 1, func(api.Reply) {}), new(cache.Cache).Of("workers"), &api.Rows{Count: 9})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(p.Columns, p.Cells), "[{worker Worker text} {verdict Verdict text} {labels Labels number} "+
		"{accuracy Accuracy text} {hidden Only here number}] [[ann fine 1000 75 % (50–100 %) ] [=bob fine 2000  ]]"; got != want {
		t.Errorf("page: got %s, want %s", got, want)
	}
	if got, want := fmt.Sprintf("%+v", table.List([]int{0}, 2)), "{Header:[Worker Labels Accuracy (interval) Verdict] "+
		"Digits:[false true true false] Rows:[[ann 1000 75 % (50–100 %) all is fine]] Of:2}"; got != want {
		t.Errorf("report: got %s, want %s", got, want)
	}
}

// Rows that are not numbered come one by one, until there are no more or they fail.
func TestRowsThatComeOneByOne(t *testing.T) {
	at := 0
	table := &Table{Name: "n", Columns: []*Column{Count("n", "", func(int) int { return at })}}
	for _, end := range []error{nil, errBroken} {
		table.Rows = func(yield func(int) bool) error {
			for at = 0; at < 3 && yield(0); at++ {
			}
			return end
		}
		var csv strings.Builder
		if err := table.WriteCSV(&csv, true); err != end || csv.String() != "n\n0\n1\n2\n" {
			t.Errorf("got %q, %v, want three rows and %v", csv.String(), err, end)
		}
	}
}

// A list of objects is JSON even where there are no rows, or nobody has counted them.
func TestWriteJSON(t *testing.T) {
	column := Count("n", "", func(i int) int { return i })
	for _, c := range []struct {
		about string
		of    Table
		want  string
	}{
		{"counted", Table{Size: 2}, "[\n{\"n\":0},\n{\"n\":1}\n]\n"},
		{"not counted", Table{Rows: func(yield func(int) bool) error { yield(7); return nil }}, "[\n{\"n\":7}\n]\n"},
		{"none", Table{}, "[\n]\n"},
	} {
		c.of.Columns = []*Column{column}
		var got strings.Builder
		if err := c.of.WriteJSON(&got); err != nil || got.String() != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.about, &got, err, c.want)
		}
	}
}
