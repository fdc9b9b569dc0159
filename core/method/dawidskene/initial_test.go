package dawidskene

import (
	"math"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/shared"
)

// crowd-kit 1.4.1 adds initial counts to the first M-step, and keeps gold tasks
// fixed. It raises counts and posteriors to 1e-10 at least, so that figures
// agree to about 1e-8 only. Its matrices come from one M-step more than its
// posteriors.
func TestInitialAgainstCrowdKit(t *testing.T) {
	for set, workers := range map[string]int{"bluebird": 3, "rte": 16} {
		for _, file := range []string{"ck_ds_addition", "ck_ds_gold"} {
			t.Run(set+"/"+file, func(t *testing.T) {
				s := shared.Load(t, set, "labels.csv")
				d := s.Data
				if file == "ck_ds_gold" {
					d.Gold = goldOf(t, s, set)
				} else {
					d.Confusion = &crowd.Confusion{Mode: crowd.Addition, Counts: make([]float64, d.Workers*4)}
					for j := range workers { // 9 on the diagonal, 1 elsewhere
						copy(d.Confusion.Counts[j*4:], []float64{9, 1, 1, 9})
					}
				}
				f := begin(t, &DS{}, d)
				for range records(t, "oracle", set, file+"_loss.csv") {
					advance(t, f)
				}
				q := f.Estimate().Posterior
				for i, row := range records(t, "oracle", set, file+"_posterior.csv") {
					for c := range 2 {
						near(t, "posterior of task "+row[0]+" class", c, q[i*2+c], number(t, row[1+c]), 1e-7)
					}
				}
				advance(t, f)
				e := f.Estimate()
				for c, row := range records(t, "oracle", set, file+"_priors.csv") {
					near(t, "prior", c, e.Prior[c], number(t, row[1]), 1e-7)
				}
				worker, class := index(s.Workers), index(s.Classes)
				for _, row := range records(t, "oracle", set, file+"_errors.csv") {
					for k := range 2 {
						near(t, "error of worker "+row[0]+" label "+row[1]+" truth", k,
							e.Confusion[worker[row[0]]*4+k*2+class[row[1]]], number(t, row[2+k]), 1e-7)
					}
				}
			})
		}
	}
}

func fortyTasks() *crowd.Dataset {
	return simulate.DawidSkene{Tasks: 40, Workers: 6, Classes: 3, PerTask: 4}.Draw(6).Data
}

// Assigned matrices and a starting prior are the first step's parameters; later
// steps are free of them.
func TestAssign(t *testing.T) {
	d := fortyTasks()
	fitted, err := fit.Run(d, &DS{Smoothing: .2}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	counts := slices.Clone(fitted.Confusion)
	for n := range counts[:9] {
		counts[n] *= 20 // counts do as well as probabilities
	}
	d.Confusion = &crowd.Confusion{Mode: crowd.Assign, Counts: counts, Prior: fitted.Prior}
	r, _ := exactly(t, d, &DS{}, 1)
	for n := range r.Confusion {
		near(t, "confusion", n, r.Confusion[n], fitted.Confusion[n], 1e-15)
	}
	for n := range r.Posterior {
		near(t, "posterior", n, r.Posterior[n], fitted.Posterior[n], 1e-14)
	}
	m := NewModel(d.Workers, d.Classes)
	Rule{}.Maximise(tally(d, r.Posterior, make([]float64, d.Tasks), make([]bool, d.Tasks)), m)
	second, _ := exactly(t, d, &DS{}, 2)
	for n, want := range m.Confusion() {
		near(t, "confusion after step 2", n, second.Confusion[n], want, 1e-14)
	}
}

// Prior counts stay: every M-step's rows are counts and prior counts together.
func TestPriorCounts(t *testing.T) {
	d := fortyTasks()
	d.Confusion = &crowd.Confusion{Mode: crowd.Prior, Counts: make([]float64, d.Workers*9)}
	for n := range d.Confusion.Counts {
		d.Confusion.Counts[n] = float64(n%4) + .5
	}
	f := begin(t, &DS{}, d)
	for range 5 {
		advance(t, f)
	}
	q := f.Estimate().Posterior
	advance(t, f)
	c := crowd.Counts(&d.Labels, q)
	got := f.Estimate().Confusion
	for row := 0; row < len(c); row += 3 {
		var sum float64
		for n := row; n < row+3; n++ {
			sum += c[n] + d.Confusion.Counts[n]
		}
		for n := row; n < row+3; n++ {
			near(t, "confusion", n, got[n], (c[n]+d.Confusion.Counts[n])/sum, 1e-14)
		}
	}
}

// What can't be meant is refused before anything runs, with a reason.
func TestInitialRefused(t *testing.T) {
	for _, c := range []struct {
		initial crowd.Confusion
		says    string
	}{
		{crowd.Confusion{Mode: crowd.Assign, Counts: make([]float64, 54)}, "6 of 6 workers have no initial confusion matrix"},
		{crowd.Confusion{Mode: crowd.Addition, Counts: append(make([]float64, 53), -1)}, "holds -1"},
		{crowd.Confusion{Mode: crowd.Prior, Counts: append(make([]float64, 53), math.NaN())}, "holds NaN"},
		{crowd.Confusion{Mode: crowd.Prior, Counts: append(make([]float64, 53), math.Inf(1))}, "holds +Inf"},
		{crowd.Confusion{Prior: []float64{1, 1, -1}}, "the probability -1"},
		{crowd.Confusion{Prior: []float64{0, 0, 0}}, "every class the probability 0"},
	} {
		d := fortyTasks()
		d.Confusion = &c.initial
		for _, m := range family {
			if _, err := fit.Start(d, m.method, fit.Settings{}); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: got %v, want an error that says %q", m.name, err, c.says)
			}
		}
	}
}

