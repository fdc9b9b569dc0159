package mace

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/shared"
)

func run(t testing.TB, d *crowd.Dataset, m *MACE, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestError: at most a point more than the better of crowd-kit's two MACEs
// (oracle/summary.csv) on each of the five sets, and an objective that never
// falls.
func TestError(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics over many fits: run without -short")
	}
	for _, s := range []struct {
		name, file string
		crowdkit   float64 // error, %
	}{
		{"bluebird", "labels.csv", 27.78}, {"rte", "labels.csv", 8.50}, {"trec2011", "labels.csv", 29.14},
		{"dog", "labels_all.csv", 16.48}, {"web", "labels.csv", 18.85},
	} {
		set := shared.Load(t, s.name, s.file)
		for _, m := range []*MACE{{}, {EM: true, Restarts: 2}} {
			r := run(t, set.Data, m, fit.Settings{})
			labels, _ := r.Labels(set.Data.Classes, 0)
			got := 100 * set.Error(labels)
			t.Logf("%s %+v: error %.2f %% after %d steps, crowd-kit %.2f %%", s.name, m, got, len(r.Trace), s.crowdkit)
			if got > s.crowdkit+1 {
				t.Errorf("%s %+v: got error %.2f %%, want at most %.2f %%", s.name, m, got, s.crowdkit+1)
			}
			if r.Status != fit.Converged {
				t.Errorf("%s %+v: %v after %d steps", s.name, m, r.Status, len(r.Trace))
			}
			for n, step := range r.Trace[1:] {
				if before := r.Trace[n].Objective; step.Objective < before-1e-9*math.Abs(before) {
					t.Errorf("%s %+v step %d: the objective fell from %v to %v", s.name, m, step.N, before, step.Objective)
				}
			}
		}
	}
}

// The posteriors of crowd-kit 1.4.1 (MACE(n_restarts=1, n_iter=2000)) for rows in which workers and
// classes first occur in the order of their names. Of the same rows in reverse it makes task 3 class 1.
func TestPosteriorsAsCrowdKit(t *testing.T) {
	task := []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7}
	worker := []int32{0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3, 0, 1, 2, 0, 2, 3, 1, 2, 3, 0, 1, 3}
	class := []int32{0, 0, 1, 1, 1, 2, 2, 2, 2, 0, 1, 2, 0, 1, 0, 1, 1, 0, 2, 2, 2, 2, 2, 1}
	want := []float64{
		0.987258546480, 0.010663882818, 0.002077570702,
		0.002156046259, 0.995272502091, 0.002571451650,
		0.001797907896, 0.001797907896, 0.996404184209,
		0.481968442593, 0.420357443779, 0.097674113627,
		0.985987055164, 0.011923724406, 0.002089220430,
		0.002974637218, 0.994629590377, 0.002395772405,
		0.022880646966, 0.022880646966, 0.954238706069,
		0.002021246023, 0.002509613835, 0.995469140142,
	}
	check := func() {
		d := &crowd.Dataset{Labels: crowd.NewLabels(8, 4, 3, task, worker, class)}
		r := run(t, d, &MACE{Restarts: 1}, fit.Settings{MaxSteps: 2000, Tolerance: -1})
		for n, want := range want {
			if got := r.Posterior[n]; math.Abs(got-want) > 1e-9 {
				t.Errorf("posterior of task %d, class %d: got %.12f, want %.12f", n/3, n%3, got, want)
			}
		}
	}
	check()
	for _, column := range [][]int32{task, worker, class} {
		slices.Reverse(column)
	}
	check()
}

// tiny is two tasks, two workers, two classes, four labels and one repeated.
func tiny() *crowd.Dataset {
	return &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2, []int32{0, 0, 1, 1, 1}, []int32{0, 1, 0, 1, 1}, []int32{0, 0, 1, 0, 1})}
}

