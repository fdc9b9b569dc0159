package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/catalog"
	"concord/core/sheet"
	"concord/internal/race"
)

func (v *visit) rows1(q api.Rows) *api.Page {
	v.t.Helper()
	return v.must(api.Request{Rows: &q}, nil).Page
}

// column returns the cells of a column.
func cellsOf(t *testing.T, p *api.Page, name string) []string {
	t.Helper()
	at := slices.IndexFunc(p.Columns, func(h api.Heading) bool { return h.Name == name })
	if at < 0 {
		t.Fatalf("%s has no column %s: %+v", p.Table, name, p.Columns)
	}
	out := []string{}
	for _, row := range p.Cells {
		out = append(out, row[at])
	}
	return out
}

func TestRowsAreSortedFilteredAndPaged(t *testing.T) {
	v := loaded(t)
	v.settingsSeed(3) // t10 is tied; seed 3 gives it a label we look up below
	tied := v.must(api.Request{Task: &api.Subject{Index: 2}}, nil).Task.Label
	for _, test := range []struct {
		query  api.Rows
		column string
		want   []string
	}{
		{api.Rows{Table: "tasks"}, "task", []string{"t1", "t2", "t10"}},
		{api.Rows{Table: "tasks", Sort: "task"}, "task", []string{"t1", "t2", "t10"}},
		{api.Rows{Table: "tasks", Sort: "task", Desc: true}, "task", []string{"t10", "t2", "t1"}},
		{api.Rows{Table: "tasks", Sort: "probability"}, "probability", []string{"", "", ""}}, // three tasks show nothing
		{api.Rows{Table: "tasks", Sort: "votes", Desc: true}, "votes", []string{"3 of 3", "2 of 3", "1 of 2"}},
		{api.Rows{Table: "tasks", Sort: "majority"}, "majority", slices.Sorted(slices.Values([]string{"yes", "no", tied}))},
		{api.Rows{Table: "tasks", Sort: "truth"}, "truth", []string{"yes", "yes", ""}},
		{api.Rows{Table: "tasks", Sort: "label"}, "label", slices.Sorted(slices.Values([]string{"yes", "no", tied}))},
		{api.Rows{Table: "tasks", Filter: "T1"}, "task", []string{"t1", "t10"}},
		{api.Rows{Table: "tasks", Filter: "T1", Sort: "task", Desc: true}, "task", []string{"t10", "t1"}},
		{api.Rows{Table: "tasks", Filter: "nothing"}, "task", []string{}},
		{api.Rows{Table: "tasks", Filter: "t2", Label: "no"}, "task", []string{"t2"}},
		{api.Rows{Table: "tasks", Filter: "t2", Label: "yes"}, "task", []string{}},
		{api.Rows{Table: "tasks", From: 1, Count: 1}, "task", []string{"t2"}},
		{api.Rows{Table: "tasks", From: -5, Count: 2}, "task", []string{"t1", "t2"}},
		{api.Rows{Table: "tasks", From: 9}, "task", []string{}},
		{api.Rows{Table: "workers", Sort: "labels"}, "worker", []string{"w3", "w1", "w2"}},
		{api.Rows{Table: "workers", Sort: "labels", Desc: true}, "labels", []string{"3", "3", "2"}},
		{api.Rows{Table: "judged", Filter: "3"}, "agreement", []string{"0.6667"}},
	} {
		q := test.query
		if q.Count == 0 {
			q.Count = 10
		}
		for range 2 { // the second time from what is remembered
			p := v.rows1(q)
			if got := cellsOf(t, p, test.column); !slices.Equal(got, test.want) {
				t.Errorf("%+v: got %q, want %q", q, got, test.want)
			}
			if len(p.Index) != len(p.Cells) {
				t.Errorf("%+v: %d indices for %d rows", q, len(p.Index), len(p.Cells))
			}
		}
	}
	p := v.rows1(api.Rows{Table: "tasks", Filter: "t1", Count: 1})
	if p.Matching != 2 || p.Total != 3 || p.Index[0] != 0 {
		t.Errorf("got %+v", p)
	}
}

// settingsSeed runs the majority vote with another seed.
func (v *visit) settingsSeed(seed uint64) {
	v.must(api.Request{Fit: &api.Fit{Method: "majority", Settings: api.Settings{Seed: seed}}}, nil)
}

// TestPagesOfManyRows compares pages with the whole table sorted another way.
func TestPagesOfManyRows(t *testing.T) {
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	random := rand.New(rand.NewPCG(1, 2))
	const n = 3000
	for i := range n {
		for j := range 1 + random.IntN(5) {
			fmt.Fprintf(&text, "Task %d,w%d,%c\n", i, j, 'a'+rune(random.IntN(3)))
		}
	}
	v := newVisit(t)
	v.open("labels", text.String())
	v.fit("majority")
	a := v.result.Answers
	want := make([]int, n)
	for i := range want {
		want[i] = i
	}
	slices.SortStableFunc(want, func(x, y int) int { // most probable first
		p, q := a.Probability(x), a.Probability(y)
		switch {
		case p > q:
			return -1
		case p < q:
			return 1
		}
		return 0
	})
	want = slices.DeleteFunc(want, func(i int) bool {
		return !strings.Contains(fmt.Sprint("Task ", i), "7") || a.Classes.At(int(a.Label[i])) != "b"
	})
	var got []int
	q := api.Rows{Table: "tasks", Sort: "probability", Desc: true, Filter: "7", Label: "b", Count: 1000}
	for {
		p := v.rows1(q)
		if len(p.Index) > sheet.PageSize {
			t.Fatalf("a page has %d rows, more than %d", len(p.Index), sheet.PageSize)
		}
		if len(p.Index) == 0 {
			break
		}
		got = append(got, p.Index...)
		q.From += len(p.Index)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d rows on all pages, want %d, or their order differs", len(got), len(want))
	}
}

