package engine

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
)

// graded is three workers on a scale whose names do not sort by themselves.
const graded = "task,worker,label\n" +
	"a,ann,low\na,bob,low\na,eve,mid\nb,ann,high\nb,bob,high\nb,eve,mid\nc,ann,mid\nc,bob,mid\nc,eve,mid\n" +
	"d,ann,low\nd,bob,mid\nd,eve,low\ne,ann,high\ne,bob,high\ne,eve,high\nf,ann,mid\nf,bob,low\nf,eve,mid\n"

var upwards = []string{"low", "mid", "high"}

func coefficient(a *api.Agreement, name string) api.Coefficient {
	figures := a.Figures()
	return figures[slices.IndexFunc(figures, func(c api.Coefficient) bool { return c.Name == name })]
}

// With an order the classes are listed in it wherever they are, the measures that
// need one have a value, and no fit follows.
func TestOrderOfClasses(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, graded)
	if a := v.must(api.Request{Agree: &api.Agree{}}, nil).Agreed; a.Ordered || a.Weights != nil || a.Alpha.Ordinal.Why == "" {
		t.Errorf("without an order: got %+v", a)
	}
	truth := map[string]string{"a": "low", "b": "low", "c": "mid", "d": "low", "e": "high", "f": "mid"}
	v.open(api.RoleTruth, "task,label\na,low\nb,low\nc,mid\nd,low\ne,high\nf,mid\n")
	fitted := v.fit("ds")
	if fitted.Accuracy.Apart != nil {
		t.Error("without an order labels are no steps from the truth")
	}
	before := v.state()
	a := v.amend1(api.Amend{Order: upwards})
	if a.Fitted == nil || a.Warm || a.Changed != 0 || !a.Counts.Ordered || !slices.Equal(a.Counts.ClassNames, upwards) ||
		fmt.Sprint(a.Counts.ClassLabels) != "[5 8 5]" {
		t.Fatalf("got %+v, %+v", a, a.Counts)
	}
	for n, share := range a.Fitted.Classes {
		if share.Class != upwards[n] {
			t.Errorf("class %d is %s, want %s", n, share.Class, upwards[n])
		}
	}
	steps := 0.0
	for task, label := range labelsOf(v.File("labels")) {
		steps += math.Abs(float64(slices.Index(upwards, label) - slices.Index(upwards, truth[task])))
	}
	if got := a.Fitted.Accuracy.Apart; got == nil || steps < 2 || math.Abs(got.Value-steps/6) > 1e-12 {
		t.Errorf("steps from the truth: got %+v, want %g/6", got, steps)
	}
	w := v.must(api.Request{Worker: &api.Subject{Index: 2}}, nil).Worker
	task := v.must(api.Request{Task: &api.Subject{Index: 1}}, nil).Task
	if !slices.Equal(w.Classes, upwards) || !slices.Equal(task.Classes, upwards) || task.Posterior[2] < .5 {
		t.Errorf("worker: %v, task: %v %v", w.Classes, task.Classes, task.Posterior)
	}
	if head, _, _ := strings.Cut(v.File("posteriors"), "\n"); head != "task,low,mid,high" {
		t.Errorf("posteriors.csv has %s", head)
	}
	for _, want := range []string{"ann,low,low", "ann,low,mid", "ann,low,high", "ann,mid,low"} {
		if !strings.Contains(v.File("confusion"), want) {
			t.Errorf("confusion.csv lacks %s", want)
		}
	}
	if report := v.File("report-json"); !strings.Contains(report, "low, mid and high") ||
		!strings.Contains(report, "Steps of the scale from the truth") {
		t.Error("the report does not know the order")
	}
	if run := v.File("run"); !strings.Contains(run, "\"order\": [\n    \"low\",") {
		t.Error("the run record does not know the order")
	}
	page := v.rows1(api.Rows{Table: analysis.TasksTable, Sort: "label", Count: 6})
	var labels []string
	for _, row := range page.Cells {
		labels = append(labels, row[1])
	}
	if !slices.IsSortedFunc(labels, func(a, b string) int { return slices.Index(upwards, a) - slices.Index(upwards, b) }) {
		t.Errorf("sorted by label: %v", labels)
	}
	agreed := v.must(api.Request{Agree: &api.Agree{}}, nil).Agreed
	if c := coefficient(agreed, "alpha-ordinal"); c.Why != "" || !agreed.Ordered {
		t.Errorf("got %+v", c)
	}
	for _, c := range agreed.Figures() {
		if strings.HasPrefix(c.Name, "icc") || c.Name == "pearson" || c.Name == "ac1" || c.Name == "entropy" {
			t.Errorf("steps that are no numbers have no %s: got %+v", c.Name, c.Figure)
		}
	}
	if one, two := agreed.AC1.Value, coefficient(agreed, "ac2").Value; two <= one {
		t.Errorf("AC2 is %g, AC1 %g: near labels agree in part", two, one)
	}
	// ann and bob: low/low, high/high, mid/mid, low/mid, high/high, mid/low: two of
	// six are one place apart, of weight 1/3; by chance 20/36 are, 8/36 two apart of
	// weight 1.
	want := 1 - (2.0/6/3)/(margins([3]float64{2, 2, 2}, [3]float64{2, 2, 2}))
	if c := v.must(api.Request{Pairs: &api.Pairs{Count: 2}}, nil).Paired.Cells[0][1]; c.Weighted == nil ||
		math.Abs(*c.Weighted-want) > 1e-12 {
		t.Errorf("weighted κ: got %+v, want %g", c, want)
	}
	if a = v.amend1(api.Amend{}); a.Counts.Ordered || v.state() != before {
		t.Error("undone, something is left of the order")
	}
}

