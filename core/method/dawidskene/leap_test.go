package dawidskene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/race"
	"concord/internal/shared"
)

// With leaps and without, hierarchical fits end at the same point.
func TestLeapsLeadToTheSamePoint(t *testing.T) {
	race.SkipMany(t)
	for seed := range uint64(6) {
		classes := 2 + int(seed)%5
		d := simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: classes, PerTask: 4, Low: .4, High: .95}.Draw(seed).Data
		samePoint(t, fmt.Sprintf("%d classes", classes), d)
		samePoint(t, fmt.Sprintf("odd data, seed %d", seed), mixed(rand.New(rand.NewPCG(seed, 8)), classes))
	}
	sets := []string{"bluebird", "bm", "dog", "iris", "rte", "temporal"}
	if os.Getenv("CONCORD_LONG") != "" {
		sets = append(sets, "adult2", "duchenne", "fact_eval", "labelme", "medical_relations", "music", "reuters_amt", "sp", "sp_amt", "trec2010",
			"trec2011", "web", "wordsim", "zencrowd")
	}
	for _, set := range sets {
		samePoint(t, set, shared.Load(t, set, "labels.csv").Data)
	}
}

func samePoint(t *testing.T, name string, d *crowd.Dataset) {
	t.Helper()
	plain, slow := rest(t, d, fit.Paper)
	leaps, quick := rest(t, d, fit.Settled)
	most := 0.0
	for n, q := range plain {
		most = max(most, math.Abs(q-leaps[n]))
	}
	t.Logf("%s: at rest after %d plain steps, or after %d with leaps; posteriors differ by %.1g", name, slow, quick, most)
	if most > 1e-6 {
		t.Errorf("%s: with leaps a posterior differs by %v", name, most)
	}
}

// rest steps until nothing moves, and returns the posteriors and the number of steps.
func rest(t *testing.T, d *crowd.Dataset, stop fit.Stop) (posterior []float64, steps int) {
	t.Helper()
	f, err := (&Hierarchical{}).Start(d, fit.Settings{Stop: stop, Seed: 1}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for still := 0; still < 20 && steps < 5000; steps++ {
		if step := advance(t, f); step.Change < 1e-13 {
			still++
		} else {
			still = 0
		}
	}
	return f.(*vb).Posterior(), steps
}
