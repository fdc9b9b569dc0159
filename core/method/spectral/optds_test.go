package spectral

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
	"concord/internal/shared"
)

// octave returns the start of the authors' program, M×K×K.
func octave(t testing.TB, oracle string, k int) []float64 {
	t.Helper()
	var start []float64
	for _, row := range shared.Records(t, "oracle", oracle, "oct_optds_init_confusion.csv") {
		for _, x := range row[2 : 2+k] {
			start = append(start, shared.Float(t, x))
		}
	}
	return start
}

// TestStart holds stage 1 to the authors' program, to the digits it printed,
// whatever the seed. On TREC and web some component of the tensor is noise on
// which the power method never settles: there the program's own start depends
// on its random numbers, and on web it had not converged after 100 steps.
func TestStart(t *testing.T) {
	near := map[string]float64{"bluebird": 1e-11, "rte": 1e-11, "dog": 1e-11, "web": 1e-6, "trec": 0.01}
	for _, s := range sets {
		set := shared.Load(t, s.name, s.file)
		want := octave(t, s.oracle, set.Data.Classes)
		for seed := range uint64(3) {
			got, _, err := (&OptDS{Groups: GroupsInTurn}).begin(set.Data, fit.Settings{Seed: seed}, 0)
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			for n, x := range got {
				if x == 0 { // two workers of TREC share no task with another group
					want[n] = 0
				}
			}
			if far := floats.Distance(got, want, math.Inf(1)); far > near[s.oracle] {
				t.Errorf("%s seed %d: got a start %.2g from the authors', want at most %.2g", s.name, seed, far, near[s.oracle])
			}
		}
	}
}

// first is the error rate with ties going to the lowest class, as in the oracles.
func first(set *shared.Set, r *fit.Result) float64 {
	k := set.Data.Classes
	labels := make([]int32, set.Data.Tasks)
	for i := range labels {
		labels[i] = int32(floats.MaxIdx(r.Posterior[i*k : (i+1)*k]))
	}
	return set.Error(labels)
}

// TestTrace holds stage 2 to the exact oracle, from the same start and with rows
// without evidence set to 0 as there.
func TestTrace(t *testing.T) {
	race.SkipMany(t)
	// E-steps to make: all of the oracle's, but for the slow ones, where its
	// posteriors are those of 10634 and 3000 steps: 200 are compared.
	for _, s := range sets {
		set := shared.Load(t, s.name, s.file)
		k := set.Data.Classes
		trace := shared.Records(t, "oracle", s.oracle, "np_optds_trace.csv")
		want := map[int][]string{}
		last := 0
		for _, row := range trace {
			n, _ := strconv.Atoi(row[0])
			want[n] = row
			last = n
		}
		whole := last <= 210
		session, err := fit.Start(set.Data, &OptDS{start: octave(t, s.oracle, k), zero: true},
			fit.Settings{MaxSteps: min(last, 200+10), Tolerance: -1})
		if err != nil {
			t.Fatal(err)
		}
		for step := range session.Steps() {
			row, ok := want[step.N]
			if !ok {
				continue
			}
			if l := shared.Float(t, row[1]); math.Abs(step.Objective-l) > 1e-8*math.Abs(l) {
				t.Errorf("%s step %d: got log-likelihood %.10f, want %s", s.name, step.N, step.Objective, row[1])
			}
			if step.N > 10 && step.N < last {
				continue
			}
			r, err := session.Result()
			if err != nil {
				t.Fatal(err)
			}
			if got, e := first(set, r), shared.Float(t, row[3]); math.Abs(got-e) > 1e-12 {
				t.Errorf("%s step %d: got error %v, want %v", s.name, step.N, got, e)
			}
		}
		if !whole {
			continue
		}
		r, err := session.Result()
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range shared.Records(t, "oracle", s.oracle, "np_optds_posterior.csv") {
			for c := range k {
				if got, q := r.Posterior[i*k+c], shared.Float(t, row[1+c]); math.Abs(got-q) > 1e-8 {
					t.Fatalf("%s task %d class %d: got posterior %v, want %v", s.name, i, c, got, q)
				}
			}
		}
	}
}

