package engine

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/internal/race"
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

func TestAdvise(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: "labels", Sample: "adversaries"}}, nil)
	a := v.must(api.Request{Advise: &api.Advise{Settings: api.Settings{Seed: 1}, Methods: []string{"majority", "ds", "ridge"}}}, nil).Advised
	if a.Best != "ds" || !strings.HasPrefix(a.Sentence, "Use Dawid–Skene") || len(a.Methods) != 3 || a.Methods[2].Why == "" ||
		a.Methods[2].Tasks != nil {
		t.Errorf("got %+v", a)
	}
	if m := a.Methods[0]; m.Tasks == nil || m.Tasks.SE <= 0 || m.Behind.Value <= 0 || m.Short {
		t.Errorf("majority: got %+v", m)
	}
	a = v.must(api.Request{Advise: &api.Advise{Settings: api.Settings{Seed: 1}, Methods: []string{"majority", "ds", "consensus"}}},
		nil).Advised
	if a.Best != "consensus" || !strings.HasPrefix(a.Sentence, "Use Consensus") ||
		(a.Rival != "") != strings.Contains(a.Sentence, "predicts hidden labels best here, but") {
		t.Errorf("with the default: got %+v", a)
	}
	if f := v.fault(api.Request{Advise: &api.Advise{Methods: []string{"ridge"}}}, nil); !strings.Contains(f.Message, "None of these") {
		t.Errorf("got %q", f.Message)
	}
}

// The largest numbers that are read as such leave all that is said of them finite.
func TestAdviseOnVeryLargeNumbers(t *testing.T) {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range 6 {
		fmt.Fprintf(&b, "t%d,ann,1e60\nt%d,bob,-1e60\nt%d,cid,0.5\n", i, i, i)
	}
	v := newVisit(t)
	v.open("labels", b.String())
	if a := v.must(api.Request{Advise: &api.Advise{Settings: api.Settings{Seed: 1}}}, nil).Advised; a.Best == "" {
		t.Errorf("got %+v", a)
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

const nasty = "task,worker,label\n<script>alert(1)</script>,\"a\"\"b\",<b>&\nt2,'w2',no\nt2,\"a\"\"b\",no\n<script>alert(1)</script>," +
	"'w2',no\n"

// Numbers have commas, in sentences and in cells.
func TestReportOfManyLabels(t *testing.T) {
	var labels strings.Builder
	labels.WriteString("task,worker,label\n")
	for i := range 1234 {
		fmt.Fprintf(&labels, "t%d,ann,%d\nt%[1]d,bob,%[3]d\n", i, i%2, (i+i%10/9)%2) // they agree on nine in ten
	}
	v := newVisit(t)
	v.open("labels", labels.String())
	v.fit("ds")
	got := v.File("report")
	for _, want := range []string{"2,468 labels by 2 workers on 1,234 tasks", "1,234, 0 of them with one label only", "of 1,234 labels",
		"30 of 1,234 tasks", ">1,234</td>"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

func TestReport(t *testing.T) {
	race.Skip(t)
	text := func() string {
		v := newVisit(t)
		v.open("labels", nasty)
		v.open("truth", "task,label\nt2,no\n")
		v.fit("ds")
		v.amend1(api.Amend{Review: []api.Reviewed{{Task: 0, Label: "<b>&"}}})
		return v.File("report")
	}
	got := text()
	if got != text() {
		t.Error("the same twice gives different bytes")
	}
	for _, never := range []string{"<script", "<b>&", "src=", "href=", "http:", "https:", "NaN"} {
		if strings.Contains(got, never) {
			t.Errorf("the report has %q", never)
		}
	}
	for _, want := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;b&gt;&amp;", "a&#34;b", "The truth of only 1 task is",
		"Judged by hand: 1 task;", "not defined because"} {
		if !strings.Contains(got, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, sample := range api.Samples() { // with and without a truth, classes and numbers
		v := newVisit(t)
		o := v.must(api.Request{Open: &api.Open{Role: "labels", Sample: sample.Name}}, nil).Opened
		if sample.Truth {
			v.must(api.Request{Open: &api.Open{Role: "truth", Sample: sample.Name}}, nil)
		}
		method := "ds"
		if o.Counts.Kind.Numbers {
			method = "mean"
		}
		v.fit(method)
		got := v.File("report")
		for j := range o.Counts.Workers {
			if name := v.session.Labels.Set.Workers.At(j); o.Counts.Workers <= analysis.ReportWorkers && !strings.Contains(got, ">"+name+"<") {
				t.Errorf("%s: the report says nothing of %s", sample.Name, name)
			}
		}
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") || strings.Contains(got, "Compared with") != sample.Truth {
			t.Errorf("%s: got\n%s", sample.Name, got)
		}
	}
}

// Quick advice says why the default suits the labels, and compares it with few others.
func TestQuickAdvice(t *testing.T) {
	v := newVisit(t)
	_, _, all, _ := halves(t, "moderation")
	v.open("labels", all)
	a := v.must(api.Request{Advise: &api.Advise{Settings: api.Settings{Seed: 1}, Quick: true}}, nil).Advised
	if a.Best != "consensus" || !strings.HasPrefix(a.Sentence, "Consensus is the default here. It averages methods") ||
		(a.Rival != "") != strings.Contains(a.Sentence, "standard errors") {
		t.Errorf("got %+v", a)
	}
	v.open("labels", "task,worker,label\na,u,x\na,v,y\nb,u,x\nb,v,x\nc,u,y\nc,v,y\n")
	a = v.must(api.Request{Advise: &api.Advise{Settings: api.Settings{Seed: 1}, Quick: true}}, nil).Advised
	if want := "No method can be recommended. There are two workers, and where they disagree nothing shows who is right."; a.Best != "" ||
		a.Rival != "" || a.Sentence != want {
		t.Errorf("two workers: got %+v", a)
	}
	v.open("labels", "task,worker,label\na,u,x\nb,u,x\nc,u,y\n")
	for _, quick := range []bool{false, true} {
		a = v.must(api.Request{Advise: &api.Advise{Settings: api.Settings{Seed: 1}, Quick: quick}}, nil).Advised
		if want := "No method can be recommended. All labels are by one worker, so nothing shows where they are wrong."; a.Best != "" ||
			a.Sentence != want {
			t.Errorf("one worker, quick %v: got %+v", quick, a)
		}
	}
}
