package number

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/integrate/quad"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/fit/fittest"
	"concord/core/simulate"
	"concord/internal/shared"
)

func column(t *testing.T, e *crowd.Estimate, name string) []float64 {
	t.Helper()
	for _, c := range e.Extra {
		if c.Name == name {
			return c.Values
		}
	}
	t.Fatalf("no column %q", name)
	return nil
}

func started(t *testing.T, d *crowd.Dataset, m BiasPrecision) *biasPrecision {
	t.Helper()
	f, err := m.Start(d, fit.Settings{}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	return f.(*biasPrecision)
}

func steps(t *testing.T, f *biasPrecision, n int) {
	t.Helper()
	for range n {
		if _, err := f.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

// The objective is the log of ∫ Π N(y | x + b_j, 1/p_j) dx over the tasks with
// more than one label, plus the prior: by quadrature.
func TestObjectiveByQuadrature(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewValues(3, 3,
		[]int32{0, 0, 0, 1, 1, 2}, []int32{0, 1, 1, 0, 2, 2}, []float64{1, 2, 2.5, 3, 4.5, -1})}
	f := started(t, d, BiasPrecision{})
	steps(t, f, 3)
	got, _ := f.expect()
	want := 0.0
	for i := range 2 {
		from, to := d.Of(i)
		density := func(x float64) float64 {
			p := 1.0
			for n := from; n < to; n++ {
				j := d.Worker[n]
				r := d.Value[n] - x - f.Bias[j]
				p *= math.Sqrt(f.Precision[j]/(2*math.Pi)) * math.Exp(-f.Precision[j]*r*r/2)
			}
			return p
		}
		want += math.Log(quad.Fixed(density, f.m[i]-40*math.Sqrt(f.v[i]), f.m[i]+40*math.Sqrt(f.v[i]), 2000, nil, 0))
	}
	for _, p := range f.Precision {
		want += (math.Log(p) - f.pooled*p) / 2
	}
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("objective %.12f, by quadrature %.12f", got, want)
	}
}

// EM ends where the objective is stationary: its gradient in every bias and log
// precision, by finite differences.
func TestStationary(t *testing.T) {
	d := simulate.Numbers{Tasks: 60, Workers: 6, PerTask: 3}.Draw(3).Data
	f := started(t, d, BiasPrecision{})
	steps(t, f, 3000)
	at := make([]float64, 2*d.Workers)
	for j := range d.Workers {
		at[2*j], at[2*j+1] = f.Bias[j], math.Log(f.Precision[j])
	}
	objective := func(x []float64) float64 {
		for j := range d.Workers {
			f.Bias[j], f.Precision[j] = x[2*j], math.Exp(x[2*j+1])
		}
		o, _ := f.expect()
		return o
	}
	for n, g := range fd.Gradient(nil, objective, at, &fd.Settings{Formula: fd.Central}) {
		if math.Abs(g) > 1e-5 {
			t.Errorf("parameter %d: gradient %g, want 0", n, g)
		}
	}
}

func TestObjectiveRises(t *testing.T) {
	for seed := range uint64(5) {
		d := simulate.Numbers{Tasks: 100, Workers: 12, PerTask: 2}.Draw(seed).Data
		r := run(t, d, BiasPrecision{}, fit.Settings{Tolerance: -1, MaxSteps: 200})
		for n := 1; n < len(r.Trace); n++ {
			if r.Trace[n].Objective < r.Trace[n-1].Objective-1e-9*math.Abs(r.Trace[n].Objective) {
				t.Fatalf("seed %d, step %d: the objective falls from %.12g to %.12g", seed, n+1, r.Trace[n-1].Objective, r.Trace[n].Objective)
			}
		}
	}
}

// The error of bias, precision and numbers shrinks as tasks grow in number.
func TestRecovery(t *testing.T) {
	last := math.Inf(1)
	for _, tasks := range []int{50, 500, 5000} {
		w := simulate.Numbers{Tasks: tasks, Workers: 10, PerTask: 5}.Draw(7)
		r := run(t, w.Data, BiasPrecision{}, fit.Settings{})
		centre, n := 0.0, 0.0
		for _, j := range w.Data.Worker {
			centre += w.Bias[j]
			n++
		}
		centre /= n // the common shift nobody can know
		bias, precision := column(t, r.Estimate, "bias"), column(t, r.Estimate, "precision")
		off := 0.0
		for j := range bias {
			off = max(off, math.Abs(bias[j]-w.Bias[j]+centre), math.Abs(math.Log(precision[j]/w.Precision[j])))
		}
		if off > last/1.5 {
			t.Errorf("%d tasks: bias and log precision are off by up to %.3f, with a tenth of the tasks by %.3f", tasks, off, last)
		}
		last = off
		truth := make([]float64, tasks)
		for i, x := range w.Value {
			truth[i] = x + centre
		}
		model, _ := scores(r.Value, truth)
		plain, _ := scores(run(t, w.Data, Mean{}, fit.Settings{}).Value, truth)
		if model <= plain {
			t.Errorf("%d tasks: R² %.3f, of the mean %.3f", tasks, model, plain)
		}
	}
	if last > 0.15 {
		t.Errorf("with 5000 tasks bias or log precision is still off by %.3f", last)
	}
}

// we8there's labels were made with known biases and variances.
func TestWe8there(t *testing.T) {
	d, _, workers := load(t, "we8there")
	r := run(t, d, BiasPrecision{}, fit.Settings{})
	bias, precision := column(t, r.Estimate, "bias"), column(t, r.Estimate, "precision")
	at := make(map[string]int)
	for j, w := range workers {
		at[w] = j
	}
	made := shared.Records(t, "data", "we8there", "annotators.csv")
	centre := 0.0 // every worker labels every task: the label-weighted mean is the plain one
	for _, a := range made {
		centre += shared.Float(t, a[1]) / float64(len(made))
	}
	for _, a := range made {
		j := at[a[0]]
		if want := shared.Float(t, a[1]) - centre; math.Abs(bias[j]-want) > 0.05 {
			t.Errorf("worker %s: bias %.3f, made with %.3f", a[0], bias[j], want)
		}
		if want := shared.Float(t, a[2]); math.Abs(math.Log(precision[j]*want)) > 0.2 {
			t.Errorf("worker %s: variance %.3f, made with %.3f", a[0], 1/precision[j], want)
		}
	}
}

// Another unit and another zero of the scale change the answer by just that.
func TestScale(t *testing.T) {
	d := simulate.Numbers{Tasks: 80, Workers: 8, PerTask: 3}.Draw(5).Data
	scaled := *d
	scaled.Value = make([]float64, len(d.Value))
	for n, y := range d.Value {
		scaled.Value[n] = 1000*y - 7
	}
	a, b := run(t, d, BiasPrecision{}, fit.Settings{}), run(t, &scaled, BiasPrecision{}, fit.Settings{})
	for i := range a.Value {
		if want := 1000*a.Value[i] - 7; math.Abs(b.Value[i]-want) > 1e-6 {
			t.Fatalf("task %d: got %g, want %g", i, b.Value[i], want)
		}
	}
}

// Two workers who agree to the last digit do not blow up, nor do equal labels,
// nor workers whom nothing compares.
func TestDegenerate(t *testing.T) {
	same := &crowd.Dataset{Labels: crowd.NewValues(3, 3,
		[]int32{0, 0, 0, 1, 1, 1, 2, 2, 2}, []int32{0, 1, 2, 0, 1, 2, 0, 1, 2}, []float64{1, 1, 3, 2, 2, 0, 5, 5, 5})}
	equal := &crowd.Dataset{Labels: crowd.NewValues(2, 2, []int32{0, 0, 1, 1}, []int32{0, 1, 0, 1}, []float64{4, 4, 4, 4})}
	lone := &crowd.Dataset{Labels: crowd.NewValues(3, 2, []int32{0, 1}, []int32{0, 1}, []float64{1, 2})}
	empty := &crowd.Dataset{Labels: crowd.NewValues(2, 0, nil, nil, []float64{})}
	for name, c := range map[string]struct {
		d    *crowd.Dataset
		want []float64
		off  float64
	}{
		"two agree": {same, []float64{1, 2, 5}, 0.25}, // the means are 5/3, 4/3 and 5
		"all equal": {equal, []float64{4, 4}, 0},
		"alone":     {lone, []float64{1, 2, 1.5}, 0},
		"nothing":   {empty, []float64{0, 0}, 0},
	} {
		r := run(t, c.d, BiasPrecision{}, fit.Settings{Tolerance: -1, MaxSteps: 500})
		if !near(r.Value, c.want, c.off) {
			t.Errorf("%s: got %v, want %v", name, r.Value, c.want)
		}
		if o := r.Trace[len(r.Trace)-1].Objective; math.IsNaN(o) || math.IsInf(o, 0) {
			t.Errorf("%s: objective %v", name, o)
		}
	}
}

// Two groups that share no task each have a mean bias of zero.
func TestGroups(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewValues(4, 4,
		[]int32{0, 0, 1, 1, 2, 2, 3, 3}, []int32{0, 1, 0, 1, 2, 3, 2, 3}, []float64{1, 2, 3, 4, 10, 14, 12, 16})}
	r := run(t, d, BiasPrecision{}, fit.Settings{})
	if got, want := column(t, r.Estimate, "bias"), []float64{-0.5, 0.5, -2, 2}; !near(got, want, 1e-3) {
		t.Errorf("biases: got %v, want %v", got, want)
	}
	if len(r.Warnings) != 1 {
		t.Errorf("got warnings %v, want one about the groups", r.Warnings)
	}
}

