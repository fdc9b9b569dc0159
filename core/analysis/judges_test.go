package analysis_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

func (v *visit) panel(q api.Panel) *api.Judges {
	v.t.Helper()
	return must(v.result.Judges(v.job(), &q))
}

// named returns a judge by its name.
func named(p *api.Judges, name string) *api.Judge {
	for n := range p.Judges {
		if p.Judges[n].Name == name {
			return &p.Judges[n]
		}
	}
	return &api.Judge{}
}

// A judge who copies another, mistakes included, adds nothing: the two err together, and six judges count as five at most.
func TestACopyIsNoFurtherJudge(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 5))
	says := crowdOf(300, func(i int) (rows []string) {
		var first string
		for j := range 5 {
			label := []string{"yes", "no"}[i%2]
			if src.Float64() > .75 {
				label = []string{"no", "yes"}[i%2]
			}
			if j == 0 {
				first = label
			}
			rows = append(rows, fmt.Sprintf("w%d,%s", j, label))
		}
		return append(rows, "copy,"+first)
	})
	v := newVisit(t)
	v.open(api.RoleLabels, says)
	v.fit("consensus")
	p := v.panel(api.Panel{})
	if p.Effective.High > 5 || !strings.Contains(p.Sentence, "with copies counted once") {
		t.Errorf("got %+v, %q, want five at most", p.Effective, p.Sentence)
	}
	if len(p.Families) != 1 || p.Kin(named(p, "copy").Index) != "w0" {
		t.Errorf("got families %v, want w0 and its copy", p.Families)
	}
}

// The figures of JudgeBench are those of counting.
func TestJudgesOfJudgeBench(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "judges", "judgebench")
	labels, truth := string(must(os.ReadFile(filepath.Join(dir, "labels.csv")))), string(must(os.ReadFile(filepath.Join(dir, "truth.csv"))))
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleTruth, truth)
	v.fit("consensus")
	got := v.panel(api.Panel{})
	right := map[string]string{}
	for _, row := range cells(t, truth) {
		right[row["task"]] = row["truth"]
	}
	type count struct{ right, all, first int }
	counts := map[string]count{}
	for _, row := range cells(t, labels) {
		c := counts[row["worker"]]
		if c.all++; row["label"] == right[row["task"]] {
			c.right++
		} else if row["label"] == "A>B" {
			c.first++
		} else {
			c.first--
		}
		counts[row["worker"]] = c
	}
	if got.Tasks != 350 || got.Human != 350 || len(got.Judges) != 6 || got.Position != "A>B" || got.Pass != "A>B" || got.Passes {
		t.Fatalf("got %+v", got)
	}
	last := 1.0
	for _, x := range got.Judges {
		c := counts[x.Name]
		if want := float64(c.right) / float64(c.all); x.Labels != c.all || x.Blank != 350-c.all || x.Accuracy.Value != want || want > last {
			t.Errorf("%s: got %+v, want %.4f of %d", x.Name, x.Accuracy, want, c.all)
		}
		last = x.Accuracy.Value
		at := slices.IndexFunc(x.Bias, func(b api.Leaning) bool { return b.Class == "A>B" })
		if want := float64(c.first) / float64(c.all); at < 0 || x.Bias[at].Value != want {
			t.Errorf("%s: got the biases %+v, want %.4f towards A>B", x.Name, x.Bias, want)
		}
	}
	if best := got.Judges[0]; !strings.Contains(best.Name, "o1-mini") || fmt.Sprintf("%.3f", best.Accuracy.Value) != "0.855" {
		t.Errorf("got the best judge %+v, want o1-mini, .855", best)
	}
	if a := v.result.Accuracy(); got.Panel.Accuracy.Value != a.Accuracy || got.Panel.Labels != 350 {
		t.Errorf("the panel: got %+v, want %v", got.Panel, a.Accuracy)
	}
	// Gold tasks are judged by answers that weren't told their truth.
	v = newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleGold, truth)
	v.fit("consensus")
	if p := v.panel(api.Panel{}).Panel; p.Accuracy.N != 350 || p.Accuracy.Value < .55 || p.Accuracy.Value > .9 {
		t.Errorf("all tasks are gold: got %+v, want what an unknown truth would be", p.Accuracy)
	}
}

