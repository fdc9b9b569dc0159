package gpc

import "concord/core/crowd"

// Vote returns 1 for each task whose labels name class k most often, else 0. Ties are broken by lots.
func Vote(d *crowd.Dataset, k int, seed uint64) []int32 {
	votes := make([]float64, d.Classes)
	out := make([]int32, d.Tasks)
	for i := range out {
		clear(votes)
		from, to := d.Of(i)
		for _, l := range d.Class[from:to] {
			votes[l]++
		}
		if best, _ := crowd.Best(votes, i, seed); best == k {
			out[i] = 1
		}
	}
	return out
}
