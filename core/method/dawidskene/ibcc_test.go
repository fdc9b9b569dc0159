package dawidskene

import (
	"fmt"
	"math"
	"os"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/simulate"
	"concord/internal/race"
	"concord/internal/shared"
)

func startIBCC(t testing.TB, m *IBCC, d *crowd.Dataset, steps int) *vb {
	t.Helper()
	f, err := m.start(d, fit.Settings{}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		if _, err := f.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func columnOf(t testing.TB, e *crowd.Estimate, name string) []float64 {
	t.Helper()
	for _, c := range e.Extra {
		if c.Name == name {
			return c.Values
		}
	}
	t.Fatalf("no column %q", name)
	return nil
}

// exactly what the model says of few tasks, by enumerating every truth: given
// the truth, p and the rows of π are independent Dirichlet distributions.
type enumerated struct {
	evidence       float64   // log P(labels)
	posterior      []float64 // N×K
	mean, variance []float64 // M, of the accuracy
}

func enumerate(f *vb) enumerated {
	d, k := f.data, f.classes
	e := enumerated{posterior: make([]float64, d.Tasks*k), mean: make([]float64, d.Workers), variance: make([]float64, d.Workers)}
	square := make([]float64, d.Workers)
	truth := make([]int, d.Tasks)
	prior := make([]float64, len(f.alpha))
	for n := range prior {
		prior[n] = f.before.alpha(n)
	}
	one := make([]float64, k)
	logBeta := func(table []float64, at, t int) float64 {
		for l := range k {
			one[l] = table[at+l*k+t]
		}
		return prob.LogBeta(one)
	}
	var logs []float64
	visit := func() {
		nu, alpha := make([]float64, k), append([]float64(nil), prior...)
		for c := range nu {
			nu[c] = f.before.class
		}
		weight := -prob.LogBeta(nu)
		for i, t := range truth {
			nu[t]++
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				alpha[(int(d.Worker[n])*k+int(d.Class[n]))*k+t]++
			}
		}
		weight += prob.LogBeta(nu)
		for at := 0; at < len(alpha); at += k * k {
			for t := range k {
				weight += logBeta(alpha, at, t) - logBeta(prior, at, t)
			}
		}
		logs = append(logs, weight)
		g := &vb{data: d, classes: k, nu: nu, alpha: alpha}
		p := math.Exp(weight)
		for i, t := range truth {
			e.posterior[i*k+t] += p
		}
		r := newResponse(g, make([]float64, d.Tasks*k))
		for j := range d.Workers {
			e.mean[j] += p * r.mean[j]
			square[j] += p * (r.plain[j] + r.mean[j]*r.mean[j])
		}
	}
	for {
		visit()
		i := 0
		for i < len(truth) && truth[i] == k-1 {
			truth[i] = 0
			i++
		}
		if i == len(truth) {
			break
		}
		truth[i]++
	}
	e.evidence = prob.LogSumExp(logs)
	total := math.Exp(e.evidence)
	for n := range e.posterior {
		e.posterior[n] /= total
	}
	for j := range e.mean {
		e.mean[j] /= total
		e.variance[j] = square[j]/total - e.mean[j]*e.mean[j]
	}
	return e
}

// Against every truth of eight tasks: the bound lies below the evidence, and
// near it; posteriors and accuracies are near; the variance with linear response
// is nearer to the exact one than mean field's, which is too small.
func TestIBCCByEnumeration(t *testing.T) {
	var plain, full, posterior float64
	const runs = 10
	for seed := range uint64(runs) {
		w := simulate.DawidSkene{Tasks: 8, Workers: 6, Classes: 2}.Draw(seed)
		f := startIBCC(t, &IBCC{Right: 4, Wrong: 1}, w.Data, 200)
		step, err := f.Step()
		if err != nil {
			t.Fatal(err)
		}
		e := enumerate(f)
		if gap := e.evidence - step.Objective; gap < 0 || gap > 1.5 {
			t.Errorf("seed %d: the bound is %g, the evidence %g", seed, step.Objective, e.evidence)
		}
		q := f.posterior(f.model)
		for n := range q {
			posterior += math.Abs(q[n]-e.posterior[n]) / float64(runs*len(q))
		}
		r := newResponse(f, q)
		for j, v := range r.all(r.own()) {
			plain += math.Log(r.plain[j]/e.variance[j]) / float64(2*runs*w.Data.Workers)
			full += math.Log(v/e.variance[j]) / float64(2*runs*w.Data.Workers)
		}
	}
	if posterior > 0.1 {
		t.Errorf("posteriors are off by %.3f on average", posterior)
	}
	if plain > -0.05 || math.Abs(full) > 0.05 || math.Abs(full) > math.Abs(plain) {
		t.Errorf("standard deviations are off by %.1f %% in mean field, %.1f %% with linear response", 100*plain, 100*full)
	}
}

// The response solved by conjugate gradients is the change of the settled means
// when the model is tilted: here by a finite tilt of c's first-order effect, and
// variational Bayes run to its end.
func TestIntervalResponseBySolving(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 40, Workers: 5, Classes: 3, PerTask: 3}.Draw(2)
	f := startIBCC(t, &IBCC{}, w.Data, 2000)
	r := newResponse(f, f.posterior(f.model))
	k, size := r.classes, r.table+r.classes
	for j := range w.Data.Workers {
		c := make([]float64, size)
		r.covariance(j, 1, c[j*k*k:(j+1)*k*k], c[r.table:])
		// x = c + V W x by plain iteration, which is linearised variational Bayes.
		x, h, y := append([]float64(nil), c...), make([]float64, size), make([]float64, size)
		for range 3000 {
			r.carry(h, x)
			r.move(y, h)
			for n := range x {
				x[n] = c[n] + y[n]
			}
		}
		b := make([]float64, size)
		r.carry(b, c)
		got, want := dot(c, solve(b, r.carry, r.move)), dot(c, h)
		if math.Abs(got-want) > 0.01*want {
			t.Errorf("worker %d: conjugate gradients give %g, iteration %g", j, got, want)
		}
	}
}