func TestUsesRefuses(t *testing.T) {
	for _, c := range []struct {
		has  crowd.Parts
		says string
	}{
		{crowd.Parts{Numeric: true, Workers: 2}, "labels are numbers"},
		{crowd.Parts{Workers: 2}, "no classes"},
		{crowd.Parts{Tasks: 100_000, Workers: 100_000, Classes: 10_000}, "memory; check that the label column is the right one"},
	} {
		for _, m := range family {
			if _, err := m.method.Uses(c.has); err == nil || !strings.Contains(err.Error(), c.says) || strings.HasSuffix(err.Error(), "?") {
				t.Errorf("%s: got %v, want an error that says %q", m.name, err, c.says)
			}
		}
	}
}

// A task that no class can explain falls back to its vote shares, is left out
// of the log-likelihood, and is told of.
func TestImpossibleTask(t *testing.T) {
	d := &crowd.Dataset{
		Labels: crowd.NewLabels(2, 3, 2, []int32{0, 0, 0, 1}, []int32{0, 1, 2, 0}, []int32{0, 0, 1, 0}),
		// Worker 0 is never right, worker 1 always is: nothing explains task 0.
		Confusion: &crowd.Confusion{Mode: crowd.Assign, Counts: []float64{0, 1, 1, 0, 1, 0, 0, 1, .5, .5, .5, .5}, Prior: []float64{.25, .75}},
	}
	for _, m := range family {
		r, trace := exactly(t, d, m.method, 1)
		near(t, "posterior of the impossible task", 0, r.Posterior[0], 2./3, 1e-15)
		near(t, "objective", 1, trace[0].Objective, math.Log(.75), 1e-15)
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(), "1 of the tasks") {
			t.Errorf("%s: warnings are %v", m.name, r.Warnings)
		}
	}
}

// A worker without a matrix is new, and begins as the average of the others.
func TestResumeWithNewWorker(t *testing.T) {
	from := &crowd.Estimate{Prior: []float64{.5, .5}, Confusion: []float64{
		.9, .1, .2, .8,
		.7, .3, .4, .6,
		0, 0, 0, 0,
	}}
	m, ok := resumed(from, 3, 2)
	if !ok {
		t.Fatal("nobody is known")
	}
	for n, want := range []float64{.9, .1, .2, .8, .7, .3, .4, .6, .8, .2, .3, .7} {
		near(t, "confusion", n, m.Confusion()[n], want, 1e-15)
	}
	if _, ok := resumed(&crowd.Estimate{Confusion: make([]float64, 12)}, 3, 2); ok {
		t.Error("nobody has a matrix, yet somebody is known")
	}
}

// Started from its own answer a fit is where it was.
func TestResume(t *testing.T) {
	d := shared.Load(t, "rte", "labels.csv").Data
	for _, m := range family {
		cold, err := fit.Run(d, m.method, fit.Settings{Stop: fit.Paper})
		if err != nil {
			t.Fatal(err)
		}
		s, err := fit.Resume(d, m.method.(fit.Resumer), cold.Estimate, fit.Settings{Stop: fit.Paper})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		warm, err := s.Result()
		if err != nil {
			t.Fatal(err)
		}
		if len(warm.Trace) > 3 {
			t.Errorf("%s: %d steps from where it had converged", m.name, len(warm.Trace))
		}
		if was, is := cold.Trace[len(cold.Trace)-1].Objective, warm.Trace[len(warm.Trace)-1].Objective; m.name != "hybrid" && is < was-1e-9 {
			t.Errorf("%s: the objective was %v and is %v", m.name, was, is)
		}
	}
}
