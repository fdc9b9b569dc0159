package ranking_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/comparison"
	"concord/core/ranking"
)

// tau is Kendall's τ of scores with the true ones.
func tau(got, truth []float64) float64 {
	sum := 0
	for a := range got {
		for b := range a {
			if (got[a] > got[b]) == (truth[a] > truth[b]) {
				sum++
			} else {
				sum--
			}
		}
	}
	return float64(sum) / float64(len(got)*(len(got)-1)/2)
}

// What votes tell is half the log of the ratio of determinants of the information after and before.
func TestGains(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	d := crowd.Compare(6, 5, vote(normals(6, random), times(5, voter{votes: 12, skill: 1, ties: .5}), random), true)
	r, f := fitted(t, d, comparison.Davidson{})
	asks, err := ranking.Next(d, r, f, 40, nil)
	if err != nil {
		t.Fatal(err)
	}
	votes, gain := 0, 0.0
	after := mat.NewDense(6, 6, nil)
	for _, a := range asks {
		var row [3]float64
		f.Answer(int(a.A), int(a.B), -1, 0, row[:])
		mean := row[0] + row[2]/2
		w := float64(a.Votes) * (row[0] + row[2]/4 - mean*mean)
		for i, x := range map[int]float64{int(a.A): w, int(a.B): -w} {
			for j := range 6 {
				after.Set(i, j, after.At(i, j)+x*(r.Covariance[int(a.A)*6+j]-r.Covariance[int(a.B)*6+j]))
			}
		}
		votes, gain = votes+a.Votes, gain+a.Gain
	}
	for i := range 6 {
		after.Set(i, i, after.At(i, i)+1)
	}
	if near(t, "gain", gain, math.Log(mat.Det(after))/2, 1e-9); votes != 40 {
		t.Errorf("got %d votes", votes)
	}
}

// Islands are joined first, each to another item of the largest; no method without standard errors is planned for.
func TestIslandsAreJoined(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	for _, items := range []int{40, 1100} {
		large := items - 10
		votes := vote(normals(large, random), times(20, voter{votes: 2 * large, skill: 1}), random)
		for a := large; a < items-2; a += 2 {
			votes = append(votes, crowd.Vote{Left: int32(a), Right: int32(a + 1)})
		}
		d := crowd.Compare(items, 20, votes, true) // four pairs, and two items that nobody compared
		r, f := fitted(t, d, comparison.BradleyTerry{})
		for _, n := range []int{0, 3, 6, 100, 5000} {
			asks, err := ranking.Next(d, r, f, n, nil)
			if err != nil {
				t.Fatal(err)
			}
			asked, joined, with, seen := 0, 0, map[int32]bool{}, map[[2]int32]bool{}
			for at, a := range asks {
				asked += a.Votes
				if a.Joins != (at < 6) || a.A == a.B || !(a.Gain > 0) || seen[[2]int32{a.A, a.B}] {
					t.Errorf("%d items, ask %d: got %+v", items, at, a)
				}
				seen[[2]int32{a.A, a.B}] = true
				if a.Joins {
					joined++
					with[a.B] = true
				}
			}
			if asked != n || joined != min(n, 6) || len(with) != joined {
				t.Errorf("%d items: got %d votes of %d, of which %d join %d others", items, asked, n, joined, len(with))
			}
		}
		r, f = fitted(t, d, comparison.Elo{})
		if _, err := ranking.Next(d, r, f, 5, nil); err == nil {
			t.Error("Elo: got no error")
		}
	}
}

// 500 votes as planned rank better than 500 at random: a little where all items were compared as often, and clearly where a third of them
// are new.
func TestPlannedVotesTellMore(t *testing.T) {
	const more, items, workers = 500, 120, 20
	for _, c := range []struct {
		title         string
		seeds, before int
		old           int // items that most votes so far are about
		least         float64
	}{{"even", 10, 600, items, 0}, {"new items", 3, 3000, 90, .01}} {
		var planned, random, none float64
		for seed := range uint64(c.seeds) {
			draw := rand.New(rand.NewPCG(seed, 9))
			score := normals(items, draw)
			for i := range score {
				score[i] *= 1.5
			}
			crew := times(workers, voter{votes: c.before / workers, skill: 1, ties: .5})
			votes := vote(score[:c.old], crew, draw)
			for i := c.old; i < items; i++ {
				votes = append(votes, crew[0].ask(0, int32(i), int32(draw.IntN(c.old)), score, draw))
			}
			rank := func(extra []crowd.Vote) (*crowd.Dataset, *crowd.Ranking, fit.Ranker) {
				d := crowd.Compare(items, workers, slices.Concat(votes, extra), true)
				r, f := fitted(t, d, comparison.Davidson{})
				return d, r, f
			}
			d, r, f := rank(nil)
			none += tau(r.Score, score) / float64(c.seeds)
			asks, err := ranking.Next(d, r, f, more, nil)
			if err != nil {
				t.Fatal(err)
			}
			var extra []crowd.Vote
			for _, a := range asks {
				for range a.Votes {
					extra = append(extra, crew[0].ask(int32(draw.IntN(workers)), a.A, a.B, score, draw))
				}
			}
			if len(extra) != more {
				t.Fatalf("got %d votes, want %d", len(extra), more)
			}
			_, r, _ = rank(extra)
			planned += tau(r.Score, score) / float64(c.seeds)
			_, r, _ = rank(vote(score, times(workers, voter{votes: more / workers, skill: 1, ties: .5}), draw))
			random += tau(r.Score, score) / float64(c.seeds)
		}
		t.Logf("%s: τ is %.4f before, %.4f as planned, %.4f at random", c.title, none, planned, random)
		if planned < random+c.least {
			t.Errorf("%s: τ is %.4f as planned, want %.4f more than %.4f at random", c.title, planned, c.least, random)
		}
	}
}
