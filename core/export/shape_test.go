package export

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/kind/set"
	"concord/core/labels"
	"concord/core/table"
)

// awkward are answers whose names are hard to write: two tasks, two workers, two
// classes.
func awkward(t *testing.T, task, worker, class string) *Answers {
	t.Helper()
	d := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2, []int32{0, 0, 1}, []int32{0, 1, 0}, []int32{0, 0, 1})}
	e := &crowd.Estimate{Posterior: []float64{.75, .25, 0, 1}}
	a, err := New(asked(&labels.Set{Data: d, Tasks: names{task, "b"}, Workers: names{worker, "w"}, Classes: names{class, "yes"}}),
		&fit.Result{Estimate: e}, 1, nil, noPause)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// several are answers to tasks that may have several labels: a has x and y, b
// has none.
func several(t *testing.T) *Answers {
	t.Helper()
	d := &crowd.Dataset{Labels: crowd.NewLabels(2, 1, 2, []int32{0, 0, 1}, []int32{0, 0, 0}, []int32{0, 1, 0})}
	e := &crowd.Estimate{Posterior: []float64{.25, .75, 0, 1, 1, 0, .9, .1}}
	cut, err := set.Kind{}.Cut(&labels.Set{Data: d, Tasks: names{"a", "b"}, Workers: names{"w"}, Classes: names{"x", "y"}}, &api.Choices{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Of(cut), &fit.Result{Estimate: e}, 1, nil, noPause)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func numbers(t *testing.T) *Answers {
	t.Helper()
	d := &crowd.Dataset{Labels: crowd.NewValues(2, 1, []int32{0, 1}, []int32{0, 0}, []float64{3, 5})}
	a, err := New(asked(&labels.Set{Data: d, Tasks: names{"a", "b"}, Workers: names{"w"}, Classes: names{}}),
		&fit.Result{Estimate: &crowd.Estimate{Value: []float64{2.5, -1}}}, 1, nil, noPause)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func shape(t *testing.T, a *Answers, name string, safe bool) string {
	t.Helper()
	f, ok := a.As(name, "ds", safe)
	if !ok {
		t.Fatalf("there is no shape %q", name)
	}
	return write(t, f)
}

func TestShapesByHand(t *testing.T) {
	for _, c := range []struct {
		name string
		of   *Answers
		want map[string]string
	}{
		{"classes", awkward(t, "01", "=w", "=1"), map[string]string{
			api.JSON: "[\n" + `{"task":"01","label":"=1","probability":0.75,"votes":2,"votesFor":2,"majority":"=1","agreement":1,` +
				`"tie":false,"posterior":0.75` +
				`,"probabilities":{"=1":0.75,"yes":0.25}},` + "\n" +
				`{"task":"b","label":"yes","probability":1,"votes":1,"votesFor":1,"majority":"yes","agreement":null,` +
				`"tie":false,"posterior":1,"probabilities":{"=1":0,"yes":1}}` + "\n]\n",
			api.NDJSON: `{"task":"01","label":"=1","probability":0.75,"votes":2,"votesFor":2,"majority":"=1","agreement":1,` +
				`"tie":false,"posterior":0.75` +
				`,"probabilities":{"=1":0.75,"yes":0.25}}` + "\n" +
				`{"task":"b","label":"yes","probability":1,"votes":1,"votesFor":1,"majority":"yes","agreement":null,` +
				`"tie":false,"posterior":1,"probabilities":{"=1":0,"yes":1}}` + "\n",
			api.LabelStudio: "[\n" +
				`{"data":{"task":"01"},"predictions":[{"model_version":"concord-ds","score":0.75,"result":[{"from_name":"label",` +
				`"to_name":"text","type":"choices","value":{"choices":["=1"]}}]}]},` + "\n" +
				`{"data":{"task":"b"},"predictions":[{"model_version":"concord-ds","score":1,"result":[{"from_name":"label","to_name":"text",` +
				`"type":"choices","value":{"choices":["yes"]}}]}]}` + "\n]\n",
			api.CrowdKit: "task,label,prob_=1,prob_yes\n01,'=1,0.75,0.25\nb,yes,0,1\n",
		}},
		{"several", several(t), map[string]string{
			api.JSON: "[\n" + `{"task":"a","labels":["x","y"],"probability":0.75,"votes":1,"votesFor":1,"majority":["x","y"],"agreement":null,` +
				`"tie":false,"posterior":0.75` +
				`,"probabilities":{"x":0.75,"y":1}},` + "\n" +
				`{"task":"b","labels":[],"probability":0.9,"votes":1,"votesFor":0,"majority":["x"],"agreement":null,` +
				`"tie":false,"posterior":0.9,"probabilities":{"x":0,"y":0.1}}` + "\n]\n",
			api.LabelStudio: "[\n" +
				`{"data":{"task":"a"},"predictions":[{"model_version":"concord-ds","score":0.75,"result":[{"from_name":"label",` +
				`"to_name":"text","type":"choices","value":{"choices":["x","y"]}}]}]},` + "\n" +
				`{"data":{"task":"b"},"predictions":[{"model_version":"concord-ds","score":0.9,"result":[{"from_name":"label","to_name":"text",` +
				`"type":"choices","value":{"choices":[]}}]}]}` + "\n]\n",
			api.CrowdKit: "task,label,prob_x,prob_y\na,x|y,0.75,1\nb,,0,0.1\n",
		}},
		{"numbers", numbers(t), map[string]string{
			api.NDJSON: `{"task":"a","value":2.5,"votes":1,"mean":3,"sd":null}` + "\n" +
				`{"task":"b","value":-1,"votes":1,"mean":5,"sd":null}` + "\n",
			api.LabelStudio: "[\n" +
				`{"data":{"task":"a"},"predictions":[{"model_version":"concord-ds","result":[{"from_name":"label",` +
				`"to_name":"text","type":"number","value":{"number":2.5}}]}]},` + "\n" +
				`{"data":{"task":"b"},"predictions":[{"model_version":"concord-ds","result":[{"from_name":"label","to_name":"text","type":"number",` +
				`"value":{"number":-1}}]}]}` + "\n]\n",
			api.CrowdKit: "task,label\na,2.5\nb,-1\n",
		}},
	} {
		for name, want := range c.want {
			if got := shape(t, c.of, name, true); got != want {
				t.Errorf("%s as %s: got\n%s\nwant\n%s", c.name, name, got, want)
			}
		}
	}
	if _, ok := small(false).As("pdf", "ds", true); ok {
		t.Error("there is a shape pdf")
	}
}

// What a spreadsheet would run is marked in CSV only, and only on demand.
func TestShapesAreExactOrSafe(t *testing.T) {
	a := awkward(t, "=1", "w", "@no")
	for _, s := range api.Shapes() {
		name := s.Name
		if name == api.Back {
			continue // takes the file
		}
		safe, exact := shape(t, a, name, true), shape(t, a, name, false)
		if differ := safe != exact; differ != (name == api.CrowdKit) {
			t.Errorf("%s: safe and exact differ: %v", name, differ)
		}
	}
	if got, want := shape(t, a, api.CrowdKit, false), "task,label,prob_@no,prob_yes\n=1,@no,0.75,0.25\nb,yes,0,1\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

var strange = []string{
	"01", "=1+1", "1.0", " padded ", `say "yes"`, "two\nlines", "a\r\nb", "tab\there", "\x01", "\u200b", "\u202e", "a\u2028b", "\\", "\x7f",
	"<b>&amp;</b>", "]]>", "_x0041_", "_x000D_", "__x0041_", "\uffff", "😀", "Ä", "'", "",
}

func TestStrangeNamesReadBackFromJSON(t *testing.T) {
	for _, name := range strange {
		a := awkward(t, name, "w", name+"!")
		for _, as := range []string{api.JSON, api.NDJSON, api.LabelStudio} {
			text := shape(t, a, as, true)
			if as == api.NDJSON {
				if strings.Count(text, "\n") != 2 {
					t.Errorf("%q as NDJSON is not two lines: %q", name, text)
				}
				text, _, _ = strings.Cut(text, "\n")
				text = "[" + text + "]"
			}
			var list []struct {
				Task, Label   string
				Probabilities map[string]float64
				Data          struct{ Task string }
				Predictions   []struct {
					Result []struct{ Value struct{ Choices []string } }
				}
			}
			if err := json.Unmarshal([]byte(text), &list); err != nil {
				t.Errorf("%q as %s: %v", name, as, err)
				continue
			}
			got := list[0]
			if as == api.LabelStudio {
				got.Task, got.Label = got.Data.Task, got.Predictions[0].Result[0].Value.Choices[0]
				got.Probabilities = map[string]float64{got.Label: .75}
			}
			if got.Task != name || got.Label != name+"!" || got.Probabilities[name+"!"] != .75 {
				t.Errorf("%q as %s: got %+v", name, as, got)
			}
		}
	}
}

// A writer that fails is told of, whatever the shape.
func TestShapesTellOfAFullDisk(t *testing.T) {
	errFull := errors.New("full")
	for _, s := range api.Shapes() {
		name := s.Name
		if name == api.Back {
			continue // takes the file
		}
		f, _ := small(true).As(name, "ds", true)
		if err := f.Write(failing{errFull}); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// sheetsOf reads the cells of a workbook by the names of its sheets.
func sheetsOf(t *testing.T, content string) map[string][][]string {
	t.Helper()
	z, err := table.ReadArchive(strings.NewReader(content), table.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	book, err := z.Workbook()
	if err != nil {
		t.Fatal(err)
	}
	sheets := map[string][][]string{}
	for _, s := range book.Sheets {
		r, err := book.Sheet(s, 99)
		if err != nil {
			t.Fatal(err)
		}
		for err = r.Next(); err == nil; err = r.Next() {
			var row []string
			for n := range r.Len() {
				row = append(row, string(r.Cell(n)))
			}
			for len(row) > 0 && row[len(row)-1] == "" {
				row = row[:len(row)-1]
			}
			sheets[s.Name] = append(sheets[s.Name], row)
		}
		if err != io.EOF {
			t.Fatal(err)
		}
	}
	return sheets
}

// A workbook has a sheet for each table, with the header and the rows of its CSV, and one that says what all columns are.
func TestWorkbookHasAllTables(t *testing.T) {
	a := awkward(t, "01", "=w", "=1")
	sheets, files := sheetsOf(t, shape(t, a, api.XLSX, true)), csvs(a, false)
	if len(sheets) != len(files)+1 {
		t.Errorf("got %d sheets, want %d", len(sheets), len(files)+1)
	}
	about := fmt.Sprint(sheets["Read me"])
	for _, want := range []string{"[labels  A row for each task", "[labels agreement The share of pairs", "[workers accuracy_low The low end"} {
		if !strings.Contains(about, want) {
			t.Errorf("got %s, want %q in it", about, want)
		}
	}
	for _, f := range files {
		want, err := csv.NewReader(strings.NewReader(write(t, f))).ReadAll()
		got := sheets[f.What]
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: got %q, want %q, %v", f.Name, got, want, err)
		}
		for n, row := range want {
			if n == 0 && strings.Join(got[0], ",") != strings.Join(row, ",") || got[n][0] != row[0] {
				t.Errorf("%s, row %d: got %q, want %q", f.Name, n, got[n], row)
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzShapes reads back what is written, whatever the names.
func FuzzShapes(f *testing.F) {
	for _, name := range strange {
		f.Add(name, "no")
	}
	f.Fuzz(func(t *testing.T, task, class string) {
		task, class = strings.ToValidUTF8(task, "?"), strings.ToValidUTF8(class, "?")
		if class == "yes" || len(task)+len(class) > 1000 || strings.ContainsRune(task+class, 0) {
			return
		}
		a := awkward(t, task, "w", class)
		var list []struct{ Task, Label string }
		if err := json.Unmarshal([]byte(shape(t, a, api.JSON, true)), &list); err != nil || list[0].Task != task || list[0].Label != class {
			t.Errorf("JSON: got %+v, %v, want %q, %q", list, err, task, class)
		}
		if got := sheetsOf(t, shape(t, a, api.XLSX, true))["labels"][1]; got[0] != task || got[1] != class {
			t.Errorf("XLSX: got %q, want %q, %q", got, task, class)
		}
	})
}
