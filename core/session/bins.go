package session

import "concord/core/wire"

// mostBins is up to how many different counts each has a bin of its own.
const mostBins = 12

// bins tell how often counts occur: each by itself where there are few, or else
// in ranges that grow like 1, 2, 5, 10, 20, 50 …
func bins(counts []int32) []wire.CountBin {
	if len(counts) == 0 {
		return nil
	}
	low, high := int(counts[0]), int(counts[0])
	for _, x := range counts {
		low, high = min(low, int(x)), max(high, int(x))
	}
	var all []wire.CountBin
	if high-low < mostBins {
		for x := low; x <= high; x++ {
			all = append(all, wire.CountBin{Low: x, High: x})
		}
	} else {
		if low == 0 {
			all = append(all, wire.CountBin{})
		}
		for from, decade, at := 1, 1, 0; from <= high; {
			at++
			to := decade * []int{1, 2, 5}[at%3]
			if at%3 == 0 {
				decade *= 10
				to = decade
			}
			if to > low {
				all = append(all, wire.CountBin{Low: from, High: to - 1})
			}
			from = to
		}
	}
	at := make([]uint8, high-low+1) // the bin of each count, of which there may be millions
	for b, bin := range all {
		for x := max(bin.Low, low); x <= min(bin.High, high); x++ {
			at[x-low] = uint8(b)
		}
	}
	for _, x := range counts {
		all[at[int(x)-low]].Count++
	}
	return all
}
