package export

import (
	"math"
	"testing"

	"concord/core/crowd"
)

// What a worker saves rests on the model's prior and matrices where there are such,
// else on the answers.
func TestPrice(t *testing.T) {
	costs := &crowd.Costs{Classes: 2, Of: []float64{0, 1, 10, 0}} // a yes that is missed costs ten times a false one
	shares := []float64{1.25 / 3, 1.75 / 3}
	for _, own := range []bool{false, true} {
		a := small(own)
		prior, matrix := shares, []float64{1, 0, .2, .8} // w1: no of a, yes of b
		if own {
			prior, matrix = a.Result.Prior, a.Result.Confusion[:4]
		}
		random, strategic, _ := costs.Saved(prior, matrix)
		if err := a.Price(costs, noPause); err != nil {
			t.Fatal(err)
		}
		if p := a.Priced; math.Abs(p.Random[0]-random) > 1e-12 || math.Abs(p.Strategic[0]-strategic) > 1e-12 {
			t.Errorf("own matrices %v: w1 saves %v and %v, want %v and %v", own, p.Random[0], p.Strategic[0], random, strategic)
		}
		// a: no costs ¼·10, yes ¾. c: no costs 5, yes ½.
		for i, want := range []struct {
			least      int32
			cost, said float64
		}{{1, .75, 2.5}, {1, 0, 0}, {1, .5, []float64{5, .5}[a.Label[2]]}} {
			if p := a.Priced; p.Least[i] != want.least || math.Abs(p.Cost[i]-want.cost) > 1e-12 || math.Abs(p.Said[i]-want.said) > 1e-12 {
				t.Errorf("task %d: got label %d at %v, said at %v, want %+v", i, p.Least[i], p.Cost[i], p.Said[i], want)
			}
		}
		if err := a.Price(nil, noPause); err != nil || a.Priced != nil {
			t.Errorf("costs taken away: got %+v, %v", a.Priced, err)
		}
	}
}
