package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/internal/race"
)

// badInput is every bad file that the product promises to explain, with the
// message it gets.
var badInput = []struct {
	name, role, text string
	want             string // the message begins with it
	good             int    // rows that would remain, where it can be read without the bad ones
}{
	{name: "empty", text: "", want: "labels.csv: the file is empty"},
	{name: "blank", text: " \n\n", want: "labels.csv: the file is empty"},
	{name: "header only", text: "task,worker,label\n", want: "labels.csv, line 1: there is a header and not one row below it"},
	{name: "no worker", text: "task,label\nt1,yes\nt2,no\n", want: "labels.csv, line 1: no column holds the worker: “task,label”"},
	{name: "binary", text: "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01\x00",
		want: "labels.csv, line 1: a NUL byte: this looks like a binary file"},
	{name: "workbook", text: "PK\x03\x04\x14\x00", want: "labels.csv: the zip archive is damaged or cut off"},
	{name: "ragged row", text: tiny + "t3,w1\n", want: "labels.csv, line 10: 2 cells where 3 are expected: “w1”", good: 8},
	{name: "stray quote", text: tiny + "t3,w\"1,yes\n", want: "labels.csv, line 10, column “worker”: a quote stands inside a cell that " +
		"does not begin with one: “w\"1”", good: 8},
	{name: "open quote", text: tiny + "\"t3,w1,yes\n",
		want: "labels.csv, line 10, column “task”: a quote opens here and is never closed: “\"t3", good: 8},
	{name: "cell of 10 MB", text: tiny + "t3," + strings.Repeat("w", 10<<20) + ",yes\n",
		want: "labels.csv, line 10, column “worker”: a cell of more than 1 MB", good: 8},
	{name: "NUL", text: tiny + "t3,w\x001,yes\n", want: "labels.csv, line 10: a NUL byte"},
	{name: "late NUL", text: tiny + strings.Repeat("t4,w4,yes\n", 110_000) + "t3,w\x001,yes\n",
		want: "labels.csv, line 110010, column “worker”: a NUL byte", good: 110_008},
	{name: "invalid UTF-8", text: tiny + "t3,w\xff1,yes\n", want: "labels.csv, line 10, column “worker”: not valid UTF-8 text: “w\\xff1”",
		good: 8},
	{name: "no task", text: tiny + ",w1,yes\n", want: "labels.csv, line 10, column “task”: a label without a task", good: 8},
	{name: "truth without task", role: "truth", text: "task\nt1\n", want: "truth.csv, line 1: only one column was found"},
	{name: "truth empty", role: "truth", text: "", want: "truth.csv: the file is empty"},
	{name: "truth ragged", role: "truth", text: tinyTruth + "t10\n", want: "truth.csv, line 4: 1 cell where 2 are expected: “t10”", good: 2},
}

func TestBadInputIsExplainedAndChangesNothing(t *testing.T) {
	race.Skip(t)
	for _, bad := range badInput {
		role := bad.role
		if role == "" {
			role = "labels"
		}
		v := loaded(t)
		before := v.state()
		f := v.fault(openText(role, ""), text2(role, bad.text))
		if !strings.HasPrefix(f.Message, bad.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", bad.name, f.Message, bad.want)
		}
		if f.CanSkip != (bad.good > 0) || f.Good != bad.good {
			t.Errorf("%s: got %v, %d rows to go on with, want %d", bad.name, f.CanSkip, f.Good, bad.good)
		}
		if f.Count < 1 || len(f.Problems) < 1 || f.Problems[0].File != role+".csv" || f.Problems[0].Do == "" {
			t.Errorf("%s: the problem is told as %+v", bad.name, f.Problems)
		}
		if v.state() != before {
			t.Errorf("%s: what was loaded has changed", bad.name)
		}
		if bad.good == 0 {
			continue
		}
		read := f.Opened.Read
		read.Skip = true
		o := v.must(api.Request{Reread: &api.Reread{Role: role, Failed: true, Choices: read}}, nil).Opened
		if role == "labels" {
			v.fit("majority")
			if o.Counts.Labels != bad.good || o.Count != 1 || !strings.Contains(v.File("run"), `"skipped": 1`) {
				t.Errorf("%s, without the bad rows: got %+v", bad.name, o.Counts)
			}
		} else if o.Known != bad.good {
			t.Errorf("%s, without the bad rows: got %d known", bad.name, o.Known)
		}
	}
}

func TestDoubtfulInputIsReadAndTold(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       string
	}{
		{"one class", "task,worker,label\na,v,yes\na,w,yes\nb,v,yes\n", "every label is the same, “yes”: there is nothing to decide"},
		{"one worker", "task,worker,label\na,w,yes\nb,w,no\nc,w,no\n", "every label is by one worker, “w”: there is nobody to compare with"},
	} {
		v := newVisit(t)
		o := v.open("labels", test.text)
		if len(o.Warnings) != 1 || o.Warnings[0].What != test.want {
			t.Errorf("%s: got %+v, want %q", test.name, o.Warnings, test.want)
		}
		for _, method := range []string{"majority", "ds"} {
			if f := v.fit(method); f.Status != "converged" {
				t.Errorf("%s: %s ended as %q", test.name, method, f.Status)
			}
			v.File("all")
		}
	}
	v := newVisit(t)
	if o := v.open("labels", tiny+"t1,w1,no\nt1,w1,yes\n"); o.Counts.Repeats != 2 || o.Counts.Labels != 10 {
		t.Errorf("a worker who repeats a task: got %+v", o.Counts)
	}
	v.fit("majority")
	if labels := v.File("labels"); !strings.Contains(labels, "t1,yes,,3 of 5,yes,0.4,false,0.6\n") {
		t.Errorf("a worker who repeats a task: got\n%s", labels)
	}
}

func TestTruthWithUnknownTasksAndLabels(t *testing.T) {
	v := loaded(t)
	o := v.open("truth", tinyTruth+"t99,yes\nt10,maybe\nt1,no\n")
	if o.Known != 3 || o.Count != 2 || len(o.Warnings) != 1 || o.Warnings[0].Line != 5 {
		t.Fatalf("got %d known, %d problems", o.Known, o.Count)
	}
	var got []string
	for _, p := range o.Problems {
		got = append(got, fmt.Sprintf("%s:%d %s “%s” %s", p.File, p.Line, p.Column, p.Text, p.What))
	}
	want := []string{
		"truth.csv:4 task “t99” a task that nobody labelled",
		"truth.csv:6 label “no” a task whose truth was said to be “yes” before",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
