package crowd

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestCostsByHand(t *testing.T) {
	// Missing a disease (truth 1, label 0) costs 10, a false alarm 1.
	c := &Costs{Classes: 2, Of: []float64{0, 1, 10, 0}}
	q := []float64{.8, .2}
	if l, x := c.Least(q); l != 1 || math.Abs(x-.8) > 1e-15 {
		t.Errorf("got label %d at %g, want 1 at .8: healthy would cost 2", l, x)
	}
	if x := c.Say(q, 0); math.Abs(x-2) > 1e-15 {
		t.Errorf("got %g, want 2", x)
	}
	if x := c.Guess(q); math.Abs(x-(.8*.2*1+.2*.8*10)) > 1e-15 {
		t.Errorf("got %g, want 1.76", x)
	}
	// Equal costs: the most probable label, and of equals the first.
	even := &Costs{Classes: 3, Of: []float64{0, 1, 1, 1, 0, 1, 1, 1, 0}}
	for _, x := range []struct {
		q    []float64
		want int
	}{{[]float64{.2, .5, .3}, 1}, {[]float64{.4, .4, .2}, 0}, {[]float64{0, 0, 1}, 2}} {
		if l, cost := even.Least(x.q); l != x.want || math.Abs(cost-(1-x.q[l])) > 1e-15 {
			t.Errorf("%v: got %d at %g, want %d", x.q, l, cost, x.want)
		}
	}
	free := &Costs{Classes: 2, Of: []float64{0, 0, 0, 0}}
	if l, _ := free.Least([]float64{.1, .9}); l != 1 {
		t.Errorf("where nothing costs anything: got %d, want the most probable", l)
	}
	if _, _, ok := free.Saved([]float64{.5, .5}, []float64{1, 0, 0, 1}); ok {
		t.Error("something is saved where nothing costs anything")
	}
}

func TestSavedByHand(t *testing.T) {
	even := &Costs{Classes: 2, Of: []float64{0, 1, 1, 0}}
	for _, c := range []struct {
		name              string
		shares, confusion []float64
		random, strategic float64
	}{
		{"perfect", []float64{.5, .5}, []float64{1, 0, 0, 1}, 1, 1},
		{"perfectly inverted", []float64{.5, .5}, []float64{0, 1, 1, 0}, 1, 1},
		{"always one label", []float64{.7, .3}, []float64{1, 0, 1, 0}, 0, 0},
		{"always the other", []float64{.7, .3}, []float64{0, 1, 0, 1}, 0, 0},
		{"by lot", []float64{.7, .3}, []float64{.7, .3, .7, .3}, 0, 0},
		// A label of .8/.2 costs 2·.8·.2 = .32 against .5, and .2 against .5.
		{"80 %", []float64{.5, .5}, []float64{.8, .2, .2, .8}, 1 - .32/.5, 1 - .2/.5},
	} {
		random, strategic, ok := even.Saved(c.shares, c.confusion)
		if !ok || math.Abs(random-c.random) > 1e-12 || math.Abs(strategic-c.strategic) > 1e-12 {
			t.Errorf("%s: got %g, %g, want %g, %g", c.name, random, strategic, c.random, c.strategic)
		}
	}
}

// Against brute force: every truth and every label drawn and paid for.
func TestCostsAgainstEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	draw := func(n int) []float64 {
		q, sum := make([]float64, n), 0.0
		for i := range q {
			q[i] = random.ExpFloat64()
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		return q
	}
	for range 300 {
		k := 2 + random.IntN(4)
		c := &Costs{Classes: k, Of: make([]float64, k*k)}
		for i := range c.Of {
			if i/k != i%k {
				c.Of[i] = 5 * random.Float64()
			}
		}
		shares := draw(k)
		var confusion []float64
		for range k {
			confusion = append(confusion, draw(k)...)
		}
		label, cost := c.Least(shares)
		least := math.Inf(1)
		for l := range k {
			x := 0.0
			for truth := range k {
				x += shares[truth] * c.Of[truth*k+l]
			}
			least = min(least, x)
		}
		if math.Abs(cost-least) > 1e-12 || math.Abs(c.Say(shares, label)-least) > 1e-12 {
			t.Fatalf("least: got %g by label %d, want %g", cost, label, least)
		}
		// The truth a, the worker's label l, then a guess b at what l is worth.
		guessed, spammer := 0.0, 0.0
		best := make([]float64, k) // of each label of the worker, the least cost, unnormalised
		for l := range k {
			says := 0.0
			for a := range k {
				says += shares[a] * confusion[a*k+l]
			}
			best[l] = math.Inf(1)
			for b := range k {
				x := 0.0
				for a := range k {
					joint := shares[a] * confusion[a*k+l]
					x += joint * c.Of[a*k+b]
					guessed += joint * (shares[b] * confusion[b*k+l] / says) * c.Of[a*k+b]
				}
				best[l] = min(best[l], x)
			}
		}
		smallest := 0.0
		for _, x := range best {
			smallest += x
		}
		for a := range k {
			for b := range k {
				spammer += shares[a] * shares[b] * c.Of[a*k+b]
			}
		}
		r, s, ok := c.Saved(shares, confusion)
		if !ok || math.Abs(r-(1-guessed/spammer)) > 1e-9 || math.Abs(s-(1-smallest/least)) > 1e-9 || s < -1e-12 || s > 1 {
			t.Fatalf("saved: got %g, %g, %v, want %g, %g", r, s, ok, 1-guessed/spammer, 1-smallest/least)
		}
	}
}
