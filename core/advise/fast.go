package advise

import (
	"math"
	"slices"

	"concord/core/crowd"
)

// A worker is too fast if the median label takes less than two seconds, the least time to
// read and answer an item of a questionnaire (Huang, Curran, Keeney, Poposki & DeShon
// 2012), and less than a third of the median of the other workers: where a glance is
// enough for everybody, nobody is blamed.
const (
	readSeconds = 2
	readShare   = 1. / 3
	fewestTimed = Fewest // labels of a worker that are needed
	fewestOther = 3      // other workers that are needed to compare with
)

// FlagFast flags workers who are too fast. seconds is how long each label of d took; NaN: unknown.
func FlagFast(d *crowd.Dataset, seconds []float32, out []Worker) {
	start, label := d.ByWorker()
	base := d.Start[0]
	took := make([][]float32, len(out)) // of each worker, sorted
	var all, medians []float32
	for j := range out {
		for _, n := range label[start[j]:start[j+1]] {
			if x := seconds[n-base]; x == x {
				took[j] = append(took[j], x)
			}
		}
		if slices.Sort(took[j]); len(took[j]) > 0 {
			medians = append(medians, median(took[j]))
		}
		all = append(all, took[j]...)
	}
	slices.Sort(all)
	slices.Sort(medians)
	if len(medians) <= fewestOther {
		return
	}
	flags, timed := map[int]Flag{}, 0
	for j := range out {
		n := len(took[j])
		if n < fewestTimed {
			continue
		}
		timed++
		own := median(took[j])
		at, _ := slices.BinarySearch(medians, own)
		others := medianWithout(medians, at)
		limit := min(readSeconds, readShare*others)
		if float64(own) >= limit {
			continue
		}
		// How much likelier so many labels below the limit are, if the worker gives as many as that, than if as many as the others do.
		below, _ := slices.BinarySearch(took[j], float32(limit))
		everyone, _ := slices.BinarySearch(all, float32(limit))
		p := (float64(below) + .5) / (float64(n) + 1)
		q := (float64(everyone-below) + .5) / (float64(len(all)-n) + 1)
		evidence := float64(below)*math.Log(p/q) + float64(n-below)*math.Log((1-p)/(1-q))
		if evidence > Suspicious {
			flags[j] = Flag{Kind: Fast, Evidence: evidence, Labels: n, Seconds: float64(own), Others: others}
		}
	}
	Raise(out, flags, timed)
}

// median of sorted numbers; of two in the middle the mean.
func median(x []float32) float32 { return (x[(len(x)-1)/2] + x[len(x)/2]) / 2 }

// medianWithout is the median of sorted numbers, except that at index at.
func medianWithout(x []float32, at int) float64 {
	value := func(n int) float64 {
		if n >= at {
			n++
		}
		return float64(x[n])
	}
	n := len(x) - 1
	return (value((n-1)/2) + value(n/2)) / 2
}
