package advise_test

import (
	"math"
	"testing"

	"concord/core/advise"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
)

// The law: for every method whose posterior is a product over votes, the
// weights of the votes add up to the posterior's log-odds.
func TestWeightsAddUpToThePosterior(t *testing.T) {
	w := simulate.DawidSkene{Tasks: 80, Workers: 9, Classes: 2, PerTask: 5}.Draw(3)
	three := simulate.DawidSkene{Tasks: 80, Workers: 9, Classes: 3, PerTask: 5}.Draw(3)
	gold := *three.Data
	gold.Gold = make([]int32, gold.Tasks)
	for i := range gold.Gold {
		gold.Gold[i] = crowd.Unknown
		if i%7 == 0 {
			gold.Gold[i] = three.Truth[i]
		}
	}
	for _, e := range catalog.All() {
		if !e.Product {
			continue
		}
		for name, d := range map[string]*crowd.Dataset{"two classes": w.Data, "three classes": three.Data, "gold": &gold} {
			m, _, err := e.Method(nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Uses(d.Parts()); err != nil {
				continue
			}
			r, err := fit.Run(d, m, fit.Settings{Seed: 1})
			if err != nil {
				t.Fatalf("%s: %s: %v", e.Name, name, err)
			}
			compared := 0
			for i := range d.Tasks {
				why := advise.Why(d, r.Estimate, i, 1)
				switch {
				case why == nil:
					t.Fatalf("%s: has no confusion matrices, and yet its posterior is a product", e.Name)
				case why.Known != (d.Gold != nil && d.Gold[i] != crowd.Unknown):
					t.Errorf("%s: %s: task %d: got known %v", e.Name, name, i, why.Known)
				case why.Known:
				case why.Decisive != 0:
					if !math.IsInf(why.LogOdds, 0) && math.Abs(why.LogOdds) < 30 {
						t.Errorf("%s: %s: task %d: votes rule a class out, and yet the log-odds are %g", e.Name, name, i, why.LogOdds)
					}
				case math.IsInf(why.LogOdds, 0): // a probability too small to hold
				default:
					compared++
					if math.Abs(why.Sum-why.LogOdds) > 1e-9*math.Max(1, math.Abs(why.LogOdds)) {
						t.Errorf("%s: %s: task %d: the weights sum to %.12g, the log-odds are %.12g", e.Name, name, i, why.Sum, why.LogOdds)
					}
				}
			}
			if compared == 0 {
				t.Logf("%s: %s: all tasks are certain", e.Name, name)
			}
		}
	}
}

// By hand: prior .75 : .25, worker 0 right .9 and .8; votes 0 and 1.
//
//	log(.75/.25) + log(.9/.2) + log(.1/.8)
func TestWhyByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(1, 1, 2, []int32{0, 0}, []int32{0, 0}, []int32{0, 1})}
	e := &crowd.Estimate{Prior: []float64{.75, .25}, Confusion: []float64{.9, .1, .2, .8}}
	a, b := .75*.9*.1, .25*.2*.8
	e.Posterior = []float64{a / (a + b), b / (a + b)}
	w := advise.Why(d, e, 0, 1)
	if w.Answer != 0 || w.Rival != 1 || len(w.Votes) != 2 {
		t.Fatalf("got %+v", w)
	}
	for n, want := range []float64{math.Log(4.5), math.Log(.125)} {
		if math.Abs(w.Votes[n].Weight-want) > 1e-14 {
			t.Errorf("vote %d: got %g, want %g", n, w.Votes[n].Weight, want)
		}
	}
	if math.Abs(w.Sum-math.Log(a/b)) > 1e-14 || math.Abs(w.Sum-w.LogOdds) > 1e-14 {
		t.Errorf("got sum %g, log-odds %g, want %g", w.Sum, w.LogOdds, math.Log(a/b))
	}
	e.Confusion = []float64{1, 0, .2, .8} // a vote for 1 now rules 0 out
	e.Posterior = []float64{0, 1}
	if w := advise.Why(d, e, 0, 1); w.Answer != 1 || w.Decisive != 1 || w.Votes[1].Decisive != 1 || !math.IsInf(w.LogOdds, 1) {
		t.Errorf("got %+v", w)
	}
	if advise.Why(d, &crowd.Estimate{Posterior: e.Posterior}, 0, 1) != nil {
		t.Error("explained without a model of workers")
	}
}
