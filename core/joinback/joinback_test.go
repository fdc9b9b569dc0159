package joinback_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"concord/core/joinback"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sheet"
	"concord/core/table"
	"concord/internal/packed"
)

// back is a file given back, where each task that of knows gets what it says.
func back(t *testing.T, name, file string, change func(*layout.Detection), a joinback.Answers) (string, error) {
	t.Helper()
	d, err := layout.Detect(name, []byte(file))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if change != nil {
		change(d)
	}
	var b strings.Builder
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(file)), nil }
	err = joinback.Write(&b, name, open, &d.Layout, scan.Options{}, a)
	return b.String(), err
}

// labels answer tasks a and b, with a label and its probability.
var labels = joinback.Answers{Names: []string{"answer", "p"}, Safe: true, Of: func(of []string) []sheet.Cell {
	switch of[0] {
	case "a":
		return []sheet.Cell{{Text: "=ja, ja", JSON: `"=ja, ja"`}, {Text: "0.5", JSON: "0.5"}}
	case "b":
		return []sheet.Cell{{Text: "né", JSON: `"né"`}, {JSON: "null"}}
	}
	return nil
}}

// A row gets its cells in the file's own delimiter, quotes, encoding and line ends; what is no row of the table stays as it is.
func TestTextIsGivenBack(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"commas": {"task,worker,label\na,x,1\nb,x,2\nc,x,1\na,y,2\nb,y,2\n",
			"task,worker,label,answer,p\na,x,1,\"'=ja, ja\",0.5\nb,x,2,né,\nc,x,1,,\na,y,2,\"'=ja, ja\",0.5\nb,y,2,né,\n"},
		"semicolons, CR LF, no last line end": {
			"task;worker;label\r\na;x;1\r\nb;x;2\r\na;y;1\r\nb;y;2",
			"task;worker;label;answer;p\r\na;x;1;\"'=ja, ja\";0.5\r\nb;x;2;né;\r\na;y;1;\"'=ja, ja\";0.5\r\nb;y;2;né;",
		},
		"quotes around all, a mark before": {
			"\ufeff\"task\",\"worker\",\"label\"\n\"b\",\"x\",\"1\"\n\"b\",\"y\",\"two\nlines\"\n\"c\",\"y\",\"1\"\n",
			"\ufeff\"task\",\"worker\",\"label\",\"answer\",\"p\"\n\"b\",\"x\",\"1\",\"né\",\"\"\n\"b\",\"y\",\"two\nlines\",\"né\",\"\"\n" +
				"\"c\",\"y\",\"1\",\"\",\"\"\n",
		},
		"CR alone": {
			"task\tworker\tlabel\rb\tx\t1\rb\ty\t2\rc\ty\t1\r",
			"task\tworker\tlabel\tanswer\tp\rb\tx\t1\tné\t\rb\ty\t2\tné\t\rc\ty\t1\t\t\r",
		},
		"a title, a blank line, a bad row and a total": {"A survey of May,,\n\ntask,worker,label\nb,x,1\n\nb,y\nb,z,2\nc,z,1\nTotal,3,\n",
			"A survey of May,,\n\ntask,worker,label,answer,p\nb,x,1,né,\n\nb,y\nb,z,2,né,\nc,z,1,,\nTotal,3,\n"},
		"a column for each worker": {"task,w1,w2,w3\na,1,2,1\nb,2,2,2\nc,1,1,2\n",
			"task,w1,w2,w3,answer,p\na,1,2,1,\"'=ja, ja\",0.5\nb,2,2,2,né,\nc,1,1,2,,\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := back(t, "f.csv", c.file, nil, labels); err != nil || got != c.want {
				t.Errorf("got %q, %v\nwant %q", got, err, c.want)
			}
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			io.WriteString(z, c.file)
			z.Close()
			if got, err := back(t, "f.csv.gz", packed.String(), nil, labels); err != nil || got != c.want {
				t.Errorf("of gzip: got %q, %v\nwant %q", got, err, c.want)
			}
		})
	}
}

func TestEncodingIsKept(t *testing.T) {
	const file = "task,worker,label\na,x,Größe\nb,x,Größe\nb,y,naïve Zürich\nc,y,Größe\n"
	const want = "task,worker,label,answer,p\na,x,Größe,\"'=ja, ja\",0.5\nb,x,Größe,né,\nb,y,naïve Zürich,né,\nc,y,Größe,,\n"
	for _, as := range []string{"utf-8", "utf-16le", "utf-16be", "windows-1252"} {
		var in, out bytes.Buffer
		for text, to := range map[string]*bytes.Buffer{"\ufeff" + file: &in, "\ufeff" + want: &out} {
			if as == "windows-1252" {
				text = strings.TrimPrefix(text, "\ufeff")
			}
			w := table.Encode(to, as)
			io.WriteString(w, text)
			w.Close()
		}
		if got, err := back(t, "f.csv", in.String(), func(d *layout.Detection) { d.Encoding = as }, labels); err != nil || got != out.String() {
			t.Errorf("%s: got %q, %v\nwant %q", as, got, err, out.String())
		}
	}
}

