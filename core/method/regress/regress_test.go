package regress

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/internal/race"
	"concord/internal/shared"
)

func TestGradient(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	m := newSoftmax(3, 4, 0.7)
	var x [][]float64
	var target []float64
	for range 20 {
		row := make([]float64, 4)
		for d := range row {
			row[d] = src.NormFloat64()
		}
		x = append(x, row)
		for range 3 {
			target = append(target, 2*src.Float64())
		}
	}
	w := make([]float64, len(m.w))
	for n := range w {
		w[n] = src.NormFloat64()
	}
	got, scratch := make([]float64, len(w)), make([]float64, len(w))
	m.negativeLogPosterior(w, x, target, got)
	want := fd.Gradient(nil, func(w []float64) float64 {
		return m.negativeLogPosterior(w, x, target, scratch)
	}, w, &fd.Settings{Formula: fd.Central})
	for n := range w {
		if math.Abs(got[n]-want[n]) > 1e-5 {
			t.Errorf("∂/∂w_%d: got %v, want %v", n, got[n], want[n])
		}
	}
}

func run(t *testing.T, d *crowd.Dataset, m fit.Method) (*fit.Result, fit.Fit) {
	t.Helper()
	s, err := fit.Start(d, m, fit.Settings{Seed: 1, MaxSteps: 40, Tolerance: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	r, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	return r, s.Fit()
}

// crowdOf simulates n tasks in two dimensions, a class around each corner of a
// triangle, and workers with the given confusion matrices.
func crowdOf(n int, confusion []float64, workers int, seed uint64) (*crowd.Dataset, []int32) {
	const k = 3
	src := rand.New(rand.NewPCG(seed, 5))
	f := &crowd.Features{Names: []string{"x", "y"}}
	var task, worker, class, truth []int32
	for i := range n {
		z := src.IntN(k)
		truth = append(truth, int32(z))
		angle := 2 * math.Pi * float64(z) / k
		f.X = append(f.X, 1.5*math.Cos(angle)+src.NormFloat64(), 1.5*math.Sin(angle)+src.NormFloat64())
		for j := range workers {
			if src.Float64() < 0.5 {
				continue
			}
			u, l := src.Float64(), 0
			for u > confusion[(j*k+z)*k+l] && l < k-1 {
				u -= confusion[(j*k+z)*k+l]
				l++
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(n, workers, k, task, worker, class), Features: f}, truth
}

// The error of the confusion matrices shrinks as labels grow.
func TestRaykarRecoversSimulatedMatrices(t *testing.T) {
	confusion := []float64{
		.8, .1, .1, .1, .8, .1, .1, .1, .8,
		.6, .4, 0, 0, .6, .4, .4, 0, .6,
		.2, .3, .5, .3, .5, .2, .4, .2, .4,
		.9, .1, 0, .2, .7, .1, .3, .3, .4,
	}
	var last float64
	for n, tasks := range []int{200, 3200} {
		d, truth := crowdOf(tasks, confusion, 4, 3)
		r, _ := run(t, d, &Raykar{})
		var mean float64
		for at, p := range r.Confusion {
			mean += math.Abs(p-confusion[at]) / float64(len(confusion))
		}
		labels, _ := r.Labels(3, 1)
		right := 0
		for i, k := range labels {
			if k == truth[i] {
				right++
			}
		}
		t.Logf("%d tasks: mean error of the matrices %.4f, accuracy %.4f", tasks, mean, float64(right)/float64(tasks))
		if n > 0 && (mean > last/2 || mean > 0.02) {
			t.Errorf("with %d tasks the matrices are off by %.4f on average, with 200 by %.4f", tasks, mean, last)
		}
		last = mean
	}
}

func TestRaykarOnIris(t *testing.T) {
	s := loadFeatures(t, "iris")
	r, _ := run(t, s.Data, &Raykar{})
	labels, _ := r.Labels(3, 1)
	t.Logf("error %.4f", s.Error(labels))
	if s.Error(labels) > 0.04 {
		t.Errorf("error: got %.4f, want at most 0.04", s.Error(labels))
	}
	// The matrices the labels were simulated from are noisy here (50 labels a
	// row): the deviation of a share p is √(p(1−p)/50), 0.07 at most.
	var sum, n float64
	for _, row := range shared.Records(t, "data", "iris", "annotators.csv") {
		for l, cell := range row[2:] {
			j, k := int(row[0][1]-'1'), int(row[1][0]-'1')
			sum += math.Abs(r.Confusion[(j*3+k)*3+l] - shared.Float(t, cell))
			n++
		}
	}
	t.Logf("mean error of the matrices %.4f", sum/n)
	if sum/n > 0.05 {
		t.Errorf("mean error of the matrices: got %.4f, want at most 0.05", sum/n)
	}
}

func TestRaykarLabelsAsWellAsDawidSkene(t *testing.T) {
	race.SkipMany(t)
	for _, name := range []string{"labelme", "music"} {
		s := loadFeatures(t, name)
		k := len(s.Classes)
		ds, err := fit.Run(s.Data, &dawidskene.DS{}, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		base, _ := ds.Labels(k, 1)
		r, err := fit.Run(s.Data, &Raykar{}, fit.Settings{Seed: 1, MaxSteps: 15}) // the rest changes a label or two
		if err != nil {
			t.Fatal(err)
		}
		labels, _ := r.Labels(k, 1)
		t.Logf("%s: error of raykar %.4f, of ds %.4f", name, s.Error(labels), s.Error(base))
		if s.Error(labels) > s.Error(base) {
			t.Errorf("%s: error of raykar %.4f, more than that of ds %.4f", name, s.Error(labels), s.Error(base))
		}
	}
}

// Test R² of plain ridge on the mean labels is about .40 on moviereviews; the
// workers' biases and precisions are worth the rest.
func TestRidgeOnReviews(t *testing.T) {
	race.SkipMany(t)
	for _, c := range []struct {
		set  string
		want float64
	}{{"moviereviews", .44}, {"we8there", .38}} {
		s := loadCorpus(t, c.set)
		r, f := run(t, s.data, &Ridge{})
		p, err := f.(fit.Predictor).Predict(s.test)
		if err != nil {
			t.Fatal(err)
		}
		got := rSquared(p.Value, s.truth)
		t.Logf("%s: test R² %.4f after %d steps, λ %.3g", c.set, got, len(r.Trace), f.(*ridge).penalty)
		if got < c.want {
			t.Errorf("%s: test R² %.4f, want %.2f", c.set, got, c.want)
		}
	}
}

// Where every class is known only the classifier has something to learn, and a fit
// that says it has settled has learnt it.
func TestLearnsWhereTheTruthIsKnown(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 7))
	const tasks, features = 200, 12
	f := &crowd.Features{Names: make([]string, features)}
	var task, worker, class, truth []int32
	for i := range tasks {
		score := 0.5 * src.NormFloat64()
		for d := range features {
			x := src.NormFloat64()
			f.X = append(f.X, x)
			score += x * float64(d-5) / 4
		}
		z := int32(0)
		if score > 0 {
			z = 1
		}
		truth = append(truth, z)
		task, worker, class = append(task, int32(i)), append(worker, 0), append(class, z)
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, 1, 2, task, worker, class), Gold: truth, Features: f}
	for name, m := range map[string]fit.Method{"Raykar": &Raykar{}, "Rodrigues": &Random{}} {
		objective := func(s fit.Settings) float64 {
			r, err := fit.Run(d, m, s)
			if err != nil {
				t.Fatal(err)
			}
			return r.Trace[len(r.Trace)-1].Objective
		}
		if settled, later := objective(fit.Settings{}), objective(fit.Settings{Tolerance: -1, MaxSteps: 100}); later > settled+0.1 {
			t.Errorf("%s settled at %.4f and would have gone on to %.4f", name, settled, later)
		}
	}
}
