package topic

import (
	"testing"

	"concord/core/fit"
	"concord/internal/race"
)

// Where every truth is given, as it is to sLDA, no class and no number moves, but
// topics do: a fit that says it has settled has hardly anything left to gain.
func TestTopicsSettleWhereTheTruthIsKnown(t *testing.T) {
	race.SkipMany(t)
	classes, numbers := simulate(150, 30, 4), simulate(150, 30, 4)
	classes.classes([]float64{0.9, 0.7, 0.8}, 3, 4)
	numbers.numbers([]float64{0, 0.3}, []float64{0.2, 0.4}, 4)
	known := *classes.data
	known.Gold = classes.class
	p := Prior{Topics: worldTopics, Alpha: 0.1}
	for _, c := range []struct {
		name string
		d    *world
		m    fit.Method
	}{
		{"sLDA", classes, &SLDA{Prior: p}},
		{"sLDA of numbers", numbers, &SLDA{Prior: p}},
		{"MA-sLDAc", &world{data: &known}, &Classifier{Prior: p}},
	} {
		bound := func(s fit.Settings) float64 {
			r, err := fit.Run(c.d.data, c.m, s)
			if err != nil {
				t.Fatal(err)
			}
			if s.Tolerance == 0 && r.Status != fit.Converged {
				t.Errorf("%s: %v after %d steps", c.name, r.Status, len(r.Trace))
			}
			return r.Trace[len(r.Trace)-1].Objective
		}
		settled, later := bound(fit.Settings{Seed: 1}), bound(fit.Settings{Seed: 1, Tolerance: -1, MaxSteps: 600})
		if later > settled+5 {
			t.Errorf("%s settled at a bound of %.3f and would have gone on to %.3f", c.name, settled, later)
		}
	}
}