func TestStepsAllocateNothing(t *testing.T) {
	f := started(t, simulate.Numbers{Tasks: 200, Workers: 10, PerTask: 4}.Draw(1).Data, BiasPrecision{})
	if n := testing.AllocsPerRun(10, func() { _, _ = f.Step() }); n > 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

// A step over many labels lets the world in, and ends where it is told to.
func TestPauses(t *testing.T) {
	const tasks, each = 8000, 5
	src := rand.New(rand.NewPCG(1, 2))
	var task, worker []int32
	var value []float64
	for i := range tasks {
		for range each {
			task, worker, value = append(task, int32(i)), append(worker, src.Int32N(40)), append(value, src.NormFloat64())
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewValues(tasks, 40, task, worker, value)}
	fittest.Pauses(t, func() fit.Method { return BiasPrecision{} }, d)
}

// Two workers who share all their tasks leave every number at the mean, whatever
// their precision: a fit has not settled before their precisions have.
func TestTwoWorkersSettle(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 3))
	var task, worker []int32
	var value []float64
	for i := range 400 {
		x := 3 * src.NormFloat64()
		for j, bias := range []float64{1, -1} {
			task, worker = append(task, int32(i)), append(worker, int32(j))
			value = append(value, x+bias+0.5*src.NormFloat64())
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewValues(400, 2, task, worker, value)}
	r := run(t, d, BiasPrecision{}, fit.Settings{})
	for j, p := range column(t, r.Estimate, "precision") {
		if r.Status != fit.Converged || math.Abs(math.Log(p/4)) > 0.2 {
			t.Errorf("worker %d: %v after %d steps with precision %.3f, made with 4", j, r.Status, len(r.Trace), p)
		}
	}
}

// A task without labels, and one with a single label, change nothing for those
// after them.
func TestPoorTasksChangeNothing(t *testing.T) {
	w := simulate.Numbers{Tasks: 40, Workers: 5, PerTask: 3}.Draw(2)
	task, worker, value := []int32{1}, []int32{3}, []float64{7}
	for i := range w.Data.Tasks {
		from, to := w.Data.Of(i)
		for n := from; n < to; n++ {
			task, worker, value = append(task, int32(i)+2), append(worker, w.Data.Worker[n]), append(value, w.Data.Value[n])
		}
	}
	more := &crowd.Dataset{Labels: crowd.NewValues(w.Data.Tasks+2, 5, task, worker, value)}
	a, b := started(t, w.Data, BiasPrecision{}), started(t, more, BiasPrecision{})
	steps(t, a, 5)
	steps(t, b, 5)
	want, got := a.Estimate(), b.Estimate()
	for i, x := range want.Value {
		if got.Value[i+2] != x {
			t.Fatalf("task %d: got %v, want %v", i, got.Value[i+2], x)
		}
	}
	if x := 7 - b.Bias[3]; math.Abs(got.Value[1]-x) > 1e-12 {
		t.Errorf("of one label: got %v, want the label less the worker's bias, %v", got.Value[1], x)
	}
}
