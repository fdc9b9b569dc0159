package spectral

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
	"concord/internal/shared"
)

// TestChosenStart: EM begins with the start that foretells labels better, says so where it is the vote, and ends at
// most half a point of error behind Dawid–Skene from the vote.
func TestChosenStart(t *testing.T) {
	race.SkipMany(t)
	for _, c := range []struct {
		name, file string
		vote       bool
		ds         float64 // error in % of Dawid–Skene, with ties at random
	}{{"bluebird", "labels.csv", false, 10.19}, {"rte", "labels.csv", false, 7.25}, {"trec2011", "labels.csv", true, 29.80},
		{"dog", "labels_all.csv", false, 15.74}, {"web", "labels.csv", true, 17.15}, {"labelme", "labels.csv", true, 20.40},
		{"trec2010", "labels.csv", true, 38.74}} {
		t.Run(c.name, func(t *testing.T) {
			if !slices.Contains([]string{"bluebird", "rte", "web"}, c.name) { // the others are no other code
				shared.Long(t)
			}
			set := shared.Load(t, c.name, c.file)
			r := run(t, set.Data, &OptDS{ChooseStart: true}, fit.Settings{Seed: 1})
			if got := 100 * first(set, r); got > c.ds+.5 {
				t.Errorf("got error %.2f %%, want at most half a point above %.2f %%", got, c.ds)
			}
			if got := slices.ContainsFunc(r.Warnings, func(err error) bool { return errors.Is(err, errVote) }); got != c.vote {
				t.Errorf("began with the vote: got %v, want %v", got, c.vote)
			}
		})
	}
}

// TestChosenStartPrior: how common classes are is estimated if the start is chosen, and held equal otherwise.
func TestChosenStartPrior(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 3))
	var task, worker, class []int32
	for i := range 500 {
		truth := src.Float64() < .2
		for j := range 7 {
			l := int32(0)
			if truth == (src.Float64() < .8) {
				l = 1
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(500, 7, 2, task, worker, class)}
	if got := run(t, d, &OptDS{ChooseStart: true}, fit.Settings{Seed: 1}).Prior[1]; math.Abs(got-.2) > .05 {
		t.Errorf("got a share of %.3f, want .2", got)
	}
	if got := run(t, d, &OptDS{}, fit.Settings{Seed: 1}).Prior[1]; got != .5 {
		t.Errorf("the paper's way: got a share of %v, want .5", got)
	}
}

// TestFoldsWithoutMoments: where no fifth has moments nothing speaks against the spectral start.
func TestFoldsWithoutMoments(t *testing.T) {
	d := dataset(2, "0..", ".1.", "..0")
	if got, err := foretells(d, []int{0, 1, 2}, fit.Settings{}); !got || err != nil {
		t.Errorf("got %v, %v, want true", got, err)
	}
}
