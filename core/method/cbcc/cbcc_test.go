package cbcc

import (
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/simulate"
)

func run(t testing.TB, d *crowd.Dataset, m *CBCC, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestByHand makes one step of one community on one task, which two workers call 0.
//
//	p     Dir(2, 1): E log p = Ψ(2) − Ψ(3), Ψ(1) − Ψ(3) = −1/2, −3/2
//	φ_0   Dir(2 + 2, 1): E log φ_0[0] = Ψ(4) − Ψ(5) = −1/4
//	φ_1   Dir(1, 2): E log φ_1[0] = Ψ(1) − Ψ(3) = −3/2
//	q     log-odds −1/2 − 2/4 − (−3/2 − 3) = 7/2
func TestByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(1, 2, 2, []int32{0, 0}, []int32{0, 1}, []int32{0, 0})}
	r := run(t, d, &CBCC{Communities: 1, Starts: 1}, fit.Settings{MaxSteps: 1})
	if got, want := math.Log(r.Posterior[0]/r.Posterior[1]), 7./2; math.Abs(got-want) > 1e-12 {
		t.Errorf("got log-odds %v, want %v", got, want)
	}
	// Both workers have the matrix of the community: rows (2 + 2q, 1) and (1 + 2(1 − q), 2).
	q := r.Posterior[0]
	for j := range 2 {
		for n, want := range []float64{(2 + 2*q) / (3 + 2*q), 1 / (3 + 2*q), (3 - 2*q) / (5 - 2*q), 2 / (5 - 2*q)} {
			if got := r.Confusion[4*j+n]; math.Abs(got-want) > 1e-12 {
				t.Errorf("confusion %d of worker %d: got %v, want %v", n, j, got, want)
			}
		}
	}
}

// evidence is the logarithm of the probability of the labels: a sum over every truth of each
// task and every community of each worker, of ratios of Beta functions.
func evidence(d *crowd.Dataset, m CBCC) float64 {
	k, g := d.Classes, m.Communities
	truths, memberships := int(math.Pow(float64(k), float64(d.Tasks))), int(math.Pow(float64(g), float64(d.Workers)))
	ones := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = 1
		}
		return x
	}
	of := func(code, base, place int) int { return code / int(math.Pow(float64(base), float64(place))) % base }
	var logs []float64
	for z := range truths {
		for who := range memberships {
			class, common, labels := ones(k), ones(g), make([]float64, g*k*k)
			possible := true
			for i := range d.Tasks {
				t := of(z, k, i)
				possible = possible && (d.Truth(i) == crowd.Unknown || d.Truth(i) == t)
				class[t]++
				from, to := d.Of(i)
				for n := from; n < to; n++ {
					labels[(of(who, g, int(d.Worker[n]))*k+t)*k+int(d.Class[n])]++
				}
			}
			if !possible {
				continue
			}
			for j := range d.Workers {
				common[of(who, g, j)]++
			}
			p := prob.LogBeta(class) - prob.LogBeta(ones(k)) + prob.LogBeta(common) - prob.LogBeta(ones(g))
			for at := 0; at < len(labels); at += k {
				prior := make([]float64, k)
				for l := range prior {
					prior[l] = m.Wrong / float64(k-1)
				}
				prior[at/k%k] = m.Right
				row := labels[at : at+k]
				for l, x := range prior {
					row[l] += x
				}
				p += prob.LogBeta(row) - prob.LogBeta(prior)
			}
			logs = append(logs, p)
		}
	}
	return prob.LogSumExp(logs)
}

