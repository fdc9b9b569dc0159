package glad

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/race"
	"concord/internal/shared"
)

func run(t testing.TB, d *crowd.Dataset, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, GLAD{}, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestError: at most a point more than crowd-kit's GLAD (oracle/summary.csv) on
// each of the five sets, and an objective that never falls.
func TestError(t *testing.T) {
	race.SkipMany(t)
	for _, s := range []struct {
		name, file string
		crowdkit   float64 // error, %
	}{
		{"bluebird", "labels.csv", 27.78}, {"rte", "labels.csv", 7.50}, {"trec2011", "labels.csv", 42.07},
		{"dog", "labels_all.csv", 16.60}, {"web", "labels.csv", 17.87},
	} {
		set := shared.Load(t, s.name, s.file)
		r := run(t, set.Data, fit.Settings{})
		labels, _ := r.Labels(set.Data.Classes, 0)
		got := 100 * set.Error(labels)
		t.Logf("%s: error %.2f %% after %d steps, crowd-kit %.2f %%", s.name, got, len(r.Trace), s.crowdkit)
		if got > s.crowdkit+1 {
			t.Errorf("%s: got error %.2f %%, want at most %.2f %%", s.name, got, s.crowdkit+1)
		}
		if r.Status != fit.Converged {
			t.Errorf("%s: %v after %d steps", s.name, r.Status, len(r.Trace))
		}
		for n, step := range r.Trace[1:] {
			if before := r.Trace[n].Objective; step.Objective < before-1e-9*math.Abs(before) {
				t.Errorf("%s step %d: the objective fell from %v to %v", s.name, step.N, before, step.Objective)
			}
		}
	}
}

// plain is the log posterior written out from the model: for each task the sum
// over every class of the product over labels.
func plain(d *crowd.Dataset, alpha, logBeta []float64) float64 {
	sum := 0.0
	k := float64(d.Classes)
	for i := range d.Tasks {
		from, to := d.Of(i)
		total := 0.0
		for c := range d.Classes {
			if d.Gold != nil && d.Gold[i] != crowd.Unknown && int(d.Gold[i]) != c {
				continue
			}
			p := 1 / k
			for n := from; n < to; n++ {
				right := 1 / (1 + math.Exp(-alpha[d.Worker[n]]*math.Exp(logBeta[i])))
				if int(d.Class[n]) == c {
					p *= right
				} else {
					p *= (1 - right) / (k - 1)
				}
			}
			total += p
		}
		sum += math.Log(total) - (logBeta[i]-1)*(logBeta[i]-1)/2
	}
	for _, a := range alpha {
		sum -= (a - 1) * (a - 1) / 2
	}
	return sum
}

// small is three classes, five workers of differing ability, repeated labels, a
// gold task, a task without labels and a worker without labels.
func small(gold bool) *crowd.Dataset {
	rng := rand.New(rand.NewPCG(3, 3))
	var task, worker, class []int32
	for i := range 12 {
		truth := i % 3
		for j := range 5 {
			l := truth
			if rng.Float64() < float64(j)/6 {
				l = rng.IntN(3)
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
		}
	}
	task, worker, class = append(task, 4), append(worker, 2), append(class, 0)
	d := &crowd.Dataset{Labels: crowd.NewLabels(13, 6, 3, task, worker, class)}
	if gold {
		d.Gold = make([]int32, 13)
		for i := range d.Gold {
			d.Gold[i] = crowd.Unknown
		}
		d.Gold[2] = 0
	}
	return d
}

// TestOptimum: the objective is the log posterior, the fit ends where its
// gradient (by finite differences) is zero, and gonum's L-BFGS finds no better.
func TestOptimum(t *testing.T) {
	for _, gold := range []bool{false, true} {
		d := small(gold)
		session, err := fit.Start(d, GLAD{}, fit.Settings{Tolerance: 1e-13})
		if err != nil {
			t.Fatal(err)
		}
		var last fit.Step
		for last = range session.Steps() {
		}
		f := session.Fit().(*em)
		objective := func(x []float64) float64 { return plain(d, x[:d.Workers], x[d.Workers:]) }
		x := f.params
		if want := objective(x); math.Abs(last.Objective-want) > 1e-10 {
			t.Errorf("gold %t: got objective %v, want %v", gold, last.Objective, want)
		}
		slope := fd.Gradient(nil, objective, x, &fd.Settings{Formula: fd.Central})
		if far := floats.Norm(slope, math.Inf(1)); far > 1e-5 {
			t.Errorf("gold %t: after %d steps the gradient is still %v", gold, last.N, far)
		}
		start := make([]float64, len(x))
		floats.AddConst(1, start)
		best, err := optimize.Minimize(optimize.Problem{
			Func: func(x []float64) float64 { return -objective(x) },
			Grad: func(to, x []float64) {
				fd.Gradient(to, func(x []float64) float64 { return -objective(x) }, x, &fd.Settings{Formula: fd.Central})
			},
		}, start, &optimize.Settings{GradientThreshold: 1e-7}, &optimize.LBFGS{})
		if best == nil {
			t.Fatal(err)
		}
		if -best.F > last.Objective+1e-9 {
			t.Errorf("gold %t: got objective %v, L-BFGS %v", gold, last.Objective, -best.F)
		}
	}
}

// TestIterate: each part of an iteration alone raises the log posterior.
func TestIterate(t *testing.T) {
	d := small(true)
	g, err := GLAD{}.Start(d, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	f := g.(*em)
	before := plain(d, f.alpha, f.logBeta)
	if math.Abs(f.objective-before) > 1e-10 {
		t.Errorf("got objective %v at the start, want %v", f.objective, before)
	}
	for n := range 20 {
		f.iterate()
		if f.objective < before-1e-12*math.Abs(before) {
			t.Errorf("iteration %d: the objective fell from %v to %v", n, before, f.objective)
		}
		before = f.objective
	}
}

// TestAnswer: what the answer says of each thing that labels can be.
func TestAnswer(t *testing.T) {
	d := small(true)
	r := run(t, d, fit.Settings{})
	if q := r.Posterior[2*3 : 3*3]; q[0] != 1 || q[1] != 0 || q[2] != 0 {
		t.Errorf("gold task: got posterior %v, want 1 0 0", q)
	}
	for _, q := range r.Posterior[12*3:] {
		if math.Abs(q-1./3) > 1e-15 {
			t.Errorf("task without labels: got posterior %v, want 1/3 each", r.Posterior[12*3:])
		}
	}
	ability, difficulty := r.Extra[0].Values, r.Extra[1].Values
	if ability[5] != 1 || math.Abs(difficulty[12]-1/math.E) > 1e-15 {
		t.Errorf("got ability %v and difficulty %v where there are no labels, want the priors' 1 and 1/e", ability[5], difficulty[12])
	}
	if ability[0] < ability[4] {
		t.Errorf("got abilities %v: worker 0, who is never wrong, below worker 4", ability)
	}
	// worker 0's confusion matrix: the mean of σ(α β_i) over its 12 tasks
	right := 0.0
	for i := range 12 {
		right += 1 / (1 + math.Exp(-ability[0]/difficulty[i])) / 12
	}
	if got := r.Confusion[0]; math.Abs(got-right) > 1e-12 || math.Abs(r.Confusion[1]-(1-right)/2) > 1e-12 {
		t.Errorf("got confusion %v, want %v and half the rest", r.Confusion[:3], right)
	}
}

// TestAbilitiesSettleWhereAllIsKnown: posteriors rest from the first step on where
// every class is known; abilities do not.
func TestAbilitiesSettleWhereAllIsKnown(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var task, worker, class []int32
	d := &crowd.Dataset{Gold: make([]int32, 60)}
	for i := range d.Gold {
		d.Gold[i] = int32(i % 2)
		for j := range 8 {
			l := d.Gold[i]
			if rng.Float64() > 0.5+0.06*float64(j) {
				l = 1 - l
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
		}
	}
	d.Labels = crowd.NewLabels(60, 8, 2, task, worker, class)
	settled, later := run(t, d, fit.Settings{}), run(t, d, fit.Settings{Tolerance: -1, MaxSteps: 200})
	if d := floats.Distance(settled.Extra[0].Values, later.Extra[0].Values, math.Inf(1)); settled.Status != fit.Converged || d > 0.02 {
		t.Errorf("%v after %d steps with an ability that is off by %.3f", settled.Status, len(settled.Trace), d)
	}
}

func TestCannotRun(t *testing.T) {
	if _, err := (GLAD{}).Uses(crowd.Parts{Classes: 1}); err != ErrOne {
		t.Errorf("one class: got %v", err)
	}
	if _, err := (GLAD{}).Uses(crowd.Parts{Numeric: true}); err != ErrNumbers {
		t.Errorf("numbers: got %v", err)
	}
}

// TestRecovery: simulated from the model, estimated abilities order the workers
// as the true ones do, the better the more tasks.
func TestRecovery(t *testing.T) {
	before := -1.0
	for _, tasks := range []int{100, 1000, 10000} {
		w := simulate.GLAD{Tasks: tasks, Workers: 15, Classes: 3}.Draw(5)
		r := run(t, w.Data, fit.Settings{})
		got := correlation(r.Extra[0].Values, w.Ability)
		if got < before || tasks == 10000 && got < .98 {
			t.Errorf("%d tasks: abilities correlate %v with the true ones, before %v", tasks, got, before)
		}
		before = got
	}
}

func correlation(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := floats.Sum(x)/n, floats.Sum(y)/n
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

func BenchmarkGLAD(b *testing.B) {
	set := shared.Load(b, "trec2011", "labels.csv")
	b.Run("method=glad/data=trec", func(b *testing.B) {
		for range b.N {
			b.ReportMetric(float64(len(run(b, set.Data, fit.Settings{}).Trace)), "steps")
		}
	})
}