// margins is what chance gives for the disagreement of two raters of three classes.
func margins(a, b [3]float64) float64 {
	sum := 0.0
	for x, p := range a {
		for y, q := range b {
			d := math.Abs(float64(x - y))
			sum += p / 6 * q / 6 * d * (d + 1) / 6
		}
	}
	return sum
}

// An order does not come from nowhere.
func TestOrdersThatAreRefused(t *testing.T) {
	for want, amend := range map[string]api.Amend{
		"The order lacks the class “mid”. Give each of high, low, mid once": {Order: []string{"low", "high"}},
		"The order lacks the class “high”.":                                 {Order: []string{"low", "mid", "max"}},
		"The order has the class “low” twice.":                              {Order: []string{"low", "mid", "low"}},
		"The order has a step without a name.":                              {Order: []string{"low", "mid", "", "high"}},
	} {
		v := newVisit(t)
		v.open(api.RoleLabels, graded)
		v.fit("majority")
		before := v.state()
		if f := v.fault(api.Request{Amend: &amend}, nil); !strings.Contains(f.Message, want) {
			t.Errorf("got %q, want %q", f.Message, want)
		}
		if v.state() != before {
			t.Errorf("%q changed something", want)
		}
	}
	v := newVisit(t)
	request := openText(api.RoleLabels, "task,worker,label\na,ann,x|y\nb,ann,x\na,bob,y\n")
	request.Open.Read = &api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label"}, Sets: true, Separator: "|"}
	v.must(request, text2(api.RoleLabels, "task,worker,label\na,ann,x|y\nb,ann,x\na,bob,y\n"))
	for _, r := range []api.Request{
		{Amend: &api.Amend{Order: []string{"x", "y"}}}, {Agree: &api.Agree{Weights: "linear"}}, {Pairs: &api.Pairs{Weights: "linear"}},
	} {
		if f := v.fault(r, nil); !strings.Contains(f.Message, "several of them") {
			t.Errorf("got %q", f.Message)
		}
	}
}

// A step that no label names changes no label. It counts in the distances between answers, and from a truth that names it.
func TestStepThatNobodyNames(t *testing.T) {
	v, plain := newVisit(t), newVisit(t)
	for _, v := range []*visit{v, plain} {
		v.open(api.RoleLabels, graded)
		v.open(api.RoleTruth, "task,label\na,low\nb,good\nc,mid\nd,low\ne,high\nf,mid\n")
		v.fit("ds")
	}
	plain.amend1(api.Amend{Order: upwards})
	a := v.amend1(api.Amend{Order: []string{"low", "mid", "good", "high"}})
	if got, want := v.File("posteriors"), plain.File("posteriors"); got != want {
		t.Errorf("posteriors: got\n%s, want\n%s", got, want)
	}
	if !slices.Equal(a.Counts.ClassNames, upwards) {
		t.Errorf("got the classes %q, want %q", a.Counts.ClassNames, upwards)
	}
	// b is high, one step from good, which was no step of the other scale.
	got, other := a.Fitted.Accuracy.Apart, plain.must(api.Request{Amend: &api.Amend{Order: upwards}}, nil).Amended.Fitted.Accuracy.Apart
	if got == nil || other == nil || got.N != other.N+1 || math.Abs(got.Value*float64(got.N)-other.Value*float64(other.N)-1) > 1e-9 {
		t.Errorf("steps from the truth: got %+v, and without the step %+v", got, other)
	}
	agreed := v.must(api.Request{Agree: &api.Agree{Weights: "linear"}}, nil).Agreed
	if !slices.Equal(agreed.Unused, []string{"good"}) || agreed.Of != 4 || fmt.Sprint(agreed.Weights.Text()) != "1,0.6667,0.3333,0" {
		t.Errorf("got %+v", agreed)
	}
	pairs := v.must(api.Request{Pairs: &api.Pairs{Count: 2, Weights: "linear"}}, nil).Paired
	// ann and bob: of six tasks two are one step of three apart; by chance 4/36 low and mid, each way, one step; mid and high two; low and
	// high three.
	want := 1 - (2.0/6/3)/(2*4.0/36*(1+2+3)/3)
	if c := pairs.Cells[0][1]; c.Weighted == nil || math.Abs(*c.Weighted-want) > 1e-12 {
		t.Errorf("weighted κ: got %+v, want %g", c, want)
	}
	if again := v.reopened(); again.File("posteriors") != v.File("posteriors") {
		t.Error("a project loses the step")
	}
}

