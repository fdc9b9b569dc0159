package labels_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/golden"
)

// good is a file of labels without fault.
const good = "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\nt2,bob,yes\nt3,ann,no\nt3,bob,no\n"

// with returns good with more lines at its end.
func with(lines string) string { return good + lines }

// many returns a file with n different labels.
func many(n int) string {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range 2 * n {
		fmt.Fprintf(&b, "t%d,w%d,c%d\n", i, i%3, i%n)
	}
	return b.String()
}

// scored returns rows in which each of some judges scores n tasks.
func scored(n int, judges ...string) string {
	var b strings.Builder
	for i := range n {
		for j, judge := range judges {
			fmt.Fprintf(&b, "t%d,%s,%d\n", i, judge, 1+(i+i%3*j)%5)
		}
	}
	return b.String()
}

// wideRows returns n rows of a table with two workers' columns.
func wideRows(n int) (rows []string) {
	for i := range n {
		rows = append(rows, fmt.Sprintf("t%d,1.5,%d\n", i, 1+i%2))
	}
	return rows
}

// wideNames is wideRows of classes.
func wideNames(n int) (rows []string) {
	for i := range n {
		rows = append(rows, fmt.Sprintf("t%d,%s,no\n", i, []string{"yes", "no"}[i%2]))
	}
	return rows
}