// outcomes calls see with every truth T and every set of spam labels S that
// could have led to the labels.
func outcomes(d *crowd.Dataset, see func(copied []float64, spam []float64)) {
	k := d.Classes
	labels := d.Len()
	task := make([]int, labels)
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			task[n] = i
		}
	}
	truths := int(math.Pow(float64(k), float64(d.Tasks)))
	for code := range truths {
		truth := make([]int, d.Tasks)
		known := true
		for i, c := 0, code; i < d.Tasks; i, c = i+1, c/k {
			truth[i] = c % k
			known = known && (d.Gold == nil || d.Gold[i] == crowd.Unknown || int(d.Gold[i]) == truth[i])
		}
		for s := range 1 << labels {
			copied, spam := make([]float64, d.Workers), make([]float64, d.Workers*k)
			possible := known
			for n := range labels {
				switch j := int(d.Worker[n]); {
				case s>>n&1 == 1:
					spam[j*k+int(d.Class[n])]++
				case int(d.Class[n]) == truth[task[n]]:
					copied[j]++
				default:
					possible = false
				}
			}
			if possible {
				see(copied, spam)
			}
		}
	}
}

// TestLikelihood: by EM the objective is the sum over every T and S, and the
// density of the pseudo-counts.
func TestLikelihood(t *testing.T) {
	for _, gold := range [][]int32{nil, {1, crowd.Unknown}} {
		d := tiny()
		d.Gold = gold
		c := newModel(d, true, nil).drawn(1, crowd.Profiles(d))
		for range 3 {
			c.iterate()
			total := 0.0
			outcomes(d, func(copied, spam []float64) {
				p := .25 // the prior of two truths
				for j := range d.Workers {
					p *= math.Pow(c.competence[j], copied[j])
					for l := range 2 {
						p *= math.Pow((1-c.competence[j])*c.strategy[j*2+l], spam[j*2+l])
					}
				}
				total += p
			})
			want := math.Log(total)
			for j := range d.Workers {
				want += .005 * math.Log(c.competence[j]*(1-c.competence[j])*c.strategy[j*2]*c.strategy[j*2+1])
			}
			if math.Abs(c.objective-want) > 1e-12 {
				t.Errorf("gold %v: got objective %v, want %v", gold, c.objective, want)
			}
		}
	}
}

// TestBound: by variational Bayes the objective is below the log evidence, which
// is a sum over every T and S of ratios of Beta functions, and equal to it where
// all labels are known to be spam, because then the variational posterior is the
// posterior.
func TestBound(t *testing.T) {
	evidence := func(d *crowd.Dataset) float64 {
		k := d.Classes
		prior, sum := make([]float64, k), 0.0
		for l := range prior {
			prior[l] = 10
		}
		outcomes(d, func(copied, spam []float64) {
			logP := -float64(d.Tasks) * math.Log(float64(k))
			for j := range d.Workers {
				strategy, total := make([]float64, k), 0.0
				for l := range strategy {
					strategy[l] = spam[j*k+l] + 10
					total += spam[j*k+l]
				}
				logP += prob.LogBeta([]float64{copied[j] + .5, total + .5}) - prob.LogBeta([]float64{.5, .5})
				logP += prob.LogBeta(strategy) - prob.LogBeta(prior)
			}
			sum += math.Exp(logP)
		})
		return math.Log(sum)
	}
	bound := func(d *crowd.Dataset) float64 {
		trace := run(t, d, &MACE{}, fit.Settings{Tolerance: 1e-12}).Trace
		return trace[len(trace)-1].Objective
	}
	d := tiny()
	if got, want := bound(d), evidence(d); !(got < want) {
		t.Errorf("got bound %v, want less than the log evidence %v", got, want)
	}
	d.Classes, d.Gold = 3, []int32{2, 2}
	if got, want := bound(d), evidence(d); math.Abs(got-want) > 1e-12 {
		t.Errorf("all spam: got bound %v, want the log evidence %v", got, want)
	}
}

