package engine

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// only returns the tasks that a choice takes, the least certain first, and how many of their labels are probably wrong.
func (v *visit) only(o api.Only) (names []string, p *api.Page) {
	v.t.Helper()
	p = v.rows1(api.Rows{Table: "tasks", Sort: "probability", Only: o, Count: 200})
	for _, cells := range p.Cells {
		names = append(names, cells[0])
	}
	return names, p
}

// The list of the first so many holds as many expected mistakes as the curve promises, and a verdict takes a label off it.
func TestTheListHoldsWhatTheCurvePromises(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
	f := v.fit("consensus")
	if f.Look == nil || f.Look.Labels != f.Expected.Unknown {
		t.Fatalf("got %+v", f.Look)
	}
	if want := (1 - f.Expected.Value) * float64(f.Expected.Labelled); math.Abs(f.Look.Wrong-want) > .5 {
		t.Errorf("%g mistakes are expected by the curve, %g by the estimate", f.Look.Wrong, want)
	}
	var at []int
	for _, n := range []int{1, 20, 50, f.Look.Labels} {
		names, p := v.only(api.Only{What: api.OnlyUncertain, First: n})
		if p.Matching != n || len(names) != min(n, 200) || p.Wrong == nil || math.Abs(*p.Wrong-f.Look.Find(n)) > .03*f.Look.Find(n)+.3 {
			t.Errorf("the first %d: %d match, %v of them wrong; the curve promises %g", n, p.Matching, *p.Wrong, f.Look.Find(n))
		}
		at = p.Index
	}
	a := v.amend1(api.Amend{Review: []api.Reviewed{{Task: at[0], Label: "husky"}}})
	_, p := v.only(api.Only{What: api.OnlyUncertain, First: 20})
	if a.Fitted.Look.Labels != f.Look.Labels-1 || slices.Contains(p.Index, at[0]) {
		t.Errorf("a label that was judged is still to be looked at: %+v", a.Fitted.Look)
	}
}

// The list is narrowed by what the labels say, whether or not anything shows how right they are.
func TestTheListIsNarrowed(t *testing.T) {
	const file = "task,worker,label\ntied,x,a\ntied,y,b\nmost,x,a\nmost,y,a\nmost,z,b\nthird,x,c\nthird,y,a\nthird,z,c\nall,x,b\nall,y,b\n"
	v := newVisit(t)
	v.open("labels", file)
	if f := v.fit("majority"); f.Look != nil || f.Expected.Known() {
		t.Errorf("nothing shows how right so few labels are, but %+v is promised", f.Look)
	}
	v.open("truth", "task,truth\nmost,b\nall,b\n")
	for name, c := range map[string]struct {
		only api.Only
		want []string
	}{
		"all":            {api.Only{}, []string{"all", "most", "third", "tied"}},
		"least certain":  {api.Only{What: api.OnlyUncertain, First: 2}, nil},
		"ties":           {api.Only{What: api.OnlyTies}, []string{"tied"}},
		"not unanimous":  {api.Only{What: api.OnlySplit}, []string{"third", "tied"}}, // the truth of the other is known
		"a pair":         {api.Only{What: api.OnlyPair, Class: "c", Other: "a"}, []string{"third"}},
		"the pair again": {api.Only{What: api.OnlyPair, Class: "a", Other: "c"}, []string{"third"}},
		"a worker":       {api.Only{What: api.OnlyWorker, Worker: 1}, []string{"third"}},
		"wrong":          {api.Only{What: api.OnlyWrong}, []string{"most"}},
	} {
		got, p := v.only(c.only)
		if slices.Sort(got); name == "a worker" {
			got = slices.DeleteFunc(got, func(task string) bool { return task == "tied" }) // by chance
		}
		if !slices.Equal(got, c.want) || p.Wrong != nil {
			t.Errorf("%s: got %q (%v wrong), want %q", name, got, p.Wrong, c.want)
		}
	}
	for _, o := range []api.Only{{What: "odd"}, {What: api.OnlyPair, Class: "a", Other: "a"}, {What: api.OnlyPair, Class: "a"},
		{What: api.OnlyWorker, Worker: 3}, {What: api.OnlyWorker, Worker: -1}} {
		if reply, _ := v.do(api.Request{Rows: &api.Rows{Table: "tasks", Only: o}}, nil); reply.Fault == nil {
			t.Errorf("%+v: got %+v, want it refused", o, reply.Page)
		}
	}
}

