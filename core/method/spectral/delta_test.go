package spectral

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
	"concord/internal/shared"
)

func crossValidated(t *testing.T, d *crowd.Dataset) []HeldOut {
	t.Helper()
	scores, err := (&OptDS{}).CrossValidate(d, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

// TestThreshold: on the paper's data the chosen Δ lies between the least and the greatest, and the
// start is better than the paper's where that is poor. On bluebird it is not.
func TestThreshold(t *testing.T) {
	race.SkipMany(t)
	for _, c := range []struct {
		name          string
		delta         float64
		paper, chosen float64 // error in % of the start
	}{{"rte", 1e-3, 9.2, 7.2}, {"dog", 1e-3, 18.8, 17.3}, {"web", 1e-3, 29.4, 22.5}, {"bluebird", 1e-2, 11.2, 32.5}} {
		set := shared.Load(t, c.name, "labels.csv")
		if got := best(crossValidated(t, set.Data)); got != c.delta {
			t.Errorf("%s: got Δ %g, want %g", c.name, got, c.delta)
		}
		one := fit.Settings{Seed: 1, MaxSteps: 1}
		paper, chosen := 100*first(set, run(t, set.Data, &OptDS{}, one)), 100*first(set, run(t, set.Data, &OptDS{Validate: true}, one))
		if paper > c.paper || chosen > c.chosen {
			t.Errorf("%s: got errors %.2f and %.2f %%, want at most %g and %g", c.name, paper, chosen, c.paper, c.chosen)
		}
	}
}

// TestHeldOutByHand: the likelihood is that of the model, and workers who are unknown say nothing.
func TestHeldOutByHand(t *testing.T) {
	d := dataset(2, "011", "...")
	pi := []float64{.9, .1, .2, .8, .7, .3, .4, .6, 0, 0, 0, 0}
	want := math.Log((.9*.3 + .2*.6) / 2)
	if got := likelihood(d, pi, []float64{.5, .5}); math.Abs(got-want) > 1e-15 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestRaised: a zero matrix stays, and the others have rows that sum to one and entries of at least
// Δ before that.
func TestRaised(t *testing.T) {
	got := raised([]float64{.5, -.1, .3, .3, 0, 0, 0, 0}, 2, .5)
	if want := []float64{.5, .5, .5, .5, 0, 0, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestFifths: each label is left out once, and a fifth is about a fifth.
func TestFifths(t *testing.T) {
	d := simulate(rand.New(rand.NewPCG(2, 2)), 500, 9, 3, .7)
	fold, seen := fifths(d), 0
	for f := range folds {
		in, out := parted(d, fold, f)
		seen += out.Len()
		if in.Len()+out.Len() != d.Len() || out.Len() < d.Len()/8 || out.Len() > d.Len()/3 {
			t.Errorf("fold %d: %d labels in and %d out, of %d", f, in.Len(), out.Len(), d.Len())
		}
	}
	if seen != d.Len() {
		t.Errorf("left out %d labels, want %d", seen, d.Len())
	}
}

// TestNoThreshold: where no fifth has moments the paper's Δ stands, and EM begins with the vote.
func TestNoThreshold(t *testing.T) {
	if got := best([]HeldOut{{Delta: .1}, {Delta: 1e-6}}); got != 1e-6 {
		t.Errorf("got Δ %g of equals, want the paper's", got)
	}
	r := run(t, dataset(2, "0..", ".1.", "..0"), &OptDS{Validate: true}, fit.Settings{})
	if len(r.Warnings) != 1 {
		t.Errorf("got warnings %v, want that EM began with the vote", r.Warnings)
	}
}
