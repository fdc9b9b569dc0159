package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
)

// weighed is a method that nobody has heard of but its catalog entry: votes weighed
// by agreement with the outcome. It can all that a method can, in the simplest way.
type weighed struct {
	Least float64 // weight of who never agrees
}

var weighedEntry = catalog.Entry{
	Info: catalog.Info{
		Name: "weighed", Title: "Weighed vote", Family: "Toys", Advice: "For tests.",
		Decides: "A vote counts as much as its worker agrees with the others.",
		Params:  []catalog.Param{{Name: "least", Title: "Least weight", Default: "0.1", Min: .01, Max: 1}},
	},
	New: func(v catalog.Values) fit.Method { return &weighed{Least: v.Number("least")} },
}

func (*weighed) Uses(has crowd.Parts) (crowd.Parts, error) {
	if has.Numeric {
		return crowd.Parts{}, fmt.Errorf("it learns classes, and these labels are numbers")
	}
	return crowd.Parts{Features: has.Features}, nil
}

func (m *weighed) Start(d *crowd.Dataset, _ fit.Settings) (fit.Fit, error) {
	return &weighedFit{m: m, d: d, q: crowd.Shares(d), right: make([]float64, d.Workers)}, nil
}

func (m *weighed) Resume(d *crowd.Dataset, _ *crowd.Estimate, s fit.Settings) (fit.Fit, error) {
	return m.Start(d, s)
}

func (*weighed) PriorCounts(d *crowd.Dataset, _ int) []float64 {
	return slices.Repeat([]float64{1}, d.Classes*d.Classes)
}

func (*weighed) CountOptions(int) fit.CountOptions {
	return fit.CountOptions{Right: 1, Wrong: 1, Class: 1}
}
func (*weighed) Assigns() bool  { return true }
func (*weighed) Probe() float64 { return 1 }
func (*weighed) Cost(d *crowd.Dataset) fit.Cost {
	return fit.Cost{Flops: float64(d.Len()), Bytes: float64(8 * d.Len()), Note: "it is but a toy"}
}

type weighedFit struct {
	m     *weighed
	d     *crowd.Dataset
	q     []float64 // N×K
	right []float64 // M
}

func (f *weighedFit) Step() (fit.Step, error) {
	d, k := f.d, f.d.Classes
	given := make([]float64, d.Workers)
	clear(f.right)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			f.right[d.Worker[n]] += f.q[i*k+int(d.Class[n])]
			given[d.Worker[n]]++
		}
	}
	for j := range f.right {
		f.right[j] = max(f.m.Least, f.right[j]/max(given[j], 1))
	}
	change := 0.0
	for i := range d.Tasks {
		from, to := d.Of(i)
		row, sum := make([]float64, k), 0.0
		for n := from; n < to; n++ {
			row[d.Class[n]] += f.right[d.Worker[n]]
			sum += f.right[d.Worker[n]]
		}
		for c := range row {
			if sum > 0 {
				change += math.Abs(row[c]/sum - f.q[i*k+c])
				f.q[i*k+c] = row[c] / sum
			}
		}
	}
	return fit.Step{Objective: math.NaN(), Change: change, Flips: -1}, nil
}

func (f *weighedFit) Estimate() *crowd.Estimate {
	k := f.d.Classes
	e := &crowd.Estimate{Posterior: slices.Clone(f.q)}
	e.Confusion = crowd.Counts(&f.d.Labels, f.q)
	for at := 0; at < len(e.Confusion); at += k {
		row, sum := e.Confusion[at:at+k], float64(k)
		for _, x := range row {
			sum += x
		}
		for l := range row {
			row[l] = (row[l] + 1) / sum
		}
	}
	e.Extra = []crowd.Column{{Name: "weight", Title: "Weight", Of: crowd.OfWorker, Values: slices.Clone(f.right)}}
	return e
}

// Predict takes the nearest labelled task for the answer.
func (f *weighedFit) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	k := f.d.Classes
	e := &crowd.Estimate{}
	for i := range d.Tasks {
		near, best := math.Inf(1), 0
		for n := range f.d.Tasks {
			if away := math.Abs(f.d.Features.Row(n)[0] - d.Features.Row(i)[0]); away < near {
				near, best = away, n
			}
		}
		e.Posterior = append(e.Posterior, f.q[best*k:(best+1)*k]...)
	}
	return e, nil
}

func (f *weighedFit) Next(n int, may func(task, worker int) bool, _ *crowd.Features) []fit.Suggestion {
	d, k := f.d, f.d.Classes
	var out []fit.Suggestion
	for i := range d.Tasks {
		from, to := d.Of(i)
		s := fit.Suggestion{Task: i, Worker: -1, Score: slices.Max(f.q[i*k : (i+1)*k]), Posterior: slices.Clone(f.q[i*k : (i+1)*k])}
		for j := range d.Workers {
			if !slices.Contains(d.Worker[from:to], int32(j)) && (may == nil || may(i, j)) && f.right[j] > s.Right {
				s.Worker, s.Right = j, f.right[j]
			}
		}
		if s.Worker >= 0 {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b fit.Suggestion) int { return cmp.Compare(a.Score, b.Score) })
	return out[:min(n, len(out))]
}

func (f *weighedFit) Right() []float64 { return slices.Repeat(f.right, f.d.Classes) }

