package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"concord/core/table"
)

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
	if len(relations.List) != len(book.Sheets)+1 {
		t.Errorf("%d sheets with %d relations, of which one is for the styles", len(book.Sheets), len(relations.List))
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
				if want := string(AppendColumn(nil, c)) + strconv.Itoa(r+1); x.At != want {
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

// book is a workbook of tables as it is read back.
func book(t *testing.T, tables ...*Table) (names []string, sheets map[string][][]string) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteWorkbook(&b, tables); err != nil {
		t.Fatal(err)
	}
	names, sheets = readBack(t, b.String())
	return names[1:], sheets // the first is about the others
}

// basket is a table of two rows with a column of each type, the first of which has those names.
func basket(name string, fruit ...string) *Table {
	return &Table{Name: name, Size: 2, Columns: []*Column{
		Row("fruit", "", names(fruit), nil),
		Name("kind", "", names{"=1", "01"}, func(i int) int { return 1 - i }, nil),
		Count("n", "", func(i int) int { return 7 * i }),
		Share("ripe", "", func(i int) float64 { return []float64{.25, math.NaN()}[i] }),
		Flag("sweet", "", "", func(i int) bool { return i > 0 }),
		List("seen", "", "|", func(i int) iter.Seq[string] { return slices.Values(fruit[:i+1]) }, nil),
	}}
}

// Text is text, whatever it looks like; numbers are numbers, and what is unknown is an empty cell.
func TestWorkbookByHand(t *testing.T) {
	order, sheets := book(t, basket("a", "=x", "1.0"), basket("b", "y", "z"))
	if want := []string{"a", "b"}; !slices.Equal(order, want) {
		t.Errorf("got the sheets %v, want %v", order, want)
	}
	want := [][]string{{`"fruit"`, `"kind"`, `"n"`, `"ripe"`, `"sweet"`, `"seen"`},
		{`"=x"`, `"01"`, "0", "0.25", "0", `"=x"`},
		{`"1.0"`, `"=1"`, "7", "", "1", `"=x|1.0"`}}
	if got := sheets["a"]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStrangeNamesReadBackFromAWorkbook(t *testing.T) {
	for _, name := range []string{
		"01", "=1+1", "1.0", " padded ", `say "yes"`, "two\nlines", "a\r\nb", "tab\there", "\x01", "\u200b", "\u202e", "a\u2028b", "\\", "\x7f",
		"<b>&amp;</b>", "]]>", "_x0041_", "_x000D_", "__x0041_", "\uffff", "😀", "Ä", "'", "",
	} {
		table := basket("a", name, "other")
		table.Columns[1].Name = name + "!"
		_, sheets := book(t, table)
		if got, want := sheets["a"][1][0], strconv.Quote(name); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := sheets["a"][0][1], strconv.Quote(name+"!"); got != want {
			t.Errorf("header: got %s, want %s", got, want)
		}
	}
}

func TestWorkbookGoesOnOnTheNextSheet(t *testing.T) {
	var b bytes.Buffer
	w := &workbook{zip: zip.NewWriter(&b), rows: 3}
	for _, t2 := range []*Table{basket("a", "x", "y"), {Name: "n", Size: 8, Columns: []*Column{Count("n", "", func(i int) int { return i })}},
		basket("b", "x", "y")} {
		if err := t2.encode(&xlSheet{book: w, table: t2.Name}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	order, sheets := readBack(t, b.String())
	// n has 8 rows: 2, 2, 2 and 2 below a header each.
	if want := []string{"a", "n", "n 2", "n 3", "n 4", "b"}; !slices.Equal(order, want) {
		t.Fatalf("got the sheets %v, want %v", order, want)
	}
	for _, name := range order {
		if n := len(sheets[name]); n != 3 {
			t.Errorf("%s has %d rows, want 3", name, n)
		}
	}
	if got, want := fmt.Sprint(sheets["n 4"]), `[["n"] [6] [7]]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCellTooLongForASpreadsheet(t *testing.T) {
	for text, fits := range map[string]bool{
		strings.Repeat("x", maxCell): true, strings.Repeat("x", maxCell+1): false, strings.Repeat("😀", maxCell/2+1): false,
	} {
		table := basket("a", text, "y")
		table.Columns = table.Columns[:1]
		if err := WriteWorkbook(io.Discard, []*Table{table}); errors.Is(err, ErrTooLong) == fits {
			t.Errorf("%d bytes: got %v", len(text), err)
		}
	}
}

func TestTooManyColumnsForASheet(t *testing.T) {
	wide := basket("wide", "x", "y")
	wide.Columns = slices.Repeat(wide.Columns[:1], maxColumns+1)
	if order, _ := book(t, basket("a", "x", "y"), wide); !slices.Equal(order, []string{"a"}) {
		t.Errorf("got the sheets %v, want the other alone", order)
	}
}

func TestNumbersThatAreNoneInAWorkbook(t *testing.T) {
	s := &xlSheet{book: &workbook{zip: zip.NewWriter(io.Discard), rows: maxRows}}
	s.text("x")
	s.row()
	s.buf = nil
	for _, x := range []float64{math.NaN(), math.Inf(1), 1e21} {
		s.number(x)
	}
	if got, want := string(s.buf), `<row r="2"><c r="A2"></c><c r="B2" s="2" t="inlineStr"><is><t xml:space="preserve">+Inf</t></is></c><c `+
		`r="C2"><v>1e+21</v></c>`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := string(AppendFinite(AppendFinite(nil, math.NaN()), math.Inf(-1))); got != "nullnull" {
		t.Errorf("got %s", got)
	}
}

func TestColumnsOfASheet(t *testing.T) {
	for n, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 51: "AZ", 52: "BA", 701: "ZZ", 702: "AAA", maxColumns - 1: "XFD"} {
		if got := string(AppendColumn(nil, n)); got != want {
			t.Errorf("column %d: got %s, want %s", n, got, want)
		}
	}
}

// FuzzCellsOfAWorkbook writes two rows of a sheet and reads them back, with encoding/xml and with our own reader.
func FuzzCellsOfAWorkbook(f *testing.F) {
	f.Add("task", "a,b", "=1+1", " two\nlines ")
	f.Add("_x0041_", "\x00\x1b", "<&>\"'", "\ufffe\ud7ff😀")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		for _, text := range []string{a, b, c, d} {
			if !utf8.ValidString(text) || len(text) > maxCell || strings.Contains(text, "\x00") {
				return // no name of ours: readers refuse NUL and what is not UTF-8, and long ones are not written
			}
		}
		var file bytes.Buffer
		book := &workbook{zip: zip.NewWriter(&file), rows: maxRows}
		s := &xlSheet{book: book, table: "labels"}
		for _, row := range [][]string{{a, b}, {c, d}} {
			for _, text := range row {
				s.text(text)
			}
			if err := s.row(); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.flush(); err != nil {
			t.Fatal(err)
		}
		if err := book.close(); err != nil {
			t.Fatal(err)
		}
		readBack(t, file.String()) // a strict reader of XML takes it
		z, err := table.ReadArchive(&file, table.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Workbook()
		if err != nil || len(w.Sheets) != 1 {
			t.Fatalf("got %d sheets, %v", len(w.Sheets), err)
		}
		r, err := w.Sheet(w.Sheets[0], 2)
		if err != nil {
			t.Fatal(err)
		}
		for n, row := range [][]string{{a, b}, {c, d}} {
			if row[0]+row[1] == "" {
				continue // rows without text are passed over
			}
			if err := r.Next(); err != nil {
				t.Fatalf("row %d: %v", n, err)
			}
			for i, want := range row {
				if got := string(r.Cell(i)); got != want {
					t.Errorf("row %d: got %q, want %q", n, got, want)
				}
			}
		}
		if err := r.Next(); err != io.EOF {
			t.Errorf("got %v after the rows", err)
		}
	})
}

// A sheet has a styled header with filters, columns as wide as what they hold, within bounds, and formats for its numbers; a long text is
// cut to what a cell holds.
func TestHowAWorkbookLooks(t *testing.T) {
	long := strings.Repeat("x", maxCell+1)
	shares := func(i int) float64 { return []float64{2. / 3, 1}[i] }
	var b bytes.Buffer
	err := WriteWorkbook(&b, []*Table{{Name: "a", Size: 2, Says: "A row each.", Columns: []*Column{
		Row("fruit", "", names{"fig", "a name of\nthirty-one characters"}, nil), Content("text", func(int) string { return long }, nil),
		Share("ripe", "", shares).Saying("How ripe."), Share("part", "", shares).Percent(),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string) string {
		f, err := z.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	got := part("xl/worksheets/sheet2.xml")
	for _, want := range []string{
		`<cols><col min="1" max="1" width="33" customWidth="1"/><col min="2" max="2" width="60" customWidth="1"/>` +
			`<col min="3" max="3" width="9" customWidth="1"/>`,
		`<c r="A1" s="1" t="inlineStr">`, `<c r="A2" s="2" t="inlineStr">`, `<c r="C2" s="3"><v>0.666667</v>`, `<c r="C3"><v>1</v>`,
		`<c r="D2" s="4">`, `<c r="D3" s="4"><v>1</v>`, long[2:] + "…</t>", `state="frozen"`,
		`</sheetData><autoFilter ref="A1:D3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the sheet lacks %.80s", want)
		}
	}
	if long := `t="inlineStr"`; !strings.Contains(got, `<c r="A3" s="6" `+long) {
		t.Errorf("a text of two lines is not wrapped")
	}
	if styles := part("xl/styles.xml"); !strings.Contains(styles, `formatCode="0.0000"`) || !strings.Contains(styles, `formatCode="0.0%"`) {
		t.Errorf("got the styles %s", styles)
	}
	_, sheets := readBack(t, b.String())
	const want = `[["sheet" "column" "what it is"] ["a" "" "A row each."] ["a" "ripe" "How ripe."]]`
	if got := fmt.Sprint(sheets["Read me"]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
