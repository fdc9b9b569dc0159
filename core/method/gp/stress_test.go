package gp

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// Two hundred random problems, kernels up to σ_f = 30, contradictory and
// adversarial workers: EP may fail to settle, which must be said, but never gives
// what is no number.
func TestStress(t *testing.T) {
	unsettled := 0
	for seed := range uint64(200) {
		src := rand.New(rand.NewPCG(seed, 9))
		n, d := 5+src.IntN(40), 1+src.IntN(4)
		var x [][]float64
		var y [][]int
		for range n {
			row := make([]float64, d)
			for c := range row {
				row[c] = src.NormFloat64()
			}
			labels := make([]int, 3)
			for r := range labels {
				labels[r] = src.IntN(3) - 1
			}
			x, y = append(x, row), append(y, labels)
		}
		rates := func() []float64 {
			v := make([]float64, 3)
			for r := range v {
				v[r] = min(max(src.Float64(), minReliability), 1-minReliability)
			}
			return v
		}
		kernel := &Kernel{Scale: math.Exp(src.Float64()*math.Log(30/0.2)) * 0.2, Length: []float64{math.Exp(src.Float64()*4 - 2)}}
		if seed%2 == 0 {
			kernel.Scale = 30
		}
		e, err := newEP(newExact(kernel, newWorkspace(x)), n, oracleFactors(y, rates(), rates()))
		if err != nil {
			t.Fatalf("problem %d: %v", seed, err)
		}
		_, settled, err := e.run(1e-6, 100)
		if err != nil {
			t.Errorf("problem %d (σ_f %.2g): %v", seed, kernel.Scale, err)
			continue
		}
		if !settled || e.clipped {
			unsettled++
		}
		figures := append(append([]float64{e.logZ()}, e.mean...), e.vari...)
		for k := range e.factors {
			figures = append(figures, e.truth(&e.factors[k]))
		}
		for _, v := range figures {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("problem %d (σ_f %.2g): %v", seed, kernel.Scale, v)
				break
			}
		}
	}
	t.Logf("%d of 200 problems would be warned of", unsettled)
}

// Grown by no label the answer stays; grown by the labels that were left out it
// comes to where a fit to all of them with that kernel is.
func TestGrow(t *testing.T) {
	d, _ := clouds(120, 2, 8)
	start := func(d *crowd.Dataset) *gpc {
		s, err := fit.Start(d, &GPC{}, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		return s.Fit().(*gpc)
	}
	grow := func(f *gpc, d *crowd.Dataset) *gpc {
		g, err := f.Grow(d)
		if err != nil {
			t.Fatal(err)
		}
		for done := false; !done; {
			s, err := g.Step()
			if err != nil {
				t.Fatal(err)
			}
			done = s.Done
		}
		return g.(*gpc)
	}
	differ := func(a, b *gpc) (most float64) {
		p, q := a.Estimate().Posterior, b.Estimate().Posterior
		for n := range p {
			most = math.Max(most, math.Abs(p[n]-q[n]))
		}
		return most
	}
	whole := start(d)
	if m := differ(whole, grow(whole, d)); m > 0.02 {
		t.Errorf("grown by nothing, the posterior moves by %.3f", m)
	}
	var task, worker, class []int32
	for i := range 80 {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			task, worker, class = append(task, int32(i)), append(worker, d.Worker[n]), append(class, int32(d.Class[n]))
		}
	}
	part := start(&crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, 2, task, worker, class), Features: d.Features})
	again := start(d)
	again.problems[0].kernel = part.problems[0].kernel
	again.problems[0].rounds, again.problems[0].done = maxRounds, false
	if err := again.problems[0].rebuild(); err != nil {
		t.Fatal(err)
	}
	if m := differ(grow(part, d), grow(again, d)); m > 0.02 {
		t.Errorf("grown by 40 tasks, the posterior is %.3f from that of a fit to all", m)
	}
}