// Leaving a judge out is what a fit without the judge's labels gives.
func TestPanelWithoutAJudge(t *testing.T) {
	labels, _ := judged(240, .95, .7, .65)
	human := "task,label\n" // of all tasks
	r := rand.New(rand.NewPCG(9, 240))
	for i := range 240 { // as judged draws them
		passes := r.Float64() < []float64{.5, .9}[i%2]
		for range 3 {
			r.Float64()
		}
		human += fmt.Sprintf("t%d,%s\n", i, map[bool]string{true: "pass", false: "fail"}[passes])
	}
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleTruth, human)
	v.fit("majority")
	all, with := v.panel(api.Panel{}), v.result.Accuracy().Accuracy
	if all.Pass != "pass" || !all.Passes || named(all, "judge0") != &all.Judges[0] {
		t.Errorf("got %+v, want judge0 first and pass", all)
	}
	for j := range 3 {
		v.amend1(api.Amend{Exclude: []int{j}})
		want := with - v.result.Accuracy().Accuracy
		f := named(all, fmt.Sprint("judge", j)).Without
		if math.Abs(f.Value-want) > 1e-12 || f.Low >= f.Value || f.High <= f.Value {
			t.Errorf("judge%d: got %+v, want %v", j, f, want)
		}
	}
	if p := v.panel(api.Panel{}); len(p.Judges) != 2 { // the last is left out
		t.Errorf("got %d judges, want 2", len(p.Judges))
	}
}

// The file tells how long things are; a column may be chosen, and has to hold numbers.
func TestLengthOfWhatIsJudged(t *testing.T) {
	var labels, human strings.Builder
	labels.WriteString("id,judge,verdict,model,response_tokens,keywords\n")
	human.WriteString("id,verdict\n")
	for i := range 100 {
		human.WriteString(fmt.Sprintf("q%d,%s\n", i, []string{"no", "yes"}[i%2]))
		says := []string{"no", "yes"}[i%2]
		if i >= 80 {
			says = "yes" // of the longest ones everything passes
		}
		for _, judge := range []string{"gpt", "strict"} {
			if judge == "strict" {
				says = []string{"no", "yes"}[i%2]
			}
			fmt.Fprintf(&labels, "q%d,%s,%s,m%d,%d,k%d\n", i, judge, says, i%3, 100+i, i)
		}
	}
	v := newVisit(t)
	v.open(api.RoleLabels, labels.String())
	v.open(api.RoleTruth, human.String())
	v.fit("majority")
	p := v.panel(api.Panel{})
	if f := named(p, "gpt").Length; p.Length != "response_tokens" || f.Value != .2 || f.Low <= 0 {
		t.Errorf("got %q, %+v, want response_tokens and .2", p.Length, f)
	}
	if f := named(p, "strict").Length; f.Value != 0 || f.Low >= 0 || f.High <= 0 {
		t.Errorf("a judge without a mistake: got %+v, want 0 with an interval", f)
	}
	for q, want := range map[api.Panel]string{
		{Length: "model"}:  "“model” does not tell how long things are: that takes a number that all rows of a task share.",
		{Length: "colour"}: `labels.csv: there is no column "colour"; there are id, judge, verdict, model, response_tokens, keywords.`,
		{Pass: "perhaps"}:  "There is no label “perhaps”. The labels are no, yes.",
	} {
		if got := refusal(v.result.Judges(v.job(), &q)); got != want {
			t.Errorf("%+v: got %q, want %q", q, got, want)
		}
	}
	// The table is that of the last question.
	v.panel(api.Panel{Pass: "no"})
	rows := cells(t, asCSV(must(v.result.Table(v.job(), analysis.JudgesTable))))
	if len(rows) != 3 || rows[0]["judge"] != "panel" || rows[2]["judge"] != "gpt" || rows[2]["tpr"] != "0.8" || rows[2]["tnr"] != "1" {
		t.Errorf("got %+v", rows)
	}
}