// A method that has a catalog entry gets every view and every download, and what
// else it can do is found out by asking it: nothing knows it by name.
func TestAMethodPlugsInAtOnePlace(t *testing.T) {
	var labels, features strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y\n")
	class := func(i int) string { return []string{"no", "yes"}[i%2] }
	for i := range 40 {
		for j := range 4 {
			if (i+j)%5 == 0 {
				continue
			}
			said := class(i)
			if j == 3 && i%3 == 0 || (i+2*j)%11 == 0 {
				said = class(i + 1)
			}
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, said)
		}
		fmt.Fprintf(&features, "a%d,%g,%d\n", i, float64(i%2*2-1)+float64(i*7%5-2)/10, i*i%7)
	}
	features.WriteString("b1,1.01,3\nb2,-1.01,2\n")
	v := newVisit(t)
	v.offerEntry(weighedEntry)
	v.open("labels", labels.String())
	v.open("features", features.String())
	v.open("truth", "task,label\na1,yes\na2,no\na3,yes\na4,no\n")
	v.open("test-truth", "task,label\nb1,yes\nb2,no\n")

	effort := v.must(api.Request{Effort: &api.Fit{Method: "weighed", Settings: api.Settings{Seed: 1}}}, nil).Effort
	if !(effort.Seconds > 0) || effort.Note != "it is but a toy" {
		t.Errorf("the effort is %+v", effort)
	}
	f := v.must(api.Request{Fit: &api.Fit{Method: "weighed", Values: map[string]string{"least": "0.2"},
		Settings: api.Settings{Seed: 1}}}, nil).Fitted
	if f.Title != "Weighed vote" || f.Status != "converged" || f.Accuracy == nil || f.Accuracy.Evaluated != 4 {
		t.Errorf("fitted: %+v", f)
	}

	// Views.
	for _, table := range []string{analysis.TasksTable, analysis.JudgedTable} {
		page := v.must(api.Request{Rows: &api.Rows{Table: table, Count: 10}}, nil).Page
		if len(page.Cells) == 0 {
			t.Errorf("the table of %s is empty", table)
		}
		if has := fmt.Sprintf("%+v", page.Columns); table == analysis.JudgedTable && !strings.Contains(has, "Weight") {
			t.Errorf("the workers' columns are %s", has)
		}
	}
	w := v.must(api.Request{Worker: &api.Subject{Index: 3}}, nil).Worker
	if w.Interval != analysis.CredibleCells || len(w.Low) != 2 || !(w.Low[0][0] < w.Confusion[0][0] && w.Confusion[0][0] < w.High[0][0]) {
		t.Errorf("the worker is %+v", w)
	}
	if task := v.must(api.Request{Task: &api.Subject{Index: 0}}, nil).Task; task.Decides != weighedEntry.Decides {
		t.Errorf("how it decides: %q", task.Decides)
	}
	if judged := v.must(api.Request{Judge: &api.Subject{}}, nil).Judged; judged == nil {
		t.Error("no judgement of the workers")
	}
	plan := v.must(api.Request{Plan: &api.Plan{Budget: 5}}, nil).Planned
	if !plan.ByDoubt || plan.Count != 5 || plan.Asks[0].Right == nil {
		t.Errorf("the plan is %+v", plan)
	}
	compared := v.must(api.Request{Compare: &api.Compare{Methods: []string{"majority", "weighed"},
		Settings: api.Settings{Seed: 1}}}, nil).Compared
	if m := compared.Methods[1]; m.Title != "Weighed vote" || m.Why != "" {
		t.Errorf("compared: %+v", m)
	}
	advised := v.must(api.Request{Advise: &api.Advise{Methods: []string{"majority", "weighed"}, Settings: api.Settings{Seed: 1}}}, nil).Advised
	if m := advised.Methods[1]; m.Title != "Weighed vote" || m.Tasks == nil {
		t.Errorf("advised: %+v", m)
	}

	// Downloads.
	for what, want := range map[string]string{
		"labels": "a0,no", "posteriors": "a39", "workers": "weight", "confusion": "w3,yes,no", "predictions": "b1,yes",
		"next": "probability_right",
		"run":  `"least": "0.2"`, "report": "Weighed vote", "report-json": "Weighed vote", "plan": "task,worker", "compared": "Weighed vote",
	} {
		if text := v.File(what); !strings.Contains(text, want) {
			t.Errorf("%s has no %q:\n%.500s", what, want, text)
		}
	}
	if !strings.Contains(v.File("run"), `"test"`) {
		t.Error("run.json does not say how the predictions did")
	}

	// Kept and opened again; put aside, and taken up with labels that came since.
	saved := v.save("")
	again := newVisit(t)
	again.offerEntry(weighedEntry)
	again.must(api.Request{Open: &api.Open{Role: api.RoleProject, File: &api.File{Name: saved.Name(), Size: saved.Size()}}}, saved)
	for _, what := range []string{"labels", "workers", "predictions", "next"} {
		if again.File(what) != v.File(what) {
			t.Errorf("%s of the project that was opened again differ", what)
		}
	}
	state := save(t, v)
	later := newVisit(t)
	later.offerEntry(weighedEntry)
	later.must(openState(later, state), state)
	later.open("labels", "task,worker,label\na0,w0,no\nc1,w1,yes\nc1,w2,yes\n")
	if f := later.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}},
		nil).Fitted; f.Title != "Weighed vote with new labels folded in" {
		t.Errorf("folded: %+v", f)
	}
	if f := later.must(api.Request{Fit: &api.Fit{Method: "weighed",
		Settings: api.Settings{Seed: 1}, Resume: true}}, nil).Fitted; f.Status != "converged" {
		t.Errorf("resumed: %+v", f)
	}
}