// TestStarts: each start is another, each by its own numbers, and the best goes
// on.
func TestStarts(t *testing.T) {
	d := tiny()
	f, err := (&MACE{}).Start(d, fit.Settings{Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	r := f.(*race)
	if len(r.chains) != 10 {
		t.Fatalf("got %d chains, want 10", len(r.chains))
	}
	seen := map[float64]bool{}
	for _, c := range r.chains {
		seen[c.competence[0]] = true
	}
	if len(seen) != 10 {
		t.Errorf("got %d different starts, want 10", len(seen))
	}
	for range trial {
		if _, err := f.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.chains) != 1 {
		t.Errorf("got %d chains after the trial, want 1", len(r.chains))
	}
}

// TestAnswer: the posterior is the prior times a product of confusion entries,
// gold tasks keep their class, and where there is nothing the priors speak.
func TestAnswer(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var task, worker, class []int32
	for i := range 20 {
		for j := range 4 {
			l := i % 3
			if rng.Float64() < float64(j)/4 {
				l = j % 3
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(21, 5, 3, task, worker, class), Gold: make([]int32, 21)}
	for i := range d.Gold {
		d.Gold[i] = crowd.Unknown
	}
	d.Gold[0] = 2
	for _, m := range []*MACE{{}, {EM: true}} {
		r := run(t, d, m, fit.Settings{})
		if q := r.Posterior[:3]; q[0] != 0 || q[2] != 1 {
			t.Errorf("%+v: got posterior %v of a gold task, want 0 0 1", m, q)
		}
		for i := 1; i < 21; i++ {
			want := []float64{1, 1, 1}
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				for c := range want {
					want[c] *= r.Confusion[(int(d.Worker[n])*3+c)*3+int(d.Class[n])]
				}
			}
			prob.Normalize(want)
			for c, q := range want {
				if got := r.Posterior[i*3+c]; math.Abs(got-q) > 1e-12 {
					t.Fatalf("%+v task %d: got posterior %v, want %v", m, i, r.Posterior[i*3:i*3+3], want)
				}
			}
		}
		if got := r.Extra[0].Values; got[0] < got[3] || got[4] != .5 {
			t.Errorf("%+v: got competences %v: worker 0 knows all, worker 3 little, worker 4 said nothing", m, got)
		}
	}
}

func TestCannotRun(t *testing.T) {
	if _, err := (&MACE{}).Uses(crowd.Parts{Classes: 1}); err != ErrOne {
		t.Errorf("one class: got %v", err)
	}
	if _, err := (&MACE{}).Uses(crowd.Parts{Numeric: true}); err != ErrNumbers {
		t.Errorf("numbers: got %v", err)
	}
}

// TestRecovery: simulated from the model, the competences come out, the better
// the more tasks there are.
func TestRecovery(t *testing.T) {
	for _, m := range []*MACE{{}, {EM: true}} {
		before := 1.0
		for _, tasks := range []int{100, 700, 4900} {
			rng := rand.New(rand.NewPCG(9, 9))
			var task, worker, class []int32
			for i := range tasks {
				truth := rng.IntN(4)
				for j := range 10 {
					l := truth
					if rng.Float64() > float64(j)/10 {
						l = min(rng.IntN(6), 3) // half of all spam is class 3
					}
					task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
				}
			}
			r := run(t, &crowd.Dataset{Labels: crowd.NewLabels(tasks, 10, 4, task, worker, class)}, m, fit.Settings{})
			worst := 0.0
			for j, got := range r.Extra[0].Values {
				worst = max(worst, math.Abs(got-float64(j)/10))
			}
			if worst > before || worst > 3/math.Sqrt(float64(tasks)) {
				t.Errorf("%+v, %d tasks: a competence is off by %v, before by %v", m, tasks, worst, before)
			}
			before = worst
		}
	}
}

func BenchmarkMACE(b *testing.B) {
	set := shared.Load(b, "trec2011", "labels.csv")
	b.Run("method=mace/data=trec", func(b *testing.B) {
		for range b.N {
			b.ReportMetric(float64(len(run(b, set.Data, &MACE{}, fit.Settings{}).Trace)), "steps")
		}
	})
}
