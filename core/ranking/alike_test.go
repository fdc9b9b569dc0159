package ranking_test

import (
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/method/comparison"
	"concord/core/ranking"
)

// Votes at random tell no items apart, in 95 % of cases; those of voters who see some of the order do.
func TestVotesAtRandomTellNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	for _, items := range []int{2, 8, 60} {
		apart, told := 0, 0
		for range 40 {
			var noise, votes []crowd.Vote
			for n := range 20 * items {
				v := crowd.Vote{Worker: int32(n % 30), Left: int32(random.IntN(items)), Right: int32(random.IntN(items)),
					Answer: crowd.Answer(random.IntN(3))}
				noise = append(noise, v)
				if v.Answer != crowd.Neither && random.Float64() < .6 {
					v.Answer = crowd.Left
					if v.Left > v.Right {
						v.Answer = crowd.Right
					}
				}
				votes = append(votes, v)
			}
			r, _ := fitted(t, crowd.Compare(items, 30, noise, true), comparison.Skill{})
			if !ranking.Alike(r, 0) {
				apart++
			}
			r, _ = fitted(t, crowd.Compare(items, 30, votes, true), comparison.Skill{})
			if !ranking.Alike(r, 0) {
				told++
			}
		}
		if apart > 5 || items > 2 && told < 30 {
			t.Errorf("%d items: told apart by %d of 40 random crowds, and by %d of 40 that see some of the order", items, apart, told)
		}
	}
}