// manyAnn is n records of tasks that two workers labelled.
func manyAnn(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"task": "t%d", "ann": "%s", "bob": "no"}`+"\n", i, []string{"yes", "no"}[i%2])
	}
	return b.String()
}

// played gives the columns these roles.
func played(roles ...layout.Role) func(*layout.Layout) {
	return func(g *layout.Layout) { copy(g.Roles, roles) }
}

// badFiles are files of labels with something wrong or odd about them.
var badFiles = []struct {
	name, file string
	change     func(*layout.Layout)
}{
	{"empty", "", nil},
	{"only-line-ends", "\n\r\n\n", nil},
	{"only-a-byte-order-mark", "\xef\xbb\xbf", nil},
	{"header-only", "task,worker,label\n", nil},
	{"no-worker", "task,label\nt1,yes\nt1,no\nt2,yes\n", nil},
	{"no-worker-but-times", "task,label,time\nt1,yes,10:00\nt1,no,10:01\nt2,yes,10:02\n", nil},
	{"two-workers", "task,worker,user,label\nt1,a,b,yes\nt1,b,a,no\n", func(g *layout.Layout) { g.Roles[2] = layout.Worker }},
	{"one-column", "label\nyes\nno\nyes\n", nil},
	{"binary", "task\x00\x01\x02\xff\xfe\x00,worker\n\x00\x00", nil},
	{"zip", "PK\x03\x04\x14\x00\x00\x00", nil},
	{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", nil},
	{"parquet", "PAR1\x15\x04", nil},
	{"xz", "\xfd7zXZ\x00\x00\x04", nil},
	{"tar", "labels.csv" + strings.Repeat("\x00", 247) + "ustar\x0000", nil},
	{"pdf", "%PDF-1.7\n", nil},
	{"json", `[{"task": "t1", "worker": "ann", "label": "yes"}]`, nil},
	{"html", "<!DOCTYPE html>\n<html><body>Sign in</body></html>", nil},
	{"gzip-cut-off", "\x1f\x8b\x08\x00\x00", nil},
	{"gzip-damaged", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xffnonsense", nil},
	{"short-row", with("t4,ann\nt4,bob,yes\n"), nil},
	{"long-row", with("t4,ann,yes,really\n"), nil},
	{"note-beside-the-table", with("t4,ann,yes,,sure?\nt4,bob,yes,,\n"), nil},
	{"json-in-two-wrappers", `{"data": {"results": [{"task": "t1", "worker": "ann", "label": "yes"}]}}`, nil},
	{"decimal-comma", "task;worker;label\nt1;ann;1,5\nt1;bob;2;5\nt2;ann;1,5\n", nil},
	{"stray-quote", with("t4,ann,the \"best\"\nt4,bob,yes\n"), nil},
	{"text-after-quote", with("t4,ann,\"yes\" I think\nt4,bob,yes\n"), nil},
	{"open-quote", with("t4,ann,\"yes\nt4,bob,yes\n"), nil},
	{"large-cell", with("t4,ann," + strings.Repeat("x", 10<<20) + "\nt4,bob,yes\n"), nil},
	{"large-quoted-cell", with("t4,ann,\"" + strings.Repeat("some text\n", 1<<20) + "\"\nt4,bob,yes\n"), nil},
	{"many-cells", with(strings.Repeat("x,", 20_000) + "\nt4,bob,yes\n"), nil},
	{"nul", good + strings.Repeat("t9,ann,yes\n", 120_000) + "t4,a\x00nn,yes\n", nil},
	{"not-utf8", with("t4,zo\xeb,yes\nt4,bob,yes\n"), nil},
	{"not-utf8-in-the-header", strings.Replace(good, "label", "\xe9tiquette", 1), nil},
	{"not-utf8-in-a-name", "task,worker,r\xe9ponse,label\nt1,ann,x,yes\nt1,bob,y,no\n", nil},
	{"stray-quote-in-the-header", strings.Replace(good, "label", "la\"bel", 1), nil},
	{"open-quote-in-the-header", `"` + good, nil},
	{"header-below-a-title", "Moods, as of March\n\n" + good, nil},
	{"header-below-a-separator", "sep=;\n" + strings.ReplaceAll(good, ",", ";"), nil},
	{"header-below-a-title-of-as-many-cells", "Moods,March,\n" + good, nil},
	{"header-below-spaces", " \t\n  \n" + good, nil},
	{"numbers-below-a-narrow-row", "a,b\nq,w,v\n1,2,3\n1,3,3\n2,2,4\n2,3,4\n", nil},
	{"header-again", good + good, nil},
	{"header-again-far-below", good + strings.Repeat("t9,cid,yes\nt8,dan,no\n", 10_000) + good, nil},
	{"header-again-in-a-wide-table", "task,ann,bob\n" + strings.Join(wideNames(6000), "") + "task,ann,bob\nt9,yes,no\n", nil},
	{"a-label-None", good + strings.Repeat("t9,cid,yes\nt8,dan,None\n", 1000), nil},
	{"a-label-None-in-a-wide-table", "task,ann,bob\n" + strings.Join(wideNames(10), "") + "t11,None,no\n", nil},
	{"a-label-None-that-is-one", with("t4,ann,None\nt4,bob,NA\n"), func(g *layout.Layout) { g.Missing = []string{"NA"} }},
	{"label-called-as-its-column", with("t4,ann,label\nt4,bob,label\nt4,worker,label\n"), nil},
	{"zero-width", with("t4,ann,yes,ye\u200bs\n"), nil},
	{"no-task", with(",ann,yes\nt4,bob,yes\n"), nil},
	{"worker-missing", with("t4,NA,yes\nt4,bob,yes\n"), nil},
	{"most-workers-missing", "task,worker,label\nt1,,yes\nt1,bob,no\nt2,,yes\nt2,,no\n", nil},
	{"no-labels", "task,worker,label\nt1,ann,\nt1,bob,NA\n", nil},
	{"not-a-number", "task,worker,label\nt1,ann,1.5\nt1,bob,2\nt2,ann,high\n", func(g *layout.Layout) { g.Numeric = true }},
	{"one-class", "task,worker,label\nt1,ann,yes\nt1,bob,yes\nt2,ann,yes\n", nil},
	{"one-worker", "task,worker,label\nt1,ann,yes\nt2,ann,no\nt3,ann,no\n", nil},
	{"repeats", with("t1,ann,yes\nt1,ann,no\n"), nil},
	{"many-classes", many(150), nil},
	{"too-many-classes", many(1001), nil},
	{"number-too-large", "task,worker,label\nt1,ann,1.5\nt1,bob,2\nt2,ann,-1e61\nt2,bob,1e60\n", func(g *layout.Layout) { g.Numeric = true }},
	{"wide-not-a-number", "task,ann,bob\n" + strings.Join(wideRows(10), "") + "t11,2,high\n,2,2\n", func(g *layout.Layout) {
		g.Numeric = true
	}},
	{"wide-and-a-worker", "task,ann,bob\nt1,a,b\nt2,b,a\nt3,b,b\n", func(g *layout.Layout) {
		g.Roles[1] = layout.Worker
		g.Roles[0] = layout.Label
	}},
	{"counts-wrong", "task,yes,no\nt1,3,-1\nt2,2,\nt3,2.5,1\n,1,2\nt4,2,many\nt5,0,0\nt6,1.0,2\n", func(g *layout.Layout) {
		played(layout.Task, layout.Count, layout.Count)(g)
		g.Numeric = false
	}},
	{"counts-without-end", "task,yes,no\nt1,3,1\nt2,9999999999999999999999,1\n", played(layout.Task, layout.Count, layout.Count)},
	{"counts-of-numbers", "task,1,two\nt1,3,1\n", func(g *layout.Layout) {
		played(layout.Task, layout.Count, layout.Count)(g)
		g.Numeric = true
	}},
	{"counts-and-a-worker", "task,who,yes,no\nt1,ann,3,1\n", played(layout.Task, layout.Worker, layout.Count, layout.Count)},
	{"counts-of-two-tasks", "task,image,yes,no\nt1,a.jpg,3,1\n", played(layout.Task, layout.Task, layout.Count, layout.Count)},
	{"two-counts-of-patterns", "ann,bob,n,m\nyes,no,3,1\n", played(layout.Label, layout.Label, layout.Count, layout.Count)},
	{"patterns-without-end", "ann,bob,n\nyes,no,3\nyes,yes,5000001\n", played(layout.Label, layout.Label, layout.Count)},
	{"answers-in-one-cell", "HITId,WorkerId,Answer.taskAnswers\nh1,w1,happy\nh1,w2,[]\n", nil},
	{"answers-and-a-short-row", "HITId,WorkerId,Answer.taskAnswers\nh1,w1,\"[{\"\"mood\"\":{\"\"label\"\":\"\"happy\"\"}}]\"\nh1,w2\nh2,w2," +
		"\"[{\"\"mood\"\":{\"\"label\"\":\"\"sad\"\"}}]\",more\n", nil},
	{"json-with-a-worker-far-below", manyAnn(5100) + `{"task": "t9999", "ann": "no", "bob": "yes", "eve": "no"}` + "\n" +
		`{"task": "t99999", "ann": "no", "eve": null}` + "\n", nil},
	{"shares", "task,yes,no\nt1,.5,.5\nt2,1,0\nt3,.25,.75\n", nil},
	{"judges", "task,judge,score\n" + scored(8, "gpt-4o", "claude", "human") + "t9,gpt-4o,ERROR\nt9,claude,abstain\nt9,human,77\n", nil},
	{"nobody-of-that-name", good, func(g *layout.Layout) { g.Human = "eve" }},
	{"no-column-of-workers", "task,ann,bob\nt1,yes,no\nt2,no,yes\nt3,yes,yes\n", func(g *layout.Layout) { g.Human = "ann" }},
	{"odd-delimiter", good, func(g *layout.Layout) { g.Delimiter = "\n" }},
	{"unknown-encoding", good, func(g *layout.Layout) { g.Encoding = "ebcdic" }},
	{"everything-wrong", "task,worker,label\na\nb\nc,\"\n", nil},
}

