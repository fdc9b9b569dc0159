package cpu

import (
	"runtime"
	"slices"
)

const (
	shortest = 0.002 // seconds: what takes less is repeated in a loop
	plenty   = 10    // seconds of all ways together after which no further round is begun
)

// Alternately returns the processor seconds of each way, by rounds. The ways take turns, A B C A B C …, on one thread, so
// that what slows the machine down for a while slows all of them; a way that is too short to measure is repeated in a loop.
// There are fewer rounds, but one, of ways that take long.
func Alternately(rounds int, ways ...func() error) ([][]float64, error) {
	runtime.LockOSThread() // Seconds is a thread's
	defer runtime.UnlockOSThread()
	var spent float64
	measure := func(way func() error, loops int) (float64, error) {
		runtime.GC()
		from := Seconds()
		for range loops {
			if err := way(); err != nil {
				return 0, err
			}
		}
		took := Seconds() - from
		spent += took
		return took / float64(loops), nil
	}
	first, loops := make([]float64, len(ways)), make([]int, len(ways))
	for w, way := range ways {
		took, err := measure(way, 1)
		if err != nil {
			return nil, err
		}
		first[w], loops[w] = took, 1+int(shortest/max(took, 1e-6))
	}
	seconds := make([][]float64, len(ways))
	if slices.Max(loops) == 1 { // else it warms up
		for w := range ways {
			seconds[w] = first[w : w+1]
		}
	}
	for n := len(seconds[0]); n < rounds && (n == 0 || spent < plenty); n++ {
		for w, way := range ways {
			took, err := measure(way, loops[w])
			if err != nil {
				return nil, err
			}
			seconds[w] = append(slices.Clip(seconds[w]), took)
		}
	}
	return seconds, nil
}

// Ratio is how many times as long as the second way the first took: the median over rounds.
func Ratio(a, b []float64) float64 {
	ratios := make([]float64, len(a))
	for n := range a {
		ratios[n] = a[n] / b[n]
	}
	return Median(ratios)
}

// Median is that of one number or more.
func Median(x []float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}
