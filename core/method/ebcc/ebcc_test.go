package ebcc

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/shared"
)

func run(t testing.TB, d *crowd.Dataset, m *EBCC, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tiny is three tasks, two workers, two classes.
func tiny() *crowd.Dataset {
	return &crowd.Dataset{Labels: crowd.NewLabels(3, 2, 2, []int32{0, 0, 1, 1, 2}, []int32{0, 1, 0, 1, 1}, []int32{0, 0, 1, 0, 1})}
}

// TestByHand makes one step of one subtype on one task, which two workers call 0.
//
//	counts   the votes are all for class 0: tasks (1, 0)
//	τ        Dir(2, 1): E log τ = Ψ(2) − Ψ(3), Ψ(1) − Ψ(3) = −1/2, −3/2
//	v_j0     Dir(2 + 1, 1): E log v[0] = Ψ(3) − Ψ(4) = −1/3
//	v_j1     Dir(1, 2): E log v[0] = Ψ(1) − Ψ(3) = −3/2
//	q        log-odds −1/2 − 2/3 − (−3/2 − 3) = 10/3
func TestByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(1, 2, 2, []int32{0, 0}, []int32{0, 1}, []int32{0, 0})}
	r := run(t, d, &EBCC{Subtypes: 1, Starts: 1}, fit.Settings{MaxSteps: 1})
	if got, want := math.Log(r.Posterior[0]/r.Posterior[1]), 10./3; math.Abs(got-want) > 1e-12 {
		t.Errorf("got log-odds %v, want %v", got, want)
	}
	if got, want := r.Trace[0].Change, r.Posterior[1]; math.Abs(got-want) > 1e-12 {
		t.Errorf("got change %v, want %v: the vote was certain", got, want)
	}
}

// evidence is the logarithm of the probability of the labels: a sum over every truth and
// every subtype of each task, of ratios of Beta functions.
func evidence(d *crowd.Dataset, m EBCC) float64 {
	k, g := d.Classes, m.Subtypes
	kinds := k * g
	ways := int(math.Pow(float64(kinds), float64(d.Tasks)))
	ones, each := make([]float64, k), make([]float64, g)
	for t := range ones {
		ones[t] = 1
	}
	for n := range each {
		each[n] = m.Concentration / float64(g)
	}
	var logs []float64
	for way := range ways {
		class, subtype, labels := append([]float64(nil), ones...), make([]float64, kinds), make([]float64, d.Workers*kinds*k)
		possible := true
		for i, code := 0, way; i < d.Tasks; i, code = i+1, code/kinds {
			n := code % kinds
			possible = possible && (d.Truth(i) == crowd.Unknown || d.Truth(i) == n/g)
			class[n/g]++
			subtype[n]++
			from, to := d.Of(i)
			for at := from; at < to; at++ {
				labels[(int(d.Worker[at])*kinds+n)*k+int(d.Class[at])]++
			}
		}
		if !possible {
			continue
		}
		p := prob.LogBeta(class) - prob.LogBeta(ones)
		for t := range k {
			row := subtype[t*g : (t+1)*g]
			for n := range row {
				row[n] += each[n]
			}
			p += prob.LogBeta(row) - prob.LogBeta(each)
		}
		prior := make([]float64, k)
		for at := 0; at < len(labels); at += k {
			row := labels[at : at+k]
			for l := range prior {
				prior[l] = m.Wrong / float64(k-1)
			}
			prior[at/k%kinds/g] = m.Right
			for l := range row {
				row[l] += prior[l]
			}
			p += prob.LogBeta(row) - prob.LogBeta(prior)
		}
		logs = append(logs, p)
	}
	return prob.LogSumExp(logs)
}

// TestBound: the objective is below the log evidence, and equal to it where every truth is
// known and there is one subtype, because then the variational posterior is the posterior.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		subtypes int
		gold     []int32
		exact    bool
	}{
		{1, nil, false}, {2, nil, false}, {3, nil, false},
		{2, []int32{1, crowd.Unknown, crowd.Unknown}, false},
		{2, []int32{1, 1, 0}, false},
		{1, []int32{1, 1, 0}, true},
	} {
		d := tiny()
		d.Gold = c.gold
		m := EBCC{Subtypes: c.subtypes}.WithDefaults()
		trace := run(t, d, &m, fit.Settings{Tolerance: 1e-12}).Trace
		got, want := trace[len(trace)-1].Objective, evidence(d, m)
		if !(got < want) && !c.exact || c.exact && math.Abs(got-want) > 1e-12 {
			t.Errorf("%d subtypes, gold %v: got bound %v, log evidence %v", c.subtypes, c.gold, got, want)
		}
	}
}

