package ranking_test

import (
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/method/comparison"
	"concord/core/ranking"
)

// million are 1,000,000 votes on 1,000 items by 10,000 workers.
func million() *crowd.Dataset {
	const items, workers, each = 1000, 10_000, 100
	random := rand.New(rand.NewPCG(1, 1))
	crew := make([]voter, workers)
	for w := range crew {
		crew[w] = voter{votes: each, skill: 1 + .35*random.NormFloat64(), left: .3 * random.NormFloat64(), ties: .5}
	}
	return crowd.Compare(items, workers, vote(normals(items, random), crew, random), true)
}

func BenchmarkRanking(b *testing.B) {
	d := million()
	r, f := fitted(b, d, comparison.Skill{})
	items := make([]int32, len(r.Score))
	for i := range items {
		items[i] = int32(i)
	}
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"meet", func() error { _, err := ranking.Meet(d, f, items, nil); return err }},
		{"triads", func() error { _, err := ranking.FindTriads(d, 20, nil); return err }},
		{"judge", func() error { _, err := ranking.Judge(d, r, f, nil); return err }},
		{"next", func() error { _, err := ranking.Next(d, r, f, 500, nil); return err }},
		{"between", func() error {
			for a := range items {
				for b := range a {
					ranking.Between(r, f, a, b, d.Classes)
				}
			}
			return nil
		}},
	} {
		b.Run("part="+c.name, func(b *testing.B) {
			for b.Loop() {
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
