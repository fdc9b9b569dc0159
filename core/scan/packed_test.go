package scan_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/golden"
	"concord/internal/packed"
	"concord/internal/race"
)

const (
	animals = "task,worker,label\nt1,ann,cat\nt1,bob,dog\nt2,ann,cat\nt2,bob,cat\n"
	user1   = `{"id": 1, "text": "one", "label": ["good"], "Comments": []}` + "\n" + `{"id": 2, "text": "two", "label": ["bad"]}` + "\n"
	user2   = `{"text": "one", "id": 1, "label": ["bad"]}` + "\n" + `{"id": 2, "text": "two", "label": ["bad", "late"], "Comments": ["?"]}` +
		"\n"
)

func utf16(s string) string { return "\xff\xfe" + strings.Join(strings.Split(s, ""), "\x00") + "\x00" }

// TestFilesBeyondTheFirst opens an archive of so many files that not all of them
// are looked at before they are read.
func TestFilesBeyondTheFirst(t *testing.T) {
	var files []string
	for n := range 120 {
		files = append(files, fmt.Sprintf("%03d.csv", n), fmt.Sprintf("task,worker,label\nt%d,ann,cat\nt%d,bob,dog\n", n, n))
	}
	set, err := labelstest.Open("many.zip", packed.Zip(t, files...), nil, scan.Options{})
	if err != nil || set.Data.Len() != 240 || set.Tasks.Len() != 120 {
		t.Fatalf("got %+v, %v", set, err)
	}
	files[2*110+1] = "worker,task,label\nann,t1,cat\n"
	if _, err := labelstest.Open("many.zip", packed.Zip(t, files...), labelstest.Skipping, scan.Options{}); err == nil ||
		!strings.Contains(err.Error(), "110.csv, line 1: the columns of this file are not those") {
		t.Errorf("got %v", err)
	}
}

