package dawidskene

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
	"concord/internal/shared"
)

// rises checks that an objective never falls by more than rounding.
func rises(t *testing.T, what string, trace []fit.Step) {
	t.Helper()
	for n := 1; n < len(trace); n++ {
		if before, after := trace[n-1].Objective, trace[n].Objective; after < before-1e-12*math.Abs(before) {
			t.Errorf("%s: the objective falls from %.15g to %.15g at step %d", what, before, after, n+1)
		}
	}
}

// The log-likelihood of DS never falls, nor its log posterior; C2 of FDS never
// falls, whichever way ties go, and FDS comes to an end by itself.
func TestObjectiveNeverFalls(t *testing.T) {
	race.SkipMany(t)
	for _, set := range sets {
		s := shared.Load(t, set.data, set.file)
		_, trace := exactly(t, s.Data, &DS{}, 150)
		rises(t, set.name+" by DS", trace)
		_, trace = exactly(t, s.Data, &DS{Smoothing: .5}, 100)
		rises(t, set.name+" by DS with smoothing", trace)
		_, trace = exactly(t, s.Data, &DS{UniformPrior: true}, 100)
		rises(t, set.name+" by DS with a uniform prior", trace)
		for seed := range uint64(20) {
			r, err := fit.Run(s.Data, &DS{Assign: Hard}, fit.Settings{Tolerance: -1, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			rises(t, set.name+" by FDS", r.Trace)
			if last := r.Trace[len(r.Trace)-1]; r.Status != fit.Converged || last.Flips != 0 {
				t.Errorf("%s by FDS, seed %d: %v after %d steps, with %d flips in the last", set.name, seed, r.Status, len(r.Trace), last.Flips)
			}
		}
	}
}

// The same on made-up data full of gold, repeats, empty tasks and prior counts.
func TestObjectiveNeverFallsOnOddData(t *testing.T) {
	race.Skip(t)
	for seed := range uint64(10) {
		src := rand.New(rand.NewPCG(seed, 9))
		classes := 2 + int(seed)%5
		d := mixed(src, classes)
		d.Confusion = &crowd.Confusion{Mode: crowd.Prior, Counts: make([]float64, d.Workers*classes*classes)}
		for n := range d.Confusion.Counts {
			d.Confusion.Counts[n] = 3 * src.Float64()
		}
		for _, m := range []fit.Method{&DS{}, &DS{Smoothing: 1}, &DS{Assign: Hard}} {
			_, trace := exactly(t, d, m, 60)
			rises(t, "odd data", trace)
		}
	}
}