// Verdicts on a random sample narrow the estimate as a file of truth with the same tasks does; no method learns from them, and taking
// them back restores the estimate.
func TestACheckMeasuresAsATruthDoes(t *testing.T) {
	truth := truthOf(t, "breeds")
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "breeds"}}, nil)
	before := v.fit("consensus")
	drawn := v.must(api.Request{Draw: &api.Draw{Count: 30}}, nil).Drawn
	if len(drawn.Tasks) != 30 || drawn.Of != before.Expected.Unknown {
		t.Fatalf("got %d tasks of %d", len(drawn.Tasks), drawn.Of)
	}
	found := v.result.Answers.Result
	var checked []api.Reviewed
	file, width := "task,truth\n", before.Expected.High-before.Expected.Low
	for n, d := range drawn.Tasks {
		name := v.session.Labels.Set.Tasks.At(d.Task)
		file += name + "," + truth[name] + "\n"
		checked = append(checked, api.Reviewed{Task: d.Task, Label: truth[name]})
		if n%10 == 9 {
			e := v.amend1(api.Amend{Checked: checked}).Fitted.Expected
			if e.Checked != n+1 || e.High-e.Low >= width {
				t.Errorf("after %d checks: %d count, the interval has a width of %g, which was %g", n+1, e.Checked, e.High-e.Low, width)
			}
			width = e.High - e.Low
		}
	}
	checks := v.amend1(api.Amend{Checked: checked}).Fitted.Expected
	if v.result.Answers.Result != found {
		t.Error("a check made another fit")
	}
	if list := v.listed(1); len(list) != 31 || list[30][1] != "" {
		t.Errorf("the list of tasks to check has %d rows, want the 30 that are checked and one more", len(list))
	}
	if v.File("run"); !strings.Contains(v.File("run"), `"checked"`) {
		t.Error("the run record does not say what was checked")
	}
	back := v.amend1(api.Amend{}).Fitted.Expected
	if back.Value != before.Expected.Value || back.Checked != 0 {
		t.Errorf("after all was taken back: got %+v, want %+v", back, before.Expected)
	}
	v.open("truth", file)
	if e := v.result.Expected; e.Value != checks.Value || e.Low != checks.Low || e.High != checks.High || e.Checked != 30 {
		t.Errorf("by a file of truth: got %+v, by the check %+v", e, checks)
	}
}

// Tasks on which the methods differ are drawn by their names, go out with what workers saw, come back as what they are, and choose the
// method without measuring anything.
func TestChecksChooseTheMethod(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "adversaries"}}, nil)
	f := v.fit("consensus")
	drawn := v.must(api.Request{Draw: &api.Draw{Count: api.MostChecks, Differ: true}}, nil).Drawn
	if drawn.Of != f.Differ || len(drawn.Tasks) != min(drawn.Of, api.MostChecks) {
		t.Fatalf("got %d tasks of %d; labels differ from the vote on %d", len(drawn.Tasks), drawn.Of, f.Differ)
	}
	for _, d := range drawn.Tasks {
		if d.Label == d.Vote || d.Vote == "" || d.Label != v.result.Answers.LabelName(d.Task) {
			t.Errorf("got %+v", d)
		}
	}
	list := v.must(api.Request{Export: &api.Export{What: api.FileChecks, Tasks: 10, Safe: true}}, nil).Exported
	rows, err := csv.NewReader(strings.NewReader(v.files[list.Name])).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != "task,consensus,majority,truth" || len(rows) != len(drawn.Tasks)+1 {
		t.Fatalf("got %v, %v", rows, err)
	}
	for want, column := range map[string]int{"consensus": 1, "majority": 2} {
		text := strings.Join(rows[0], ",") + "\n"
		for _, row := range rows[1:] {
			text += fmt.Sprintf("%s,%s,%s,%s\n", row[0], row[1], row[2], row[column])
		}
		before := v.result.Expected
		o := v.open("truth", text)
		if o.Decided == nil || o.Decided.Method != want || len(o.Decided.Told) != len(rows)-1 || o.Accuracy != nil {
			t.Fatalf("truth as %s has it: got %+v", want, o.Decided)
		}
		if e := v.result.Expected; e.Checked != 0 || e.Value != before.Value {
			t.Errorf("tasks on which methods differ count as a random sample: got %+v", e)
		}
		v.must(api.Request{Drop: &api.Drop{Role: "truth"}}, nil)
	}
}