// Whatever is in the file, something true is said of it.
func TestJudgesOfOddFiles(t *testing.T) {
	rows := func(judges, n int, says func(i, j int) string) string {
		var b strings.Builder
		b.WriteString("task,judge,verdict\n")
		for i := range n {
			for j := range judges {
				if s := says(i, j); s != "" {
					fmt.Fprintf(&b, "q%d,j%d,%s\n", i, j, s)
				}
			}
		}
		return b.String()
	}
	human := func(n int, says func(i int) string) string {
		var b strings.Builder
		b.WriteString("task,verdict\n")
		for i := range n {
			fmt.Fprintf(&b, "q%d,%s\n", i, says(i))
		}
		return b.String()
	}
	word := func(i int) string { return []string{"no", "yes"}[i%2] }
	mostly := func(i, j int) string { return word(i + min(1, (i*7+j*5)%9/8)) }
	for _, test := range []struct {
		name, labels, human string
		method              string
		want                string // in the sentence and the limits
		not                 string
	}{
		{"one judge", rows(1, 40, mostly), human(40, word), "majority", "“j0” is right on ", "The panel is right"},
		{"one judge and no human", rows(1, 40, mostly), "", "majority", "No task has a person’s label", " right on "},
		{"no human", rows(3, 40, mostly), "", "consensus",
			"A person’s labels for all of them, opened as the truth, would show it.", "The panel is right"},
		{"a human with 3 labels", rows(3, 40, mostly), human(40, func(i int) string { return []string{"no", "yes", "maybe"}[i%3] }), "consensus",
			"On 13 tasks the person says what no judge says (“maybe”), and every judge counts as wrong.", ""},
		{"judges who all agree", rows(3, 40, func(i, _ int) string { return word(i) }), "", "consensus", "All judges agree on every task", ""},
		{"judges who all say the same", rows(3, 40, func(int, int) string { return "yes" }), human(40, word), "majority",
			"All judges agree on every task", ""},
		{"errors in a fifth of the cells", rows(3, 40, func(i, j int) string {
			if (i+3*j)%5 == 0 {
				return ""
			}
			return mostly(i, j)
		}), human(40, word), "consensus", "Without a verdict: “j", ""},
		{"a human who contradicts all", rows(3, 40, mostly), human(40, func(i int) string { return word(i + 1) }), "consensus",
			"The person contradicts every judge on most tasks", ""},
		{"three classes", rows(3, 60, func(i, j int) string { return []string{"a", "b", "c"}[(i+min(1, (i*7+j*5)%9/8))%3] }),
			human(60, func(i int) string { return []string{"a", "b", "c"}[i%3] }), "consensus", "The panel is right on ", ""},
		{"few human labels", rows(3, 40, mostly), human(7, word), "consensus", "Only 7 tasks have a person’s label", ""},
		{"one human label", rows(3, 40, mostly), human(1, word), "consensus", "Only 1 task has a person’s label", ""},
		{"repeats", rows(3, 40, mostly) + "q0,j0,yes\nq0,j0,no\nq1,j1,no\n", human(40, word), "consensus", "The panel is right on ", ""},
		{"judges without a task in common", "task,judge,verdict\n" + "q0,a,yes\nq1,a,no\nq2,b,yes\nq3,b,no\n", "", "majority",
			"No two judges have a task in common.", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, role := range []string{api.RoleTruth, api.RoleGold} {
				if role == api.RoleGold && slices.Contains([]string{"a human with 3 labels", "judges who all say the same"}, test.name) {
					continue // gold tasks have classes of the labels
				}
				v := newVisit(t)
				v.open(api.RoleLabels, test.labels)
				if test.human != "" {
					v.open(role, test.human)
				}
				v.fit(test.method)
				p := v.panel(api.Panel{})
				said := strings.Join(append([]string{p.Sentence}, p.Limits...), "\n")
				if !strings.Contains(said, test.want) || test.not != "" && strings.Contains(said, test.not) {
					t.Errorf("%s: got %q, want %q", role, said, test.want)
				}
				for _, x := range append(p.Judges, p.Panel) {
					if test.name == "three classes" && (x.TPR.Defined() || !x.Accuracy.Defined() || !x.Kappa.Defined()) {
						t.Errorf("%s: got %+v", role, x)
					}
				}
				asCSV(must(v.result.Table(v.job(), analysis.JudgesTable)))
				v.file(api.FileReport)
			}
		})
	}
}

