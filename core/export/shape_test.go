package export

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// awkward are answers whose names are hard to write: two tasks, two workers, two
// classes.
func awkward(t *testing.T, task, worker, class string) *Answers {
	t.Helper()
	d := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2, []int32{0, 0, 1}, []int32{0, 1, 0}, []int32{0, 0, 1})}
	e := &crowd.Estimate{Posterior: []float64{.75, .25, 0, 1}}
	a, err := New(Named{Data: d, Tasks: names{task, "b"}, Workers: names{worker, "w"}, Classes: names{class, "yes"}}, &fit.Result{Estimate: e}, 1, noPause)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// several are answers to tasks that may have several labels: a has x and y, b
// has none.
func several(t *testing.T) *Answers {
	t.Helper()
	d := &crowd.Dataset{Labels: crowd.NewLabels(4, 1, 2, []int32{0, 1, 2, 3}, []int32{0, 0, 0, 0}, []int32{1, 1, 0, 0})}
	e := &crowd.Estimate{Posterior: []float64{.25, .75, 0, 1, 1, 0, .9, .1}}
	sets := &Sets{Tasks: names{"a", "b"}, Classes: names{"x", "y"}, Separator: "|"}
	a, err := New(Named{Data: d, Tasks: names{"a·x", "a·y", "b·x", "b·y"}, Workers: names{"w"}, Classes: names{"no", "yes"}, Sets: sets}, &fit.Result{Estimate: e}, 1, noPause)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func numbers(t *testing.T) *Answers {
	t.Helper()
	d := &crowd.Dataset{Labels: crowd.NewValues(2, 1, []int32{0, 1}, []int32{0, 0}, []float64{3, 5})}
	a, err := New(Named{Data: d, Tasks: names{"a", "b"}, Workers: names{"w"}, Classes: names{}}, &fit.Result{Estimate: &crowd.Estimate{Value: []float64{2.5, -1}}}, 1, noPause)
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
			JSON: "[\n" + `{"task":"01","label":"=1","probability":0.75,"votes":2,"tie":false,"probabilities":{"=1":0.75,"yes":0.25}},` + "\n" +
				`{"task":"b","label":"yes","probability":1,"votes":1,"tie":false,"probabilities":{"=1":0,"yes":1}}` + "\n]\n",
			NDJSON: `{"task":"01","label":"=1","probability":0.75,"votes":2,"tie":false,"probabilities":{"=1":0.75,"yes":0.25}}` + "\n" +
				`{"task":"b","label":"yes","probability":1,"votes":1,"tie":false,"probabilities":{"=1":0,"yes":1}}` + "\n",
			LabelStudio: "[\n" + `{"data":{"task":"01"},"predictions":[{"model_version":"concord-ds","score":0.75,"result":[{"from_name":"label","to_name":"text","type":"choices","value":{"choices":["=1"]}}]}]},` + "\n" +
				`{"data":{"task":"b"},"predictions":[{"model_version":"concord-ds","score":1,"result":[{"from_name":"label","to_name":"text","type":"choices","value":{"choices":["yes"]}}]}]}` + "\n]\n",
			CrowdKit: "task,label,prob_=1,prob_yes\n01,'=1,0.75,0.25\nb,yes,0,1\n",
		}},
		{"several", several(t), map[string]string{
			JSON: "[\n" + `{"task":"a","labels":["x","y"],"probability":0.75,"votes":1,"tie":false,"probabilities":{"x":0.75,"y":1}},` + "\n" +
				`{"task":"b","labels":[],"probability":0.9,"votes":1,"tie":false,"probabilities":{"x":0,"y":0.1}}` + "\n]\n",
			LabelStudio: "[\n" + `{"data":{"task":"a"},"predictions":[{"model_version":"concord-ds","score":0.75,"result":[{"from_name":"label","to_name":"text","type":"choices","value":{"choices":["x","y"]}}]}]},` + "\n" +
				`{"data":{"task":"b"},"predictions":[{"model_version":"concord-ds","score":0.9,"result":[{"from_name":"label","to_name":"text","type":"choices","value":{"choices":[]}}]}]}` + "\n]\n",
			CrowdKit: "task,label,prob_x,prob_y\na,x|y,0.75,1\nb,,0,0.1\n",
		}},
		{"numbers", numbers(t), map[string]string{
			NDJSON: `{"task":"a","value":2.5,"votes":1}` + "\n" + `{"task":"b","value":-1,"votes":1}` + "\n",
			LabelStudio: "[\n" + `{"data":{"task":"a"},"predictions":[{"model_version":"concord-ds","result":[{"from_name":"label","to_name":"text","type":"number","value":{"number":2.5}}]}]},` + "\n" +
				`{"data":{"task":"b"},"predictions":[{"model_version":"concord-ds","result":[{"from_name":"label","to_name":"text","type":"number","value":{"number":-1}}]}]}` + "\n]\n",
			CrowdKit: "task,label\na,2.5\nb,-1\n",
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
	for _, name := range Shapes() {
		safe, exact := shape(t, a, name, true), shape(t, a, name, false)
		if differ := safe != exact; differ != (name == CrowdKit) {
			t.Errorf("%s: safe and exact differ: %v", name, differ)
		}
	}
	if got, want := shape(t, a, CrowdKit, false), "task,label,prob_@no,prob_yes\n=1,@no,0.75,0.25\nb,yes,0,1\n"; got != want {
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
		for _, as := range []string{JSON, NDJSON, LabelStudio} {
			text := shape(t, a, as, true)
			if as == NDJSON {
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
			if as == LabelStudio {
				got.Task, got.Label = got.Data.Task, got.Predictions[0].Result[0].Value.Choices[0]
				got.Probabilities = map[string]float64{got.Label: .75}
			}
			if got.Task != name || got.Label != name+"!" || got.Probabilities[name+"!"] != .75 {
				t.Errorf("%q as %s: got %+v", name, as, got)
			}
		}
	}
}

// cell is a cell of XLSX as it is read back.
type cell struct {
	At    string `xml:"r,attr"`
	Kind  string `xml:"t,attr"`
	Value string `xml:"v"`
	Text  string `xml:"is>t"`
}

// readBack reads a workbook: the cells of every sheet, by its name, as text, with
// what is typed as text in quotes.
func readBack(t *testing.T, content string) (names []string, sheets map[string][][]string) {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string, into any) {
		f, err := z.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(text, into); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
	}
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
	}
	var relations struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:",attr"`
		} `xml:"Relationship"`
	}
	var types struct {
		List []struct{ PartName string } `xml:"Override"`
	}
	part("xl/workbook.xml", &book)
	part("xl/_rels/workbook.xml.rels", &relations)
	part("[Content_Types].xml", &types)
	part("_rels/.rels", &struct{}{})
	if len(relations.List) != len(book.Sheets) {
		t.Errorf("%d sheets with %d relations", len(book.Sheets), len(relations.List))
	}
	sheets = map[string][][]string{}
	for n, s := range book.Sheets {
		if relations.List[n].ID != s.ID {
			t.Errorf("the sheet %s has the relation %s, want %s", s.Name, relations.List[n].ID, s.ID)
		}
		var sheet struct {
			Rows []struct {
				At    int    `xml:"r,attr"`
				Cells []cell `xml:"c"`
			} `xml:"sheetData>row"`
		}
		part("xl/"+relations.List[n].Target, &sheet)
		rows := [][]string{}
		for r, row := range sheet.Rows {
			if row.At != r+1 {
				t.Errorf("%s: row %d is numbered %d", s.Name, r+1, row.At)
			}
			var cells []string
			for c, x := range row.Cells {
				if want := string(appendColumn(nil, c)) + strconv.Itoa(r+1); x.At != want {
					t.Errorf("%s: the cell is called %s, want %s", s.Name, x.At, want)
				}
				text := x.Value
				if x.Kind == "inlineStr" {
					text = strconv.Quote(unescape(x.Text))
				}
				cells = append(cells, text)
			}
			rows = append(rows, cells)
		}
		names, sheets[s.Name] = append(names, s.Name), rows
	}
	return names, sheets
}

// unescape reads the _xHHHH_ of a text of XLSX.
func unescape(s string) string {
	var b strings.Builder
	for s != "" {
		if s[0] == '_' && escaped(s) {
			n, _ := strconv.ParseUint(s[2:6], 16, 16)
			b.WriteRune(rune(n))
			s = s[7:]
			continue
		}
		b.WriteByte(s[0])
		s = s[1:]
	}
	return b.String()
}

func TestWorkbookByHand(t *testing.T) {
	a := awkward(t, "01", "=w", "=1")
	order, sheets := readBack(t, shape(t, a, XLSX, true))
	if want := []string{"labels", "posteriors", "workers", "confusion", "classes"}; !slices.Equal(order, want) {
		t.Errorf("got the sheets %v, want %v", order, want)
	}
	want := [][]string{{`"task"`, `"label"`, `"probability"`, `"votes"`, `"tie"`}, {`"01"`, `"=1"`, "0.75", "2", "0"}, {`"b"`, `"yes"`, "1", "1", "0"}}
	if got := sheets["labels"]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("labels: got %v, want %v", got, want)
	}
	// Every sheet has the cells of the CSV of that name, with their types.
	for _, f := range a.Tables(false) {
		rows, err := csv.NewReader(strings.NewReader(write(t, f))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		got := sheets[strings.TrimSuffix(f.Name, ".csv")]
		if len(got) != len(rows) {
			t.Fatalf("%s: got %d rows, want %d", f.Name, len(got), len(rows))
		}
		for r := range rows {
			for c, cell := range rows[r] {
				text := got[r][c]
				if s, err := strconv.Unquote(text); err == nil {
					text = s
				} else if text == "0" && cell == "false" {
					text = cell
				}
				if text != cell {
					t.Errorf("%s, row %d, column %d: got %s, want %s", f.Name, r+1, c+1, got[r][c], cell)
				}
			}
		}
	}
}

func TestStrangeNamesReadBackFromAWorkbook(t *testing.T) {
	for _, name := range strange {
		_, sheets := readBack(t, shape(t, awkward(t, name, name, name+"!"), XLSX, true))
		if got, want := sheets["labels"][1][0], strconv.Quote(name); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := sheets["workers"][1][0], strconv.Quote(name); got != want {
			t.Errorf("worker: got %s, want %s", got, want)
		}
		if got, want := sheets["posteriors"][0][1], strconv.Quote(name+"!"); got != want {
			t.Errorf("class: got %s, want %s", got, want)
		}
	}
}

func TestWorkbookGoesOnOnTheNextSheet(t *testing.T) {
	var b bytes.Buffer
	if err := awkward(t, "a", "w", "no").writeSheets(&workbook{zip: zip.NewWriter(&b), rows: 3}); err != nil {
		t.Fatal(err)
	}
	order, sheets := readBack(t, b.String())
	// confusion has 8 rows: 2, 2, 2 and 2 below a header each.
	if want := []string{"labels", "posteriors", "workers", "confusion", "confusion 2", "confusion 3", "confusion 4", "classes"}; !slices.Equal(order, want) {
		t.Fatalf("got the sheets %v, want %v", order, want)
	}
	for _, name := range order {
		if n := len(sheets[name]); n != 3 {
			t.Errorf("%s has %d rows, want 3", name, n)
		}
	}
	want := `[["worker" "truth" "label" "probability" "count"] ["w" "yes" "no" 1 0.25] ["w" "yes" "yes" 0 0]]`
	if got := fmt.Sprint(sheets["confusion 4"]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCellTooLongForASpreadsheet(t *testing.T) {
	for length, fits := range map[int]bool{maxCell: true, maxCell + 1: false} {
		f, _ := awkward(t, strings.Repeat("x", length), "w", "no").As(XLSX, "ds", true)
		if err := f.Write(io.Discard); errors.Is(err, ErrTooLong) == fits {
			t.Errorf("%d characters: got %v", length, err)
		}
	}
	if f, _ := awkward(t, strings.Repeat("😀", maxCell/2+1), "w", "no").As(XLSX, "ds", true); !errors.Is(f.Write(io.Discard), ErrTooLong) {
		t.Error("characters are not counted as UTF-16 counts them")
	}
}

func TestColumnsOfASheet(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", maxColumns - 1: "XFD"} {
		if got := string(appendColumn(nil, n)); got != want {
			t.Errorf("column %d: got %s, want %s", n, got, want)
		}
	}
}

func TestNumbersThatAreNoneInTheShapes(t *testing.T) {
	s := &xlSheet{book: &workbook{zip: zip.NewWriter(io.Discard), rows: maxRows}}
	s.text("x")
	s.row()
	s.buf = nil
	for _, x := range []float64{math.NaN(), math.Inf(1), 1e21} {
		s.number(x)
	}
	if got, want := string(s.buf), `<row r="2"><c r="A2"></c><c r="B2" t="inlineStr"><is><t xml:space="preserve">+Inf</t></is></c><c r="C2"><v>1e+21</v></c>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(appendJSON(appendJSON(nil, math.NaN()), math.Inf(-1))); got != "nullnull" {
		t.Errorf("got %s", got)
	}
}

// A writer that fails is told of, whatever the shape.
func TestShapesTellOfAFullDisk(t *testing.T) {
	errFull := errors.New("full")
	for _, name := range Shapes() {
		f, _ := small(true).As(name, "ds", true)
		if err := f.Write(failing{errFull}); !errors.Is(err, errFull) {
			t.Errorf("%s: got %v", name, err)
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
		if err := json.Unmarshal([]byte(shape(t, a, JSON, true)), &list); err != nil || list[0].Task != task || list[0].Label != class {
			t.Errorf("JSON: got %+v, %v, want %q, %q", list, err, task, class)
		}
		_, sheets := readBack(t, shape(t, a, XLSX, true))
		if got := sheets["labels"][1]; got[0] != strconv.Quote(task) || got[1] != strconv.Quote(class) {
			t.Errorf("XLSX: got %v, want %q, %q", got, task, class)
		}
	})
}