// A method that takes classes as ordered answers as if they had been numbered so.
func TestOrderForMethodsThatTakeOne(t *testing.T) {
	rename := strings.NewReplacer(",low\n", ",1\n", ",mid\n", ",2\n", ",high\n", ",3\n")
	for _, method := range []string{"kos", "kos-svd", "ghosh-svd", "eigenratio"} {
		v, numbered := newVisit(t), newVisit(t)
		v.open(api.RoleLabels, graded)
		v.fit(method)
		v.amend1(api.Amend{Order: upwards})
		numbered.open(api.RoleLabels, rename.Replace(graded))
		numbered.fit(method)
		_, got, _ := strings.Cut(v.File("posteriors"), "\n")
		_, want, _ := strings.Cut(numbered.File("posteriors"), "\n")
		if got != want {
			t.Errorf("%s: got\n%s, want\n%s", method, got, want)
		}
	}
}

// A plan, and runs on parts of the labels, keep the order that the classes have: names that sort by themselves make no difference.
func TestPlanKnowsTheOrder(t *testing.T) {
	plan := func(text string, order []string) *api.Planned {
		v := newVisit(t)
		v.open(api.RoleLabels, text)
		v.amend1(api.Amend{Order: order})
		v.fit("ghosh-svd")
		return v.must(api.Request{Plan: &api.Plan{Budget: 12, Fewer: true}}, nil).Planned
	}
	sorting := []string{"1low", "2mid", "3high"}
	text := graded
	for n := range 40 { // enough to tell how many are right
		said := upwards[n%3]
		text += fmt.Sprintf("t%d,ann,%s\nt%[1]d,bob,%[2]s\nt%[1]d,eve,%[3]s\n", n, said, upwards[(n+n%4/3)%3])
	}
	graded := text
	for n, name := range upwards {
		text = strings.ReplaceAll(text, ","+name+"\n", ","+sorting[n]+"\n")
	}
	got, want := plan(graded, upwards), plan(text, sorting)
	if math.Abs(got.Right-want.Right) > 1e-12 || !reflect.DeepEqual(got.Asks, want.Asks) {
		t.Errorf("got %g right and %+v, want %g and %+v", got.Right, got.Asks, want.Right, want.Asks)
	}
	for n, p := range got.Forecast.Points {
		if q := want.Forecast.Points[n]; math.Abs(p.Right-q.Right) > 1e-9 {
			t.Errorf("%+g labels: got %g right, want %g", p.More, p.Right, q.Right)
		}
	}
}

// A project keeps the order.
func TestProjectKeepsTheOrder(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, graded)
	v.fit("ibcc")
	v.amend1(api.Amend{Order: upwards})
	again := v.reopened()
	if got := again.session.Labels.Counts; !got.Ordered || !slices.Equal(got.ClassNames, upwards) ||
		again.File("posteriors") != v.File("posteriors") {
		t.Errorf("got %+v", got)
	}
}

// The cells of a matrix have intervals that hold them, the wider the less there is
// to count.
func TestMatricesHaveIntervals(t *testing.T) {
	for _, method := range []string{"ibcc", "ds", "majority", "mace"} {
		v := newVisit(t)
		v.open(api.RoleLabels, graded)
		v.fit(method)
		w := v.must(api.Request{Worker: &api.Subject{}}, nil).Worker
		if len(w.Low) != 3 || len(w.High) != 3 || w.Interval == "" {
			t.Fatalf("%s: got %+v", method, w)
		}
		for k := range w.Low {
			for l, low := range w.Low[k] {
				if !(0 <= low && low < w.High[k][l] && w.High[k][l] <= 1) {
					t.Errorf("%s: cell %d %d: got %g to %g", method, k, l, low, w.High[k][l])
				}
				if p := w.Confusion[k][l]; method != "mace" && w.Evidence[k] && (p < low || p > w.High[k][l]) {
					t.Errorf("%s: cell %d %d: %g is not in %g to %g", method, k, l, p, low, w.High[k][l])
				}
			}
		}
	}
	// Beta(2+2, 1/2+1) of IBCC: ann said high of two tasks, which all agreed on.
	v := newVisit(t)
	v.open(api.RoleLabels, "task,worker,label\na,ann,x\nb,ann,x\nc,ann,y\n")
	v.open(api.RoleGold, "task,label\na,x\nb,x\nc,y\n")
	v.fit("ibcc")
	w := v.must(api.Request{Worker: &api.Subject{}}, nil).Worker
	// P(X < x), X ~ Beta(4, 1), is x⁴.
	if low := math.Pow(.025, .25); math.Abs(w.Low[0][0]-low) > 1e-8 || math.Abs(w.High[0][0]-math.Pow(.975, .25)) > 1e-8 {
		t.Errorf("got %g to %g, want %g to %g", w.Low[0][0], w.High[0][0], low, math.Pow(.975, .25))
	}
}