// tricky draws tasks of two classes. Every second task of class 1 looks like class 0: five
// workers of ten take it for such, three times in four. Otherwise everybody is right nine
// times in ten.
func tricky(tasks int) (*crowd.Dataset, []int32) {
	rng := rand.New(rand.NewPCG(5, 5))
	var task, worker, class []int32
	truth := make([]int32, tasks)
	for i := range tasks {
		kind := rng.IntN(4) // 0, 1: class 0; 2: class 1; 3: class 1, tricky
		truth[i] = int32(kind / 2)
		for j := range 10 {
			right := .9
			if kind == 3 && j < 5 {
				right = .25
			}
			l := truth[i]
			if rng.Float64() > right {
				l = 1 - l
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(tasks, 10, 2, task, worker, class)}, truth
}

// TestRecovery: where workers are misled together, two subtypes are found of the class that
// has two, and the truth is given more probability than by one subtype; with more tasks
// the class prior and the mean accuracies come out.
func TestRecovery(t *testing.T) {
	before := 1.0
	for _, tasks := range []int{600, 2400, 9600} {
		d, truth := tricky(tasks)
		score := func(subtypes int) (mean float64, r *fit.Result) {
			r = run(t, d, &EBCC{Subtypes: subtypes}, fit.Settings{Seed: 1})
			for i, k := range truth {
				mean += math.Log(r.Posterior[2*i+int(k)]) / float64(tasks)
			}
			return mean, r
		}
		one, _ := score(1)
		got, r := score(2)
		kinds := r.Extra[0].Values
		t.Logf("%d tasks: log score %.4f, with one subtype %.4f; subtypes %.2f; %d steps", tasks, got, one, kinds, len(r.Trace))
		if got < one {
			t.Errorf("%d tasks: got log score %v, with one subtype %v", tasks, got, one)
		}
		if kinds[1] < 1.8 || kinds[0] > 1.5 {
			t.Errorf("%d tasks: got %.2f subtypes, want 1 and 2", tasks, kinds)
		}
		off := math.Abs(r.Prior[1] - .5)
		for j := range 10 {
			want := .9
			if j < 5 {
				want = .575
			}
			off = max(off, math.Abs(r.Confusion[j*4+3]-want))
		}
		if off > before || off > 2/math.Sqrt(float64(tasks)) {
			t.Errorf("%d tasks: prior and accuracies are off by %v, before by %v", tasks, off, before)
		}
		before = off
	}
}

// TestAuthors: with the paper's settings the error on bluebird is that of the authors'
// program (github.com/yuan-li/truth-inference-at-scale, test_ebcc.ipynb: accuracy 0.861111).
func TestAuthors(t *testing.T) {
	set := shared.Load(t, "bluebird", "labels.csv")
	r := run(t, set.Data, &EBCC{Subtypes: 10, Starts: 40, Right: 4, Wrong: 1, Concentration: .1}, fit.Settings{Seed: 1})
	labels, _ := r.Labels(set.Data.Classes, 0)
	if got, want := 1-set.Error(labels), 0.861111; math.Abs(got-want) > 1e-6 {
		t.Errorf("got accuracy %.6f, want %v", got, want)
	}
}

// TestStarts: every start is another.
func TestStarts(t *testing.T) {
	d, _ := tricky(60)
	f, err := (&EBCC{}).Start(d, fit.Settings{Seed: 4, Tolerance: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	r := f.(*race)
	if len(r.Runners) != 5 {
		t.Fatalf("got %d starts, want 5", len(r.Runners))
	}
	seen := map[float64]bool{}
	for _, c := range r.Runners {
		seen[c.joint[0]+c.joint[3]] = true // of the first subtypes of task 0
	}
	if len(seen) != 5 {
		t.Errorf("got %d different starts, want 5", len(seen))
	}
}

func TestCannotRun(t *testing.T) {
	for _, c := range []struct {
		has  crowd.Parts
		want error
	}{
		{crowd.Parts{Numeric: true}, ErrNumbers},
		{crowd.Parts{Classes: 2, Anonymous: true}, crowd.ErrAnonymous},
		{crowd.Parts{Classes: 1}, ErrOne},
	} {
		if _, err := (&EBCC{}).Uses(c.has); err != c.want {
			t.Errorf("%+v: got %v, want %v", c.has, err, c.want)
		}
	}
}