// TestBound: the objective is below the log evidence, and equal to it where every truth is
// known and there is one community, because then the variational posterior is the posterior.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		communities int
		gold        []int32
		exact       bool
	}{
		{1, nil, false}, {2, nil, false}, {3, nil, false},
		{2, []int32{1, crowd.Unknown, crowd.Unknown}, false},
		{2, []int32{1, 1, 0}, false},
		{1, []int32{1, 1, 0}, true},
	} {
		d := &crowd.Dataset{
			Labels: crowd.NewLabels(3, 2, 2, []int32{0, 0, 1, 1, 2}, []int32{0, 1, 0, 1, 1}, []int32{0, 0, 1, 0, 1}), Gold: c.gold,
		}
		m := CBCC{Communities: c.communities}.WithDefaults()
		trace := run(t, d, &m, fit.Settings{Tolerance: 1e-12}).Trace
		got, want := trace[len(trace)-1].Objective, evidence(d, m)
		if !(got < want) && !c.exact || c.exact && math.Abs(got-want) > 1e-12 {
			t.Errorf("%d communities, gold %v: got bound %v, log evidence %v", c.communities, c.gold, got, want)
		}
	}
}

// TestRecovery: of three kinds of worker, those of a kind end in one community, the best
// first, and more tasks show better what each kind says.
func TestRecovery(t *testing.T) {
	good, shifted, guess := simulate.Coin(3, .85), simulate.Matrix{.6, .35, .05, .05, .6, .35, .35, .05, .6}, simulate.Guess(3)
	kinds := []simulate.Matrix{good, shifted, guess}
	var crew []simulate.Matrix
	for j := range 60 {
		crew = append(crew, kinds[j%3])
	}
	before := 1.0
	for _, tasks := range []int{300, 1200, 4800} {
		w := simulate.DawidSkene{Tasks: tasks, Workers: 60, Classes: 3, PerTask: 6, Confusion: simulate.Crew(crew...)}.Draw(4)
		r := run(t, w.Data, &CBCC{}, fit.Settings{Seed: 1})
		stray, off := 0, 0.0
		for j, got := range r.Extra[0].Values {
			if got != r.Extra[0].Values[j%3] {
				stray++
			}
			for n, want := range crew[j] {
				off = max(off, math.Abs(r.Confusion[j*9+n]-want))
			}
		}
		t.Logf("%d tasks: %d workers astray, confusion off by %.3f, %d steps", tasks, stray, off, len(r.Trace))
		if tasks == 4800 && !slices.Equal(r.Extra[0].Values[:3], []float64{1, 2, 3}) {
			t.Errorf("%d tasks: got communities %v, want 1 2 3, the best first", tasks, r.Extra[0].Values[:3])
		}
		if tasks == 4800 && stray > 0 || off > before {
			t.Errorf("%d tasks: got %d workers astray, confusion off by %v, before by %v", tasks, stray, off, before)
		}
		before = off
	}
	if before > .05 {
		t.Errorf("got confusion off by %v, want at most 0.05", before)
	}
}

// TestNewcomer: a worker with two labels is taken for one of the good ones, whose matrix
// they then have.
func TestNewcomer(t *testing.T) {
	var task, worker, class []int32
	for i := range int32(60) {
		for j := range int32(6) {
			l := i % 2
			if j >= 3 {
				l = 0 // three who always say 0
			}
			task, worker, class = append(task, i), append(worker, j), append(class, l)
		}
	}
	task, worker, class = append(task, 0, 1), append(worker, 6, 6), append(class, 0, 1)
	d := &crowd.Dataset{Labels: crowd.NewLabels(60, 8, 2, task, worker, class)}
	r := run(t, d, &CBCC{}, fit.Settings{Seed: 1})
	if got := r.Extra[0].Values; got[6] != got[0] || got[6] != 1 || got[3] == got[0] || !math.IsNaN(got[7]) {
		t.Errorf("got communities %v: worker 6 is like 0 to 2, worker 7 said nothing", got)
	}
	if got := r.Confusion[6*4+3]; got < .85 { // alone it would be (2 + 1)/(3 + 1)
		t.Errorf("got accuracy %v in class 1 of worker 6, want that of the good ones", got)
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
		if _, err := (&CBCC{}).Uses(c.has); err != c.want {
			t.Errorf("%+v: got %v, want %v", c.has, err, c.want)
		}
	}
}