// Where a judge is far better than the panel, the person's labels would weigh the judges as gold, which is said until they do.
func TestPersonsLabelsAsGold(t *testing.T) {
	var labels, human strings.Builder
	labels.WriteString("task,judge,verdict\n")
	human.WriteString("task,verdict\n")
	for i := range 100 {
		truth := i * 7 % 10 % 2
		both := truth ^ i%3/2 // two judges who make the same mistakes
		for judge, k := range []int{truth, both, both} {
			fmt.Fprintf(&labels, "q%d,j%d,%s\n", i, judge, []string{"no", "yes"}[k])
		}
		if i < 60 {
			fmt.Fprintf(&human, "q%d,%s\n", i, []string{"no", "yes"}[truth])
		}
	}
	for role, want := range map[string]bool{api.RoleTruth: true, api.RoleGold: false} {
		v := newVisit(t)
		v.open(api.RoleLabels, labels.String())
		v.open(role, human.String())
		v.fit("majority")
		says := strings.Join(v.panel(api.Panel{}).Limits, "\n")
		if got := strings.Contains(says, "“j0” alone is right more often than the panel"); got != want {
			t.Errorf("%s: got %q", role, says)
		}
	}
}

// What is no panel is refused, with what to do.
func TestNoPanel(t *testing.T) {
	v := newVisit(t)
	v.sample(api.RoleLabels, "breeds")
	v.fit("majority")
	if got := refusal(v.result.Judges(v.job(), &api.Panel{})); !strings.HasPrefix(got, "This is no panel: that is up to 20 workers, each ") {
		t.Errorf("a crowd: got %q", got)
	}
	v = newVisit(t)
	f := sessiontest.File{Called: "labels.csv", Text: "task,worker,label\nq0,a,1.5\nq0,b,2.5\nq1,a,3.5\nq1,b,1\n"}
	read := must(v.Look(v.job(), api.RoleLabels, f, nil, nil)).Read
	read.Numeric = true
	if _, fault := v.Try(api.RoleLabels, f, nil, &read); fault != nil {
		t.Fatal(fault.Message)
	}
	v.fit("mean")
	if got := refusal(v.result.Judges(v.job(), &api.Panel{})); !strings.Contains(got, "Judges of a panel give classes, not numbers.") {
		t.Errorf("numbers: got %q", got)
	}
	v = newVisit(t)
	f.Text = "task,label\nq0,yes\nq0,no\nq1,yes\nq1,yes\n"
	read = must(v.Look(v.job(), api.RoleLabels, f, nil, nil)).Read
	read.Anonymous = true
	if _, fault := v.Try(api.RoleLabels, f, nil, &read); fault != nil {
		t.Fatal(fault.Message)
	}
	v.fit("majority")
	if got := refusal(v.result.Judges(v.job(), &api.Panel{})); !strings.Contains(got, "Workers can't be judged") {
		t.Errorf("nobody knows whose labels: got %q", got)
	}
}

// The fits without each judge end when the job is cancelled.
func TestJudgesAreCancelled(t *testing.T) {
	labels, human := judged(200, .9, .8, .7)
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleGold, human)
	v.fit("consensus")
	c := v.job()
	var cancel func()
	c.Ctx, cancel = context.WithCancel(c.Ctx)
	cancel()
	if _, err := v.result.Judges(c, &api.Panel{}); err == nil {
		t.Error("a cancelled job has an answer")
	}
	if p := v.panel(api.Panel{}); !p.Judges[0].Without.Defined() {
		t.Errorf("the next job: got %+v", p.Judges[0])
	}
}