func TestIBCCBoundRises(t *testing.T) {
	initial := func(mode crowd.ConfusionMode) *crowd.Dataset {
		w := simulate.DawidSkene{Tasks: 100, Workers: 8, Classes: 3, PerTask: 4}.Draw(5)
		w.Data.Confusion = &crowd.Confusion{Mode: mode, Counts: w.Confusion, Prior: []float64{.5, .3, .2}}
		return w.Data
	}
	data := map[string]*crowd.Dataset{
		"assign": initial(crowd.Assign), "addition": initial(crowd.Addition), "prior": initial(crowd.Prior),
		"hard": simulate.DawidSkene{Tasks: 200, Workers: 10, Classes: 4, PerTask: 2, Low: .3, High: .6}.Draw(1).Data,
	}
	gold := simulate.DawidSkene{Tasks: 60, Workers: 6, Classes: 2, PerTask: 3}.Draw(9)
	gold.Data.Gold = append(gold.Truth[:20:20], make([]int32, 40)...)
	for i := 20; i < 60; i++ {
		gold.Data.Gold[i] = crowd.Unknown
	}
	data["gold"] = gold.Data
	for name, d := range data {
		_, trace := exactly(t, d, &IBCC{}, 300)
		for n := 1; n < len(trace); n++ {
			if trace[n].Objective < trace[n-1].Objective-1e-9*math.Abs(trace[n].Objective) {
				t.Fatalf("%s, step %d: the bound falls from %.12g to %.12g", name, n+1, trace[n-1].Objective, trace[n].Objective)
			}
		}
	}
}

// An estimate before the first step, or after any, leaves the fit as it was.
func TestIBCCEstimateDisturbsNothing(t *testing.T) {
	d := simulate.DawidSkene{Tasks: 100, Workers: 8, Classes: 3, PerTask: 4}.Draw(5).Data
	a, b := startIBCC(t, &IBCC{}, d, 0), startIBCC(t, &IBCC{}, d, 0)
	for n := range 5 {
		b.Estimate()
		want, _ := a.Step()
		got, _ := b.Step()
		if got.Objective != want.Objective || !(got.Change == want.Change || n == 0 && math.IsNaN(got.Change) && math.IsNaN(want.Change)) {
			t.Errorf("step %d: got %v, want %v", n+1, got, want)
		}
	}
}

// stories are the crowds on which the intervals are held to their word: easy
// and hard, two classes to four, a skewed prior, few and many labels a worker.
var stories = []simulate.DawidSkene{
	{Tasks: 500, Workers: 20, Classes: 2, PerTask: 5},
	{Tasks: 500, Workers: 20, Classes: 2, PerTask: 3, Low: .55, High: .85},
	{Tasks: 300, Workers: 15, Classes: 2, PerTask: 4, Prior: []float64{.8, .2}},
	{Tasks: 200, Workers: 30, Classes: 3, PerTask: 5},
	{Tasks: 300, Workers: 50, Classes: 4, PerTask: 4},
}

