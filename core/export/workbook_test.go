package export

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"concord/core/api"
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
	order, sheets := readBack(t, shape(t, a, api.XLSX, true))
	if want := []string{"labels", "posteriors", "workers", "confusion", "classes"}; !slices.Equal(order, want) {
		t.Errorf("got the sheets %v, want %v", order, want)
	}
	want := [][]string{{`"task"`, `"label"`, `"probability"`, `"votes"`, `"tie"`, `"posterior"`},
		{`"01"`, `"=1"`, "0.75", "2", "0", "0.75"},
		{`"b"`, `"yes"`, "1", "1", "0", "1"}}
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
		_, sheets := readBack(t, shape(t, awkward(t, name, name, name+"!"), api.XLSX, true))
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
	if want := []string{"labels", "posteriors", "workers", "confusion", "confusion 2", "confusion 3", "confusion 4",
		"classes"}; !slices.Equal(order, want) {
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
		f, _ := awkward(t, strings.Repeat("x", length), "w", "no").As(api.XLSX, "ds", true)
		if err := f.Write(io.Discard); errors.Is(err, ErrTooLong) == fits {
			t.Errorf("%d characters: got %v", length, err)
		}
	}
	if f, _ := awkward(t, strings.Repeat("😀", maxCell/2+1), "w", "no").As(api.XLSX, "ds", true); !errors.Is(f.Write(io.Discard), ErrTooLong) {
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
