package layout_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/internal/packed"
)

// grid writes rows of five workers on ten tasks, cells joined as line says.
func grid(header string, line func(task, worker int) string) string {
	var b strings.Builder
	b.WriteString(header)
	for i := range 10 {
		for j := range 5 {
			b.WriteString(line(i, j) + "\n")
		}
	}
	return b.String()
}

func yes(i, j int) string { return []string{"no", "yes"}[(i+j/4)%2] }

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		name, file  string
		kind        layout.Kind
		want        string // roles
		delimiter   string
		headerless  bool
		confirm     bool
		numeric     bool
		encoding    string
		offer, pack string
	}{
		{name: "crowd-kit", file: "task,worker,label\n1,2,0\n", want: "task=0 worker=1 label=2"},
		{name: "crowd-kit, earlier", file: "performer\ttask\tlabel\n1\t2\t0\n", want: "task=1 worker=0 label=2", delimiter: "\t"},
		{name: "crowd_truth_infer", file: "question,worker,answer\n1,2,0\n", want: "task=0 worker=1 label=2"},
		{name: "truth-inference-at-scale", file: "item,worker,label\n1,2,0\n", want: "task=0 worker=1 label=2"},
		{name: "rater", file: "item;rater;rating\n1;2;0\n", want: "task=0 worker=1 label=2", delimiter: ";"},
		{name: "spark-crowd", file: "example|annotator|value\n1|2|0\n", want: "task=0 worker=1 label=2", delimiter: "|"},
		{name: "Snow et al.", file: "!amt_annotation_ids\t!amt_worker_ids\torig_id\tresponse\tgold\n1\ta\t7\t1\t0\n2\tb\t7\t1\t0\n",
			want: "task=2 worker=1 label=3", delimiter: "\t"},
		{name: "written otherwise", file: " Task ID ,WORKER-ID,Label\n1,2,0\n", want: "task=0 worker=1 label=2"},
		{name: "byte order mark", file: "\ufefftask,worker,label\n1,2,0\n", want: "task=0 worker=1 label=2"},
		{name: "CR LF", file: "task,worker,label\r\n1,2,0\r\n", want: "task=0 worker=1 label=2"},
		{name: "quoted", file: "\"task\",\"worker\",\"label\"\n\"a,b\",\"2\",\"0\"\n", want: "task=0 worker=1 label=2"},
		{name: "several task names, the surest wins", file: "id,task_id,user_id,label\n1,a,x,0\n2,a,y,0\n3,b,x,1\n",
			want: "task=1 worker=2 label=3"},
		{name: "a number of the row is no task", file: "task,url,user_id,label\n1,a,x,0\n2,a,y,0\n3,b,x,1\n", want: "task=1 worker=2 label=3"},
		{name: "extra columns", file: "time,text,worker,confidence,task,label\n9,hello,a,0.5,1,x\n", want: "task=4 worker=2 label=5"},
		{name: "no worker column", file: "task,label\n1,0\n2,1\n", want: "task=0 label=1"},
		{name: "truth opened as labels", file: "question,truth\n1,0\n2,1\n", want: "task=0 label=1"},
		{name: "truth", file: "item,truth\n1,0\n2,1\n", kind: layout.TruthFile, want: "task=0 label=1"},
		{name: "truth beside labels", file: "task,worker,label,gold\n1,a,0,1\n1,b,1,1\n", kind: layout.TruthFile, want: "task=0 label=3"},
		{name: "truth without header", file: "t1\tyes\nt2\tno\nt3\tyes\n", kind: layout.TruthFile, want: "task=0 label=1", delimiter: "\t",
			headerless: true, confirm: true},
		{name: "Get-Another-Label", file: grid("", func(i, j int) string { return fmt.Sprintf("worker%d\tobject%d\t%s", j, i, yes(i, j)) }),
			want: "task=1 worker=0 label=2", delimiter: "\t", headerless: true, confirm: true},
		{name: "numbers without header", file: grid("", func(i, j int) string { return fmt.Sprintf("%d %d %d", i, j, (i+j/4)%2) }),
			want: "task=0 worker=1 label=2", delimiter: " ", headerless: true, confirm: true},
		{name: "without header, with gold", file: grid("", func(i, j int) string {
			return fmt.Sprintf("w%d,t%d,%s,%s", j, i, yes(i, j), yes(i, 0))
		}),
			want: "task=1 worker=0 label=2 truth=3", headerless: true, confirm: true},
		{name: "without header, a label that is a known name", file: grid("", func(i, j int) string {
			return fmt.Sprintf("t%d,w%d,%s", i, j, []string{"image", "text"}[(i+j/4)%2])
		}),
			want: "task=0 worker=1 label=2", headerless: true, confirm: true},
		{name: "a header of unknown names", file: grid("qid,who,said\n", func(i, j int) string {
			return fmt.Sprintf("q%d,p%d,%s", i, j, yes(i, j))
		}),
			want: "task=0 worker=1 label=2", confirm: true},
		{name: "a header of unknown names above numbers", file: grid("x,y,z\n", func(i, j int) string {
			return fmt.Sprintf("%d,%d,%d", i, j, (i+j/4)%2)
		}),
			want: "task=0 worker=1 label=2", confirm: true},
		{name: "one unknown name", file: grid("task,who,label\n", func(i, j int) string { return fmt.Sprintf("%d,p%d,%s", i, j, yes(i, j)) }),
			want: "task=0 worker=1 label=2", confirm: true},
		{name: "numbers on a scale", file: "task,worker,label\n1,a,0.5\n1,b,2\n", want: "task=0 worker=1 label=2", numeric: true},
		{name: "many whole numbers", file: grid("task,worker,label\n", func(i, j int) string {
			return fmt.Sprintf("%d,%d,%d", i, j, 10*i+j)
		}), want: "task=0 worker=1 label=2", numeric: true},
		{name: "small whole numbers", file: "task,worker,label\n1,a,-1\n1,b,1.0\n", want: "task=0 worker=1 label=2"},
		{name: "numbers and missing", file: "task,worker,label\n1,a,0.5\n1,b,NA\n", want: "task=0 worker=1 label=2", numeric: true},
		{name: "UTF-16", file: "\xff\xfet\x00a\x00s\x00k\x00,\x00v\x00o\x00t\x00e\x00\n\x001\x00,\x002\x00\n\x00", want: "task=0 label=1",
			encoding: "utf-16le"},
		{name: "Windows-1252", file: "task,worker,label\n1,zo\xeb,x\n", want: "task=0 worker=1 label=2",
			encoding: "windows-1252"},
		{name: "neither", file: "task,worker,label\n1,\xb2\xbb\xb6\xd4,x\n", want: "task=0 worker=1 label=2", offer: "windows-1252"},
		{name: "a text with more commas than the table has columns", file: "task;worker;label\n1;2;a,b,c,d\n2;2;a,b\n",
			want: "task=0 worker=1 label=2", delimiter: ";"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := layout.DetectAs("labels", []byte(test.file), layout.Choice{Kind: test.kind})
			if err != nil {
				t.Fatal(err)
			}
			if test.delimiter == "" {
				test.delimiter = ","
			}
			if test.encoding == "" {
				test.encoding = "utf-8"
			}
			if got := labelstest.Roles(&g.Layout); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if g.Delimiter != test.delimiter || g.Header == test.headerless || (g.Confirm != "") != test.confirm || g.Numeric != test.numeric {
				t.Errorf("got delimiter %q, header %v, confirm %q, numeric %v, want %q, %v, %v, %v",
					g.Delimiter, g.Header, g.Confirm, g.Numeric, test.delimiter, !test.headerless, test.confirm, test.numeric)
			}
			if g.Encoding != test.encoding || g.Offer != test.offer || g.Packing != test.pack {
				t.Errorf("got encoding %s, offer %q, packing %q, want %s, %q, %q", g.Encoding, g.Offer, g.Packing, test.encoding, test.offer, test.pack)
			}
		})
	}
}