// TestOptDSTable is the Opt-D&S row of the table in the methods' specification,
// groups taken in turn, after ten steps and at convergence. Web is left out of the latter: EM passes a
// saddle near step 7000 on its way there (TestTrace goes 210 steps).
//
// On TREC the table has 29.58 and 29.80, one task less. Two tasks with truth
// were labelled by one worker alone who shares no task with anyone; the
// authors' program leaves them tied, and the lowest class happens to be right
// in both. Here they get the class that was said, which is right in one.
func TestOptDSTable(t *testing.T) {
	race.SkipMany(t)
	want := []struct {
		ten, end string
		warnings int // on TREC a third of the workers takes one class for the other as often as not
	}{{"10.19", "10.19", 0}, {"7.25", "7.38", 0}, {"29.63", "29.85", 1}, {"15.99", "15.74", 0}, {"16.74", "", 0}}
	for n, s := range sets {
		set := shared.Load(t, s.name, s.file)
		if got := percent(set, run(t, set.Data, &OptDS{Groups: GroupsInTurn}, fit.Settings{MaxSteps: 10})); got != want[n].ten {
			t.Errorf("%s, 10 steps: got error %s %%, want %s %%", s.name, got, want[n].ten)
		}
		r := run(t, set.Data, &OptDS{Groups: GroupsInTurn}, fit.Settings{Tolerance: 1e-6})
		if got := percent(set, r); got != want[n].end && want[n].end != "" {
			t.Errorf("%s, %d steps: got error %s %%, want %s %%", s.name, len(r.Trace), got, want[n].end)
		}
		if len(r.Warnings) != want[n].warnings || r.Status != fit.Converged {
			t.Errorf("%s: %v, warnings %v", s.name, r.Status, r.Warnings)
		}
		for n, step := range r.Trace[1:] {
			if before := r.Trace[n].Objective; step.Objective < before-1e-9*math.Abs(before) {
				t.Errorf("%s step %d: the log-likelihood fell from %v to %v", s.name, step.N, before, step.Objective)
			}
		}
	}
}

// TestFallback: where the moments are singular EM begins with the vote, and the
// result says why.
func TestFallback(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	many := simulate(rng, 60, 4, 25, .9)
	for _, c := range []struct {
		what string
		d    *crowd.Dataset
		want error
	}{
		{"a class that nobody names", dataset(3, "000", "111", "110"), errUnused},
		{"workers who always agree with nobody else", dataset(2, "01.", ".10", "1.0"), errSingular},
		{"no overlap", dataset(2, "0..", ".1.", "..0"), errSingular},
		{"many classes", many, errMany},
	} {
		r := run(t, c.d, &OptDS{}, fit.Settings{})
		if len(r.Warnings) != 1 || !errors.Is(r.Warnings[0], c.want) {
			t.Errorf("%s: got warnings %v, want one of %q", c.what, r.Warnings, c.want)
		}
	}
	// from the vote it is DS with a uniform prior: class 2 has no say
	r := run(t, dataset(3, "000", "111", "110"), &OptDS{}, fit.Settings{})
	if got := labelsOf(r, 3); got != "011" || r.Prior[2] != 0 {
		t.Errorf("got labels %s, prior %v", got, r.Prior)
	}
}

