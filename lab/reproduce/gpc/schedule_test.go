package gpc

import (
	"math"
	"testing"

	"concord/core/crowd"
	"concord/internal/shared"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s: got %.10g, want %.10g", what, got, want)
	}
}

// oracle are the tasks and labels whose figures an independent program computed.
func oracle(t *testing.T) *crowd.Dataset {
	d := &crowd.Dataset{Features: &crowd.Features{Names: []string{"x"}}}
	var task, worker, class []int32
	for i, row := range shared.Records(t, "oracle", "gp", "inputs.csv") {
		d.Features.X = append(d.Features.X, shared.Float(t, row[1]))
		for j, cell := range row[2:5] {
			if cell != "" {
				task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(shared.Float(t, cell)))
			}
		}
	}
	d.Labels = crowd.NewLabels(len(d.Features.X), 3, 2, task, worker, class)
	return d
}

// One sweep in the paper's order, at the oracle's reliabilities.
func TestSweep(t *testing.T) {
	d := oracle(t)
	var x [][]float64
	for i := range d.Tasks {
		x = append(x, d.Features.Row(i))
	}
	s := newSequential(x, make([]site, d.Tasks))
	(&rates{d: d, alpha: []float64{.9, .75, .35}, beta: []float64{.85, .95, .3}}).set(s)
	for i := range s.sites {
		s.update(i)
	}
	for i, row := range shared.Records(t, "oracle", "gp", "sites_after_1_sweep.csv") {
		near(t, "tau", s.sites[i].tau, shared.Float(t, row[1]), 1e-8)
		near(t, "nu", s.sites[i].nu, shared.Float(t, row[2]), 1e-8)
		near(t, "mean", s.mu[i], shared.Float(t, row[3]), 1e-8)
		near(t, "variance", s.sigma[i][0], shared.Float(t, row[4]), 1e-8)
	}
	near(t, "log Z", s.logZ(), -29.4908135294, 1e-8)
}

// The paper's schedule ends where EP and the estimates of the reliabilities agree.
func TestFollow(t *testing.T) {
	d := oracle(t)
	trail := Follow(d, Variant{Name: "MA"}, nil, true)
	near(t, "log Z at the end", trail.LogZ[len(trail.LogZ)-1], -28.3883130608, 1e-3)
	if len(trail.LogZ) != trail.Sweeps*d.Tasks {
		t.Errorf("%d values of log Z, want one for each of %d updates", len(trail.LogZ), trail.Sweeps*d.Tasks)
	}
	for n, at := range trail.Rates {
		last := 0
		if n > 0 {
			last = trail.Rates[n-1]
		}
		if sweeps := (at - last) / d.Tasks; sweeps < 1 || sweeps > sweepsBetween {
			t.Errorf("estimate %d of the reliabilities came after %d sweeps", n, sweeps)
		}
	}
	// A row for every label is another model than a site for every task, but one label a task is the same.
	one := &crowd.Dataset{Features: d.Features}
	var task, worker, class []int32
	for i := range d.Tasks {
		task, worker, class = append(task, int32(i)), append(worker, 0), append(class, int32(i%2))
	}
	one.Labels = crowd.NewLabels(d.Tasks, 1, 2, task, worker, class)
	conc, mv := Follow(one, Variant{Name: "CONC"}, nil, false), Follow(one, Variant{Name: "MV"}, nil, false)
	near(t, "log Z of CONC and MV with one label a task", conc.LogZ[len(conc.LogZ)-1], mv.LogZ[len(mv.LogZ)-1], 1e-12)
}

func TestVote(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 3, 3,
		[]int32{0, 0, 0, 1, 1, 1, 2, 2}, []int32{0, 1, 2, 0, 1, 2, 0, 1}, []int32{2, 2, 1, 0, 1, 1, 0, 2})}
	first, second := 0, 0
	for seed := range uint64(50) {
		a, b := Vote(d, 2, seed), Vote(d, 0, seed)
		if a[0] != 1 || a[1] != 0 {
			t.Fatalf("seed %d: got %v, want a vote for class 2 of the first task alone", seed, a)
		}
		if a[2]+b[2] != 1 {
			t.Fatalf("seed %d: the tie between classes 0 and 2 went to %d of them", seed, a[2]+b[2])
		}
		first, second = first+int(a[2]), second+int(b[2])
	}
	if first < 10 || second < 10 {
		t.Errorf("of 50 ties %d and %d went to either class", first, second)
	}
}
