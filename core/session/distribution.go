package session

import (
	"math"
	"slices"

	"concord/core/wire"
)

// mostBins is up to how many different counts each have a bin of their own.
const mostBins = 12

// distribution summarises counts, of which there may be millions, by how often each of them occurs. The bins are single
// counts if there are few, or else ranges that grow like 1, 2, 5, 10, 20, 50 …
func distribution(counts []int32) (sum wire.Range, all []wire.CountBin) {
	if len(counts) == 0 {
		return sum, nil
	}
	low, high, total := int(slices.Min(counts)), int(slices.Max(counts)), 0
	occurs := make([]int32, high-low+1) // one worker may have given millions
	for _, x := range counts {
		occurs[int(x)-low]++
		total += int(x)
	}
	// at returns the count at a place of the sorted order.
	at := func(place int) float64 {
		for x, n := range occurs {
			if place -= int(n); place < 0 {
				return float64(low + x)
			}
		}
		return math.NaN()
	}
	sum = wire.Range{
		Min: float64(low), Max: float64(high), Mean: float64(total) / float64(len(counts)),
		Median: (at((len(counts)-1)/2) + at(len(counts)/2)) / 2,
	}
	if high-low < mostBins {
		for x := low; x <= high; x++ {
			all = append(all, wire.CountBin{Low: x, High: x})
		}
	} else {
		all = growing(low, high)
	}
	for b := range all {
		for x := max(all[b].Low, low); x <= min(all[b].High, high); x++ {
			all[b].Count += int(occurs[x-low])
		}
	}
	return sum, all
}

// growing returns bins that grow like 1, 2, 5, 10, 20, 50 … and hold all counts from low to high.
func growing(low, high int) (all []wire.CountBin) {
	if low == 0 {
		all = append(all, wire.CountBin{})
	}
	for from, step := 1, 0; from <= high; step++ {
		to := from * 2
		if step%3 == 1 {
			to = from / 2 * 5
		}
		if to > low {
			all = append(all, wire.CountBin{Low: from, High: to - 1})
		}
		from = to
	}
	return all
}
