package analysis_test

import (
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

// judged is a file of judges on n tasks, by two models under test, and what a person says of every eighth task of it. Judges err on
// their own; half of the tasks of model a pass, nine tenths of those of model b.
func judged(n int, accuracies ...float64) (labels, human string) {
	r := rand.New(rand.NewPCG(9, uint64(n)))
	var l, h strings.Builder
	l.WriteString("task,worker,label,model\n")
	h.WriteString("task,label\n")
	word := func(b bool) string {
		if b {
			return "pass"
		}
		return "fail"
	}
	for i := range n {
		passes := r.Float64() < []float64{.5, .9}[i%2]
		for j, a := range accuracies {
			fmt.Fprintf(&l, "t%d,judge%d,%s,%s\n", i, j, word(passes == (r.Float64() < a)), "ab"[i%2:i%2+1])
		}
		if i/2%8 == 0 {
			fmt.Fprintf(&h, "t%d,%s\n", i, word(passes))
		}
	}
	return l.String(), h.String()
}

func (v *visit) rate(q api.Rate) *api.PassRate {
	v.t.Helper()
	return must(v.result.PassRate(v.job(), &q))
}

func digits(f api.Figure) string { return fmt.Sprintf("%.4f [%.4f, %.4f]", f.Value, f.Low, f.High) }

// One command reads a wide file of a judge and a person: the columns are stated, and the person is the truth in the same file.
func TestPassRateOfSupportEval(t *testing.T) {
	file := filepath.Join(shared.Dir(t), "judges", "support_eval", "labels.csv")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v, f := newVisit(t), sessiontest.File{Called: "labels.csv", Text: string(text)}
	look := must(v.Look(v.job(), api.RoleLabels, f, nil, nil)).Read
	look.Roles = []string{"task", "", "", "label", "truth"}
	look.Chosen = slices.Repeat([]bool{true}, 5)
	look = must(v.Look(v.job(), api.RoleLabels, f, nil, &look)).Read
	o, fault := v.Try(api.RoleLabels, f, nil, &look)
	if fault != nil || len(o.Embedded) != 1 {
		t.Fatalf("got %+v, %v", o, fault)
	}
	if _, fault := v.Try(api.RoleTruth, f, nil, &o.Embedded[0].Read); fault != nil {
		t.Fatal(fault)
	}
	v.fit(api.MethodBaseline)
	got := v.rate(api.Rate{})
	if got.Pass != "1" || got.Judge != "judge_passed" || got.All.Tasks != 4000 || got.All.Human != 600 {
		t.Errorf("got %q by %q, %d tasks, %d by hand", got.Pass, got.Judge, got.All.Tasks, got.All.Human)
	}
	if got, want := digits(got.All.Powered), "0.7150 [0.6836, 0.7463]"; got != want {
		t.Errorf("powered: got %s, want %s", got, want)
	}
	if got, want := digits(got.All.Sampled), "0.7183 [0.6810, 0.7528]"; got != want {
		t.Errorf("sampled: got %s, want %s", got, want)
	}
	const says = "If a person judged all 4,000 tasks, about 71.5 % would pass (95 % interval 68.4 % to 74.6 %): by the verdicts of " +
		"“judge_passed”, corrected with 600 labels by hand. “judge_passed” alone passes 83.8 %."
	if got.Sentence != says {
		t.Errorf("got %s\nwant %s", got.Sentence, says)
	}
	if rows := strings.Count(asCSV(must(v.result.HumanSample(v.job(), true))), "\n"); got.More < 500 || rows != 1+600+got.More {
		t.Errorf("the sample has %d rows, want a header, 600 that are known, and %d", rows, got.More)
	}
	if len(got.Next) != 20 || got.Next[0].Name == got.Next[1].Name {
		t.Errorf("got next %+v, want 20 tasks", got.Next)
	}
}

func TestPassRateByGroup(t *testing.T) {
	labels, human := judged(2000, .8, .7, .9)
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleTruth, human)
	v.fit(api.MethodDefault)
	got := v.rate(api.Rate{Group: "model"})
	if !slices.Equal(got.Columns, []string{"model"}) || len(got.Groups) != 2 {
		t.Fatalf("got columns %q, %d groups", got.Columns, len(got.Groups))
	}
	for n, want := range []struct {
		name string
		rate float64
	}{{"a", .5}, {"b", .9}} {
		g := got.Groups[n]
		if g.Group != want.name || g.Tasks != 1000 || g.Human != 126 && g.Human != 125 || math.Abs(g.Powered.Value-want.rate) > .06 ||
			!g.Corrected.Defined() || g.Powered.High-g.Powered.Low > g.Sampled.High-g.Sampled.Low {
			t.Errorf("%s: got %+v, want about %.2f", want.name, g, want.rate)
		}
	}
	table := strings.Split(asCSV(must(v.result.Table(v.job(), analysis.RateTable))), "\n")
	if len(table) != 5 || !strings.HasPrefix(table[1], "all,2000,250,") || !strings.HasPrefix(table[2], "a,1000,") {
		t.Errorf("the table: got %q, want all, a and b: as asked for last", table)
	}
	for q, want := range map[api.Rate]string{
		{Group: "colour"}: `labels.csv: there is no column "colour"; there are task, worker, label, model.`,
		{Group: "task"}:   "“task” has more than 50 values: choose a column with fewer.",
		{Judge: "eve"}:    "There is no judge “eve”. Choose one of the workers.",
		{Pass: "maybe"}:   "There is no label “maybe”. The labels are fail, pass.",
		{Within: -1}:      "Half of an interval is a share between 0 and .5, such as .02, not -1.",
	} {
		if got := refusal(v.result.PassRate(v.job(), &q)); got != want {
			t.Errorf("%+v: got %q, want %q", q, got, want)
		}
	}
}