// Within a JSON object, an id or a name is of what the object stands for.
func TestDetectWhoseIDItIs(t *testing.T) {
	for _, test := range []struct {
		line    string
		confirm bool
	}{
		{`{"pair": "q%d", "who": {"id": "p%d"}, "answer": %q}`, true},
		{`{"item": "q%d", "user": {"name": "p%d"}, "label": %q}`, false},
		{`{"task": {"id": "q%d"}, "annotator": {"id": "p%d"}, "label": %q}`, false},
	} {
		g, err := layout.Detect("labels.jsonl", []byte(grid("", func(i, j int) string { return fmt.Sprintf(test.line, i, j, yes(i, j)) })))
		if err != nil {
			t.Fatal(err)
		}
		if got := labelstest.Roles(&g.Layout); got != "task=0 worker=1 label=2" || (g.Confirm != "") != test.confirm {
			t.Errorf("%s: got %s, confirm %q", test.line, got, g.Confirm)
		}
	}
}

func TestDetectPreview(t *testing.T) {
	g, err := layout.Detect("labels.csv", []byte("task,worker,label\n1,zo\xeb,\"a\nb\"\n2,\u200bx, y \n"))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"1", `zo\xeb`, `a\nb`}, {"2", `\u200bx`, "y"}}
	if !slices.EqualFunc(g.Preview, want, slices.Equal) {
		t.Errorf("got %q, want %q", g.Preview, want)
	}
}

