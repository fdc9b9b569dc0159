package engine

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// tweets are 30 tasks of three workers each, with a text that has line ends, quotes, formulas and marks for writing from right to left.
func tweets() string {
	var b strings.Builder
	b.WriteString("task,worker,label,tweet\n")
	for n := range 30 {
		for w := range 3 {
			label := []string{"good", "bad"}[(n+n*w%5)%2]
			fmt.Fprintf(&b, "t%d,w%d,%s,\"=tweet %d, \"\"so\"\"\n\u202eלמה\"\n", n, w, label, n)
		}
	}
	return b.String()
}

// What workers saw comes with the labels, the lists to check, and the table of the page, unless it is left out.
func TestContentComesWithTheLabels(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tweets())
	v.fit(api.MethodDefault)
	cells := func(x api.Export) [][]string {
		f := v.must(api.Request{Export: &x}, nil).Exported
		rows, err := csv.NewReader(strings.NewReader(v.files[f.Name])).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for _, x := range []api.Export{{What: api.FileLabels}, {What: api.FileSample, Tasks: 5}, {What: api.FileChecks, Tasks: 5}} {
		rows := cells(x)
		if rows[0][1] != "tweet" || len(rows) > 1 && !strings.HasSuffix(rows[1][1], ", \"so\"\n\u202eלמה") {
			t.Errorf("%s: got %q", x.What, rows[:min(2, len(rows))])
		}
		x.Bare = true
		if rows := cells(x); slices.Contains(rows[0], "tweet") {
			t.Errorf("%s without it: got %q", x.What, rows[0])
		}
	}
	if got := cells(api.Export{What: api.FileLabels, Safe: true})[1][1]; !strings.HasPrefix(got, "'=tweet 0") {
		t.Errorf("a formula is written as %q", got)
	}
	page := v.must(api.Request{Rows: &api.Rows{Table: "tasks", Count: 1}}, nil).Page
	if h := page.Columns[1]; h.Title != "tweet" || h.Kind != "content" || page.Cells[0][1] != "=tweet 0, \"so\" \u202eלמה" {
		t.Errorf("on the page: got %+v, %q", h, page.Cells[0])
	}
	if f := v.fault(api.Request{Rows: &api.Rows{Table: "tasks", Sort: "tweet", Count: 1}}, nil); f.Broken {
		t.Errorf("sorted by a text: got %+v", f)
	}
}

// A list to check that was filled in is read as truth, whatever stands beside the tasks.
func TestFilledSampleIsTruth(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tweets())
	v.fit(api.MethodDefault)
	f := v.must(api.Request{Export: &api.Export{What: api.FileSample, Tasks: 12, Safe: true}}, nil).Exported
	rows, err := csv.NewReader(strings.NewReader(v.files[f.Name])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	for n, row := range rows {
		if n > 0 {
			row[len(row)-1] = []string{"good", "bad"}[n%2]
		}
		w.Write(row)
	}
	w.Flush()
	if o := v.open("truth", b.String()); o.Known != 12 || o.Count != 0 {
		t.Errorf("got %d of 12 truths, %d problems", o.Known, o.Count)
	}
}

// The dropped file comes back with the answers; where that can't be, the result says why.
func TestFileComesBack(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task;worker;label\r\na;x;yes\r\na;y;yes\r\nb;x;no\r\nb;y;yes\r\nb;z;no\r\n")
	if f := v.fit("majority"); f.NotBack != "" {
		t.Errorf("got %q", f.NotBack)
	}
	f := v.must(api.Request{Export: &api.Export{What: api.FileLabels, As: api.Back, Safe: true}}, nil).Exported
	want := "a;x;yes;yes;;2 of 2;yes;1;false;1\r\n"
	if got := v.files[f.Name]; !strings.HasPrefix(got, "task;worker;label;concord_label;") || !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant %s", got, want)
	}
	v.open("labels", `{"data":[{"task":"a","worker":"x","label":"1"},{"task":"b","worker":"y","label":"2"}]}`)
	fitted := v.fit("majority")
	refused := v.fault(api.Request{Export: &api.Export{What: api.FileLabels, As: api.Back}}, nil)
	if fitted.NotBack == "" || !strings.HasSuffix(refused.Message, "can't be given back with the answers: "+fitted.NotBack+".") {
		t.Errorf("got %q, %q", fitted.NotBack, refused.Message)
	}
}