// Told the truth of the tasks that it is measured on, a method would be right on all of these: its verdicts are those it gives without.
func TestPassRateIsNotToldTheTruth(t *testing.T) {
	labels, human := judged(1600, .7, .65, .7)
	rates := map[string]*api.PassRate{}
	for _, role := range []string{api.RoleTruth, api.RoleGold} {
		v := newVisit(t)
		v.open(api.RoleLabels, labels)
		v.open(role, human)
		v.fit(api.MethodDefault)
		rates[role] = v.rate(api.Rate{})
	}
	truth, gold := rates[api.RoleTruth], rates[api.RoleGold]
	if gold.All != truth.All {
		t.Errorf("with the labels by hand as gold: got %+v, want as with them as truth: %+v", gold.All, truth.All)
	}
	if gold.All.TPR.Value > .95 && gold.All.TNR.Value > .95 {
		t.Errorf("got TPR %.2f and TNR %.2f of judges who are right on 70 %%", gold.All.TPR.Value, gold.All.TNR.Value)
	}
	if len(gold.Limits) == 0 || !strings.HasPrefix(gold.Limits[0], "The method was told some of the labels by hand.") {
		t.Errorf("got limits %q, want that the method was told", gold.Limits)
	}
}

// The report has the pass rate as it was asked for last, with pseudonyms.
func TestPassRateInTheReport(t *testing.T) {
	labels, human := judged(800, .9, .8)
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.fit(api.MethodBaseline)
	if got := v.file(api.FileReport); strings.Contains(got, "Pass rate") {
		t.Error("without labels by hand the report has a pass rate")
	}
	v.open(api.RoleTruth, human)
	asked := v.rate(api.Rate{Judge: "judge1", Group: "model"})
	got := v.file(api.FileReport)
	if !strings.Contains(got, asked.Sentence) {
		t.Errorf("the report lacks %q", asked.Sentence)
	}
	w := must(v.result.Written(v.job(), &api.Export{What: api.FileReport}, nil, func() float64 { return 0 }))
	coded := written(must(w.Report(v.job(), false)).Write)
	if strings.Contains(coded, "judge1") || !strings.Contains(coded, "If a person judged all 800 tasks") {
		t.Error("the report with pseudonyms names a judge, or lacks the pass rate")
	}
	for _, work := range []string{"Rogan", "PPI++", "Kish"} {
		if !strings.Contains(got, work) {
			t.Errorf("the references lack %s", work)
		}
	}
}

// A judge is better known than the panel is, and any label can be the one that passes.
func TestPassRateOfOneJudge(t *testing.T) {
	labels, human := judged(4000, .9, .6)
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleTruth, human)
	v.fit(api.MethodBaseline)
	good, weak := v.rate(api.Rate{Judge: "judge0", Within: .025}), v.rate(api.Rate{Judge: "judge1", Within: .025})
	if !(good.All.TPR.Value > weak.All.TPR.Value && 0 < good.More && good.More < weak.More) {
		t.Errorf("got TPR %.2f and %d more for a judge of .9, %.2f and %d for one of .6", good.All.TPR.Value, good.More,
			weak.All.TPR.Value, weak.More)
	}
	fails := v.rate(api.Rate{Judge: "judge0", Pass: "fail"})
	if a, b := fails.All.Powered, good.All.Powered; math.Abs(a.Value-(1-b.Value)) > 1e-9 || fails.All.TPR != good.All.TNR {
		t.Errorf("got %s that fail, %s that pass", digits(a), digits(b))
	}
}

