package gp

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// rare simulates n tasks of which an eighth are of the second class, on one side of a plane, and of
// whom each has the labels of four of the workers, who are right with the given probabilities.
func rare(n, features, workers int, low float64, seed uint64) (*crowd.Dataset, []int32) {
	src := rand.New(rand.NewPCG(seed, 5))
	f := &crowd.Features{Names: make([]string, features)}
	truth := make([]int32, n)
	var task, worker, class []int32
	alpha, beta := make([]float64, workers), make([]float64, workers)
	for j := range alpha {
		alpha[j], beta[j] = low+.5*src.Float64(), .9+.1*src.Float64()
	}
	for i := range n {
		x := make([]float64, features)
		for c := range x {
			x[c] = src.NormFloat64()
		}
		if src.Float64() < 0.12 {
			truth[i] = 1
			for c := range min(3, features) {
				x[c] += 1.5
			}
		}
		f.X = append(f.X, x...)
		for _, j := range src.Perm(workers)[:4] {
			p := 1 - beta[j]
			if truth[i] == 1 {
				p = alpha[j]
			}
			y := int32(0)
			if src.Float64() < p {
				y = 1
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, y)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(n, len(alpha), 2, task, worker, class), Features: f}, truth
}

// right counts the tasks whose class is right, without gold, and returns how many there are.
func right(d *crowd.Dataset, posterior []float64, truth []int32) (n, of int) {
	for i, z := range truth {
		if d.Truth(i) != crowd.Unknown {
			continue
		}
		of++
		if (posterior[2*i+1] > .5) == (z == 1) {
			n++
		}
	}
	return n, of
}

// run fits GPC-MA to its end.
func run(t *testing.T, d *crowd.Dataset) (*fit.Result, *gpc) {
	t.Helper()
	s, err := fit.Start(d, &GPC{}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	r, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	return r, s.Fit().(*gpc)
}

// withGold returns d with the truth of every so many-th task.
func withGold(d *crowd.Dataset, truth []int32, every int) *crowd.Dataset {
	out := *d
	out.Gold = make([]int32, d.Tasks)
	for i := range out.Gold {
		out.Gold[i] = crowd.Unknown
		if i%every == 0 {
			out.Gold[i] = truth[i]
		}
	}
	return &out
}

// A fit that used to end with the classes exchanged, 57 of its 60 tasks wrong.
func TestMirror(t *testing.T) {
	d, truth := rare(60, 20, 40, .3, 52)
	r, f := run(t, d)
	if n, of := right(d, r.Posterior, truth); n < 55 {
		t.Errorf("got %d of %d tasks right, want 55", n, of)
	}
	if !errors.Is(errors.Join(r.Warnings...), ErrMirrored) {
		t.Errorf("got warnings %v, want one of the mirror image", r.Warnings)
	}
	for k, of := range map[string]float64{"sensitivity": f.problems[0].alpha[0], "specificity": f.problems[0].beta[0]} {
		for _, c := range r.Extra {
			if c.Name == k && c.Values[0] != of {
				t.Errorf("%s of the first worker: got %v, want %v", k, c.Values[0], of)
			}
		}
	}
	// The image is the same fit by other names: log Z and probabilities are exactly as likely.
	p := f.problems[0]
	z, before := p.ep.logZ(), r.Posterior
	if err := p.mirror(); err != nil {
		t.Fatal(err)
	}
	if got := p.ep.logZ(); math.Abs(got-z) > 1e-9*math.Abs(z) {
		t.Errorf("log Z of the image: got %v, want %v", got, z)
	}
	if p.informed() >= 0 {
		t.Errorf("mean α + β of the image: got %.3f, want it below 1", 1+p.informed())
	}
	for i, q := range f.Estimate().Posterior {
		if want := before[i^1]; math.Abs(q-want) > 1e-9 {
			t.Fatalf("task %d: got %v, want %v", i/2, q, want)
		}
	}
}

// Where most workers really say the opposite of the truth, as gold tells, they are not turned round,
// and it is said.
func TestMirrorOpposite(t *testing.T) {
	d, truth := clouds(120, 2, 4)
	for n := range d.Class {
		d.Class[n] = 1 - d.Class[n]
	}
	for every := 2; every <= 8; every++ {
		given := withGold(d, truth, every)
		r, f := run(t, given)
		if n, of := right(given, r.Posterior, truth); float64(n) < .9*float64(of) {
			t.Errorf("gold of every %dth task: got %d of %d others right, want nine tenths", every, n, of)
		}
		if f.problems[0].informed() >= 0 || !strings.Contains(fmt.Sprint(r.Warnings), "worse than chance") {
			t.Errorf("gold of every %dth task: got mean α + β %.2f and warnings %v, want it below 1 and said", every, 1+f.problems[0].informed(),
				r.Warnings)
		}
	}
}

// With gold a fit that stands at its mirror image comes back.
func TestMirrorGold(t *testing.T) {
	d, truth := rare(60, 20, 40, .3, 52)
	for _, every := range []int{4, 10, 20} {
		given := withGold(d, truth, every)
		_, f := run(t, given)
		p := f.problems[0]
		if err := p.mirror(); err != nil {
			t.Fatal(err)
		}
		p.image, p.mirrored, p.done, p.moving = nil, false, false, true
		for !p.done {
			if _, err := p.step(); err != nil {
				t.Fatal(err)
			}
		}
		if n, of := right(given, f.Estimate().Posterior, truth); n < of-3 || p.informed() < 0 {
			t.Errorf("gold of every %dth task: got %d of %d others right and mean α + β %.2f, want nearly all and above 1", every, n, of,
				1+p.informed())
		}
		if got := errors.Is(errors.Join(f.Warnings()...), ErrMirrored); got != p.mirrored {
			t.Errorf("gold of every %dth task: warned of a mirror image: got %v, want %v", every, got, p.mirrored)
		}
	}
}