// cover returns the share of workers over all runs whose accuracy, Σ_k p_k
// π_j[k][k] of the story, lies in the interval.
func cover(t testing.TB, s simulate.DawidSkene, runs int) float64 {
	inside, n := 0, 0
	for seed := range uint64(runs) {
		w := s.Draw(1000 + seed)
		r, err := fit.Run(w.Data, &IBCC{}, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		low, high := columnOf(t, r.Estimate, "model_accuracy_low"), columnOf(t, r.Estimate, "model_accuracy_high")
		for j := range low {
			truth := 0.0
			for k, p := range w.Prior {
				truth += p * w.Confusion[(j*s.Classes+k)*s.Classes+k]
			}
			n++
			if low[j] <= truth && truth <= high[j] {
				inside++
			}
		}
	}
	return float64(inside) / float64(n)
}

// The whole claim, 200 runs of each story between 93 and 97 %, takes a minute
// and runs with CONCORD_EVIDENCE set; a few runs of each always.
func TestIntervalsCover(t *testing.T) {
	race.SkipMany(t)
	runs, low, high := 20, 0.91, 0.985 // wider by three standard errors of the fewest workers
	if os.Getenv("CONCORD_EVIDENCE") != "" {
		runs, low, high = 200, 0.93, 0.97
	}
	for _, s := range stories {
		name := fmt.Sprintf("tasks=%d/workers=%d/classes=%d/pertask=%d", s.Tasks, s.Workers, s.Classes, s.PerTask)
		share := cover(t, s, runs)
		t.Logf("%s: %.1f %% of %d runs' workers", name, 100*share, runs)
		if share < low || share > high {
			t.Errorf("%s: 95 %% intervals hold %.1f %% of the accuracies", name, 100*share)
		}
	}
}

func TestBetaInterval(t *testing.T) {
	// Beta(1, 1) has mean ½ and variance 1/12.
	if low, high := betaInterval(0.5, 1./12); math.Abs(low-0.025) > 1e-9 || math.Abs(high-0.975) > 1e-9 {
		t.Errorf("uniform: got %g to %g, want 0.025 to 0.975", low, high)
	}
	for _, c := range [][2]float64{{0.5, 0}, {1, 0.1}, {0.9, 1e-14}, {0.999999, 1e-7}, {0.5, 0.3}, {1e-4, 1e-9}} {
		low, high := betaInterval(c[0], c[1])
		if !(0 <= low && low <= c[0] && c[0] <= high && high <= 1) {
			t.Errorf("mean %g, variance %g: got %g to %g", c[0], c[1], low, high)
		}
	}
}

// A worker's repeated labels on one task stand or fall together: the response
// of own rows, which walks labels by worker, must see them so, as all does.
func TestOwnResponseWithRepeats(t *testing.T) {
	var task, worker, class []int32
	w := simulate.DawidSkene{Tasks: 60, Workers: 1, Classes: 2}.Draw(1)
	for n, c := range w.Data.Class {
		for range 3 {
			task, worker, class = append(task, int32(n)), append(worker, 0), append(class, int32(c))
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(60, 1, 2, task, worker, class)}
	f := startIBCC(t, &IBCC{}, d, 5)
	r := newResponse(f, f.posterior(f.model))
	own := r.own()[0]
	r.nu, r.total = []float64{1e12, 1e12}, 2e12 // with a certain prior the one worker's rows are all there is
	for k := range r.nu {
		r.spread[r.table+k] = trigamma(r.nu[k])
	}
	r.less[len(r.rows)] = trigamma(r.total)
	r.mean[0], r.plain[0] = r.moments(0)
	if all := r.all([]float64{own})[0]; math.Abs(all/r.own()[0]-1) > 0.01 {
		t.Errorf("own rows give %g, the whole %g", r.own()[0], all)
	}
}

func BenchmarkIBCC(b *testing.B) {
	s := shared.Load(b, "trec2011", "labels.csv")
	b.Run("what=fit/set=trec2011", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			session, err := fit.Start(s.Data, &IBCC{}, fit.Settings{})
			if err != nil {
				b.Fatal(err)
			}
			for range session.Steps() {
			}
		}
	})
	b.Run("what=intervals/set=trec2011", func(b *testing.B) {
		f := startIBCC(b, &IBCC{}, s.Data, 40)
		q := f.posterior(f.model)
		for b.Loop() {
			f.intervals(q)
		}
	})
}