// TestDetectHead gives Detect every beginning of a file: it may not know the
// columns of the shortest, but must not fail.
func TestDetectHead(t *testing.T) {
	const file = "task,worker,label\n1,ann,\"yes, I think\"\n1,bob,n\u00f6\n2,ann,yes\n"
	for n := 1; n <= len(file); n++ {
		g, err := layout.Detect("labels.csv", []byte(file[:n]))
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if n > len("task,worker,label\n") && (labelstest.Roles(&g.Layout) != "task=0 worker=1 label=2" || g.Offer != "") {
			t.Errorf("%d bytes: got %s, offer %q", n, labelstest.Roles(&g.Layout), g.Offer)
		}
	}
}

// Of columns that are called the same one is taken, and that is said, unless they
// say the same too.
func TestColumnsCalledTheSame(t *testing.T) {
	for _, test := range []struct{ file, confirm string }{
		{"task,worker,label,label\nt1,ann,yes,1\nt1,bob,no,2\nt2,ann,yes,2\n",
			"the columns 3 and 4 are both called “label”, and the first of them is taken for the label"},
		{"task,Worker,worker,label\nt1,ann,bob,yes\nt1,bob,cid,no\nt2,ann,bob,yes\nt2,bob,ann,yes\n",
			"the columns 2 and 3 are both called “Worker”, and the first of them is taken for the worker"},
		{"task,worker,label,label\nt1,ann,yes,yes\nt1,bob,no,no\nt2,ann,yes,yes\n", ""},
		{"task,worker,label,answer\nt1,ann,yes,1\nt1,bob,no,2\nt2,ann,yes,2\n", ""},
	} {
		if g, err := layout.Detect("labels.csv", []byte(test.file)); err != nil || g.Confirm != test.confirm {
			t.Errorf("%q: got %+v, %v, want %q", test.file, g, err, test.confirm)
		}
	}
}

// However many members the records of a file have of their own, and however far to
// the right a sheet has a cell, what is looked at stays small.
func TestDetectOfVeryManyColumns(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, `{"task": %d, "worker": 1, "label": "x"`, i)
		for j := range 9 {
			fmt.Fprintf(&b, `, "k%d-%d": 1`, i, j)
		}
		b.WriteString("}\n")
	}
	g, err := layout.Detect("labels.jsonl", labelstest.Head([]byte(b.String())))
	if err != nil || len(g.Columns) > 4000 {
		t.Errorf("got %d columns, %v", len(g.Columns), err)
	}
	b.Reset()
	b.WriteString("<worksheet><sheetData>")
	for i := range 5000 {
		fmt.Fprintf(&b, `<row><c r="A%d"><v>%d</v></c><c r="NTP%d"><v>1</v></c></row>`, i+1, i, i+1)
	}
	b.WriteString("</sheetData></worksheet>")
	book := packed.Zip(t,
		"xl/workbook.xml", `<workbook><sheets><sheet name="Labels" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", b.String())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if g, err := layout.Detect("labels.xlsx", []byte(book)); err != nil || len(g.Columns) != 10_000 {
		t.Errorf("got %v", err)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 200<<20 {
		t.Errorf("it took %d MB", (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}

// Of three columns each has a role, also that of the labels where many are missing.
func TestDetectWithManyMissingLabels(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "%s,w%d,t%d\n", []string{"yes", "NA", "no", "NA"}[i/3%4], i%5, i/3)
	}
	g, err := layout.Detect("labels.csv", []byte(b.String()))
	if err != nil || strings.TrimSpace(labelstest.Roles(&g.Layout)) != "task=2 worker=1 label=0" || g.Confirm == "" {
		t.Errorf("got %+v, %v", g, err)
	}
}