// TestBadFiles pins every message about a bad file: first as it is opened, then,
// where that may help, as it is opened again without its bad rows.
func TestBadFiles(t *testing.T) {
	var b strings.Builder
	for _, f := range badFiles {
		fmt.Fprintf(&b, "%s\n", f.name)
		set, err := labelstest.Open(f.name+".csv", f.file, f.change, scan.Options{})
		b.WriteString(labelstest.Report(set, err))
		var bad *api.BadRows
		if errors.As(err, &bad) {
			b.WriteString(" skipping\n")
			set, err := labelstest.Open(f.name+".csv", f.file, func(g *layout.Layout) {
				if f.change != nil {
					f.change(g)
				}
				g.Skip = true
			}, scan.Options{})
			b.WriteString(labelstest.Report(set, err))
			if err == nil && set.Rows-set.Skipped != bad.Good {
				t.Errorf("%s: got %d rows, want the %d that were promised", f.name, set.Rows-set.Skipped, bad.Good)
			}
		}
	}
	golden.Check(t, "bad-files.golden", b.String())
}

func TestManyClassesConfirmed(t *testing.T) {
	accept := func(g *layout.Layout) { g.ManyClasses = true }
	set, err := labelstest.Open("labels.csv", many(1001), accept, scan.Options{})
	if err != nil || set.Classes.Len() != 1001 {
		t.Errorf("got %v, want 1001 classes", err)
	}
	if _, err := labelstest.Open("labels.csv", many(crowd.MaxClasses+1), accept, scan.Options{}); err == nil {
		t.Errorf("got no error for %d classes", crowd.MaxClasses+1)
	}
}