// TestLook: the answer before the first step is that of the start, and asking for
// it changes nothing.
func TestLook(t *testing.T) {
	d := simulate(rand.New(rand.NewPCG(1, 2)), 40, 6, 3, .6)
	session, err := fit.Start(d, &OptDS{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	early, err := session.Result()
	if err != nil {
		t.Fatal(err)
	}
	one := run(t, d, &OptDS{}, fit.Settings{MaxSteps: 1})
	if !slices.Equal(early.Posterior, one.Posterior) {
		t.Error("the posterior before the first step is not that of the start")
	}
	for range session.Steps() {
	}
	asked, err := session.Result()
	if err != nil {
		t.Fatal(err)
	}
	if whole := run(t, d, &OptDS{}, fit.Settings{}); !slices.Equal(asked.Trace, whole.Trace) {
		t.Errorf("asked, the fit made the steps %v, otherwise %v", asked.Trace, whole.Trace)
	}
}

// simulate draws labels of workers who are right with probability p and err
// evenly.
func simulate(rng *rand.Rand, tasks, workers, classes int, p float64) *crowd.Dataset {
	var task, worker, class []int32
	for i := range tasks {
		truth := rng.IntN(classes)
		for j := range workers {
			l := truth
			if rng.Float64() > p {
				l = (truth + 1 + rng.IntN(classes-1)) % classes
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, classes, task, worker, class)}
}

// TestRecovery: the start alone finds the confusion matrices, the better the
// more tasks there are, whatever the groups.
func TestRecovery(t *testing.T) {
	race.SkipMany(t)
	for _, m := range []*OptDS{{}, {Groups: GroupsInTurn}, {Groups: GroupsRandom}} {
		before := 1.0
		for _, tasks := range []int{300, 3000, 30000} {
			rng := rand.New(rand.NewPCG(7, 7))
			got, _, err := m.begin(simulate(rng, tasks, 9, 3, .7), fit.Settings{Seed: 7}, 1./3)
			if err != nil {
				t.Fatal(err)
			}
			worst := 0.0
			for n, x := range got {
				want := .15
				if n/3%3 == n%3 {
					want = .7
				}
				worst = max(worst, math.Abs(x-want))
			}
			if worst > before || worst > 6/math.Sqrt(float64(tasks)) {
				t.Errorf("%+v, %d tasks: the start is off by %v, before by %v", m, tasks, worst, before)
			}
			before = worst
		}
	}
}

// TestTensor: Σ λ_h v_h⊗v_h⊗v_h with orthonormal v comes apart in the order of λ,
// and a map by a rotation turns every v.
func TestTensor(t *testing.T) {
	lambda := []float64{3, 2, 1}
	s, c := math.Sincos(.7)
	v := [][]float64{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}
	whole := newTensor(3)
	for h := range v {
		whole.deflate(-lambda[h], v[h])
	}
	r := []float64{0, 1, 0, 0, 0, 1, 1, 0, 0} // Rᵀ takes (x y z) to (z x y)
	rotated := whole.mapped(r, r, r)
	for h, want := range lambda {
		got, x := rotated.strongest(rand.New(rand.NewPCG(1, 2)))
		rotated.deflate(got, x)
		if turned := []float64{v[h][2], v[h][0], v[h][1]}; math.Abs(got-want) > 1e-12 || floats.Distance(x, turned, 2) > 1e-12 {
			t.Errorf("component %d: got %v %v, want %v %v", h, got, x, want, turned)
		}
	}
	if got, _ := rotated.strongest(rand.New(rand.NewPCG(1, 2))); got > 1e-12 {
		t.Errorf("got eigenvalue %v of what is left, want 0", got)
	}
}

// TestClimb: where the power method never settles the answer is the top of
// T(v, v, v) on the circle, found here by walking round it. The tensor is what
// TREC's first group leaves after one component.
func TestClimb(t *testing.T) {
	noise := tensor{2, []float64{-.418245544, -.099310023, -.134355859, .455131176, -.261481737, -.586908035, -.65675465, -1.20734962}}
	if noise.iterate([]float64{1, 0}, 0, 10000) {
		t.Fatal("the power method settled")
	}
	top := 0.0
	for n := range 100000 {
		s, c := math.Sincos(2 * math.Pi * float64(n) / 100000)
		top = max(top, noise.value([]float64{c, s}))
	}
	for seed := range uint64(5) {
		if got, _ := noise.strongest(rand.New(rand.NewPCG(seed, 0))); math.Abs(got-top) > 1e-8 {
			t.Errorf("seed %d: got %v, want %v", seed, got, top)
		}
	}
}

func BenchmarkSpectral(b *testing.B) {
	set := shared.Load(b, "trec2011", "labels.csv")
	for _, m := range []fit.Method{&OptDS{}, KOS{}, KOSSVD{}, GhoshSVD{}, EigenRatio{}} {
		b.Run(fmt.Sprintf("method=%T/data=trec", m), func(b *testing.B) {
			for range b.N {
				run(b, set.Data, m, fit.Settings{})
			}
		})
	}
}

// Where every class is known no posterior moves, and the matrices are yet those of
// the known classes, not those that EM starts from.
func TestKnownTasksTeachWorkers(t *testing.T) {
	src := rand.New(rand.NewPCG(4, 4))
	const tasks, workers = 300, 9
	var task, worker, class []int32
	gold := make([]int32, tasks)
	for i := range gold {
		gold[i] = src.Int32N(2)
		for j := range int32(workers) {
			l := gold[i]
			if src.Float64() > 0.6+0.04*float64(j) {
				l = 1 - l
			}
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, l)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, 2, task, worker, class), Gold: gold}
	r, err := fit.Run(d, &OptDS{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	want := crowd.Counts(&d.Labels, r.Posterior)
	for at := 0; at < len(want); at += 2 {
		floats.Scale(1/floats.Sum(want[at:at+2]), want[at:at+2])
	}
	if far := floats.Distance(r.Confusion, want, math.Inf(1)); len(r.Warnings) > 0 || far > 1e-12 {
		t.Errorf("%v after %d steps, %v: the matrices are off by up to %.3f", r.Status, len(r.Trace), r.Warnings, far)
	}
}
