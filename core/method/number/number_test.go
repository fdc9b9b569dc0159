package number

import (
	"errors"
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/shared"
)

// load reads a numeric set of shared/data and its truth by task, NaN where
// there is none.
func load(t testing.TB, name string) (d *crowd.Dataset, truth []float64, workers []string) {
	t.Helper()
	task, worker := make(map[string]int32), make(map[string]int32)
	var a, b []int32
	var y []float64
	for _, r := range shared.Records(t, "data", name, "labels.csv") {
		if _, ok := task[r[0]]; !ok {
			task[r[0]] = int32(len(task))
		}
		if _, ok := worker[r[1]]; !ok {
			worker[r[1]] = int32(len(worker))
			workers = append(workers, r[1])
		}
		a, b, y = append(a, task[r[0]]), append(b, worker[r[1]]), append(y, shared.Float(t, r[2]))
	}
	truth = make([]float64, len(task))
	for i := range truth {
		truth[i] = math.NaN()
	}
	for _, r := range shared.Records(t, "data", name, "truth.csv") {
		if i, ok := task[r[0]]; ok {
			truth[i] = shared.Float(t, r[1])
		}
	}
	return &crowd.Dataset{Labels: crowd.NewValues(len(task), len(worker), a, b, y)}, truth, workers
}

// scores returns R² = 1 − SSE/SST, and the correlation r.
func scores(x, truth []float64) (r2, r float64) {
	var n, mx, mt float64
	for i, t := range truth {
		if !math.IsNaN(t) {
			n++
			mx += x[i]
			mt += t
		}
	}
	mx, mt = mx/n, mt/n
	var sse, sst, sxx, sxt float64
	for i, t := range truth {
		if !math.IsNaN(t) {
			sse += (x[i] - t) * (x[i] - t)
			sst += (t - mt) * (t - mt)
			sxx += (x[i] - mx) * (x[i] - mx)
			sxt += (x[i] - mx) * (t - mt)
		}
	}
	return 1 - sse/sst, sxt / math.Sqrt(sxx*sst)
}

func run(t testing.TB, d *crowd.Dataset, m fit.Method, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(a, b []float64, tolerance float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= tolerance })
}

func TestByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewValues(4, 3,
		[]int32{0, 0, 0, 1, 1, 2}, []int32{0, 1, 2, 0, 1, 2}, []float64{1, 2, 9, 3, 4, -1})}
	// Nobody labelled task 3: the mean of all six is 3, the median 2.5.
	if got, want := run(t, d, Mean{}, fit.Settings{}).Value, []float64{4, 3.5, -1, 3}; !near(got, want, 1e-15) {
		t.Errorf("mean: got %v, want %v", got, want)
	}
	if got, want := run(t, d, Median{}, fit.Settings{}).Value, []float64{2, 3.5, -1, 2.5}; !near(got, want, 1e-15) {
		t.Errorf("median: got %v, want %v", got, want)
	}
}

func TestUses(t *testing.T) {
	classes := &crowd.Dataset{Labels: crowd.NewLabels(1, 1, 2, []int32{0}, []int32{0}, []int32{1})}
	for _, m := range []fit.Method{Mean{}, Median{}, BiasPrecision{}} {
		if _, err := fit.Start(classes, m, fit.Settings{}); !errors.Is(err, ErrClasses) {
			t.Errorf("%T on classes: got %v, want %v", m, err, ErrClasses)
		}
	}
}

// The mean's figures are the data README's. A worker model beats the mean by far
// where workers differ; on wordsim, 30 pairs of words rated by careful people,
// there is nothing to gain (its truth is on another scale: only r says anything).
func TestData(t *testing.T) {
	for _, c := range []struct {
		set    string
		method fit.Method
		r2, r  float64
	}{
		{"wordsim", Mean{}, -12.8094, 0.9519},
		{"wordsim", Median{}, -14.6777, 0.9241},
		{"wordsim", BiasPrecision{}, -12.8997, 0.9468},
		{"moviereviews", Mean{}, 0.8298, 0.9283},
		{"moviereviews", Median{}, 0.8140, 0.9425},
		{"moviereviews", BiasPrecision{}, 0.9309, 0.9796},
		{"we8there", Mean{}, 0.7978, 0.9333},
		{"we8there", Median{}, 0.8442, 0.9389},
		{"we8there", BiasPrecision{}, 0.9215, 0.9888},
	} {
		d, truth, _ := load(t, c.set)
		result := run(t, d, c.method, fit.Settings{})
		r2, r := scores(result.Value, truth)
		if math.Abs(r2-c.r2) > 1e-4 || math.Abs(r-c.r) > 1e-4 {
			t.Errorf("%s, %T: R² %.4f, r %.4f; want %.4f, %.4f", c.set, c.method, r2, r, c.r2, c.r)
		}
	}
}

func BenchmarkBiasPrecision(b *testing.B) {
	d, _, _ := load(b, "we8there")
	b.ReportAllocs()
	for b.Loop() {
		run(b, d, BiasPrecision{}, fit.Settings{})
	}
}
