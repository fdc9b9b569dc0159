package comparison

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// million are 1,000,000 votes on 1,000 items by 10,000 workers; one in five is a tie, if there are any.
func million(ties bool) *crowd.Dataset {
	const items, workers, votes = 1000, 10_000, 1_000_000
	random := rand.New(rand.NewPCG(1, 1))
	score, skill := make([]float64, items), make([]float64, workers)
	for i := range score {
		score[i] = random.NormFloat64()
	}
	for w := range skill {
		skill[w] = math.Exp(.5 * random.NormFloat64())
	}
	all := make([]crowd.Vote, votes)
	for n := range all {
		w, a := random.IntN(workers), random.IntN(items)
		b := (a + 1 + random.IntN(items-1)) % items
		all[n] = crowd.Vote{Worker: int32(w), Left: int32(a), Right: int32(b), Answer: crowd.Right}
		switch {
		case ties && random.IntN(5) == 0:
			all[n].Answer = crowd.Neither
		case random.Float64() < 1/(1+math.Exp(-skill[w]*(score[a]-score[b]))):
			all[n].Answer = crowd.Left
		}
	}
	return crowd.Compare(items, workers, all, true)
}

func BenchmarkFit(b *testing.B) {
	for _, ties := range []bool{false, true} {
		d := million(ties)
		for _, m := range []fit.Method{BradleyTerry{}, Davidson{}, Skill{}, CrowdBT{}, Elo{}} {
			b.Run(fmt.Sprintf("method=%T/ties=%v", m, ties), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s, err := fit.Start(d, m, fit.Settings{Parts: 1})
					if err != nil {
						b.Fatal(err)
					}
					for range s.Steps() {
					}
					b.ReportMetric(float64(len(s.Trace())), "steps")
				}
			})
		}
		b.Run(fmt.Sprintf("ranking/ties=%v", ties), func(b *testing.B) {
			s, err := fit.Start(d, Skill{}, fit.Settings{Parts: 1})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := s.Fit().(fit.Ranker).Ranking(nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
