package comparison

import (
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// Items that only met others of their own strength are put in order as well by the default as by Bradley–Terry.
func TestItemsOfTheirOwnStrength(t *testing.T) {
	const items, draws = 20, 20
	ordered := func(m fit.Method) (share float64) {
		for seed := range uint64(draws) {
			random := rand.New(rand.NewPCG(seed, 6))
			truth := make([]float64, items)
			for i := range truth {
				truth[i] = random.NormFloat64()
			}
			slices.Sort(truth)
			votes := make([]crowd.Vote, 1000)
			for n := range votes {
				a := random.Int32N(items - 1)
				b := min(items-1, a+1+random.Int32N(3))
				votes[n] = crowd.Vote{Worker: random.Int32N(40), Left: a, Right: b, Answer: crowd.Right}
				if random.Float64() < prob.Logistic(truth[a]-truth[b]) {
					votes[n].Answer = crowd.Left
				}
			}
			s, err := fit.Start(crowd.Compare(items, 40, votes, false), m, fit.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			for range s.Steps() {
			}
			r, err := s.Fit().(fit.Ranker).Ranking(nil)
			if err != nil {
				t.Fatal(err)
			}
			for b, score := range r.Score {
				for _, other := range r.Score[:b] {
					if score > other {
						share += 2. / (items * (items - 1) * draws)
					}
				}
			}
		}
		return share
	}
	if skill, plain := ordered(Skill{}), ordered(BradleyTerry{}); skill < plain-.02 || plain < .7 {
		t.Errorf("pairs in their true order: got %.3f of Skill, want what Bradley–Terry has, %.3f", skill, plain)
	}
}
