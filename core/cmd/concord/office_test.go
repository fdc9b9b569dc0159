package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/sheet"
)

// inOffice opens a workbook in LibreOffice and returns the rows of its sheets by their names, with what cells hold rather than what they
// show.
func inOffice(t *testing.T, file string) map[string][][]string {
	t.Helper()
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice (soffice) is not installed: no workbook is opened in it")
	}
	dir := t.TempDir()
	// Commas, quotes, UTF-8, all sheets; not as shown (the eighth), but each cell as it is.
	said, err := exec.Command(office, "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--headless",
		"--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1", "--outdir", dir, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + "-"
	written, _ := filepath.Glob(filepath.Join(dir, stem+"*.csv"))
	sheets := map[string][][]string{}
	for _, path := range written {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(strings.NewReader(string(text)))
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		sheets[strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), stem), ".csv")] = rows
	}
	return sheets
}

// LibreOffice reads from the workbook what labels.csv says: names as text, numbers to the digits that a spreadsheet has.
func TestOfficeReadsTheWorkbook(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "said.csv")
	text := "task,worker,label,text\n"
	for n, task := range []string{"01", "=1+1", "-2", "a\tb", "<&>"} {
		for w, worker := range []string{"ann", "bob", "eve", "dan"} {
			label := []string{"yes", "no"}[(n*w)%2]
			text += task + "," + worker + "," + label + ",\"said of " + strconv.Itoa(n) + ",\nin two lines\"\n"
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	exits(t, 0, "fit", "-exact", "-method", "ds", "-as", "xlsx", "-out", dir, file)
	sheets := inOffice(t, filepath.Join(dir, "answers.xlsx"))
	got, want := sheets["labels"], records(t, filepath.Join(dir, "labels.csv"))
	if len(got) != len(want) || !slices.Equal(got[0], want[0]) {
		t.Fatalf("got the rows %q, want %q", got, want)
	}
	for r, row := range want[1:] {
		for c, cell := range row {
			x, err := strconv.ParseFloat(cell, 64)
			share, percent := strings.CutSuffix(got[r+1][c], "%")
			y, also := strconv.ParseFloat(share, 64)
			if percent {
				y /= 100
			}
			number := c > 0 && err == nil && also == nil && math.Abs(x-y) < 1e-12
			if !number && !strings.EqualFold(got[r+1][c], cell) { // TRUE
				t.Errorf("row %d, %s: got %q, want %q", r+1, want[0][c], got[r+1][c], cell)
			}
		}
	}
	if about := sheets["Read me"]; len(about) < 10 || !slices.Equal(about[0], []string{"sheet", "column", "what it is"}) {
		t.Errorf("got %q", about)
	}
}

// A workbook that is given back opens, with what it held and the answers.
func TestOfficeReadsAWorkbookGivenBack(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "labels.xlsx")
	rows := [][]string{{"t1", "x", "yes"}, {"t1", "y", "yes"}, {"t1", "z", "yes"}, {"t2", "x", "no"}, {"t2", "y", "no"}, {"t2", "z", "yes"}}
	said := &sheet.Table{Name: "said", Size: len(rows)}
	for c, name := range []string{"task", "worker", "label"} {
		said.Columns = append(said.Columns, sheet.Text(name, "", func(i int) string { return rows[i][c] }, nil))
	}
	var book bytes.Buffer
	if err := sheet.WriteWorkbook(&book, []*sheet.Table{said}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, book.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	exits(t, 0, "fit", "-method", "majority", "-as", "file", "-out", dir, file)
	sheets := inOffice(t, filepath.Join(dir, "with-answers.xlsx"))
	var got []string
	for _, row := range sheets["said"] {
		got = append(got, strings.Join(row[:6], ","))
	}
	want := []string{"task,worker,label,concord_label,concord_probability,concord_votes", "t1,x,yes,yes,,3 of 3", "t1,y,yes,yes,,3 of 3",
		"t1,z,yes,yes,,3 of 3", "t2,x,no,no,,2 of 3", "t2,y,no,no,,2 of 3", "t2,z,yes,no,,2 of 3"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := sheets["Read me"]; len(got) != 2 {
		t.Errorf("the other sheet: got %q", got)
	}
}
