package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

func TestCompareByHand(t *testing.T) {
	v := newVisit(t)
	if f := v.fault(api.Request{Compare: &api.Compare{Methods: []string{"majority", "ds"}}},
		nil); f.Message != "Open a file of labels first." {
		t.Errorf("got %q", f.Message)
	}
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "spammers"}}, nil)
	v.must(api.Request{Open: &api.Open{Role: "truth", Sample: "spammers"}}, nil)
	v.fit("majority")
	before := v.state()
	names := []string{"majority", "ds", "ridge"}
	c := v.must(api.Request{Compare: &api.Compare{Methods: names, Settings: api.Settings{Seed: 1}}}, nil).Compared
	if len(c.Methods) != 3 || !strings.Contains(c.Methods[2].Why, "can't run") || len(c.Pairs) != 1 || c.Known != 60 ||
		c.Disputed != c.Differ {
		t.Fatalf("got %+v", c)
	}
	// The same from two fits.
	var labels []map[string]string
	for n, name := range names[:2] {
		f := v.fit(name)
		labels = append(labels, labelsOf(v.File("labels")))
		if m := c.Methods[n]; *m.Accuracy != *f.Accuracy || m.Majority != f.Differ || m.Steps != f.Steps || m.ECE.Why != "" || len(m.Bins) != 10 {
			t.Errorf("%s: got %+v", name, m)
		}
	}
	differ := 0
	for task, label := range labels[0] {
		if labels[1][task] != label {
			differ++
		}
	}
	p := c.Pairs[0]
	if p.Differ != differ || c.Differ != differ || p.A != 0 || p.B != 1 || p.Kappa == nil || differ == 0 {
		t.Errorf("differ: got %+v, want %d", p, differ)
	}
	m := p.McNemar
	if m.Both+m.OnlyA != 60-c.Methods[0].Accuracy.Wrong || m.Both+m.OnlyB != 60-c.Methods[1].Accuracy.Wrong ||
		m.Both+m.OnlyA+m.OnlyB+m.Neither != 60 {
		t.Errorf("McNemar: got %+v", m)
	}
	page := v.rows1(api.Rows{Table: "compared", Sort: "task", Count: 200})
	if page.Total != differ || len(page.Columns) != 5 || page.Columns[1].Title != "Majority vote" || page.Columns[4].Name != "truth" {
		t.Errorf("table: got %+v", page)
	}
	for n, row := range page.Cells {
		if row[1] == row[2] || labels[0][row[0]] != row[1] || labels[1][row[0]] != row[2] ||
			v.session.Labels.Set.Tasks.At(page.Index[n]) != row[0] {
			t.Errorf("table: got %q at %d", row, page.Index[n])
		}
	}
	if text := v.File("compared"); strings.Count(text, "\n") != differ+1 ||
		!strings.HasPrefix(text, "Task,Majority vote,Dawid–Skene,Votes,Truth\n") {
		t.Errorf("file: got\n%s", text)
	}
	v.fit("majority")
	if v.state() != before {
		t.Error("comparing changed what was there")
	}
}

func TestProgressNamesTheMethodAtWork(t *testing.T) {
	v := loaded(t)
	v.tick = 1 // it is always time to tell
	_, progress := v.do(api.Request{Compare: &api.Compare{Methods: []string{"majority", "slow", "wawa"}}}, nil)
	seen := map[string]int{}
	for _, p := range progress {
		if seen[p.Method] = p.At; p.Of != 3 || p.Phase != "fit" || p.Step == nil {
			t.Errorf("got %+v", p)
		}
	}
	if fmt.Sprint(seen) != "map[Majority vote:1 Wawa:3 slow:2]" {
		t.Errorf("got %v", seen)
	}
	_, progress = v.do(api.Request{Advise: &api.Advise{Methods: []string{"majority", "wawa"}}}, nil)
	if p := progress[len(progress)-1]; p.Method == "" || p.Of != 2 {
		t.Errorf("got %+v", p)
	}
}

func TestCompareSetsAndNumbers(t *testing.T) {
	v := newVisit(t)
	read := v.open("labels", manyTicks).Read
	read.Sets, read.Separator = true, "|"
	v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil)
	c := v.must(api.Request{Compare: &api.Compare{Methods: []string{"majority", "ds"}, Settings: api.Settings{Seed: 1}}}, nil).Compared
	if c.Tasks != 2 || len(c.Pairs) != 1 {
		t.Errorf("sets: got %+v", c)
	}
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "estimates"}}, nil)
	if f := v.fault(api.Request{Export: &api.Export{What: "compared"}}, nil); f.Message != "Compare methods first." {
		t.Errorf("got %q", f.Message)
	}
	c = v.must(api.Request{Compare: &api.Compare{Methods: []string{"mean", "median"}, Settings: api.Settings{Seed: 1}}}, nil).Compared
	if c.Pairs[0].Spread == nil || *c.Pairs[0].Spread <= 0 {
		t.Errorf("numbers: got %+v", c.Pairs)
	}
	if p := v.rows1(api.Rows{Table: "compared", Count: 3}); p.Total != 80 || len(p.Cells) != 3 {
		t.Errorf("numbers: got %+v", p)
	}
}

func TestPlan(t *testing.T) {
	v := newVisit(t)
	if f := v.fault(api.Request{Plan: &api.Plan{Budget: 3}}, nil); f.Message != "Run a method first." {
		t.Errorf("got %q", f.Message)
	}
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "sparse"}}, nil)
	v.fit("onecoin")
	v.amend1(api.Amend{Exclude: []int{4}})
	p := v.must(api.Request{Plan: &api.Plan{Budget: 50, Most: 2}}, nil).Planned
	if f := p.Forecast; p.Count != 50 || len(p.Asks) != 50 || f == nil || !(p.Right > f.Now) || f.Points[0].Right != f.Now {
		t.Fatalf("got %+v", p)
	}
	asked := map[string]int{}
	for _, a := range p.Asks {
		if a.Worker.Name == "" {
			t.Fatalf("nobody is asked for %+v", a)
		}
		d := v.session.Labels.Full.Data
		from, to := d.Of(a.Task.Index)
		for n := from; n < to; n++ {
			if int(d.Worker[n]) == a.Worker.Index {
				t.Errorf("%+v is asked again for %+v", a.Worker, a.Task)
			}
		}
		if asked[a.Worker.Name]++; asked[a.Worker.Name] > 2 || a.Worker.Index == 4 {
			t.Errorf("%+v is asked too often, or at all", a.Worker)
		}
	}
	if text := v.File("plan"); strings.Count(text, "\n") != 51 ||
		!strings.HasPrefix(text, fmt.Sprintf("task,worker\n%s,%s\n", p.Asks[0].Task.Name, p.Asks[0].Worker.Name)) {
		t.Errorf("got\n%s", text)
	}
	v.fit("majority")
	if f := v.fault(api.Request{Export: &api.Export{What: "plan"}}, nil); f.Message != "Ask first which labels to get next." {
		t.Errorf("got %q", f.Message)
	}
	if f := v.fault(api.Request{Plan: &api.Plan{}}, nil); !strings.Contains(f.Message, "from 1 to") {
		t.Errorf("got %q", f.Message)
	}
}