func TestTablesRememberLittle(t *testing.T) {
	v := loaded(t)
	for n, table := range []string{"tasks", "workers"} {
		for _, c := range v.rows1(api.Rows{Table: table}).Columns {
			for _, desc := range []bool{false, true} {
				v.rows1(api.Rows{Table: table, Sort: c.Name, Desc: desc, Filter: "1", Count: 5})
			}
		}
		// The fit and the table; with the other one, how long labels took, how workers are judged and how they stand.
		if got, want := v.cache.Len(), []int{2, 6}[n]+2*cache.Kept; got != want {
			t.Errorf("%s: %d answers are kept, want %d, of which %d orders and views each", table, got, want, cache.Kept)
		}
	}
}

func TestNumbersThroughTheEngine(t *testing.T) {
	v := newVisit(t)
	o := v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "estimates"}}, nil).Opened
	if !o.Counts.Kind.Numbers || !o.Read.Numeric {
		t.Fatalf("the labels are not taken for numbers: %+v", o.Read)
	}
	v.must(api.Request{Open: &api.Open{Role: "truth", Sample: "estimates"}}, nil)
	for _, m := range o.Methods {
		f, _ := v.do(api.Request{Fit: &api.Fit{Method: m.Name, Settings: api.Settings{Seed: 1}}}, nil)
		if (m.Why == "") != (f.Fault == nil) {
			t.Errorf("%s can't run because %q, the fit says %+v", m.Name, m.Why, f.Fault)
		}
		if f.Fitted == nil {
			continue
		}
		if f.Fitted.Numbers == nil || f.Fitted.Numbers.Evaluated != 80 || f.Fitted.Numbers.R2.Value < .5 || f.Fitted.Accuracy != nil {
			t.Errorf("%s: got %+v", m.Name, f.Fitted.Numbers)
		}
		p := v.rows1(api.Rows{Table: "tasks", Sort: "value", Count: 3})
		if p.Columns[1].Name != "value" || len(p.Index) != 3 {
			t.Errorf("%s: got %+v", m.Name, p)
		}
		v.must(api.Request{Task: &api.Subject{Index: 1}}, nil)
		v.must(api.Request{Worker: &api.Subject{Index: 1}}, nil)
		v.File("all")
		if run := v.File("run"); !strings.Contains(run, `"rmse": `) || strings.Contains(run, `"accuracy"`) {
			t.Errorf("%s: run.json is\n%s", m.Name, run)
		}
		if e := v.fault(api.Request{Export: &api.Export{What: "posteriors"}}, nil); !strings.HasPrefix(e.Message,
			"This result has no file of “posteriors”.") {
			t.Errorf("%s: got %q", m.Name, e.Message)
		}
	}
}

// TestManyClassesStayWithinAMessage opens labels with more classes than a
// matrix can be shown for.
func TestManyClassesStayWithinAMessage(t *testing.T) {
	race.Skip(t)
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for n := range 4000 {
		fmt.Fprintf(&text, "t%d,w%d,c%d\n", n/4, n%5, n%800)
	}
	v := newVisit(t)
	v.open("labels", text.String())
	v.fit("majority")
	w := v.must(api.Request{Worker: &api.Subject{Index: 0}}, nil).Worker
	if w.Of != 800 || len(w.Classes) != analysis.ShownClasses || len(w.Confusion) != analysis.ShownClasses ||
		len(w.Count[0]) != analysis.ShownClasses {
		t.Errorf("the matrix has %d of %d classes, %d rows", len(w.Classes), w.Of, len(w.Confusion))
	}
	if k := v.must(api.Request{Task: &api.Subject{Index: 0}}, nil).Task; k.Of != 800 || len(k.Posterior) != analysis.ShownClasses {
		t.Errorf("the posterior has %d of %d classes", len(k.Posterior), k.Of)
	}
}

// TestManyClassesHaveToBeConfirmed opens labels that look like the wrong column.
func TestManyClassesHaveToBeConfirmed(t *testing.T) {
	var text strings.Builder
	text.WriteString("task,worker,label\n")
	for n := range 2000 {
		fmt.Fprintf(&text, "t%d,w%d,c%d\n", n/4, n%5, n)
	}
	v := newVisit(t)
	f := v.fault(api.Request{Open: &api.Open{Role: "labels"}}, memory{"many.csv", []byte(text.String())})
	if !f.Many || f.Opened == nil {
		t.Fatalf("got %+v, want a fault that can be overruled", f)
	}
	read := f.Opened.Read
	read.ManyClasses = true
	o := v.must(api.Request{Reread: &api.Reread{Role: "labels", Failed: true, Choices: read}}, nil).Opened
	if o.Counts.Classes != 2000 {
		t.Errorf("got %d classes, want 2000", o.Counts.Classes)
	}
}

// Columns are sorted by their names, and read by them from the downloads.
func TestColumnsHaveNamesOfTheirOwn(t *testing.T) {
	for _, entry := range catalog.All() {
		v := newVisit(t)
		v.open(api.RoleLabels, explained)
		if r, _ := v.do(api.Request{Fit: &api.Fit{Method: entry.Name, Settings: api.Settings{Seed: 1}}}, nil); r.Fitted == nil {
			continue // it wants numbers, features or texts
		}
		for _, name := range []string{"tasks", "workers"} {
			seen := map[string]bool{}
			for _, h := range v.rows1(api.Rows{Table: name}).Columns {
				if seen[h.Name] {
					t.Errorf("%s: two columns of %s are called %s", entry.Name, name, h.Name)
				}
				seen[h.Name] = true
			}
		}
	}
}