// TestBadTruth pins the messages about files of truth, of gold tasks and of
// confusion matrices.
func TestBadTruth(t *testing.T) {
	set, err := labelstest.Open("labels.csv", good, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range []struct{ name, file string }{
		{"fine", "task,truth\nt1,yes\nt2,no\n"},
		{"unknown-task", "task,truth\nt1,yes\nt9,no\n"},
		{"unknown-class", "task,truth\nt1,maybe\nt2,no\n"},
		{"conflict", "task,truth\nt1,yes\nt1,no\nt1,yes\n"},
		{"ragged", "task,truth\nt1,yes\nt2\n"},
		{"no-truth", "task,comment\nt1,hello\nt2,world\nt3,again\nt4,so\n"},
		{"other-data", "task,truth\nx1,yes\nx2,no\n"},
		{"header-only", "task,truth\n"},
		{"other-words", "task,truth\nt1,ja\nt2,nein\n"},
		{"nobody-knows", "task,truth\nt1,yes\nt2,unknown\nt3,-1\n"},
		{"nothing-of-the-first", "task,truth\nt1,\nt2,no\n"},
	} {
		for _, kind := range []string{"truth", "gold"} {
			fmt.Fprintf(&b, "%s as %s\n", f.name, kind)
			g, err := layout.DetectAs(f.name+".csv", []byte(f.file), layout.Choice{Kind: layout.TruthFile})
			if err != nil {
				t.Fatal(err)
			}
			read := sidefile.Truth
			if kind == "gold" {
				read = sidefile.Gold
			}
			var unseen sidefile.Unseen
			truth, problems, err := read(f.name+".csv", strings.NewReader(f.file), &g.Layout, set, sidefile.TruthOptions{Unseen: &unseen})
			if err != nil {
				b.WriteString(labelstest.Report(nil, err))
				continue
			}
			fmt.Fprintf(&b, "  read: %v\n", truth)
			for _, p := range problems.First {
				fmt.Fprintf(&b, "  problem: %v\n", &p)
			}
			if w := unseen.Warning(); w != nil {
				fmt.Fprintf(&b, "  warning: %v\n", w)
			}
		}
	}
	const header = "worker,truth,label,value\n"
	const ann, bob = "ann,yes,yes,0.9\nann,yes,no,0.1\nann,no,no,1\n", "bob,yes,yes,0.5\nbob,yes,no,0.5\nbob,no,no,1\n"
	for _, f := range []struct {
		name, file string
		mode       crowd.ConfusionMode
	}{
		{"fine", header + ann + bob, crowd.Assign},
		{"one-worker-lacking", header + ann, crowd.Assign},
		{"one-worker-lacking-to-add", header + ann, crowd.Addition},
		{"one-worker-lacking-to-keep", header + ann, crowd.Prior},
		{"rates-of-approval", "Worker ID,Your lifetime approval rate\nann,95 %\n", crowd.Prior},
		{"one-worker-lacking-of-counts", header + "ann,yes,yes,9\nann,no,no,3\n", crowd.Assign},
		{"one-worker-lacking-of-counts-to-add", header + "ann,yes,yes,9\nann,no,no,3\n", crowd.Addition},
		{"counts", header + "ann,yes,yes,9\nann,yes,no,1\nbob,no,no,3\n", crowd.Assign},
		{"not-one", header + ann + "bob,yes,yes,0.5\nbob,yes,no,0.4\n", crowd.Assign},
		{"negative", header + ann + "bob,yes,yes,-1\n", crowd.Prior},
		{"not-a-number", header + ann + "bob,yes,yes,many\n", crowd.Prior},
		{"unknown-worker", header + ann + bob + "cid,yes,yes,1\n", crowd.Assign},
		{"unknown-class", header + ann + bob + "ann,maybe,yes,0.5\n", crowd.Assign},
		{"twice", header + ann + bob + "ann,yes,yes,0.9\n", crowd.Assign},
		{"no-value", "worker,truth,label\nann,yes,yes\n", crowd.Assign},
		{"classes-too", header + ann + bob + ",yes,,.3\n,no,,.7\n", crowd.Assign},
		{"classes-alone", header + ",yes,,3\n,no,,7\n", crowd.Addition},
		{"one-class-lacking", header + ",yes,,3\n", crowd.Addition},
		{"class-twice", header + ",yes,,3\n,no,,7\n,no,,6\n", crowd.Addition},
		{"classes-of-nothing", header + ",yes,,0\n,no,,0\n", crowd.Addition},
		{"class-without-worker", header + ",yes,no,3\n", crowd.Addition},
	} {
		fmt.Fprintf(&b, "%s as matrices\n", f.name)
		g, err := layout.DetectAs(f.name+".csv", []byte(f.file), layout.Choice{Kind: layout.ConfusionFile})
		if err != nil {
			t.Fatal(err)
		}
		initial, _, err := sidefile.Confusion(f.name+".csv", bytes.NewReader([]byte(f.file)), &g.Layout, set, f.mode, scan.Options{})
		if err != nil {
			b.WriteString(labelstest.Report(nil, err))
			continue
		}
		fmt.Fprintf(&b, "  read: %v\n", initial.Counts)
		if initial.Prior != nil {
			fmt.Fprintf(&b, "  classes: %v\n", initial.Prior)
		}
	}
	golden.Check(t, "bad-truth.golden", b.String())
}

// FuzzTruth opens anything at all as truth, as gold tasks and as confusion
// matrices of a small set: it must not panic, nor return both or neither of a
// result and an error.
func FuzzTruth(f *testing.F) {
	f.Add([]byte("task,truth\nt1,yes\nt1,no\n"))
	f.Add([]byte("worker,truth,label,value\nann,yes,yes,0.5\nann,yes,no,0.5\n"))
	f.Add([]byte("t1\tyes\nt2\tno\nt3\tyes\n"))
	set, err := labelstest.Open("labels.csv", good, nil, scan.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, kind := range []layout.Kind{layout.TruthFile, layout.ConfusionFile} {
			g, err := layout.DetectAs("f", file, layout.Choice{Kind: kind})
			if (g == nil) == (err == nil) {
				t.Fatalf("got %v, %v", g, err)
			}
			if err != nil {
				continue
			}
			g.Skip = true
			o := scan.Options{}
			if kind == layout.ConfusionFile {
				initial, _, err := sidefile.Confusion("f", bytes.NewReader(file), &g.Layout, set, crowd.Addition, o)
				if (initial == nil) == (err == nil) || initial != nil && len(initial.Counts) != 2*2*2 {
					t.Fatalf("got %v, %v", initial, err)
				}
				continue
			}
			for _, read := range []func(string, io.Reader, *layout.Layout, *labels.Set, sidefile.TruthOptions) ([]int32, api.Problems,
				error){sidefile.Truth, sidefile.Gold} {
				truth, _, err := read("f", bytes.NewReader(file), &g.Layout, set, sidefile.TruthOptions{Options: o})
				if (truth == nil) == (err == nil) || truth != nil && len(truth) != set.Tasks.Len() {
					t.Fatalf("got %v, %v", truth, err)
				}
			}
		}
	})
}