// Rows that do not count, and those of another question, are rows all the same.
func TestRowsThatDoNotCount(t *testing.T) {
	const file = "task,question,worker,label\na,fit,x,1\na,tone,x,2\nb,fit,x,1\nb,tone,x,2\nb,fit,y,1\nb,tone,y,2\n"
	got, err := back(t, "f.csv", file, func(d *layout.Detection) {
		d.Roles = []string{layout.Task, layout.Asked, layout.Worker, layout.Label}
		d.Question = "tone"
	}, labels)
	want := "task,question,worker,label,answer,p\na,fit,x,1,,\na,tone,x,2,\"'=ja, ja\",0.5\n" +
		"b,fit,x,1,,\nb,tone,x,2,né,\nb,fit,y,1,,\nb,tone,y,2,né,\n"
	if err != nil || got != want {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}

func TestJSONIsGivenBack(t *testing.T) {
	const one, three = `{"task":"a","worker":"x","label":"1"`, `{"task":"c","worker":"y","label":"1"`
	const two = `{"task":"b","worker":"x","label":"\"}2","at":[1,{}]`
	const a, b, c = `, "answer": "=ja, ja", "p": 0.5}`, `, "answer": "né", "p": null}`, `, "answer": null, "p": null}`
	for name, x := range map[string]struct{ file, want string }{
		"lines": {one + "}\r\n" + two + " }\r\n\r\n" + three + "}",
			one + a + "\r\n" + two + strings.TrimSuffix(b, "}") + " }\r\n\r\n" + three + c},
		"an array": {"[" + one + "}, null, " + two + "},\n" + three + "\n}]\n",
			"[" + one + a + ", null, " + two + b + ",\n" + three + strings.TrimSuffix(c, "}") + "\n}]\n"},
		"bad lines": {one + "}\n{\"task\":\n" + two + "}\n" + three + "}\n",
			one + a + "\n{\"task\":\n" + two + b + "\n" + three + c + "\n"},
	} {
		if got, err := back(t, "f.json", x.file, nil, labels); err != nil || got != x.want {
			t.Errorf("%s: got\n%s, %v\nwant\n%s", name, got, err, x.want)
		}
	}
}

// Without what was added, every file that can be given back is what it was, to the last byte.
func TestFilesAreWhatTheyWere(t *testing.T) {
	files, err := filepath.Glob("../layout/testdata/formats/*.*")
	if err != nil || len(files) < 100 {
		t.Fatalf("there are %d files, %v", len(files), err)
	}
	all := joinback.Answers{Names: []string{"¤"}, Of: func([]string) []sheet.Cell { return []sheet.Cell{{Text: "¤", JSON: `"¤"`}} }}
	given := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := layout.Detect(file, content)
		if err != nil || joinback.Refuse(&d.Layout) != "" || d.Check(file, layout.LabelFile) != nil {
			continue
		}
		given++
		got, err := back(t, file, string(content), nil, all)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		added := regexp.MustCompile(regexp.QuoteMeta(d.Delimiter) + `("¤"|¤)`)
		if d.Least > 0 { // short rows get the cells that they lack
			added = regexp.MustCompile(`(` + regexp.QuoteMeta(d.Delimiter) + `)+("¤"|¤)`)
		}
		if d.JSON != nil {
			added = regexp.MustCompile(`, "¤": ("¤"|null)`)
		}
		if rest := added.ReplaceAllString(got, ""); rest != string(content) {
			t.Errorf("%s: got back\n%.600s", file, got)
		}
		if strings.Count(got, "¤") < 3 && filepath.Base(file) != "short-rows-no-label.csv" { // in which all rows are bad
			t.Errorf("%s: hardly any row has an answer:\n%.600s", file, got)
		}
	}
	if given < 40 {
		t.Errorf("%d files could be given back", given)
	}
	t.Logf("%d of %d files are given back", given, len(files))
}

func TestWhatCannotBeGivenBackIsRefused(t *testing.T) {
	for _, file := range []string{"label-studio.json", "by-column.json", "arrays.json", "doccano-m1.jsonl", "promptfoo.csv"} {
		content, err := os.ReadFile("../layout/testdata/formats/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := back(t, file, string(content), nil, labels); err == nil || !strings.Contains(err.Error(), "can't be given back") {
			t.Errorf("%s: got %v", file, err)
		}
	}
}

// A sheet gets columns; its other cells, what stands around the table, and the other sheets stay as they are.
func TestWorkbookIsGivenBack(t *testing.T) {
	const file = "A survey,,\ntask,worker,label\na,x,01\nb,x,2\nc,x,2\na,y,01\nb,y,2\nc,y,1\nTotal,6,\n"
	got, err := back(t, "f.xlsx", packed.Workbook(t, "by,me\n", file), nil, labels)
	if err != nil {
		t.Fatal(err)
	}
	z, err := table.ReadArchive(strings.NewReader(got), table.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	book, err := z.Workbook()
	if err != nil || len(book.Sheets) != 2 {
		t.Fatalf("got %v, %v", book, err)
	}
	want := []string{"by,me\n", "A survey,,\ntask,worker,label,answer,p\na,x,01,=ja, ja,0.5\nb,x,2,né\nc,x,2\na,y,01,=ja, ja,0.5\nb,y,2,né\n" +
		"c,y,1\nTotal,6,\n"}
	for n, sheet := range book.Sheets {
		r, err := book.Sheet(sheet, 2+n)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for r.Next() == nil {
			var cells []string
			for c := range r.Len() {
				cells = append(cells, string(r.Cell(c)))
			}
			text += strings.Join(cells, ",") + "\n"
		}
		if text != want[n] {
			t.Errorf("the sheet %s: got\n%s\nwant\n%s", sheet.Name, text, want[n])
		}
	}
}