// TestPacked opens archives and workbooks, and compares as TestFormats does.
func TestPacked(t *testing.T) {
	bomb := packed.Zip(t, "labels.csv", animals+strings.Repeat(" ", 17<<20))
	locked := []byte(packed.Zip(t, "labels.csv", animals))
	locked[6] |= 1
	locked[bytes.Index(locked, []byte("PK\x01\x02"))+8] |= 1
	var b strings.Builder
	for _, test := range []struct{ name, file string }{
		{"one file.zip", packed.Zip(t, "export/", "", "export/labels.csv", animals, "__MACOSX/._labels.csv", "\x00", "export/.DS_Store", "\x00")},
		{"one file of labels.zip", packed.Zip(t, "readme.txt", "These are labels of animals.\nThey were given in 2026.\n", "labels.tsv",
			strings.ReplaceAll(animals, ",", "\t"), "photo.png", "\x89PNG")},
		{"json.zip", packed.Zip(t, "labels.json", `[{"task": 1, "worker": "a", "label": "x"}, {"task": 1, "worker": "b", "label": "y"}]`)},
		{"doccano.zip", packed.Zip(t, "admin.jsonl", user1, "m1.jsonl", user2)},
		{"doccano-all.zip", packed.Zip(t, "all.jsonl", user1, "unknown.jsonl", user2)},
		{"two files.zip", packed.Zip(t, "monday.csv", animals, "tuesday.csv", animals)},
		{"two files and a table of tasks.zip", packed.Zip(t, "week/monday.csv", animals, "tasks.csv", "task,text\nt1,one\nt2,two\n",
			"week/tuesday.csv", "Task,worker,LABEL\nt3,ann,cat\nt3,bob\n\nt3,eve,\"dog\"\n", "readme.md", "#")},
		{"files of two kinds.zip", packed.Zip(t, "a.csv", animals, "b.csv", "worker,label,task\nann,cat,t3\nbob,dog,t3\n")},
		{"a file a worker.zip", packed.Zip(t, "ann.csv", "photo,answer\np1,cat\np2,dog\n", "bob.csv",
			"photo,answer\np2,dog\np1\np1,dog,\np3,cat\np4,cat\n")},
		{"a file a worker with dots.zip", packed.Zip(t, "Ann.M.csv", "photo,answer\np1,cat\np2,dog\n",
			"Ann.P.CSV", "photo,answer\np2,dog\np1,dog\n")},
		{"in UTF-16.zip", packed.Zip(t, "1.txt", utf16(animals), "2.txt", utf16(strings.ReplaceAll(animals, "t1", "t3")))},
		{"json a day.zip", packed.Zip(t, "1.jsonl", `{"task": 1, "worker": "a", "label": "x"}`+"\n", "2.jsonl",
			`{"worker": "b", "task": 1, "label": "y"}`+"\n"+`{"worker": "b", "task": 2, "label": "y"}`)},
		{"sheet.xlsx.gz", packed.Gzip(t, packed.Workbook(t, animals))},
		{"archive.zip.gz", packed.Gzip(t, packed.Zip(t, "labels.csv", animals, "readme.txt", "These are labels."))},
		{"archive of two.zip.gz", packed.Gzip(t, packed.Zip(t, "monday.csv", animals, "tuesday.csv", animals))},
		{"labels.tar.gz", packed.Gzip(t, "labels.csv"+strings.Repeat("\x00", 247)+"ustar\x0000")},
		{"damaged.zip.gz", packed.Gzip(t, packed.Zip(t, "labels.csv", animals)[:60])},
		{"with a tail.csv.gz", packed.Gzip(t, animals) + "t3,ann,cat\n"},
		{"cut off.zip.gz", packed.Gzip(t, packed.Zip(t, "labels.csv", animals))[:40]},
		{"many files.zip", packed.Zip(t, "1.csv", "a\n", "2.csv", "a\n", "3.csv", "a\n", "4.csv", "a\n", "5.csv", "a\n", "6.csv", "a\n", "7.csv",
			"a\n", "8.csv", "a\n", "9.csv", "a\n")},
		{"no labels.zip", packed.Zip(t, "a.png", "\x89PNG", "b.png", "\x89PNG")},
		{"nothing.zip", packed.Zip(t)},
		{"archives.zip", packed.Zip(t, "labels.csv", packed.Zip(t, "labels.csv", animals))},
		{"cut off.zip", packed.Zip(t, "labels.csv", animals)[:60]},
		{"locked.zip", string(locked)},
		{"bomb.zip", bomb},
		{"document.zip", packed.Zip(t, "word/document.xml", "<document/>")},
		{"sheet.ods", packed.Zip(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", "<x/>")},
		{"binary.xlsb", packed.Zip(t, "xl/workbook.bin", "x")},
		{"book.xlsx", packed.Workbook(t, "when,label,who,task,worker\n@46027,=1,x,a & b,=7\n@46028,=0,y,a & "+
			"b,=8\n\n@46029,=1.0,x,=01,=7\n,,,,\n,=0,y,=01,=8,\n,=1,y,=01,\n,=1,y,=01,=9,more\n")},
		{"two sheets.xlsx", packed.Workbook(t, "Animals\n", animals, "a,b\n=1,=2\n")},
		{"no rows.xlsx", packed.Workbook(t, "task,worker,label\n")},
		{"no texts.xlsx", strings.ReplaceAll(packed.Workbook(t, animals), "xl/sharedStrings.xml", "xl/sharedString_.xml")},
		{"wide.xlsx", packed.Workbook(t, "photo,ann,bob,eve\np1,=1,=2,=1\np2,=2,=2,\np3,=1,=1,=1\n")},
	} {
		fmt.Fprintf(&b, "%s\n%s", test.name, labelstest.Describe(test.name, test.file, nil, scan.Options{}))
		if strings.HasPrefix(test.name, "doccano") {
			fmt.Fprintf(&b, "%s, one label a task\n%s", test.name, labelstest.Describe(test.name, test.file, func(g *layout.Layout) {
				g.Sets = false
			}, scan.Options{}))
		}
	}
	golden.Check(t, "packed.golden", b.String())
}

// FuzzPacked opens anything as a file of an archive, and as a sheet of a
// workbook.
func FuzzPacked(f *testing.F) {
	f.Add(animals, user1, user2)
	f.Add("", "[", "a,b\n=1,@2\n")
	f.Add(animals, strings.ReplaceAll(animals, "ann", "eve"), "task,worker,label\nt1,a,=1\n")
	f.Add("photo,answer\np1,cat\np2,dog\n", "photo,answer\np2,dog\n\np1\n", "")
	f.Fuzz(func(t *testing.T, one, two, sheet string) {
		for _, file := range []string{packed.Zip(t, "a.csv", one), packed.Zip(t, "a.csv", one, "b.csv", two),
			packed.Gzip(t, packed.Zip(t, "a.csv", two)),
			packed.Zip(t, "a.jsonl", one, "b.jsonl", two), packed.Workbook(t, sheet, one)} {
			labelstest.Describe("file", file, nil, scan.Options{Counted: 10_000})
		}
	})
}

// Archives and workbooks report progress while they are unpacked, and can be cancelled then.
func TestProgressOfArchives(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("task,worker,label\n")
	for n := range 60_000 {
		fmt.Fprintf(&csv, "t%d,w%d,%d\n", n/4, n%97, n%3)
	}
	for name, file := range map[string]string{
		"labels.xlsx": packed.Workbook(t, csv.String()),
		"labels.zip":  packed.Zip(t, "labels.csv", csv.String()),
		"both.zip":    packed.Zip(t, "a.csv", csv.String(), "b.csv", csv.String()),
	} {
		g, err := layout.Detect(name, []byte(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		between, last := 0, int64(0)
		_, err = labels.Read(name, strings.NewReader(file), &g.Layout, scan.Options{Progress: func(rows int, n int64) error {
			if n < last || n > int64(len(file)) {
				t.Errorf("%s: got %d bytes after %d, of %d", name, n, last, len(file))
			}
			if last = n; rows > 0 && n > 0 && n < int64(len(file)) {
				between++
			}
			return nil
		}})
		if err != nil || between == 0 || last < int64(len(file))/2 {
			t.Errorf("%s: got %d reports on the way, %d of %d bytes at last, and %v", name, between, last, len(file), err)
		}
		stop := errors.New("stop")
		_, err = labels.Read(name, strings.NewReader(file), &g.Layout, scan.Options{Progress: func(rows int, n int64) error {
			if rows > 0 {
				return stop
			}
			return nil
		}})
		if err != stop {
			t.Errorf("%s: got %v, want the error of the callback itself", name, err)
		}
	}
}

// Archives and workbooks tell while they are recognised how far they are unpacked, and can be cancelled then. What is empty
// beyond the first rows is left packed.
func TestRecognitionOfArchives(t *testing.T) {
	race.Skip(t)
	var empty, many strings.Builder
	for n := range 520_000 {
		fmt.Fprintf(&empty, `<row r="%d" spans="1:3" s="1"></row>`, n+6)
	}
	for n := range 20_000 {
		fmt.Fprintf(&many, "t%d,ann,word %d\n", n, n)
	}
	const end = "</sheetData>"
	rows := packed.Workbook(t, animals)
	z, err := zip.NewReader(strings.NewReader(rows), int64(len(rows)))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f.Name, strings.Replace(string(text), end, empty.String()+end, 1))
	}
	for _, test := range []struct {
		name, file string
		most       int64 // bytes that are unpacked
	}{
		{"a million empty rows.xlsx", packed.Zip(t, files...), 17 << 20},
		{"many texts.xlsx", packed.Workbook(t, "task,worker,label\n"+many.String()), 4 << 20},
		{"labels.zip", packed.Zip(t, "a.csv", animals+many.String(), "b.csv", animals+many.String()), 1 << 20},
	} {
		told, furthest, whole := 0, int64(0), int64(0)
		known := layout.Choice{Follow: func(unpacked, all int64) error {
			told, furthest, whole = told+1, unpacked, all
			return nil
		}}
		g, err := layout.DetectAs(test.name, []byte(test.file), known)
		if err != nil || len(g.Roles) != 3 || g.Roles[2] != layout.Label {
			t.Fatalf("%s: got %+v, %v", test.name, g, err)
		}
		if told < 10 || furthest > test.most || furthest > whole {
			t.Errorf("%s: got %d calls, at last with %d bytes of %d, want no more than %d", test.name, told, furthest, whole, test.most)
		}
		stop, calls := errors.New("stop"), 0
		known.Follow = func(int64, int64) error {
			if calls++; calls >= told/2 {
				return stop
			}
			return nil
		}
		if g, err := layout.DetectAs(test.name, []byte(test.file), known); err != stop || g != nil || calls != told/2 {
			t.Errorf("%s: got %v after %d calls, want the error of call %d itself", test.name, err, calls, told/2)
		}
	}
}
