package ranking

import "concord/core/crowd"

// Independent is how many independent votes a vote of each worker counts as: one, unless it was cut from a ranking.
func Independent(d *crowd.Dataset) []float64 {
	out := make([]float64, d.Workers)
	lists := d.Comparisons.Rankings
	if lists == nil {
		for w := range out {
			out[w] = 1
		}
		return out
	}
	votes := make([]float64, d.Workers)
	for l, w := range lists.Worker {
		n := int(lists.Start[l+1] - lists.Start[l])
		ranked := n
		if lists.Ranked != nil {
			ranked = int(lists.Ranked[l])
		}
		ranked = min(ranked, n-1) // the place of the last follows
		out[w] += float64(ranked)
		votes[w] += float64(ranked * (2*n - ranked - 1) / 2)
	}
	for w := range out {
		out[w] /= max(votes[w], 1)
	}
	return out
}