func TestPassRateOfBadInput(t *testing.T) {
	labels, human := judged(160, .9, .8)
	answer := func(word string) string { // a person who always says the same
		return strings.NewReplacer("pass", word, "fail", word).Replace(human)
	}
	contrary := strings.NewReplacer("pass", "fail", "fail", "pass").Replace(human)
	third := strings.Replace(human, ",pass", ",borderline", 3)
	for _, test := range []struct {
		what, human string
		powered     bool
		limit       string // that is said
	}{
		{"no human", "", false, ""},
		{"three labels by hand", third, true, "What is not “pass” does not pass: “fail”, “borderline”."},
		{"a human who contradicts all", contrary, true, "The correction by TPR and TNR is not defined: TPR and TNR add up to"},
		{"a human who passes all", answer("pass"), true, "so TNR is unknown."},
		{"a human who fails all", answer("fail"), true, "so TPR is unknown."},
		{"few labels by hand", human[:60], false, "Prediction-powered inference is not defined: a person labelled"},
	} {
		t.Run(test.what, func(t *testing.T) {
			v := newVisit(t)
			v.open(api.RoleLabels, labels)
			if test.human != "" {
				v.open(api.RoleTruth, test.human)
			}
			v.fit(api.MethodDefault)
			got := v.rate(api.Rate{})
			if got.All.Powered.Defined() != test.powered || got.More == 0 {
				t.Errorf("got %+v, %d more; want an estimate: %v", got.All, got.More, test.powered)
			}
			if !strings.Contains(strings.Join(got.Limits, "\n"), test.limit) {
				t.Errorf("got %q, want %q among them", got.Limits, test.limit)
			}
			if test.human == "" && !strings.HasSuffix(got.Sentence, "How many a person would pass is unknown: nobody labelled any of these "+
				"tasks by hand.") {
				t.Errorf("got %s", got.Sentence)
			}
		})
	}
	for _, test := range []struct{ what, labels, want string }{
		{"labels that don't say which passes", "task,worker,label\nt1,a,left\nt1,b,right\nt2,a,left\nt2,b,left\n",
			"Which label passes? Choose one of these: left, right."},
		{"numbers", "task,worker,rating\nt1,a,1.5\nt1,b,2.25\nt2,a,3.75\nt2,b,1.125\n",
			"How many labels are right can be said of classes, not of numbers."},
	} {
		v := newVisit(t)
		v.open(api.RoleLabels, test.labels)
		method := api.MethodBaseline
		if test.what == "numbers" {
			method = api.MethodMean
		}
		v.fit(method)
		if got := refusal(v.result.PassRate(v.job(), &api.Rate{})); got != test.want {
			t.Errorf("%s: got %q, want %q", test.what, got, test.want)
		}
	}
}

// The person's labels say which label passes where all judges give the same one.
func TestPassRateWhereJudgesSayOneThing(t *testing.T) {
	for _, says := range []string{"pass", "fail"} {
		var labels, human strings.Builder
		labels.WriteString("task,worker,label\n")
		human.WriteString("task,label\n")
		for i := range 60 {
			fmt.Fprintf(&labels, "t%d,a,%s\nt%d,b,%s\n", i, says, i, says)
			if i < 30 {
				fmt.Fprintf(&human, "t%d,%s\n", i, []string{"fail", "pass", "pass"}[i%3])
			}
		}
		v := newVisit(t)
		v.open(api.RoleLabels, labels.String())
		v.open(api.RoleTruth, human.String())
		v.fit(api.MethodBaseline)
		for _, pass := range []string{"", "pass"} {
			got := v.rate(api.Rate{Pass: pass})
			if p := v.panel(api.Panel{Pass: pass}); got.Pass != "pass" || p.Pass != "pass" || !p.Passes {
				t.Errorf("judges say %s: got %q passes, and of the judges %q, want pass", says, got.Pass, p.Pass)
			}
			if f := got.All.Sampled; math.Abs(f.Value-2./3) > 1e-9 || got.All.Corrected.Defined() || !got.All.Powered.Defined() {
				t.Errorf("judges say %s: got %+v, want two thirds by the sample, and no correction", says, got.All)
			}
		}
	}
}

// Where a person labelled all tasks, nothing is guessed of them.
func TestPassRateWhereAPersonLabelledAll(t *testing.T) {
	labels, _ := judged(60, .9)
	var human strings.Builder
	human.WriteString("task,label\n")
	for i := range 60 {
		fmt.Fprintf(&human, "t%d,%s\n", i, []string{"fail", "pass", "pass"}[i%3])
	}
	v := newVisit(t)
	v.open(api.RoleLabels, labels)
	v.open(api.RoleTruth, human.String())
	v.fit(api.MethodBaseline)
	got := v.rate(api.Rate{})
	const says = "A person labelled 60 tasks by hand, and passes 66.7 % of them (95 % interval for tasks like these: "
	if !strings.HasPrefix(got.Sentence, says) || got.More != -1 || got.Next != nil {
		t.Errorf("got %s, %d more, next %v; want %s…, and nothing to label", got.Sentence, got.More, got.Next, says)
	}
}
