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

// Accelerated, DS gets to where EM goes in fewer steps, and the objective never
// falls. The log shows how many: until the log-likelihood is within 0.01 and
// 0.0001 of the highest that EM reaches. A step that was tried in vain counts
// twice: it makes two passes over the labels.
func TestSquaremSavesSteps(t *testing.T) {
	race.SkipMany(t)
	for _, c := range []struct {
		set   string
		steps int
		want  float64 // at least so many times fewer passes
	}{{"web", 3000, 2}, {"trec2011", 600, 2}} {
		s := shared.Load(t, c.set, "labels.csv")
		plain := passes(t, s.Data, &DS{}, c.steps)
		fast := passes(t, s.Data, &DS{Accelerate: Always}, c.steps)
		top := plain[len(plain)-1]
		for _, within := range []float64{.01, .0001} {
			a, b := reach(plain, top-within), reach(fast, top-within)
			t.Logf("%s: within %g of the highest log-likelihood after %d passes by EM, %d by SQUAREM", c.set, within, a, b)
			if float64(a) < c.want*float64(b) {
				t.Errorf("%s: SQUAREM needs %d passes where EM needs %d", c.set, b, a)
			}
		}
	}
}

// passes returns the objective after each pass over the labels.
func passes(t *testing.T, d *crowd.Dataset, m *DS, steps int) (objective []float64) {
	t.Helper()
	f := begin(t, m, d)
	var trace []fit.Step
	for range steps {
		trace = append(trace, advance(t, f))
		for len(objective) < f.made {
			objective = append(objective, trace[len(trace)-1].Objective)
		}
	}
	rises(t, "accelerated", trace)
	return objective
}

func reach(objective []float64, least float64) int {
	for n, x := range objective {
		if x >= least {
			return n + 1
		}
	}
	return math.MaxInt
}

// It holds with smoothing, prior counts, gold, a uniform prior and odd data too.
func TestSquaremNeverFalls(t *testing.T) {
	race.SkipMany(t)
	for seed := range uint64(6) {
		src := rand.New(rand.NewPCG(seed, 8))
		classes := 2 + int(seed)%5
		d := mixed(src, classes)
		if seed%3 == 0 {
			d.Confusion = &crowd.Confusion{Mode: crowd.Prior, Counts: make([]float64, d.Workers*classes*classes)}
			for n := range d.Confusion.Counts {
				d.Confusion.Counts[n] = 3 * src.Float64()
			}
		}
		for _, m := range []*DS{{Accelerate: Always}, {Accelerate: Always, Smoothing: .5}, {Accelerate: Always, UniformPrior: true}} {
			r, trace := exactly(t, d, m, 100)
			rises(t, "odd data", trace)
			for n, q := range r.Confusion {
				if !(q >= 0 && q <= 1+1e-12) {
					t.Fatalf("confusion %d is %v", n, q)
				}
			}
			plain := *m
			plain.Accelerate = Never
			_, slow := exactly(t, d, &plain, 100)
			if a, b := slow[99].Objective, trace[99].Objective; b < a-1 {
				t.Errorf("seed %d, %+v: accelerated it ends at %v, else at %v", seed, m, b, a)
			}
		}
	}
}
