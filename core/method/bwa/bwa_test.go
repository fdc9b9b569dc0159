package bwa

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/shared"
)

func run(t testing.TB, d *crowd.Dataset, m BWA, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestByHand makes one step on two tasks of two classes. Workers 0 and 1 agree on class 0 in
// task 0, and name classes 0 and 1 in task 1, where z is ½ and ½.
//
//	squares  ¼ for each worker and class; 4 labels
//	b        15 · (¼ + ¼)/4 · 4(1 − ½) = 15/4
//	v        (15 + 2) / (15/4 + ¼) = 17/4
//	μ_0      (1 + ½)/2 = ¾
//	z_00     (¾ + 2·17/4) / (1 + 2·17/4) = 9¼ / 9½ = 37/38
//	z_10     (¾ + 17/4) / 9½ = 10/19
//
// The objective has (z − y)² = 1/38² twice and (9/19)² + (10/19)² for each class, and
// (z − μ)² = (17/76)² for each z.
func TestByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2, []int32{0, 0, 1, 1}, []int32{0, 1, 0, 1}, []int32{0, 0, 0, 1})}
	r := run(t, d, BWA{}, fit.Settings{MaxSteps: 1})
	for n, want := range []float64{37. / 38, 1. / 38, 10. / 19, 9. / 19} {
		if got := r.Posterior[n]; math.Abs(got-want) > 1e-12 {
			t.Errorf("posterior %d: got %v, want %v", n, got, want)
		}
	}
	for j, got := range r.Extra[0].Values {
		if math.Abs(got-17./4) > 1e-12 {
			t.Errorf("weight of worker %d: got %v, want 17/4", j, got)
		}
	}
	v, squares := 17./4, 2./38/38+(9.*9+10*10)/19/19
	pull := 2 * (math.Pow(37./38-.75, 2) + math.Pow(10./19-.75, 2))
	want := .5*(4*17*math.Log(v)-v*(4*15./4+2*squares)) - .5*pull
	if got := r.Trace[0].Objective; math.Abs(got-want) > 1e-12 {
		t.Errorf("got objective %v, want %v", got, want)
	}
}

// TestTop: where the fit ends no parameter can be changed to raise the objective.
func TestTop(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 12, Workers: 5, Classes: 3, PerTask: 4}.Draw(2)
	f := newModel(w.Data, BWA{}.WithDefaults(), fit.Settings{})
	for range 2000 {
		if _, err := f.Step(); err != nil {
			t.Fatal(err)
		}
	}
	for name, x := range map[string][]float64{"z": f.truth, "v": f.precision, "μ": f.mean} {
		was := append([]float64(nil), x...)
		slope := fd.Gradient(nil, func(p []float64) float64 {
			copy(x, p)
			f.deviate()
			return f.objective()
		}, was, &fd.Settings{Formula: fd.Central})
		copy(x, was)
		for n, s := range slope {
			if math.Abs(s) > 1e-4 {
				t.Errorf("the slope along %s %d is %v, want 0", name, n, s)
			}
		}
	}
}

// TestAuthors: accuracies are those of the authors' program, within what its looser rule for
// when to stop leaves open (github.com/yuan-li/truth-inference-at-scale, test_bwa.ipynb).
func TestAuthors(t *testing.T) {
	for _, s := range []struct {
		name, file string
		accuracy   float64
		within     float64
	}{
		{"bluebird", "labels.csv", 0.759259, 1e-6}, {"dog", "labels_all.csv", 0.831475, .001}, {"rte", "labels.csv", 0.9275, 1e-6},
		{"trec2011", "labels.csv", 0.604396, .001}, {"web", "labels.csv", 0.822465, .001},
	} {
		set := shared.Load(t, s.name, s.file)
		r := run(t, set.Data, BWA{}, fit.Settings{})
		labels, _ := r.Labels(set.Data.Classes, 0)
		got := 1 - set.Error(labels)
		t.Logf("%s: accuracy %.6f, theirs %.6f, %d steps", s.name, got, s.accuracy, len(r.Trace))
		if math.Abs(got-s.accuracy) > s.within {
			t.Errorf("%s: got accuracy %.6f, want %.6f", s.name, got, s.accuracy)
		}
	}
}

// TestRecovery: better workers get more weight, and the answers are better than the vote's.
func TestRecovery(t *testing.T) {
	var crew []simulate.Matrix
	for j := range 10 {
		crew = append(crew, simulate.Coin(3, .4+.055*float64(j)))
	}
	w := simulate.DawidSkene{Tasks: 4000, Workers: 10, Classes: 3, PerTask: 5, Confusion: simulate.Crew(crew...)}.Draw(3)
	wrong := func(q []float64) (n int) {
		labels, _ := (&crowd.Estimate{Posterior: q}).Labels(3, 1)
		for i, l := range labels {
			if l != w.Truth[i] {
				n++
			}
		}
		return n
	}
	r := run(t, w.Data, BWA{}, fit.Settings{})
	if got, plain := wrong(r.Posterior), wrong(crowd.Shares(w.Data)); got >= plain {
		t.Errorf("got %d wrong answers, want fewer than the vote's %d", got, plain)
	}
	for j, x := range r.Extra[0].Values[1:] {
		if before := r.Extra[0].Values[j]; x <= before {
			t.Errorf("got weight %v of worker %d, want more than worker %d has, %v", x, j+1, j, before)
		}
	}
}

func TestCannotRun(t *testing.T) {
	if _, err := (BWA{}).Uses(crowd.Parts{Numeric: true}); err != ErrNumbers {
		t.Errorf("numbers: got %v", err)
	}
	if _, err := (BWA{}).Uses(crowd.Parts{Classes: 2, Anonymous: true}); err != crowd.ErrAnonymous {
		t.Errorf("anonymous labels: got %v", err)
	}
}
